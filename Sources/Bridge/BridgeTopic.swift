import CCyclone

/// Every topic of the bridge, with how it is to be carried.
package enum BridgeTopic: Int, CaseIterable, Sendable {
    /// The nearest surface ahead, as often as it is read.
    case nearestSurface
    /// The pressure of the air.
    case pressure
    /// How every part is, once a second, under the name that is everybody's.
    case diagnostics
    /// What is said, when it is handed to the voice.
    case said
    /// What is left of the way through the present place; empty when no way is walked.
    case path
    /// The question in which of some places the robot is.
    case probe
    /// Its answer.
    case probeAnswer
    /// How the robot has moved; it is read first, since the localiser's poses are tied to it.
    case odometry
    /// Where the localiser says the robot is.
    case pose

    /// The name, relative to the namespace unless it begins with a slash.
    package func name(_ settings: BridgeSettings) -> String {
        switch self {
        case .nearestSurface: "nearest_surface"
        case .pressure: "pressure"
        case .diagnostics: "/diagnostics"
        case .said: "said"
        case .path: "path"
        case .probe: "probe"
        case .probeAnswer: "probe_answer"
        case .pose: settings.poseTopic
        case .odometry: settings.odometryTopic
        }
    }

    func type(_ settings: BridgeSettings) -> RosType {
        switch self {
        case .nearestSurface: settings.hasVariance ? .range : .rangeBefore
        case .pressure: .pressure
        case .diagnostics: .diagnostics
        case .said, .probe, .probeAnswer: .text
        case .path: .path
        case .pose: .pose
        case .odometry: .odometry
        }
    }

    /// Whether it is written, and not read.
    package var isWritten: Bool {
        switch self {
        case .probeAnswer, .pose, .odometry: false
        default: true
        }
    }

    /// A writer that is reliable serves those who ask for less; a reader that asks for less takes from everybody.
    var isReliable: Bool { isWritten || self == .probeAnswer }

    /// Whether those who come later get the last message: the way and the question hold until they change.
    var isKept: Bool { self == .path || self == .probe }

    var depth: Int32 { isKept ? 1 : isWritten ? 10 : 5 }
}
