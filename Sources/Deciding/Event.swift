import Readings
import Wayfinding

/// Something that happened, as the decision core takes it.
public enum Event: Equatable, Sendable {
    /// What a depth frame said.
    case depth(DepthObservation)
    /// A barometer sample in hectopascals, with the pressure of a barometer that does not move where one is heard.
    case pressure(hectopascals: Double, reference: Double?)
    /// Where a localiser says the robot is.
    case pose(Pose)
    /// The place that the robot starts in, as if just confirmed.
    case place(String)
    /// The answer to a probe: a place, or none of the list (nil); to the probe that is out, or to the one of this number.
    case probeResult(place: String?, id: Int?)
    /// A request to go somewhere.
    case go(GoRequest)
    /// Ends the route.
    case stop
    /// The person says that the present landmark is reached.
    case confirm
    /// The person wants the step before.
    case back
    /// The person wants to hear the last guidance again.
    case repeatLast
    /// The person wants to know where they are.
    case whereAmI
    /// The person wants to know what comes next.
    case next
    /// The person asks for silence.
    case silence
    /// The person begins or ends talking to the robot.
    case talking(Bool)
    /// A sensor was plugged in or went away.
    case sensor(Sensor, isConnected: Bool)
    /// What became of an utterance.
    case spoken(id: Int, SpokenOutcome)
    /// A paired device's latest position.
    case peer(PeerPosition)
    /// A paired device is no longer heard.
    case peerQuiet(device: String)
    /// A device is no longer paired.
    case peerRemoved(device: String)
    /// What becomes of a phone's request to be paired.
    case pairing(PairingChange)
    /// A connection's availability changed.
    case connection(place: String, id: String, Connection.Availability)
    /// What a part outside the core has to say.
    case notice(Notice)
    /// A setting changed.
    case setting(key: String, SettingValue)
    /// Time passes.
    case tick
    /// How long to go on.
    case end
}

/// A request to go somewhere.
public struct GoRequest: Equatable, Sendable {
    /// Where to.
    public var target: Target
    /// The landmark to start from, by its words; it wins over a pose.
    public var from: String?
    /// Whether only step-free ways will do; nil takes the setting.
    public var stepFree: Bool?

    /// Where a request leads.
    public enum Target: Equatable, Sendable {
        /// A landmark, by its id, name or alias.
        case words(String)
        /// A person, by their device.
        case device(String)
        /// A position in the current place's frame, in metres.
        case position(x: Double, y: Double)
    }

    /// Makes a request.
    public init(target: Target, from: String? = nil, stepFree: Bool? = nil) {
        self.target = target
        self.from = from
        self.stepFree = stepFree
    }
}

/// A sensor that can come and go.
public enum Sensor: String, CaseIterable, Sendable {
    /// The depth camera.
    case depth
    /// The barometer.
    case barometer
}

/// What the voice reports of an utterance.
public enum SpokenOutcome: String, CaseIterable, Sendable {
    /// It began.
    case started
    /// It was heard to its end.
    case finished
    /// It was stopped.
    case interrupted
    /// The voice failed.
    case failed
}

/// Something that the operator, the stores, the link or the calibration have to say.
public struct Notice: Equatable, Sendable {
    /// What it replaces: an earlier notice of the same key.
    public var key: String
    /// The words.
    public var text: String
    /// How urgent it is.
    public var priority: Priority
    /// Whether it begins (or still holds) or ends.
    public var isOn: Bool

    /// How urgent a notice may be.
    public enum Priority: String, CaseIterable, Sendable {
        /// Whether the robot can be trusted.
        case trust
        /// An answer.
        case reply
        /// Nice to know.
        case info
    }

    /// Makes a notice.
    public init(key: String, text: String, priority: Priority = .info, isOn: Bool = true) {
        self.key = key
        self.text = text
        self.priority = priority
        self.isOn = isOn
    }
}
