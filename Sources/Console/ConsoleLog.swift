import Announcing
import Deciding
import Documents
import Readings

/// What was said, what was not, and why: the last sentences, for the page.
struct ConsoleLog {
    /// One row.
    struct Entry: Equatable {
        var time: Instant
        /// `said`, `cut` or `dropped`.
        var outcome: String
        var kind: String
        var text: String
        var why: String

        var json: JSONValue {
            .object([
                .init("t", .thousandths((time - .start).inSeconds)), .init("outcome", .string(outcome)),
                .init("kind", .string(kind)), .init("text", .string(text)), .init("why", .string(why)),
            ])
        }
    }

    private(set) var entries: [Entry] = []
    private var spoken: [Int: (kind: AnnouncementKind, text: String)] = [:]

    /// Takes an effect; the row that it adds, where it adds one.
    mutating func take(_ timed: TimedEffect) -> Entry? {
        let entry: Entry
        switch timed.effect {
        case .say(let say):
            spoken[say.id] = (say.kind, say.text)
            spoken[say.id - 32] = nil
            entry = Entry(
                time: timed.time, outcome: "said", kind: say.kind.rawValue, text: say.text,
                why: ReasonWords.why(say.kind))
        case .hush(let id):
            guard let said = spoken[id] else { return nil }
            entry = Entry(
                time: timed.time, outcome: "cut", kind: said.kind.rawValue, text: said.text,
                why: "It was cut off: something more urgent came, it no longer held, or quiet was asked for.")
        case .dropped(let kind, let reason):
            entry = Entry(
                time: timed.time, outcome: "dropped", kind: kind.rawValue, text: "",
                why: "Not said: " + ReasonWords.why(reason))
        default: return nil
        }
        entries.append(entry)
        if entries.count > ConsoleLimits.log { entries.removeFirst() }
        return entry
    }

    /// The last hazard that was said, and when.
    var lastHazard: Entry? {
        entries.last { entry in
            entry.outcome == "said" && AnnouncementKind(rawValue: entry.kind)?.priority == .hazard
        }
    }

    /// All rows, the newest first.
    var json: JSONValue { .array(entries.reversed().map(\.json)) }
}
