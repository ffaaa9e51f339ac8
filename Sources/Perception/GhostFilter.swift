import Readings

/// Holds back far readings that follow a near one in a single frame: many cameras return far ghosts for near things.
///
/// A jump from at most 0.6 m to more than 2 m is believed from the fifth such frame in a row.
public struct GhostFilter: Sendable {
    /// How near the reading before the jump must be.
    public static let nearLimit = DepthAvailability.nearLimit
    /// How far the reading after the jump must be.
    public static let farLimit = Micrometres(count: 2_000_000)
    /// How many far readings in a row are needed.
    public static let believedFrom = 5

    private var previousWasNear = false
    private var isSuspicious = false
    private var row = 0

    /// Makes a filter that has seen nothing.
    public init() {}

    /// Whether the reading is to be believed; results that are no distance always are.
    public mutating func believes(_ reading: DepthReading) -> Bool {
        guard case .surface(let metres) = reading else {
            if case .clear = reading { self = GhostFilter() }
            previousWasNear = false
            row = 0
            return true
        }
        let distance = Micrometres(metres: metres)
        guard distance > Self.farLimit, previousWasNear || isSuspicious else {
            self = GhostFilter()
            previousWasNear = distance <= Self.nearLimit
            return true
        }
        isSuspicious = true
        previousWasNear = false
        row += 1
        if row >= Self.believedFrom { self = GhostFilter() }
        return !isSuspicious
    }
}
