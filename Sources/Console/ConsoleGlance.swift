import Deciding
import Readings
import Synchronization
import Wayfinding

/// What the decision thread shows of itself when the page asks: values, copied in no time, and worked on elsewhere.
package struct ConsoleGlance: Sendable {
    /// The request by which the page's thread asks for it; no client of the control socket can name it.
    package static let method = "console.glance"

    /// The places and groups.
    package var world: World
    /// The connections whose availability was told since the maps were made.
    package var changes: [(connection: ConnectionReference, availability: Connection.Availability)]
    /// How the core is.
    package var status: CoreStatus
    /// Where the robot is; nil where that is not known.
    package var pose: Pose?
    /// Everybody whose device was heard.
    package var people: [CoreDestinations.Person]
    /// The settings in force.
    package var settings: Settings
    /// When it was taken.
    package var time: Instant

    /// Takes a glance at the core.
    package init(_ core: DecisionCore, settings: Settings, at time: Instant) {
        world = core.world
        changes = core.connectionChanges
        status = core.status(at: time)
        pose = core.ownPose(at: time)?.pose
        people = core.people(at: time)
        self.settings = settings
        self.time = time
    }
}

/// Where the decision thread leaves what it shows, and how it learns who listens.
package final class ConsoleBoard: Sendable {
    private let glance = Mutex<ConsoleGlance?>(nil)
    private let takesInstructions = Atomic<Bool>(false)

    /// An empty board.
    package init() {}

    /// Leaves a glance for the page's thread.
    package func show(_ fresh: ConsoleGlance) { glance.withLock { $0 = fresh } }

    /// The last glance; nil before the first.
    var last: ConsoleGlance? { glance.withLock { $0 } }

    /// Whether somebody reads instructions on a page with a screen reader, so that they are not spoken as well.
    package var isReadByScreenReader: Bool { takesInstructions.load(ordering: .relaxed) }

    func note(isReadByScreenReader: Bool) { takesInstructions.store(isReadByScreenReader, ordering: .relaxed) }
}
