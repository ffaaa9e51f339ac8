import Announcing

/// The words of guidance that still hold while they wait to be voiced, and the last that was voiced.
struct HeldWords {
    private var texts: [AnnouncementKind: Set<String>] = [:]
    /// What guidance said last.
    private(set) var last: String?

    /// A text holds from now on; the one before it of its kind does not, but for what is to be known before going.
    mutating func hold(_ kind: AnnouncementKind, _ text: String) {
        if kind != .beforeYouGo { texts[kind] = [] }
        texts[kind, default: []].insert(text)
    }

    /// A text does not hold any more.
    mutating func release(_ kind: AnnouncementKind, _ text: String) { texts[kind]?.remove(text) }

    /// The route is over: what was said of it does not hold any more, but for how it ended.
    mutating func releaseRoute() {
        for kind in [AnnouncementKind.beforeYouGo, .demoMap, .wayChanged] { texts[kind] = nil }
    }

    /// Another route begins: nothing that was said before holds.
    mutating func releaseAll() { texts = [:] }

    /// Whether an announcement is still true, `instruction` being that of the present step.
    func judge(_ announcement: Announcement, instruction: String?) -> Judgement {
        switch announcement.kind {
        case .instruction: announcement.text == instruction ? .holds : .overtaken
        case .beforeYouGo, .demoMap, .wayChanged, .arrived, .noRoute:
            texts[announcement.kind]?.contains(announcement.text) ?? false ? .holds : .overtaken
        default: .holds
        }
    }

    /// An announcement was handed to the voice.
    mutating func voiced(_ announcement: Announcement) {
        switch announcement.kind {
        case .instruction, .beforeYouGo, .demoMap, .wayChanged, .arrived, .noRoute, .personHere, .personLastSeenHere,
            .personMoved, .personQuiet, .personBack, .personGone:
            last = announcement.text
        default: break
        }
    }
}
