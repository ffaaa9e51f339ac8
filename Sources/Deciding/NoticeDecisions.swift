import Announcing
import Readings

/// What the operator and the parts outside the core have to say, one notice a key.
struct NoticeDecisions {
    private var open: Set<String> = []

    mutating func take(_ notice: Notice, into decisions: inout Decisions) {
        let key = "notice " + notice.key
        guard notice.isOn else {
            open.remove(key)
            decisions.touchesSpeech = true
            return
        }
        open.insert(key)
        let priority: AnnouncementPriority =
            switch notice.priority {
            case .trust: .trust
            case .reply: .reply
            case .info: .info
            }
        decisions.say(Announcement(.notice, notice.text, at: decisions.time, key: key, priority: priority))
    }

    func judge(_ announcement: Announcement) -> Judgement { open.contains(announcement.key) ? .holds : .overtaken }
}
