import Announcing
import Readings

/// What the core is told once, at the start.
public struct CoreConfiguration: Sendable {
    /// The settings in force.
    public var settings: Settings
    /// How the end of an utterance is known.
    public var ending: AnnouncementQueue.Ending
    /// Whether there is a barometer to expect: it is enabled, or the log has something of one.
    public var isBarometerConfigured: Bool
    /// Whether the robot is in the only mapped place, where there is one: so unless a place is told.
    public var startsInOnlyPlace = true

    /// Makes a configuration.
    public init(settings: Settings = Settings(), ending: AnnouncementQueue.Ending, isBarometerConfigured: Bool) {
        self.settings = settings
        self.ending = ending
        self.isBarometerConfigured = isBarometerConfigured
    }
}
