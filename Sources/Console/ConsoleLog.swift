import Announcing
import Deciding
import Documents
import Readings

/// What was said, what was not, and why: the last sentences, for the page.
package struct ConsoleLog {
    /// What became of a sentence.
    package enum Outcome: String, Sendable {
        /// A voice took it.
        case said
        /// It was to be said, and no voice could.
        case unheard
        /// It was cut off.
        case cut
        /// It was not to be said after all.
        case dropped
    }

    /// One row.
    package struct Entry: Equatable {
        /// The row's number; a row that is told again under its number takes the place of what was told before.
        package var number: Int
        /// When it was decided.
        package var time: Instant
        /// What became of it.
        package var outcome: Outcome
        /// The kind of the announcement.
        package var kind: String
        /// The sentence; empty where it was dropped.
        package var text: String
        /// Why, in a sentence.
        package var why: String

        var json: JSONValue {
            .object([
                .init("n", .integer(number)), .init("t", .thousandths((time - .start).inSeconds)),
                .init("outcome", .string(outcome.rawValue)), .init("kind", .string(kind)),
                .init("text", .string(text)), .init("why", .string(why)),
            ])
        }
    }

    /// The rows, the oldest first.
    package private(set) var entries: [Entry] = []
    private var spoken: [Int: (kind: AnnouncementKind, text: String)] = [:]
    private var count = 0
    private var hasVoice = true
    /// The number of the row of the last sentence that was given to the voice, and its kind.
    private var last: (number: Int, kind: AnnouncementKind)?

    /// An empty log.
    package init() {}

    /// Takes an effect; the row that it adds or changes, where it does.
    package mutating func take(_ timed: TimedEffect) -> Entry? {
        switch timed.effect {
        case .say(let say): return take(sentence: say.id, say.kind, say.text, at: timed.time)
        case .state(.speech(let state)): return take(voice: state)
        case .hush(let id):
            guard let said = spoken[id] else { return nil }
            return add(
                timed.time, .cut, said.kind, said.text,
                why: "It was cut off: something more urgent came, it no longer held, or quiet was asked for.")
        case .dropped(let kind, let reason):
            return add(timed.time, .dropped, kind, "", why: "Not said: " + ReasonWords.why(reason))
        default: return nil
        }
    }

    /// Takes a sentence that is given to the voice; its row.
    package mutating func take(
        sentence id: Int, _ kind: AnnouncementKind, _ text: String, at time: Instant
    ) -> Entry {
        spoken[id] = (kind, text)
        spoken[id - 32] = nil
        last = (count + 1, kind)
        return add(time, hasVoice ? .said : .unheard, kind, text, why: why(kind))
    }

    /// Takes how the voice is, `ok` or `unavailable`; the row that is judged anew, where one is.
    ///
    /// That the voice fails, or works again, is known by the sentence that it was given last.
    package mutating func take(voice state: String) -> Entry? {
        hasVoice = state == "ok"
        guard let last, let index = entries.lastIndex(where: { $0.number == last.number }) else { return nil }
        entries[index].outcome = hasVoice ? .said : .unheard
        entries[index].why = why(last.kind)
        return entries[index]
    }

    private mutating func add(
        _ time: Instant, _ outcome: Outcome, _ kind: AnnouncementKind, _ text: String, why: String
    )
        -> Entry
    {
        count += 1
        let entry = Entry(number: count, time: time, outcome: outcome, kind: kind.rawValue, text: text, why: why)
        entries.append(entry)
        if entries.count > ConsoleLimits.log { entries.removeFirst() }
        return entry
    }

    private func why(_ kind: AnnouncementKind) -> String {
        (hasVoice ? "" : "Not heard: no voice works. ") + ReasonWords.why(kind)
    }

    /// The last hazard that was said or should have been, and when.
    var lastHazard: Entry? {
        entries.last { entry in
            (entry.outcome == .said || entry.outcome == .unheard)
                && AnnouncementKind(rawValue: entry.kind)?.priority == .hazard
        }
    }

    /// All rows, the newest first.
    var json: JSONValue { .array(entries.reversed().map(\.json)) }
}
