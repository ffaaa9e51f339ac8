import Announcing
import Readings

/// Runs a whole event log through a fresh core.
public enum Replay {
    /// The core's configuration for a log: how speech ends and whether there is a barometer are read off the log.
    public static func configuration(
        for events: [(time: Instant, event: Event)], settings: Settings
    ) -> CoreConfiguration {
        var configuration = CoreConfiguration(settings: settings, ending: .estimated, isBarometerConfigured: false)
        let isEnabled = settings.isOn("barometer.enabled")
        for (_, event) in events {
            switch event {
            case .place: configuration.startsInOnlyPlace = false
            case .spoken: configuration.ending = .reported
            case .pressure, .sensor(.barometer, _): configuration.isBarometerConfigured = isEnabled
            default: break
            }
        }
        return configuration
    }

    /// The effects of a log, in order.
    public static func run(
        _ events: [(time: Instant, event: Event)], world: World, settings: Settings, body: (TimedEffect) -> Void
    ) {
        var core = DecisionCore(world: world, configuration: configuration(for: events, settings: settings))
        for (time, event) in events { core.handle(event, at: time).forEach(body) }
    }
}
