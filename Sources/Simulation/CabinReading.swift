/// Reads the elevator cabins of a scenario: six walls of boxes that rise and sink together.
struct CabinReading {
    static let keys = ["low", "high", "floor", "height", "door", "doorWidth", "closed", "moves"]
    private static let thickness = 0.05
    let heights: FloorHeights

    func solids(_ fields: ScenarioFields) -> [Solid] {
        guard let inside = Rectangle(fields) else { return [] }
        let base = heights.height(of: fields, or: 0)
        let height = fields.number("height", or: 2.2, in: 0.5...10)
        let side = Side(rawValue: fields.word("door", of: Side.allCases.map(\.rawValue))) ?? .forward
        let track = track(fields, base: base)
        var solids = shell(inside, base: base, height: height, but: side).map { Solid($0, track: track) }
        let front = side.wall(of: inside, thickness: Self.thickness)
        solids += frame(front, side, base, height, fields.number("doorWidth", or: 0.9, in: 0.1...10))
            .map { Solid($0, track: track) }
        let door = front.box(from: base, to: base + height)
        solids += fields.objects("closed", keys: ["from", "until"]).map {
            Solid(door, presence: $0.presence(), track: track)
        }
        return solids
    }

    /// The way up and down, from the moves: each begins at `t`, lasts `duration`, and ends at a floor or a height.
    private func track(_ fields: ScenarioFields, base: Double) -> Track? {
        var keys: [Track.Key] = []
        var height = base
        for move in fields.objects("moves", keys: ["t", "duration", "floor", "height"]) {
            guard let start = move.number("t", in: 0...ScenarioLimits.seconds),
                let duration = move.number("duration", in: 0.1...3600)
            else { continue }
            if move.has("floor") == move.has("height") {
                move.findings.add(
                    "contradiction", at: move.element, move.pointer, "a move ends at a \"floor\" or at a \"height\"")
            }
            let target =
                move.has("height")
                ? move.number("height", or: height, in: -1000...1000) : heights.height(of: move, or: height)
            keys.append(Track.Key(seconds: start, offset: SIMD3(0, 0, height - base)))
            keys.append(Track.Key(seconds: start + duration, offset: SIMD3(0, 0, target - base)))
            height = target
        }
        return Track.checked(keys, in: fields, "moves", eased: true)
    }

    private func shell(_ inside: Rectangle, base: Double, height: Double, but door: Side) -> [Box] {
        let edge = SIMD2(repeating: Self.thickness)
        let outside = Rectangle(inside.low - edge, inside.high + edge)
        let level = [
            outside.box(from: base - Self.thickness, to: base),
            outside.box(from: base + height, to: base + height + Self.thickness),
        ]
        return level
            + Side.allCases.filter { $0 != door }.map {
                $0.wall(of: inside, thickness: Self.thickness).box(from: base, to: base + height)
            }
    }

    /// What stands to both sides of the door.
    private func frame(_ wall: Rectangle, _ side: Side, _ base: Double, _ height: Double, _ width: Double) -> [Box] {
        let middle = (wall.low + wall.high) / 2
        let half = (side.isAlongX ? SIMD2(0, width) : SIMD2(width, 0)) / 2
        let gap =
            side.isAlongX
            ? Rectangle(SIMD2(wall.low.x, middle.y - half.y), SIMD2(wall.high.x, middle.y + half.y))
            : Rectangle(SIMD2(middle.x - half.x, wall.low.y), SIMD2(middle.x + half.x, wall.high.y))
        return wall.without(gap).map { $0.box(from: base, to: base + height) }
    }
}

/// The four sides of a cabin.
private enum Side: String, CaseIterable {
    case forward = "+x"
    case back = "-x"
    case left = "+y"
    case right = "-y"

    /// Whether the side is met by going along x.
    var isAlongX: Bool { self == .forward || self == .back }

    /// The wall on this side, corners included.
    func wall(of inside: Rectangle, thickness: Double) -> Rectangle {
        let low = inside.low
        let high = inside.high
        switch self {
        case .forward: return Rectangle(SIMD2(high.x, low.y - thickness), SIMD2(high.x + thickness, high.y + thickness))
        case .back: return Rectangle(SIMD2(low.x - thickness, low.y - thickness), SIMD2(low.x, high.y + thickness))
        case .left: return Rectangle(SIMD2(low.x - thickness, high.y), SIMD2(high.x + thickness, high.y + thickness))
        case .right: return Rectangle(SIMD2(low.x - thickness, low.y - thickness), SIMD2(high.x + thickness, low.y))
        }
    }
}
