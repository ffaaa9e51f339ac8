import Readings

/// What is said and what waits to be said: one voice, ordered by urgency, judged again before every word.
///
/// It is a value without clock or thread. What one event decides is added first; then ``run(at:judge:)`` decides once
/// what is voiced, interrupted and dropped. ``nextDeadline`` says when it must run again although nothing happened.
public struct AnnouncementQueue: Sendable {
    /// The most announcements that wait.
    public static let capacity = 16
    /// How long talking to the robot lasts without a new sign of it.
    public static let talkingLimit = Duration.seconds(30)
    /// How long trust waits after a request for silence.
    public static let silencePause = Duration.seconds(5)
    /// What an utterance may have left and still be let finish: trust waits for it, and an overtaken one ends by itself.
    public static let graceToFinish = Duration.seconds(1)

    /// How the end of an utterance is known.
    public enum Ending: Sendable {
        /// Each utterance lasts its estimated time.
        case estimated
        /// The voice reports it; the hook's time limit is the last deadline.
        case reported
    }

    /// How the end of an utterance is known.
    public var ending: Ending
    /// Whether announcements meant for eyes-free people are voiced.
    public var voicesEyesFree = true
    /// The utterance under way.
    public private(set) var current: Utterance?
    private var waiting: [Waiting] = []
    private var talkingUntil: Instant?
    private var nextId = 1
    private var nextOrder = 0
    private var nextFront = -1
    private var askAgain: [AnnouncementKind] = []

    /// Something that is being said.
    public struct Utterance: Equatable, Sendable {
        /// Its number, from 1, a new one for each voicing.
        public var id: Int
        /// What is said.
        public var announcement: Announcement
        /// When it was handed to the voice, or when the voice reported that it began.
        public var startedAt: Instant
        var limit: Instant
        var estimatedEnd: Instant { startedAt + announcement.estimate }
    }

    private struct Waiting: Sendable {
        var announcement: Announcement
        var order: Int
        var notBefore: Instant?
    }

    /// Makes an empty queue.
    public init(ending: Ending) {
        self.ending = ending
    }

    /// Whether the person is talking to the robot, so that only hazards are voiced.
    public var isTalking: Bool { talkingUntil != nil }

    /// How many announcements wait.
    public var waitingCount: Int { waiting.count }

    /// Whether an announcement of this key waits or is being said.
    public func holds(key: String) -> Bool {
        current?.announcement.key == key || waiting.contains { $0.announcement.key == key }
    }

    /// Adds what was decided; an older one with its key is dropped for it, and past the capacity the lowest, oldest go.
    public mutating func add(_ announcement: Announcement) -> [SpeechEffect] {
        var effects: [SpeechEffect] = []
        if let index = waiting.firstIndex(where: { $0.announcement.key == announcement.key }) {
            effects.append(.dropped(waiting[index].announcement, .superseded))
            waiting.remove(at: index)
        }
        waiting.append(Waiting(announcement: announcement, order: nextOrder))
        nextOrder += 1
        return effects + dropOverflow()
    }

    private mutating func dropOverflow() -> [SpeechEffect] {
        guard waiting.count > Self.capacity,
            let index = waiting.indices.min(by: {
                (waiting[$0].announcement.priority, waiting[$0].order)
                    < (waiting[$1].announcement.priority, waiting[$1].order)
            })
        else { return [] }
        return [.dropped(waiting.remove(at: index).announcement, .overflow)]
    }

    /// What waits of a kind is dropped: something that says more stands in its place.
    public mutating func withdraw(_ kind: AnnouncementKind) -> [SpeechEffect] {
        let dropped = waiting.filter { $0.announcement.kind == kind }.sorted { $0.order < $1.order }
        waiting.removeAll { $0.announcement.kind == kind }
        return dropped.map { .dropped($0.announcement, .superseded) }
    }

