import Readings

/// Something to be said, before it has been said.
public struct Announcement: Equatable, Sendable {
    /// What it is about.
    public var kind: AnnouncementKind
    /// What it replaces in the queue: an older announcement with the same key.
    public var key: String
    /// The words.
    public var text: String
    /// How urgent it is.
    public var priority: AnnouncementPriority
    /// When it was decided.
    public var decidedAt: Instant
    /// The last moment at which it may begin; nil where its state alone decides.
    public var expiresAt: Instant?
    /// Whether it leaves trust, reply and guidance to finish although it outranks them: a repeated proximity alert.
    public var isGentle: Bool

    /// Makes an announcement; the key is the kind's name, priority and lifetime are the kind's, unless given.
    public init(
        _ kind: AnnouncementKind, _ text: String, at: Instant, key: String? = nil,
        priority: AnnouncementPriority? = nil, isGentle: Bool = false
    ) {
        self.kind = kind
        self.key = key ?? kind.rawValue
        self.text = text
        self.priority = priority ?? kind.priority
        decidedAt = at
        expiresAt = kind.lifetime.map { at + $0 }
        self.isGentle = isGentle
    }

    /// Whom it is for.
    public var audience: Audience { kind.audience }

    /// How long a voice takes for it; "Ready." takes 6/14 s.
    public var estimate: Duration { Self.estimate(of: text) }

    /// How long a voice takes for a text: 14 characters a second, at least 0.3 s, in whole nanoseconds.
    public static func estimate(of text: String) -> Duration {
        .nanoseconds(max(300_000_000, (text.count * 1_000_000_000 + 7) / 14))
    }

    /// Whether it may interrupt what has `remaining` to go.
    func mayInterrupt(_ current: Announcement, remaining: Duration) -> Bool {
        if priority == .hazard, current.priority == .hazard { return kind.hazardRank > current.kind.hazardRank }
        guard priority > current.priority else { return false }
        if isGentle { return current.priority == .info }
        if priority == .trust, current.priority == .guidance { return remaining >= .seconds(1) }
        return true
    }
}

/// What becomes of an announcement that is judged again just before it is voiced, or while it is.
public enum Judgement: Equatable, Sendable {
    /// It still holds.
    case holds
    /// It holds, in other words.
    case holdsAs(String)
    /// It does not hold any more.
    case overtaken
}

/// Whoever decided an announcement judges it again; the queue asks.
public protocol AnnouncementJudge {
    /// Whether an announcement still holds at a moment.
    mutating func judge(_ announcement: Announcement, at: Instant) -> Judgement

    /// What a hazard that was dropped unvoiced would say if its rule were asked again as if armed; nil for nothing.
    mutating func hazardAskedAgain(_ kind: AnnouncementKind, at: Instant) -> Announcement?
}
