import Announcing
import Documents
import Readings

/// Something that the decision core wants done or known, and when it was decided.
public struct TimedEffect: Equatable, Sendable {
    /// When it was decided: the moment of the event, or of the deadline.
    public var time: Instant
    /// What it is.
    public var effect: Effect

    /// Makes an effect at a moment.
    public init(_ effect: Effect, at time: Instant) {
        self.time = time
        self.effect = effect
    }
}

/// What the decision core wants done or known.
public enum Effect: Equatable, Sendable {
    /// Hand this to the voice.
    case say(Say)
    /// Interrupt the utterance of this number.
    case hush(id: Int)
    /// An announcement is not voiced, and why.
    case dropped(AnnouncementKind, DropReason)
    /// Ask the localiser in which of these places the robot is; `why` is `floorChange`, `edge` or `start`.
    case probe(id: Int, places: [String], why: String)
    /// The robot is now in this place.
    case place(String)
    /// A floor changed, settled or came back; metres, signed.
    case floor(FloorChange)
    /// What a confirmed ride taught: floor ids, metres signed, and the elevation of the floor it led to, where known.
    case learned(group: String, from: String, to: String, change: Double, elevation: Double?)
    /// The route that is now followed, or why there is none.
    case route(JSONValue)
    /// The step that is now walked, from 1; its landmark is nil at the end of a route to a point of a connection.
    case step(index: Int, of: Int, landmark: String?)
    /// The last piece of a route is walked, to a person.
    case stepTo(index: Int, of: Int, device: String)
    /// The moving goal was set, moved, or froze (not live); metres in the place's frame.
    case goal(device: String, x: Double, y: Double, isLive: Bool)
    /// A person is reached.
    case arrivedAt(device: String)
    /// Something worth keeping was seen; only while that is turned on.
    case observation(AnnouncementKind, text: String, place: String?)
    /// The destination is reached; nil where it is no landmark.
    case arrived(landmark: String?)
    /// Guidance ended.
    case ended(EndReason)
    /// A state is now another.
    case state(StateChange)

    /// Something to hand to the voice.
    public struct Say: Equatable, Sendable {
        /// Its number, from 1, a new one for each voicing.
        public var id: Int
        /// What it is about.
        public var kind: AnnouncementKind
        /// The words.
        public var text: String
        /// How urgent it is.
        public var priority: AnnouncementPriority
        /// Whom it is for.
        public var audience: Audience
    }

    /// What happened to the floor.
    public enum FloorChange: Equatable, Sendable {
        /// The floor changed; the metres so far.
        case changed(Double)
        /// The ride settled; the metres from where it began.
        case settled(Double)
        /// The ride came back to where it began.
        case returned
    }

    /// Why guidance ended.
    public enum EndReason: String, Sendable {
        /// The destination is reached.
        case arrived
        /// The person ended it, or began another.
        case stopped
        /// The map ended.
        case edge
        /// There is no way on.
        case noRoute
    }

    /// A state that is now another.
    public enum StateChange: Equatable, Sendable {
        /// Depth: `starting`, `ok`, `blocked`, `unavailable`.
        case depth(String)
        /// Tracking: `unknown`, `ok`, `lost`.
        case tracking(String)
        /// The barometer: `off`, `starting`, `ok`, `unavailable`.
        case barometer(String)
        /// Speech: `ok`, `unavailable`.
        case speech(String)
    }

    /// The effect's type, as the log names it.
    public var type: String {
        switch self {
        case .say: "say"
        case .hush: "hush"
        case .dropped: "dropped"
        case .probe: "probe"
        case .place: "place"
        case .floor: "floor"
        case .learned: "learned"
        case .route: "route"
        case .step, .stepTo: "step"
        case .goal: "goal"
        case .arrived, .arrivedAt: "arrived"
        case .observation: "observation"
        case .ended: "ended"
        case .state: "state"
        }
    }

    /// Every type that the log can name.
    public static let types = [
        "say", "hush", "dropped", "probe", "place", "floor", "learned", "route", "step", "goal", "arrived", "ended",
        "state",
        "observation",
    ]
}
