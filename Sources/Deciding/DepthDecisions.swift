import Announcing
import Perception
import Readings

/// What is decided of depth: alerts, drop-offs, and whether depth can be relied on.
struct DepthDecisions {
    /// How often a loss of depth is said again while a route is active.
    static let routeReminder = Duration.seconds(60)

    private(set) var availability = DepthAvailability()
    private var ghosts = GhostFilter()
    private var proximity: ProximityAlert
    private var dropOff = DropOffAlert()
    private var words: Words
    private var lossVoiced = false
    private var lossSaidAt: Instant?
    private var hasRoute = false
    /// When a gentle alert was decided that has not been voiced since.
    private var gentleSince: Instant?
    private var latest: (reading: DepthReading, time: Instant)?
    /// Whether a reliable result has ever come.
    private(set) var hasRead = false

    init(settings: Settings) {
        proximity = ProximityAlert(settings: settings)
        words = Words(isImperial: settings.isImperial)
    }

    mutating func apply(_ settings: Settings) {
        proximity.apply(settings)
        words.isImperial = settings.isImperial
    }

    mutating func take(_ observation: DepthObservation, into decisions: inout Decisions) {
        let isBelieved = ghosts.believes(observation.reading)
        if isBelieved { latest = (observation.reading, decisions.time) }
        let facts = availability.take(observation.reading, isBelieved: isBelieved, at: decisions.time)
        for fact in facts { decide(fact, into: &decisions) }
        let due = proximity.take(observation, isBelieved: isBelieved, at: decisions.time)
        if let alert = due ?? nearerMeanwhile(at: decisions.time) {
            gentleSince = alert.isGentle ? decisions.time : nil
            decisions.say(announcement(of: alert, at: decisions.time))
        }
        if dropOff.take(dropOffMetres: observation.dropOffMetres, at: decisions.time) {
            decisions.say(.dropOff, words.text(.dropOff))
        }
    }

    /// A gentle alert waits for guidance to finish; where the thing came much nearer by this frame, it waits no longer.
    private func nearerMeanwhile(at time: Instant) -> ProximityAlert.Alert? {
        guard let gentleSince, time - gentleSince <= ProximityAlert.freshness, proximity.nearest(since: time) != nil,
            let alert = proximity.current(), !alert.isGentle
        else { return nil }
        return alert
    }

    mutating func disconnect(into decisions: inout Decisions) {
        for fact in availability.disconnect(at: decisions.time) { decide(fact, into: &decisions) }
    }

    /// Takes note of whether a route is active: then a loss is said again from time to time.
    mutating func routeChanged(isActive: Bool) { hasRoute = isActive }

    var nextDeadline: Instant? {
        Instant.sooner(availability.nextDeadline, reminder)
    }

    mutating func advance(into decisions: inout Decisions) {
        for fact in availability.advance(to: decisions.time) { decide(fact, into: &decisions) }
        if let reminder, reminder <= decisions.time { sayLoss(into: &decisions) }
    }

    private var reminder: Instant? {
        guard hasRoute, availability.state == .unavailable else { return nil }
        return lossSaidAt.map { $0 + Self.routeReminder }
    }

    private mutating func decide(_ fact: DepthAvailability.Fact, into decisions: inout Decisions) {
        switch fact {
        case .state(let state): decisions.add(.state(.depth(state.rawValue)))
        case .firstReliable: hasRead = true
        case .unavailable: sayLoss(into: &decisions)
        case .back:
            if lossVoiced { decisions.say(.depthBack, words.text(.depthBack), key: "depth") }
        case .blocked:
            proximity.countAlert(at: decisions.time)
            decisions.say(.blocked, words.text(.blocked))
        }
    }

    private mutating func sayLoss(into decisions: inout Decisions) {
        lossSaidAt = decisions.time
        decisions.say(.depthUnavailable, lossText(at: decisions.time), key: "depth")
    }

    private func lossText(at time: Instant) -> String {
        switch availability.cause(at: time) {
        case .unmeasurable: words.text(.depthUnmeasurable)
        case .veryClose: words.text(.depthVeryClose)
        case .stopped: words.text(.depthStopped)
        case .notStarted: words.text(.depthNotStarted)
        }
    }

    private func announcement(of alert: ProximityAlert.Alert, at time: Instant) -> Announcement {
        Announcement(.proximity, text(of: alert), at: time, isGentle: alert.isGentle)
    }

    private func text(of alert: ProximityAlert.Alert) -> String {
        let phrase: Phrase =
            switch alert.side {
            case .left: .proximityLeft
            case .ahead: .proximity
            case .right: .proximityRight
            }
        return words.text(phrase, ["distance": words.distance(metres: alert.metres)])
    }

    /// What is ahead, in words, by what was seen within the last second: where the floor drops away, that; else what is
    /// nearest, also where only a strip shows it.
    func aheadText(at time: Instant) -> String? {
        if dropOff.isSeen(at: time) { return words.text(.dropOff) }
        guard availability.state != .unavailable, let latest, time - latest.time <= DepthAvailability.limit else {
            return nil
        }
        if let nearest = proximity.nearest(since: latest.time) {
            return words.text(.surfaceAhead, ["distance": words.distance(metres: nearest.metres)])
        }
        switch latest.reading {
        case .surface(let metres): return words.text(.surfaceAhead, ["distance": words.distance(metres: metres)])
        case .clear: return words.text(.clearAhead)
        case .none: return words.text(.nothingMeasured)
        }
    }

    /// What does not work of depth, in words.
    func faultText(at time: Instant) -> String? {
        switch availability.state {
        case .ok: nil
        case .blocked: words.text(.blocked)
        case .starting: words.text(.nothingMeasured)
        case .unavailable: lossText(at: time)
        }
    }

    /// Whether an announcement about depth still holds; an alert says the distance of now, a loss its cause of now.
    func judge(_ announcement: Announcement, at time: Instant) -> Judgement {
        switch announcement.kind {
        case .proximity: proximity.current().map { .holdsAs(text(of: $0)) } ?? .overtaken
        case .blocked: availability.state == .blocked ? .holds : .overtaken
        case .dropOff: dropOff.holds ? .holds : .overtaken
        case .depthUnavailable: availability.state == .ok ? .overtaken : .holdsAs(lossText(at: time))
        case .depthBack: availability.state == .ok ? .holds : .overtaken
        default: .holds
        }
    }

    mutating func askAgain(_ kind: AnnouncementKind, at time: Instant) -> Announcement? {
        switch kind {
        case .proximity: proximity.askAgain(at: time).map { announcement(of: $0, at: time) }
        case .blocked:
            askBlockedAgain(at: time)
        case .dropOff:
            dropOff.askAgain(at: time) ? Announcement(.dropOff, words.text(.dropOff), at: time) : nil
        default: nil
        }
    }

    private mutating func askBlockedAgain(at time: Instant) -> Announcement? {
        guard availability.askBlockedAgain(at: time) else { return nil }
        proximity.countAlert(at: time)
        return Announcement(.blocked, words.text(.blocked), at: time)
    }

    /// Takes note of what has been handed to the voice.
    mutating func voiced(_ announcement: Announcement) {
        switch announcement.kind {
        case .depthUnavailable: lossVoiced = true
        case .depthBack: lossVoiced = false
        case .proximity:
            gentleSince = nil
            if var alert = proximity.current() {
                alert.isGentle = announcement.isGentle
                proximity.said(alert)
            }
        default: break
        }
    }
}
