import Announcing
import Perception
import Readings
import Wayfinding

/// The decision core: time-stamped events in, effects out; no clock, no timer, no thread, nothing of the world.
///
/// Deadlines are data: ``nextDeadline`` says when ``advance(to:)`` must be called although nothing happens. The same
/// events give the same effects however they are batched, and with ticks anywhere. Deadlines due at a moment fire
/// before an event at that moment.
public struct DecisionCore {
    /// The places and groups that are decided about.
    public internal(set) var world: World
    /// The settings in force.
    public private(set) var settings: Settings
    var guidance: GuidanceDecisions
    var depth: DepthDecisions
    var floors: FloorDecisions
    var tracking = TrackingDecisions()
    var probes = ProbeDecisions()
    var asking = FloorAsking()
    var edge = EdgeWatch()
    var drift = DriftWatch()
    var startAsked: Instant?
    private(set) var ready = ReadyDecisions()
    private var notices = NoticeDecisions()
    private(set) var speechWorks = true
    private var failedUtterance = 0
    private var observed: [AnnouncementKind: Instant] = [:]
    var queue: AnnouncementQueue
    /// The moment up to which everything is decided; an event that comes with an earlier one is decided at this.
    public private(set) var now = Instant.start

    /// Makes a core at the start of time; with exactly one mapped place, that is where the robot is.
    public init(world: World, configuration: CoreConfiguration) {
        self.world = world
        settings = configuration.settings
        depth = DepthDecisions(settings: settings)
        guidance = GuidanceDecisions(world: world, settings: settings)
        floors = FloorDecisions(isConfigured: configuration.isBarometerConfigured)
        queue = AnnouncementQueue(ending: configuration.ending)
        queue.voicesEyesFree = settings.text("announcements.audience") == "eyesFree"
        probes.isAskedOfPerson = settings.text("probe.by") == "person"
        var unseen = Decisions(at: now)
        if configuration.startsInOnlyPlace, world.places.count == 1, let only = world.places.first?.id {
            guidance.entered(only, into: &unseen)
        }
        floors.placeConfirmed(isVerticallyOrdered: world.isVerticallyOrdered(place: guidance.place), into: &unseen)
    }

    /// When time must be advanced although nothing happens.
    public var nextDeadline: Instant? {
        let senses = Instant.sooner(
            Instant.sooner(depth.nextDeadline, floors.nextDeadline),
            Instant.sooner(ready.nextDeadline, queue.nextDeadline))
        let places = Instant.sooner(
            Instant.sooner(tracking.nextDeadline, edge.nextDeadline), probes.nextDeadline)
        let people = Instant.sooner(
            Instant.sooner(guidance.followDeadline, guidance.elsewhereUntil), guidance.people.nextDeadline)
        return Instant.sooner(Instant.sooner(senses, places), people)
    }

    /// The number of the utterance under way.
    public var speakingId: Int? { queue.current?.id }

    /// Whether a route is being followed.
    public var isGuiding: Bool { guidance.isActive }

    /// Fires what is due by `time`, each at its own moment.
    public mutating func advance(to time: Instant) -> [TimedEffect] {
        var effects: [TimedEffect] = []
        while let due = nextDeadline, due <= time {
            var decisions = Decisions(at: max(due, now))
            now = decisions.time
            depth.advance(into: &decisions)
            report(floors.advance(into: &decisions), into: &decisions)
            advancePlaces(into: &decisions)
            decisions.touchesSpeech = true
            conclude(&decisions, into: &effects)
        }
        now = max(now, time)
        return effects
    }

    /// Takes an event, after everything that was due by its moment; moments must not go back.
    public mutating func handle(_ event: Event, at time: Instant) -> [TimedEffect] {
        var effects = advance(to: time)
        var decisions = Decisions(at: now)
        decide(event, into: &decisions)
        conclude(&decisions, into: &effects)
        return effects
    }

    /// Takes an event like ``handle(_:at:)``, and gives as well what is to be said because of it, spoken at once or not.
    public mutating func answer(_ event: Event, at time: Instant) -> (effects: [TimedEffect], said: [String]) {
        var effects = advance(to: time)
        var decisions = Decisions(at: now)
        decide(event, into: &decisions)
        let said = decisions.announcements.map(\.text)
        conclude(&decisions, into: &effects)
        return (effects, said)
    }

