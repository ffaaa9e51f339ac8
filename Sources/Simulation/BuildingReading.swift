/// Reads what stands in a scenario: boxes, walls with openings, and stairs.
struct BuildingReading {
    static let boxKeys = ["low", "high", "floor", "from", "until", "path"]
    static let wallKeys = ["start", "end", "floor", "height", "thickness", "openings", "from", "until"]
    static let stairKeys = ["start", "end", "floor", "rise", "width", "steps"]
    let heights: FloorHeights

    /// A box: two opposite corners over the floor, a time, and a path of offsets.
    func box(_ fields: ScenarioFields) -> Solid? {
        let base = SIMD3(0, 0, heights.height(of: fields, or: 0))
        guard let low = fields.numbers("low", counts: 3...3), let high = fields.numbers("high", counts: 3...3)
        else { return nil }
        let box = Box(base + SIMD3(low[0], low[1], low[2]), base + SIMD3(high[0], high[1], high[2]))
        let keys = fields.objects("path", keys: ["t", "by"]).compactMap { key -> Track.Key? in
            guard let seconds = key.number("t", in: 0...ScenarioLimits.seconds),
                let by = key.numbers("by", counts: 3...3)
            else { return nil }
            return Track.Key(seconds: seconds, offset: SIMD3(by[0], by[1], by[2]))
        }
        return Solid(box, presence: fields.presence(), track: Track.checked(keys, in: fields, "path"))
    }

    /// A wall along x or y, in pieces around its openings.
    func wall(_ fields: ScenarioFields) -> [Solid] {
        guard let line = AxisLine(fields) else { return [] }
        let base = heights.height(of: fields, or: 0)
        let height = fields.number("height", or: 2.7, in: 0.05...100)
        let half = fields.number("thickness", or: 0.12, in: 0.01...5) / 2
        let presence = fields.presence()
        var solids: [Solid] = []
        func piece(_ along: ClosedRange<Double>, _ up: ClosedRange<Double>) {
            guard along.upperBound > along.lowerBound, up.upperBound > up.lowerBound else { return }
            let box = line.box(along: along, half: half, from: base + up.lowerBound, to: base + up.upperBound)
            solids.append(Solid(box, presence: presence))
        }
        var position = 0.0
        for opening in openings(fields, length: line.length, height: height) {
            piece(position...max(position, opening.along.lowerBound), 0...height)
            piece(opening.along, 0...opening.up.lowerBound)
            piece(opening.along, opening.up.upperBound...height)
            position = opening.along.upperBound
        }
        piece(min(position, line.length)...line.length, 0...height)
        return solids
    }

    private typealias Opening = (along: ClosedRange<Double>, up: ClosedRange<Double>)

    /// The openings of a wall in the order of its length; what overlaps or lies outside is reported and left out.
    private func openings(_ fields: ScenarioFields, length: Double, height: Double) -> [Opening] {
        var found: [Opening] = []
        for opening in fields.objects("openings", keys: ["at", "width", "height", "sill"]) {
            guard let start = opening.number("at", in: 0...10_000) else { continue }
            let width = opening.number("width", or: 0.9, in: 0.01...10_000)
            let sill = opening.number("sill", or: 0, in: 0...100)
            let top = min(sill + opening.number("height", or: 2.1, in: 0.01...100), height)
            guard start + width <= length + 1e-9, sill < height else {
                opening.fail("contradiction", "at", "the opening does not lie within the wall of \(length) m")
                continue
            }
            let along = start...min(start + width, length)
            guard
                !found.contains(where: {
                    $0.along.lowerBound < along.upperBound && along.lowerBound < $0.along.upperBound
                })
            else {
                opening.fail("contradiction", "at", "the opening overlaps another")
                continue
            }
            found.append((along, sill...top))
        }
        return found.sorted { $0.along.lowerBound < $1.along.lowerBound }
    }

    /// A flight of solid steps, rising from `start` to `end`.
    func stairs(_ fields: ScenarioFields) -> [Solid] {
        guard let line = AxisLine(fields), let rise = fields.number("rise", in: 0.05...50) else { return [] }
        let base = heights.height(of: fields, or: 0)
        let half = fields.number("width", or: 1.2, in: 0.1...100) / 2
        let steps = fields.integer("steps", or: max(1, Int((rise / 0.18).rounded())), in: 1...500)
        return (0..<steps).map { step in
            let along = line.length * Double(step) / Double(steps)...line.length * Double(step + 1) / Double(steps)
            let top = base + rise * Double(step + 1) / Double(steps)
            return Solid(line.box(along: along, half: half, from: base, to: top))
        }
    }
}

/// A line on the floor, along x or along y, from `start` to `end`.
struct AxisLine {
    let start: SIMD2<Double>
    let step: SIMD2<Double>
    let length: Double

    /// Reads `start` and `end`; nil, and a finding, where they do not lie along an axis.
    init?(_ fields: ScenarioFields) {
        guard let start = fields.numbers("start", counts: 2...2), let end = fields.numbers("end", counts: 2...2)
        else { return nil }
        let way = SIMD2(end[0] - start[0], end[1] - start[1])
        guard (way.x == 0) != (way.y == 0) else {
            fields.fail("contradiction", "end", "\"start\" and \"end\" must differ in x alone or in y alone")
            return nil
        }
        self.start = SIMD2(start[0], start[1])
        length = abs(way.x + way.y)
        step = way / length
    }

    /// The box over a part of the line, `half` to both sides.
    func box(along: ClosedRange<Double>, half: Double, from bottom: Double, to top: Double) -> Box {
        let side = SIMD2(abs(step.y), abs(step.x)) * half
        let first = start + step * along.lowerBound - side
        let second = start + step * along.upperBound + side
        return Box(SIMD3(first.x, first.y, bottom), SIMD3(second.x, second.y, top))
    }
}

extension Track {
    /// A track of keys in the order of time; nil where there are none or they go back.
    static func checked(_ keys: [Key], in fields: ScenarioFields, _ key: StaticString, eased: Bool = false) -> Track? {
        guard !keys.isEmpty else { return nil }
        guard zip(keys, keys.dropFirst()).allSatisfy({ $0.seconds <= $1.seconds }) else {
            fields.fail("contradiction", key, "the times must not go back")
            return nil
        }
        return Track(keys: keys, isEased: eased)
    }
}
