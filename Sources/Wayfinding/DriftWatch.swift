import Readings

/// Notices a change of floor by the height of poses, where no barometer does: 2.0 m from where it was, for 3 s.
public struct DriftWatch: Sendable {
    /// How far the height must have changed.
    public static let change = Micrometres(count: 2_000_000)
    /// For how long.
    public static let sustained = Duration.seconds(3)

    private var baseline: Double?
    private var since: Instant?
    private var height = 0.0

    /// Starts without a baseline.
    public init() {}

    /// Forgets everything: a place was entered, or tracking was lost.
    public mutating func restart() { (baseline, since) = (nil, nil) }

    /// Poses are not normal: what has begun is judged anew when they are.
    public mutating func pause() { since = nil }

    /// Takes the height of a pose that can be relied on; gives the metres, signed, when a change has been sustained.
    public mutating func take(z: Double, at time: Instant) -> Double? {
        guard let baseline else {
            self.baseline = z
            return nil
        }
        let drift = z - baseline
        let isUp = drift > 0
        guard Micrometres(metres: drift.magnitude) >= Self.change else {
            since = nil
            return nil
        }
        if since == nil || isUp != (height > baseline) { since = time }
        height = z
        guard let since, time - since >= Self.sustained else { return nil }
        self.baseline = z
        self.since = nil
        return drift
    }
}