    private mutating func decide(_ event: Event, into decisions: inout Decisions) {
        switch event {
        case .depth(let observation): depth.take(observation, into: &decisions)
        case .pressure(let hectopascals, let reference):
            let sample = PressureSample(
                hectopascals: hectopascals, referenceHectopascals: reference, time: decisions.time)
            expectBarometer(into: &decisions)
            report(floors.take(sample, into: &decisions), into: &decisions)
        case .place(let id): enter(id, into: &decisions)
        case .probeResult(let place, let id): judgeAnswer(probes.answer(place, id: id), into: &decisions)
        case .sensor(.depth, let isConnected): if !isConnected { depth.disconnect(into: &decisions) }
        case .sensor(.barometer, _): expectBarometer(into: &decisions)
        case .talking(let on):
            decisions.touchesSpeech = true
            apply(queue.talking(on, at: decisions.time), into: &decisions)
        case .silence:
            decisions.touchesSpeech = true
            apply(queue.silence(at: decisions.time), into: &decisions)
        case .spoken(let id, let outcome): spoken(id, outcome, into: &decisions)
        case .notice(let notice): notices.take(notice, into: &decisions)
        case .setting(let key, let value): change(key, to: value)
        case .tick, .end: break
        case .peer, .peerQuiet, .peerRemoved, .pairing, .pose, .go, .stop, .confirm, .back, .repeatLast, .whereAmI,
            .next, .connection:
            guide(event, into: &decisions)
        }
    }

    /// What concerns routes and guidance; a step that ends in another place leads into it.
    private mutating func guide(_ event: Event, into decisions: inout Decisions) {
        let old = guidance.place
        var entered: String?
        guidance.trustsPoses = tracking.isNormal
        switch event {
        case .pose(let pose): entered = take(pose, into: &decisions)
        case .go(let request):
            guidance.go(request, into: &decisions)
            if old == nil { askForStart(first: nil, into: &decisions) }
        case .stop: guidance.stop(into: &decisions)
        case .confirm: entered = confirm(into: &decisions)
        case .back: entered = guidance.back(into: &decisions)
        case .repeatLast: guidance.repeatLast(into: &decisions)
        case .next: next(into: &decisions)
        case .whereAmI: decisions.say(.reply, whereText(at: decisions.time))
        case .peer(let peer): guidance.heard(peer, into: &decisions)
        case .peerQuiet(let device): guidance.quiet(device, into: &decisions)
        case .peerRemoved(let device): guidance.removed(device, into: &decisions)
        case .pairing(let pairing): guidance.people.pairing(pairing, into: &decisions)
        case .connection(let place, let id, let availability):
            guidance.connectionChanged(.init(place: place, id: id), availability, into: &decisions)
        default: break
        }
        if let entered {
            var byPose = false
            if case .pose = event { byPose = true }
            settle(in: entered, from: old, byPose: byPose, into: &decisions)
        }
        routeMayHaveChanged()
    }

    /// Tells those that mind whether a route is active.
    mutating func routeMayHaveChanged() {
        depth.routeChanged(isActive: guidance.isActive)
        tracking.routeChanged(activeSince: guidance.activeSince)
    }

    private func whereText(at time: Instant) -> String {
        WhereWords(
            world: world, words: Words(isImperial: settings.isImperial), place: guidance.place,
            position: tracking.isLost ? nil : guidance.freshPosition(at: time), lastConfirmed: guidance.lastConfirmed,
            ahead: depth.aheadText(at: time),
            loss: tracking.faultText, faults: [depth.faultText(at: time), floors.faultText].compactMap { $0 }
        ).text
    }

    /// Something of a barometer came: from now on there is one to expect, unless it is switched off.
    private mutating func expectBarometer(into decisions: inout Decisions) {
        guard settings.isOn("barometer.enabled") else { return }
        floors.expect(isVerticallyOrdered: world.isVerticallyOrdered(place: guidance.place), into: &decisions)
    }

    private mutating func change(_ key: String, to value: SettingValue) {
        guard case .success = settings.set(key, value) else { return }
        applySettings()
    }

    private mutating func applySettings() {
        depth.apply(settings)
        guidance.apply(settings)
        queue.voicesEyesFree = settings.text("announcements.audience") == "eyesFree"
        probes.isAskedOfPerson = settings.text("probe.by") == "person"
    }

    private mutating func spoken(_ id: Int, _ outcome: SpokenOutcome, into decisions: inout Decisions) {
        decisions.touchesSpeech = true
        queue.ending = .reported
        switch outcome {
        case .started:
            queue.started(id: id, at: decisions.time)
            if id > failedUtterance { speech(works: true, into: &decisions) }
        case .failed:
            queue.ended(id: id)
            failedUtterance = max(failedUtterance, id)
            speech(works: false, into: &decisions)
        case .finished, .interrupted: queue.ended(id: id)
        }
    }

