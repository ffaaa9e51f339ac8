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
    /// When they were reached.
    var arrivedAt: Instant?

    /// How far the goal is behind them.
    func move(to sighting: Sighting) -> Micrometres {
        Micrometres(metres: WayLine.distanceMetres(position, sighting.position))
    }
}
