import Deciding
import Platform
import Readings

/// What the listening thread does with a message: reads it, judges it, and hands on what the core may know.
///
/// Whoever is on the domain can send these messages. Nothing of them is believed that is not checked, and each is stamped
/// with the time at which it arrived.
package struct BridgeListener {
    private let board: BridgeBoard
    private let keeper: StatusKeeper
    private let deliver: @Sendable (Instant, Event) -> Void
    private var localisation: Localisation
    private var gate = PoseGate()
    private var place: String?

    /// Makes one that hands events on by `deliver`.
    package init(
        _ settings: BridgeSettings, board: BridgeBoard, keeper: StatusKeeper,
        deliver: @escaping @Sendable (Instant, Event) -> Void
    ) {
        self.board = board
        self.keeper = keeper
        self.deliver = deliver
        localisation = Localisation(settings.rules)
    }

    /// Takes one message; `answer` judges the answer to a probe.
    package mutating func take(
        _ bytes: [UInt8], of topic: BridgeTopic, at now: Instant, answer: (String) -> Event?
    ) {
        do throws(CDRFault) {
            switch topic {
            case .pose: estimate(try RosPoseEstimate(poseBytes: bytes), isOdometry: false, at: now)
            case .odometry: estimate(try RosPoseEstimate(odometryBytes: bytes), isOdometry: true, at: now)
            case .probeAnswer:
                if let event = answer(try RosText(bytes: bytes).text) {
                    deliver(now, event)
                } else {
                    keeper.ignore("notAsked")
                }
            default: break
            }
        } catch {
            keeper.ignore("malformed")
        }
    }

    private mutating func estimate(_ estimate: RosPoseEstimate, isOdometry: Bool, at now: Instant) {
        let standing = board.standing
        if standing.place != place {
            place = standing.place
            localisation.enterPlace()
        }
        let knows = { (id: String) in standing.world.knows(place: id) }
        let outcome =
            isOdometry
            ? localisation.takeOdometry(estimate, here: place, at: now, knows: knows)
            : localisation.take(estimate, here: place, at: now, knows: knows)
        switch outcome {
        case .ignored(let reason): keeper.ignore(reason.rawValue)
        case .pose(let pose):
            guard gate.passes(pose, at: now) else { return }
            keeper.notePose()
            deliver(now, .pose(pose))
        }
    }
}