    /// The person begins or ends talking to the robot.
    public mutating func talking(_ on: Bool, at: Instant) -> [SpeechEffect] {
        talkingUntil = on ? at + Self.talkingLimit : nil
        guard on, let current, current.announcement.priority != .hazard else { return [] }
        return interrupt(current)
    }

    /// The person asks for silence: what is said stops and what waits is dropped, but hazards, and trust waits.
    public mutating func silence(at: Instant) -> [SpeechEffect] {
        var effects: [SpeechEffect] = []
        if let current, current.announcement.priority != .hazard {
            effects.append(.hush(current.id))
            self.current = nil
            if current.announcement.priority == .trust { effects += putBack(current.announcement) }
        }
        let dropped = waiting.filter { $0.announcement.priority < .trust }.sorted { $0.order < $1.order }
        effects += dropped.map { .dropped($0.announcement, .silenced) }
        waiting.removeAll { $0.announcement.priority < .trust }
        for index in waiting.indices where waiting[index].announcement.priority == .trust {
            waiting[index].notBefore = at + Self.silencePause
        }
        return effects
    }

    /// The voice reports that an utterance began; only the one under way counts.
    public mutating func started(id: Int, at: Instant) {
        guard ending == .reported, current?.id == id else { return }
        current?.startedAt = at
    }

    /// The voice reports that an utterance is over, heard to its end or not; only the one under way counts.
    public mutating func ended(id: Int) {
        guard ending == .reported, current?.id == id else { return }
        current = nil
    }

    /// When the queue must run again although nothing happens.
    public var nextDeadline: Instant? {
        var deadline = talkingUntil
        func sooner(_ moment: Instant?) {
            if let moment, deadline.map({ moment < $0 }) ?? true { deadline = moment }
        }
        if let current { sooner(ending == .estimated ? current.estimatedEnd : current.limit) }
        for entry in waiting {
            sooner(entry.announcement.expiresAt)
            sooner(entry.notBefore)
        }
        return deadline
    }

    /// Ends what is due and decides once what is voiced, interrupted and dropped.
    public mutating func run(at: Instant, judge: inout some AnnouncementJudge) -> [SpeechEffect] {
        if let until = talkingUntil, until <= at { talkingUntil = nil }
        if let current, (ending == .estimated ? current.estimatedEnd : current.limit) <= at { self.current = nil }
        for index in waiting.indices where waiting[index].notBefore.map({ $0 <= at }) ?? false {
            waiting[index].notBefore = nil
        }
        var effects = hushOvertaken(at: at, judge: &judge)
        addAskedAgain(at: at, judge: &judge, effects: &effects)
        while voiceNext(at: at, judge: &judge, effects: &effects) {}
        dropExpired(at: at, effects: &effects)
        addAskedAgain(at: at, judge: &judge, effects: &effects)
        while voiceNext(at: at, judge: &judge, effects: &effects) {}
        return effects
    }

    private mutating func hushOvertaken(at: Instant, judge: inout some AnnouncementJudge) -> [SpeechEffect] {
        guard let current, current.announcement.priority != .hazard,
            current.estimatedEnd - at > Self.graceToFinish,
            judge.judge(current.announcement, at: at) == .overtaken
        else { return [] }
        self.current = nil
        return [.hush(current.id)]
    }

    /// A hazard that could not be begun in time is asked for anew as soon as the voice is free.
    private mutating func addAskedAgain(
        at: Instant, judge: inout some AnnouncementJudge, effects: inout [SpeechEffect]
    ) {
        guard current == nil, !askAgain.isEmpty else { return }
        let kinds = askAgain
        askAgain = []
        for kind in kinds where !waiting.contains(where: { $0.announcement.kind == kind }) {
            if let fresh = judge.hazardAskedAgain(kind, at: at) { effects += add(fresh) }
        }
    }

