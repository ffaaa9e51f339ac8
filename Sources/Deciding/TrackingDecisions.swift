import Announcing
import Readings
import Wayfinding

/// What is decided of tracking: lost and found, each said once.
struct TrackingDecisions {
    private var watch = TrackingWatch()
    /// Whether the person has heard of a loss, and not yet of its end.
    private var lossVoiced = false
    private let words = Words()

    /// Whether the robot is known not to know where it is.
    var isLost: Bool { watch.state == .lost }
    /// Whether the poses of now may confirm anything.
    var isNormal: Bool { watch.isNormal && !isLost }

    /// The state, as the log names it.
    var state: String { watch.state.rawValue }

    /// What a pose or the time changed.
    enum Change {
        case lost
        case found
    }

    mutating func enterPlace(byPose: Bool) { watch.enterPlace(byPose: byPose) }

    mutating func routeChanged(activeSince: Instant?) { watch.routeChanged(activeSince: activeSince) }

    mutating func take(_ pose: Pose, isHere: Bool, hasRoute: Bool, into decisions: inout Decisions) -> Change? {
        let before = watch.state
        _ = watch.take(pose, isHere: isHere, at: decisions.time)
        return tell(from: before, hasRoute: hasRoute, into: &decisions)
    }

    var nextDeadline: Instant? { watch.nextDeadline }

    mutating func advance(hasRoute: Bool, into decisions: inout Decisions) -> Change? {
        let before = watch.state
        _ = watch.advance(to: decisions.time)
        return tell(from: before, hasRoute: hasRoute, into: &decisions)
    }

    private mutating func tell(
        from before: TrackingWatch.State, hasRoute: Bool, into decisions: inout Decisions
    ) -> Change? {
        guard watch.state != before else { return nil }
        decisions.add(.state(.tracking(watch.state.rawValue)))
        if watch.state == .lost {
            decisions.touchesSpeech = true
            guard !lossVoiced else { return .lost }
            decisions.say(.trackingLost, words.text(hasRoute ? .trackingLostOnTheWay : .trackingLost), key: "tracking")
            return .lost
        }
        if lossVoiced { decisions.say(.trackingFound, words.text(.trackingFound), key: "tracking") }
        return before == .lost ? .found : nil
    }

    /// What does not work of tracking, in words.
    var faultText: String? { isLost ? words.text(.trackingLost) : nil }

    func judge(_ announcement: Announcement) -> Judgement {
        (announcement.kind == .trackingLost) == isLost ? .holds : .overtaken
    }

    mutating func voiced(_ announcement: Announcement) {
        switch announcement.kind {
        case .trackingLost: lossVoiced = true
        case .trackingFound: lossVoiced = false
        default: break
        }
    }
}
