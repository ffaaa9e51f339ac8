/// A point of a drawing in pixels, y down.
struct DrawingPoint: Equatable {
    var x: Double
    var y: Double

    var text: String { "\(DrawingText.number(x)) \(DrawingText.number(y))" }
}

/// The line of one way in pixels.
struct DrawingLine {
    let points: [DrawingPoint]

    var path: String {
        guard let first = points.first else { return "" }
        return "M\(first.text)" + points.dropFirst().map { "L\($0.text)" }.joined()
    }

    var length: Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + Self.distance($1.0, $1.1) }
    }

    /// The point at a share of the length, with the direction there in degrees.
    func point(at share: Double) -> (point: DrawingPoint, degrees: Double) {
        var rest = length * share
        for (from, to) in zip(points, points.dropFirst()) {
            let span = Self.distance(from, to)
            if rest <= span, span > 0 {
                let part = rest / span
                let point = DrawingPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
                return (point, Self.degrees(to.x - from.x, to.y - from.y))
            }
            rest -= span
        }
        return (points.last ?? DrawingPoint(x: 0, y: 0), 0)
    }

    /// The line of a way beside others with the same ends: bent aside by whole lanes.
    static func bent(_ from: DrawingPoint, _ to: DrawingPoint, lane: Double) -> DrawingLine {
        let span = distance(from, to)
        guard lane != 0, span > 0 else { return DrawingLine(points: [from, to]) }
        let (x, y) = (-(to.y - from.y) / span * lane * 22, (to.x - from.x) / span * lane * 22)
        let inner = [0.2, 0.8].map { part in
            DrawingPoint(x: from.x + (to.x - from.x) * part + x, y: from.y + (to.y - from.y) * part + y)
        }
        return DrawingLine(points: [from, inner[0], inner[1], to])
    }

    static func distance(_ from: DrawingPoint, _ to: DrawingPoint) -> Double {
        ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
    }

    /// The angle of a direction in whole degrees, from a table of tangents, so that it is the same on every machine.
    private static func degrees(_ x: Double, _ y: Double) -> Double {
        let turned = abs(y) > abs(x)
        let ratio = turned ? abs(x) / max(abs(y), 1e-9) : abs(y) / max(abs(x), 1e-9)
        let small = 45 * ratio + 15.66 * ratio * (1 - ratio)
        let first = (turned ? 90 - small : small).rounded()
        let half = x < 0 ? 180 - first : first
        return y < 0 ? -half : half
    }
}

/// Draws connections, each kind in its own stroke.
enum DrawingWays {
    /// The words of the legend.
    static func word(_ kind: Connection.Kind) -> String {
        switch kind {
        case .path: "Way"
        case .door: "Door"
        case .ramp: "Ramp (way)"
        case .stairs: "Stairs (way)"
        case .elevator: "Elevator (way)"
        case .escalator: "Escalator"
        }
    }

    /// The strokes and signs of one connection; the signs stand where nothing covers them.
    static func svg(_ line: DrawingLine, _ connection: Connection, _ room: inout DrawingRoom) -> String {
        let isShut = connection.availability == .unavailable
        let isUnsure = connection.availability == .unknown
        var out = isShut ? stroke(line, "shut") : strokes(line, connection.kind, isUnsure: isUnsure)
        let isLong = line.length > 90
        if !isShut { out += sign(line, isLong && isUnsure ? 0.4 : 0.5, symbol(connection.kind), turned: true) }
        func add(_ share: Double, _ body: String, turned: Bool) {
            let place = room.place(line, at: share)
            out += sign(place.point, place.degrees, body, turned: turned)
        }
        if connection.direction == .oneWay { add(isLong ? 0.68 : 0.6, arrow, turned: true) }
        if isShut { add(0.5, cross, turned: false) }
        if isUnsure { add(isLong ? 0.24 : 0.34, question, turned: false) }
        return out
    }

    /// Only the strokes of a kind.
    static func strokes(_ line: DrawingLine, _ kind: Connection.Kind, isUnsure: Bool = false) -> String {
        let unsure = isUnsure ? " unsure" : ""
        switch kind {
        case .path, .door, .ramp: return stroke(line, kind.rawValue + unsure)
        case .stairs, .escalator: return stroke(line, kind.rawValue + unsure) + stroke(line, kind.rawValue + " thin")
        case .elevator: return stroke(line, "elevator" + unsure) + stroke(line, "elevator core")
        }
    }

    static func stroke(_ line: DrawingLine, _ classes: String) -> String {
        "<path class=\"line \(classes)\" d=\"\(line.path)\"/>"
    }

    static func sign(_ line: DrawingLine, _ share: Double, _ body: String, turned: Bool) -> String {
        guard !body.isEmpty else { return "" }
        let (point, degrees) = line.point(at: share)
        return sign(point, degrees, body, turned: turned)
    }

    static func sign(_ point: DrawingPoint, _ degrees: Double, _ body: String, turned: Bool) -> String {
        let turn = turned ? " rotate(\(DrawingText.number(degrees)))" : ""
        return "<g transform=\"translate(\(point.text))\(turn)\">\(body)</g>"
    }

    static func symbol(_ kind: Connection.Kind) -> String {
        switch kind {
        case .door: "<rect class=\"sign\" x=\"-4\" y=\"-8\" width=\"8\" height=\"16\" rx=\"1.5\"/>"
        case .ramp: "<path class=\"sign\" d=\"M-9 6H9L9 -4Z\"/>"
        default: ""
        }
    }

    static let arrow = "<path class=\"arrow\" d=\"M-7 -7L9 0L-7 7L-3 0Z\"/>"
    static let cross = "<path class=\"cross\" d=\"M-6 -6L6 6M6 -6L-6 6\"/>"
    /// Drawn around what stands in the way.
    static let halo = "<circle class=\"halo\" r=\"19\"/>"
    static let question = "<circle class=\"sign\" r=\"8\"/><text class=\"signText\" y=\"4.2\">?</text>"
}
