import Readings
import Wayfinding

/// How the decision core is at a moment, for whoever asks.
public struct CoreStatus: Equatable, Sendable {
    /// Depth: `starting`, `ok`, `blocked`, `unavailable`.
    public var depth: String
    /// What is ahead, or what does not work of depth, in words; nil where nothing is known.
    public var depthWords: String?
    /// Tracking: `unknown`, `ok`, `lost`.
    public var tracking: String
    /// The barometer: `off`, `starting`, `ok`, `unavailable`.
    public var barometer: String
    /// Whether the last utterance found a voice.
    public var hasVoice: Bool
    /// Whether "Ready." was due: everything needed has read.
    public var isReady: Bool
    /// Whether the baseline of the barometer is awaited.
    public var awaitsBarometer: Bool
    /// The place that the robot is in.
    public var place: String?
    /// The name of the place; its id where there is no map of it.
    public var placeName: String?
    /// Whether the edge of the place is watched: its bounds are known.
    public var isEdgeWatched: Bool
    /// The places that are asked about, where a probe is out.
    public var asked: [String]
    /// The route that is followed.
    public var route: RouteStatus?
    /// Whether the person is talking to the robot.
    public var isTalking: Bool
    /// How many announcements wait to be spoken.
    public var waiting: Int

    /// The route that is followed.
    public struct RouteStatus: Equatable, Sendable {
        /// Where it leads: the name of a landmark or of a person; nil for a point.
        public var destination: String?
        /// The step that is walked, from 1.
        public var step: Int
        /// How many steps there are.
        public var steps: Int
        /// The words of the step.
        public var instruction: String?
    }
}

extension DecisionCore {
    /// How the core is.
    public func status(at time: Instant) -> CoreStatus {
        CoreStatus(
            depth: depth.availability.state.rawValue,
            depthWords: depth.aheadText(at: time) ?? depth.faultText(at: time),
            tracking: tracking.state, barometer: floors.state, hasVoice: speechWorks, isReady: ready.isReady,
            awaitsBarometer: floors.isAwaitingBaseline, place: guidance.place,
            placeName: guidance.place.map(names.name),
            isEdgeWatched: guidance.place.flatMap { world.map(ofPlace: $0)?.bounds } != nil,
            asked: probes.outstanding?.places ?? [], route: guidance.status, isTalking: queue.isTalking,
            waiting: queue.waitingCount)
    }
}

extension DecisionCore {
    /// The last pose in the place that the robot is in, with its time; nil where none is fresh.
    public func ownPose(at time: Instant) -> (pose: Pose, time: Instant)? {
        guard let last = guidance.lastPose, last.pose.place == guidance.place,
            time - last.time <= GuidanceDecisions.poseFreshness
        else { return nil }
        return last
    }

    /// The connections whose availability was told since the maps were made, with what was told.
    public var connectionChanges: [(connection: ConnectionReference, availability: Connection.Availability)] {
        guidance.graphs.changes
    }

    /// The place that the robot is in; nil where that is not known.
    public var currentPlace: String? { guidance.place }
}

extension GuidanceDecisions {
    /// The route that is followed.
    fileprivate var status: CoreStatus.RouteStatus? {
        guard let active else { return nil }
        let landmark = active.route.destination.flatMap { graphs.graph?.landmark($0)?.name ?? $0.id }
        return CoreStatus.RouteStatus(
            destination: follow?.name ?? landmark, step: min(active.session.index + 1, active.session.steps.count),
            steps: active.session.steps.count, instruction: active.instruction)
    }
}
