/// Where signs of ways may stand: beside the marks of landmarks, which would cover them, and beside each other.
struct DrawingRoom {
    /// How far a sign reaches from its point, in pixels.
    static let radius = 8.0
    /// The least space around a sign, in pixels.
    private static let gap = 1.0

    private var taken: [(point: DrawingPoint, radius: Double)]

    /// The room that marks leave.
    init(marks: [(point: DrawingPoint, radius: Double)]) { taken = marks }

    /// Where the signs stand that did not fit on their lines.
    private(set) var moved: [DrawingPoint] = []

    /// A free point for a sign: on its line where that is free, else beside it, as near as can be.
    mutating func place(_ line: DrawingLine, at share: Double) -> (point: DrawingPoint, degrees: Double) {
        let wanted = line.point(at: share)
        if isFree(wanted.point) {
            taken.append((wanted.point, Self.radius))
            return wanted
        }
        guard let free = candidates(line, around: wanted.point).first(where: { isFree($0) }) else { return wanted }
        taken.append((free, Self.radius))
        moved.append(free)
        return (free, wanted.degrees)
    }

    private func isFree(_ point: DrawingPoint) -> Bool {
        taken.allSatisfy { other in
            let reach = other.radius + Self.radius + Self.gap
            return abs(other.point.x - point.x) > reach || abs(other.point.y - point.y) > reach
                || DrawingLine.distance(other.point, point) >= reach
        }
    }

    /// Points across the line, in steps of 3 pixels on either side, up to 60 pixels away.
    private func candidates(_ line: DrawingLine, around point: DrawingPoint) -> [DrawingPoint] {
        let (from, to) = (line.points.first ?? point, line.points.last ?? point)
        let span = DrawingLine.distance(from, to)
        let across =
            span > 0
            ? DrawingPoint(x: -(to.y - from.y) / span, y: (to.x - from.x) / span) : DrawingPoint(x: 0, y: -1)
        return (1...20).flatMap { step in
            [3.0, -3.0].map { way in
                let reach = Double(step) * way
                return DrawingPoint(x: point.x + across.x * reach, y: point.y + across.y * reach)
            }
        }
    }
}
