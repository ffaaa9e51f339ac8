import Readings

/// The last two seconds of poses, to tell whether somebody stands.
struct PoseTrail {
    /// How long one must have stood.
    static let span = Duration.seconds(2)
    /// How little one may have moved meanwhile.
    static let still = Micrometres(count: 200_000)

    private var points: [(time: Instant, position: Position)] = []

    mutating func add(_ position: Position, at time: Instant) {
        points.append((time, position))
        while points.count > 1, points[1].time <= time - Self.span { points.removeFirst() }
    }

    mutating func clear() { points = [] }

    /// Whether every pose of the last two seconds lies within 0.2 m of the last, and they span two seconds.
    var stands: Bool {
        guard let first = points.first, let last = points.last, last.time - first.time >= Self.span else {
            return false
        }
        return points.allSatisfy { point in
            Micrometres(metres: WayLine.distanceMetres(point.position, last.position)) < Self.still
        }
    }
}