    /// Voices or drops the most urgent announcement that need not wait; false where there is none.
    ///
    /// A gentle one that must wait holds nothing up; anything else that waits for the voice keeps what is less urgent
    /// from going first.
    private mutating func voiceNext(
        at: Instant, judge: inout some AnnouncementJudge, effects: inout [SpeechEffect]
    ) -> Bool {
        for order in candidates(at: at) {
            guard let index = waiting.firstIndex(where: { $0.order == order }) else { continue }
            let isGentle = waiting[index].announcement.isGentle
            if voice(index, at: at, judge: &judge, effects: &effects) { return true }
            if !isGentle { return false }
        }
        return false
    }

    /// The orders of what may be voiced now, the most urgent first.
    private func candidates(at: Instant) -> [Int] {
        let eligible = waiting.filter { entry in
            guard entry.notBefore == nil, entry.announcement.expiresAt.map({ at <= $0 }) ?? true else { return false }
            return !isTalking || entry.announcement.priority == .hazard
        }
        return eligible.sorted { left, right in
            if left.announcement.priority != right.announcement.priority {
                return left.announcement.priority > right.announcement.priority
            }
            let ranks = (left.announcement.kind.hazardRank, right.announcement.kind.hazardRank)
            return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : left.order < right.order
        }.map(\.order)
    }

    /// Voices or drops one waiting announcement; false where it must wait for what is being said.
    private mutating func voice(
        _ index: Int, at: Instant, judge: inout some AnnouncementJudge, effects: inout [SpeechEffect]
    ) -> Bool {
        var announcement = waiting[index].announcement
        if let current, !announcement.mayInterrupt(current.announcement, remaining: current.estimatedEnd - at) {
            return false
        }
        waiting.remove(at: index)
        switch judge.judge(announcement, at: at) {
        case .overtaken:
            effects.append(.dropped(announcement, .superseded))
            return true
        case .holdsAs(let text): announcement.text = text
        case .holds: break
        }
        if announcement.audience == .eyesFree, !voicesEyesFree {
            effects.append(.dropped(announcement, .audience))
            return true
        }
        if let current { effects += interrupt(current) }
        let limit = announcement.estimate * 3 + .seconds(5)
        current = Utterance(id: nextId, announcement: announcement, startedAt: at, limit: at + limit)
        effects.append(.say(nextId, announcement))
        askAgain.removeAll { $0 == announcement.kind }
        nextId += 1
        return true
    }

    /// Stops what is being said; it waits to be said again from its start, hazards and info excepted.
    private mutating func interrupt(_ utterance: Utterance) -> [SpeechEffect] {
        current = nil
        let announcement = utterance.announcement
        let hush = [SpeechEffect.hush(utterance.id)]
        guard announcement.priority != .hazard, announcement.priority != .info else { return hush }
        return hush + putBack(announcement)
    }

    private func isWaiting(key: String) -> Bool { waiting.contains { $0.announcement.key == key } }

    private mutating func putBack(_ announcement: Announcement) -> [SpeechEffect] {
        guard !isWaiting(key: announcement.key) else { return [] }
        waiting.append(Waiting(announcement: announcement, order: nextFront))
        nextFront -= 1
        return dropOverflow()
    }

    private mutating func dropExpired(at: Instant, effects: inout [SpeechEffect]) {
        for entry in waiting.sorted(by: { $0.order < $1.order }) {
            guard let expiry = entry.announcement.expiresAt, expiry <= at else { continue }
            waiting.removeAll { $0.order == entry.order }
            effects.append(.dropped(entry.announcement, .expired))
            if entry.announcement.priority == .hazard { askAgain.append(entry.announcement.kind) }
        }
    }
}

/// What the queue asks the voice to do, and what it says of its own decisions.
public enum SpeechEffect: Equatable, Sendable {
    /// Say this, under this number.
    case say(Int, Announcement)
    /// Stop saying the utterance of this number.
    case hush(Int)
    /// This is not said.
    case dropped(Announcement, DropReason)
}
