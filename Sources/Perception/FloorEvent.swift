/// Which way a ride goes.
public enum FloorDirection: String, Sendable {
    /// Towards higher floors.
    case up
    /// Towards lower floors.
    case down
}

/// What the samples of a barometer show of floors; its time is that of the sample that showed it.
public enum FloorEvent: Equatable, Sendable {
    /// A ride has left its floor: `metres` is the signed change from the baseline so far. Once per ride.
    case changed(direction: FloorDirection, metres: Double)
    /// The ride is over: `change` is the settled altitude less that where it began, in signed metres.
    case settled(change: Double)
    /// The ride is over where it began; the old baseline stands.
    case returned
    /// A baseline was set: the first one, one after a gap, or one asked for afresh.
    case baseline
}
