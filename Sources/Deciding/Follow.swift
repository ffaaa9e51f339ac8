import Readings
import Wayfinding

/// A person who is gone to: the goal follows them.
struct Follow {
    /// Moves below this since the goal was last set are ignored.
    static let ignoredMove = Micrometres(count: 500_000)
    /// Within this of them, one has arrived.
    static let reach = Micrometres(count: 1_000_000)
    /// From this on, they are moving again.
    static let movedAway = Micrometres(count: 3_000_000)
    /// How often the goal is moved.
    static let pace = Duration.seconds(1)
    /// How long after arriving the route ends.
    static let arrivedLimit = Duration.seconds(10)

    /// Their device.
    let device: String
    /// Their device's name.
    var name: String
    /// The place that the goal is in.
    let place: String
    /// Where the goal was last set.
    var position: Position
    /// Whether they are heard.
    var isLive: Bool
    /// When a way to them was last planned.
    var plannedAt: Instant
    /// Where they were heard last in this place, and when.
    var latest: (position: Position, time: Instant)
    /// When they were reached, and where they were then.
    var met: (time: Instant, position: Position)?
    /// Whether it was voiced that they are quiet, and not yet that they are back.
    var isQuietVoiced = false

    /// Begins to follow somebody from a sighting.
    init(_ sighting: Sighting, of device: String, isLive: Bool, at time: Instant) {
        self.device = device
        name = sighting.name
        place = sighting.place
        position = sighting.position
        self.isLive = isLive
        plannedAt = time
        latest = (sighting.position, sighting.time)
    }

    /// How far the goal is behind them.
    var lag: Micrometres { Micrometres(metres: WayLine.distanceMetres(position, latest.position)) }

    /// Whether the goal has to be moved: they are heard, are not reached yet, and have gone far enough.
    var isBehind: Bool { isLive && met == nil && lag >= Self.ignoredMove }

    /// Where one arrives: at them, or at where they were last.
    var target: Position { isLive ? latest.position : position }

    /// What is said of somebody replaces what was said of them before.
    static func key(_ device: String) -> String { "person " + device }

    /// The key of what is said of them.
    var key: String { Self.key(device) }
}
