import Deciding
import Documents

/// What was decided then, beside what is decided now.
///
/// Numbers of utterances count for nothing: one more of them would make every later one different.
struct EffectComparison {
    /// One effect, as its line says it.
    struct Entry: Equatable {
        let time: String
        let type: String
        let value: JSONValue
        private let key: String

        /// Reads a line; nil where it is no effect.
        init?(_ line: String) {
            let read: JSONValue
            do throws(DocumentError) { read = JSONValue(try Document(Array(line.utf8)).root) } catch { return nil }
            guard case .object(let members) = read, case .number(let time)? = read["t"],
                case .string(let type)? = read["type"]
            else { return nil }
            let isNumbered = ["say", "hush"].contains(type)
            self.time = time
            self.type = type
            value = read
            key = DocumentWriter.line(.object(members.filter { !(isNumbered && $0.key == "id") }))
        }

        /// Whether both say the same.
        static func == (left: Entry, right: Entry) -> Bool { left.key == right.key }

        var moment: Double { Double(time) ?? 0 }

        /// The effect in a person's words.
        var words: String {
            if type == "say", case .string(let text)? = value["text"] { return "\"\(text)\"" }
            guard case .object(let members) = value else { return type }
            let rest = members.filter { $0.key != "t" && $0.key != "type" }
            return type + rest.map { " \($0.key) \(DocumentWriter.line($0.value))" }.joined()
        }
    }

    /// One difference: what was, what is, or both at one moment.
    struct Difference {
        var was: Entry?
        var now: Entry?

        /// When, in seconds, as it is written.
        var time: String { was?.time ?? now?.time ?? "0" }

        var json: JSONValue { json(because: nil) }

        /// The difference for a machine; `because` says what it comes of, where that is not a change.
        func json(because: String?) -> JSONValue {
            let why = because.map { [JSONValue.Member("because", .string($0))] } ?? []
            return .object(
                [.init("t", .number(time)), .init("was", was?.value ?? .null), .init("is", now?.value ?? .null)] + why)
        }

        var lines: [String] {
            [
                was.map { "\($0.time) s  was  \($0.words)" }, now.map { "\($0.time) s  is   \($0.words)" },
            ].compactMap { $0 }
        }
    }

    let was: [Entry]
    let now: [Entry]
    /// Where the two differ, in the order of time.
    let differences: [Difference]

    /// Compares two rows of effects.
    init(was: [Entry], now: [Entry]) {
        self.was = was
        self.now = now
        differences = Self.paired(now.difference(from: was, by: ==))
    }

    /// What was and what is at the same moment, and of the same type, is one difference.
    private static func paired(_ difference: CollectionDifference<Entry>) -> [Difference] {
        var added = difference.insertions.compactMap { change -> Entry? in
            if case .insert(_, let entry, _) = change { entry } else { nil }
        }
        var differences: [Difference] = []
        for change in difference.removals {
            guard case .remove(_, let entry, _) = change else { continue }
            let index = added.firstIndex { $0.time == entry.time && $0.type == entry.type }
            differences.append(Difference(was: entry, now: index.map { added.remove(at: $0) }))
        }
        differences += added.map { Difference(was: nil, now: $0) }
        return differences.enumerated().sorted { left, right in
            let moments = [left, right].map { ($0.element.was ?? $0.element.now)?.moment ?? 0 }
            return moments[0] == moments[1] ? left.offset < right.offset : moments[0] < moments[1]
        }.map(\.element)
    }
}
