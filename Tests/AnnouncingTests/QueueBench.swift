import Announcing
import Readings

/// A queue with a judge whose verdicts are written by hand.
struct QueueBench {
    struct Judge: AnnouncementJudge {
        var overtaken: Set<String> = []
        var reworded: [String: String] = [:]
        var askedAgain: [AnnouncementKind: String] = [:]
        var asked: [AnnouncementKind] = []

        mutating func judge(_ announcement: Announcement, at: Instant) -> Judgement {
            if overtaken.contains(announcement.key) { return .overtaken }
            return reworded[announcement.key].map { .holdsAs($0) } ?? .holds
        }

        mutating func hazardAskedAgain(_ kind: AnnouncementKind, at: Instant) -> Announcement? {
            asked.append(kind)
            return askedAgain[kind].map { Announcement(kind, $0, at: at) }
        }
    }

    var queue: AnnouncementQueue
    var judge = Judge()

    init(_ ending: AnnouncementQueue.Ending = .estimated) { queue = AnnouncementQueue(ending: ending) }

    /// A text that takes exactly `seconds`.
    static func text(_ seconds: Double) -> String { String(repeating: "a", count: Int((seconds * 14).rounded())) }

    static func moment(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// Adds what one event decided at a moment and runs the queue once; what it did, in short.
    mutating func decide(
        _ seconds: Double, _ announcements: Announcement...
    ) -> [String] {
        var effects: [SpeechEffect] = []
        for announcement in announcements { effects += queue.add(announcement) }
        effects += queue.run(at: Self.moment(seconds), judge: &judge)
        return effects.map(Self.short)
    }

    /// Runs the queue at each of its deadlines up to a moment.
    mutating func pass(to seconds: Double) -> [String] {
        var story: [String] = []
        while let due = queue.nextDeadline, due <= Self.moment(seconds) {
            story += queue.run(at: due, judge: &judge).map { "\(due.seconds) " + Self.short($0) }
        }
        return story
    }

    static func announcement(
        _ kind: AnnouncementKind, _ seconds: Double, at: Double, key: String? = nil,
        priority: AnnouncementPriority? = nil, isGentle: Bool = false
    ) -> Announcement {
        Announcement(kind, text(seconds), at: moment(at), key: key, priority: priority, isGentle: isGentle)
    }

    static func short(_ effect: SpeechEffect) -> String {
        switch effect {
        case .say(let id, let announcement): "say \(id) \(announcement.kind.rawValue)"
        case .hush(let id): "hush \(id)"
        case .dropped(let announcement, let why): "dropped \(announcement.kind.rawValue) \(why.rawValue)"
        }
    }
}
