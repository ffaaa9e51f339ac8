import Documents
import Readings

/// A scenario: a building of boxes, a walk through it, people, weather, sensors with their faults, and a script.
///
/// The format is described in SCENARIO.md beside this file. Coordinates are metres with x forward, y left, z up.
package struct Scenario: Equatable, Sendable {
    /// A scripted event: a member of the event log at its time, not yet checked as an event.
    package struct ScriptedEvent: Equatable, Sendable {
        /// When it happens, from its `t`.
        package var time: Instant
        /// The event as it stands in the file, `t` included.
        package var event: JSONValue
    }

    /// What the scenario shows, in one line; empty where it does not say.
    package var title = ""
    /// The seed of everything that is random.
    package var seed: UInt64 = 1
    /// How long it lasts; the walk's end where the file does not say.
    package var duration = Duration.zero
    /// The embedded building that its places come from, such as `demo`; the caller knows what it means.
    package var building: String?
    /// The file of groups that it needs, as written; the caller finds it.
    package var groups: String?
    /// The files of places that it needs, as written; the caller finds them.
    package var places: [String] = []
    /// Everything solid.
    package var solids: [Solid] = []
    /// The ramps.
    package var ramps: [Ramp] = []
    /// The panes of glass.
    package var glass: [Glass] = []
    /// The way of the walker.
    package var walk: Walk
    /// The air.
    package var weather = Weather()
    /// The depth camera; nil for a walker without one.
    package var camera: CameraModel? = CameraModel()
    /// The barometer; nil for a walker without one.
    package var barometer: BarometerModel? = BarometerModel()
    /// What goes wrong.
    package var faults: [Fault] = []
    /// The script, in the order of time.
    package var events: [ScriptedEvent] = []

    /// Makes a scenario with nothing but a walk.
    package init(walk: Walk) {
        self.walk = walk
    }

    /// The moment when the scenario is over.
    package var end: Instant { .start + duration }
}
