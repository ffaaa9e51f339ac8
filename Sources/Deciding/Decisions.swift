import Announcing
import Readings

/// What one event or deadline decides, gathered before the queue runs once.
struct Decisions {
    /// The moment of the event or deadline.
    let time: Instant
    /// The effects, in the order in which they were decided.
    var effects: [Effect] = []
    /// Whether the queue has to run: something was decided, or something that waits may be overtaken.
    var touchesSpeech = false
    private(set) var announcements: [Announcement] = []
    private(set) var withdrawn: [AnnouncementKind] = []

    init(at time: Instant) {
        self.time = time
    }

    /// Adds an effect.
    mutating func add(_ effect: Effect) {
        effects.append(effect)
        touchesSpeech = true
    }

    /// Adds something to be said.
    mutating func say(_ announcement: Announcement) {
        announcements.append(announcement)
        touchesSpeech = true
    }

    /// What waits of a kind is not said any more: something that says more stands in its place.
    mutating func withdraw(_ kind: AnnouncementKind) {
        withdrawn.append(kind)
        touchesSpeech = true
    }

    /// Adds something to be said in the words of a phrase.
    mutating func say(_ kind: AnnouncementKind, _ text: String, key: String? = nil) {
        say(Announcement(kind, text, at: time, key: key))
    }
}