    private mutating func speech(works: Bool, into decisions: inout Decisions) {
        guard works != speechWorks else { return }
        speechWorks = works
        decisions.add(.state(.speech(works ? "ok" : "unavailable")))
    }

    /// Judges readiness, then lets the queue decide once, if it has anything to decide.
    mutating func conclude(_ decisions: inout Decisions, into effects: inout [TimedEffect]) {
        ready.update(hasDepth: depth.hasRead, awaitsBarometer: floors.isAwaitingBaseline, into: &decisions)
        guard decisions.touchesSpeech else { return }
        for kind in decisions.withdrawn { apply(queue.withdraw(kind), into: &decisions) }
        for announcement in decisions.announcements { apply(queue.add(announcement), into: &decisions) }
        var running = AnnouncementQueue(ending: queue.ending)
        swap(&running, &queue)
        let spoken = running.run(at: decisions.time, judge: &self)
        swap(&running, &queue)
        apply(spoken, into: &decisions)
        effects += decisions.effects.map { TimedEffect($0, at: decisions.time) }
    }

    private mutating func apply(_ spoken: [SpeechEffect], into decisions: inout Decisions) {
        for effect in spoken {
            switch effect {
            case .say(let id, let announcement):
                depth.voiced(announcement)
                floors.voiced(announcement)
                guidance.voiced(announcement)
                tracking.voiced(announcement)
                guidance.people.voiced(announcement, at: decisions.time)
                observe(announcement, into: &decisions)
                decisions.add(
                    .say(
                        .init(
                            id: id, kind: announcement.kind, text: announcement.text, priority: announcement.priority,
                            audience: announcement.audience)))
            case .hush(let id): decisions.add(.hush(id: id))
            case .dropped(let announcement, let why): decisions.add(.dropped(announcement.kind, why))
            }
        }
    }
}

extension DecisionCore {
    /// The request to be paired that a yes or no of the person answers: the one that was put to them last, where no
    /// question about the place came after it.
    ///
    /// The answer is not the core's to give: whoever holds the link says it there, and the core hears of it as an event.
    public var pairingQuestion: PairingQuestion? {
        guard let question = guidance.people.question(at: now) else { return nil }
        if let asked = probes.questionAskedAt, asked >= question.voicedAt { return nil }
        return question
    }

    /// What is worth keeping of what was said, while that is turned on: hazards met, floors, arrivals, places, people.
    private mutating func observe(_ announcement: Announcement, into decisions: inout Decisions) {
        guard settings.isOn("seen.enabled"), !announcement.isGentle else { return }
        // what is said again after an interruption was seen once
        guard observed[announcement.kind] != announcement.decidedAt else { return }
        observed[announcement.kind] = announcement.decidedAt
        switch announcement.kind {
        case .proximity, .blocked, .dropOff, .floorChanged, .arrived, .placeChanged:
            decisions.add(.observation(announcement.kind, text: announcement.text, place: guidance.place))
        case .personLastSeenHere:
            let text = Words().text(.someoneLastSeen)
            decisions.add(.observation(announcement.kind, text: text, place: guidance.place))
        default: break
        }
    }
}

extension DecisionCore: AnnouncementJudge {
    /// Asks whoever decided the announcement whether it still holds.
    public mutating func judge(_ announcement: Announcement, at: Instant) -> Judgement {
        switch announcement.kind {
        case .proximity, .blocked, .dropOff, .depthUnavailable, .depthBack: depth.judge(announcement, at: at)
        case .barometerUnavailable, .barometerBack, .floorChanged: floors.judge(announcement)
        case .notReady: ready.judge(announcement)
        case .trackingLost, .trackingFound: tracking.judge(announcement)
        case .pairingRequest: guidance.people.judge(announcement, at: at)
        case .question, .stillLooking: probes.judge(announcement, names: names)
        case .instruction where tracking.isLost: .overtaken
        case .floorLikely: asking.isOpen ? .holds : .overtaken
        case .notice: notices.judge(announcement)
        default: guidance.judge(announcement)
        }
    }

    /// Asks the rule of a hazard again that could not be voiced in time.
    public mutating func hazardAskedAgain(_ kind: AnnouncementKind, at: Instant) -> Announcement? {
        depth.askAgain(kind, at: at)
    }
}
