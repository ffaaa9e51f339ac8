import Readings

extension Walk {
    static let keys = ["at", "floor", "heading", "t", "speed", "duration", "by", "pause"]

    /// Reads the `walk` list; nil where it is empty or its beginning cannot be read.
    init?(_ stops: [ScenarioFields], heights: FloorHeights) {
        guard let first = stops.first, let start = heights.point(of: first, or: 0) else { return nil }
        self.init(standingAt: start, yaw: Self.heading(first) ?? 0)
        for key in ["t", "speed", "duration", "by"] as [StaticString] where first.has(key) {
            first.fail("contradiction", key, "the walk begins at its first stop, at 0 s")
        }
        pause(first)
        for stop in stops.dropFirst() { walk(to: stop, heights: heights) }
    }

    private static func heading(_ fields: ScenarioFields) -> Double? {
        guard fields.has("heading") else { return nil }
        return fields.number("heading", or: 0, in: -360...360) * Double.pi / 180
    }

    private mutating func walk(to stop: ScenarioFields, heights: FloorHeights) {
        let last = legs[legs.count - 1]
        guard let target = heights.point(of: stop, or: last.to.z) else { return }
        let way = target - last.to
        let means = stop.word("by", of: ["walking", "stairs", "elevator", "ramp"])
        let seconds = time(of: stop, metres: (way * way).sum().squareRoot())
        let level = SIMD3(way.x, way.y, 0)
        let run = (level * level).sum().squareRoot()
        let travel = level == .zero ? last.yaw : PlainMath.direction(x: way.x, y: way.y)
        legs.append(
            Leg(
                start: last.end, end: last.end + seconds, from: last.to, to: target, yawBefore: last.yaw, yaw: travel,
                isEased: means == "elevator", slope: means == "ramp" ? PlainMath.direction(x: run, y: way.z) : 0))
        pause(stop)
    }

    /// How long the leg to a stop takes, from its time of arrival, its duration, or its speed.
    private func time(of stop: ScenarioFields, metres: Double) -> Double {
        let given = (["t", "speed", "duration"] as [StaticString]).filter { stop.has($0) }
        if given.count > 1 {
            stop.fail("contradiction", given[1], "a stop has one of \"t\", \"speed\" and \"duration\"")
        }
        if stop.has("t") {
            let arrival = stop.number("t", or: end, in: 0...ScenarioLimits.seconds)
            if arrival < end {
                stop.fail("contradiction", "t", "the walk is at \(end) s already; \"t\" must not be earlier")
            }
            return max(arrival - end, 0)
        }
        if stop.has("duration") { return stop.number("duration", or: 0, in: 0...ScenarioLimits.seconds) }
        return metres / stop.number("speed", or: 1, in: 0.01...20)
    }

    /// The pause at a stop, in which the walker turns to the stop's heading.
    private mutating func pause(_ stop: ScenarioFields) {
        let seconds = stop.number("pause", or: 0, in: 0...ScenarioLimits.seconds)
        let last = legs[legs.count - 1]
        let yaw = Self.heading(stop) ?? last.yaw
        guard seconds > 0 || yaw != last.yaw else { return }
        legs.append(
            Leg(
                start: last.end, end: last.end + seconds, from: last.to, to: last.to, yawBefore: last.yaw, yaw: yaw,
                isEased: false, slope: last.slope))
    }
}

/// The heights of the floors of a scenario by their names.
struct FloorHeights {
    var heights: [String: Double] = [:]

    /// The height that `floor` names; the fallback where the key is absent or names none.
    func height(of fields: ScenarioFields, or fallback: Double) -> Double {
        guard let name = fields.string("floor") else { return fallback }
        if let height = heights[name] { return height }
        let nearest = NearestFloor.hint(heights.keys.sorted(), name)
        fields.fail("outOfRange", "floor", "no floor is named \"\(name)\"\(nearest)")
        return fallback
    }

    /// The point that `at` gives; its height, where it has none, from `floor` or the fallback.
    func point(of fields: ScenarioFields, or fallback: Double) -> SIMD3<Double>? {
        let height = height(of: fields, or: fallback)
        guard let at = fields.numbers("at", counts: 2...3) else { return nil }
        return SIMD3(at[0], at[1], at.count > 2 ? at[2] : height)
    }
}
