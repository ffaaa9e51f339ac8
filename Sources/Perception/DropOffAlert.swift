import Readings

/// Decides when a drop-off ahead is said: at once, again while it holds and is near, anew after it has been gone.
public struct DropOffAlert: Sendable {
    /// How often it is said while it holds, and how long it must be gone to be said anew.
    public static let interval = Duration.seconds(3)
    /// How near it must be to be said again.
    public static let repeatWithin = Micrometres(count: 1_500_000)

    /// How old the last sight of it may be when it is asked again.
    public static let freshness = Duration.seconds(1)

    private var lastSeen: Instant?
    private var lastSaid: Instant?
    /// Whether the latest frame saw a drop-off.
    public private(set) var holds = false

    /// Makes an alert that has seen nothing.
    public init() {}

    /// Takes what one frame saw; true where it is to be said now.
    public mutating func take(dropOffMetres: Double?, at: Instant) -> Bool {
        holds = dropOffMetres != nil
        guard let metres = dropOffMetres else { return false }
        defer { lastSeen = at }
        let isNew = lastSeen.map { at - $0 >= Self.interval } ?? true
        let isDue = lastSaid.map { at - $0 >= Self.interval } ?? true
        guard isNew || (isDue && Micrometres(metres: metres) < Self.repeatWithin) else { return false }
        lastSaid = at
        return true
    }

    /// Whether a frame of the last second saw a drop-off, and no later one said otherwise.
    public func isSeen(at: Instant) -> Bool {
        guard holds, let lastSeen else { return false }
        return at - lastSeen <= Self.freshness
    }

    /// It is asked again, as if it were new; true where it still holds by a frame of the last second.
    public mutating func askAgain(at: Instant) -> Bool {
        guard isSeen(at: at) else { return false }
        lastSaid = at
        return true
    }
}
