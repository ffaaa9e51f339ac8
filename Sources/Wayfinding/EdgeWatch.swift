import Readings

/// Notices that the robot has walked out of the mapped floor: more than 1.5 m outside, and still outside after 3 s.
public struct EdgeWatch: Sendable {
    /// How far outside the floor one must be.
    public static let margin = Micrometres(count: 1_500_000)
    /// How long one must stay outside, and inside again for an excursion to be over.
    public static let limit = Duration.seconds(3)

    private enum Excursion {
        case inside
        case leaving(since: Instant)
        case told
        case returning(since: Instant)
    }

    private var excursion = Excursion.inside
    private var isHeld = false

    /// Starts inside.
    public init() {}

    /// Whether the robot has been told to be outside and has not been back.
    public var isOutside: Bool { if case .told = excursion { true } else { false } }

    /// What a pose changed.
    public enum Change: Equatable, Sendable {
        /// Nothing.
        case none
        /// The robot is back inside: whatever the edge has begun is called off.
        case back
    }

    /// Takes a pose that can be relied on.
    public mutating func take(_ position: Position, bounds: Bounds, at time: Instant) -> Change {
        let outside = Micrometres(metres: bounds.distanceOutside(x: position.x, y: position.y))
        let isInside = outside.count <= 0
        if case .returning(let since) = excursion, time - since >= Self.limit { excursion = .inside }
        switch excursion {
        case .inside:
            if outside > Self.margin { excursion = .leaving(since: time) }
        case .leaving(let since):
            if isInside { excursion = .inside } else if isHeld { excursion = .leaving(since: max(since, time)) }
        case .told:
            if isInside {
                excursion = .returning(since: time)
                isHeld = false
                return .back
            }
        case .returning:
            if !isInside { excursion = .told }
        }
        isHeld = false
        return .none
    }

    /// Tracking was lost: the 3 s begin anew when it is found.
    public mutating func hold() { isHeld = true }

    /// Tracking was found.
    public mutating func resume(at time: Instant) {
        guard isHeld else { return }
        isHeld = false
        if case .leaving = excursion { excursion = .leaving(since: time) }
    }

    /// When the robot will have been outside for long enough.
    public var nextDeadline: Instant? {
        if case .leaving(let since) = excursion, !isHeld { since + Self.limit } else { nil }
    }

    /// Lets time pass; true once for each excursion that has lasted long enough.
    public mutating func advance(to time: Instant) -> Bool {
        guard let due = nextDeadline, due <= time else { return false }
        excursion = .told
        return true
    }
}

extension Bounds {
    /// How far outside the mapped floor a point is, in metres; 0 inside and on the edge.
    public func distanceOutside(x: Double, y: Double) -> Double {
        switch self {
        case .box(let low, let high):
            let dx = max(low.x - x, 0, x - high.x)
            let dy = max(low.y - y, 0, y - high.y)
            return (dx * dx + dy * dy).squareRoot()
        case .polygon(let corners):
            return Self.contains(corners, x, y) ? 0 : Self.distance(to: corners, x, y)
        }
    }

    /// Whether a polygon holds a point, by the even-odd rule.
    private static func contains(_ corners: [Position], _ x: Double, _ y: Double) -> Bool {
        var inside = false
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            guard (corner.y > y) != (next.y > y) else { continue }
            let crossing = corner.x + (y - corner.y) / (next.y - corner.y) * (next.x - corner.x)
            if x < crossing { inside.toggle() }
        }
        return inside
    }

    private static func distance(to corners: [Position], _ x: Double, _ y: Double) -> Double {
        var nearest = Double.infinity
        let point = Position(x: x, y: y)
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            let edge = WayLine(start: Position(x: corner.x, y: corner.y), end: Position(x: next.x, y: next.y))
            nearest = min(nearest, edge.nearest(to: point).distanceMetres)
        }
        return nearest.isFinite ? nearest : 0
    }
}
