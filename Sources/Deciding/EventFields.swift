import Documents
import Readings

/// The fields of one event: each is asked for by name, and what nobody asked for is refused.
struct EventFields {
    let type: String
    private let members: [String: JSONElement]
    private var asked: Set<String> = ["t", "type"]

    init(type: String, object: JSONElement) {
        self.type = type
        members = Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// A field's value; nil where it is absent or null.
    mutating func optional(_ name: String) -> JSONElement? {
        asked.insert(name)
        return members[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// Whether the field is there, even as null.
    mutating func has(_ name: String) -> Bool {
        asked.insert(name)
        return members[name] != nil
    }

    mutating func required(_ name: String) throws(EventFault) -> JSONElement {
        guard let value = optional(name) else { throw EventFault("\(type) needs \"\(name)\"") }
        return value
    }

    mutating func string(_ name: String) throws(EventFault) -> String {
        guard let text = try required(name).string else { throw wrong(name, "a text") }
        return text
    }

    mutating func optionalString(_ name: String) throws(EventFault) -> String? {
        guard let value = optional(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        return text
    }

    /// A number; finite, unless `finite` is false.
    mutating func number(_ name: String, finite: Bool = true) throws(EventFault) -> Double {
        guard let number = try required(name).number, !finite || number.isFinite else {
            throw wrong(name, "a finite number")
        }
        return number
    }

    mutating func optionalNumber(_ name: String, finite: Bool = true) throws(EventFault) -> Double? {
        optional(name) == nil ? nil : try number(name, finite: finite)
    }

    /// A distance in metres that is finite and not negative.
    mutating func distance(_ name: String) throws(EventFault) -> Double {
        let metres = try number(name)
        guard metres >= 0 else { throw wrong(name, "a distance in metres, not negative") }
        return metres
    }

    mutating func boolean(_ name: String) throws(EventFault) -> Bool {
        guard let truth = try required(name).boolean else { throw wrong(name, "true or false") }
        return truth
    }

    mutating func optionalBoolean(_ name: String) throws(EventFault) -> Bool? {
        optional(name) == nil ? nil : try boolean(name)
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(EventFault) -> Word
    where Word.RawValue == String {
        let text = try string(name)
        guard let word = Word(rawValue: text) else {
            throw wrong(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    mutating func optionalWord<Word: RawRepresentable & CaseIterable>(_ name: String) throws(EventFault) -> Word?
    where Word.RawValue == String {
        optional(name) == nil ? nil : try word(name)
    }

    func wrong(_ name: String, _ expected: String) -> EventFault { EventFault("\(type).\(name) must be \(expected)") }

    /// Refuses a field that nobody asked for, naming the one that was probably meant.
    func finish() throws(EventFault) { try refuse(outside: asked.sorted()) }

    /// Refuses a field that is none of those known, naming the one that was probably meant.
    func refuse(outside known: [String]) throws(EventFault) {
        let unknownFields = members.keys.filter { !known.contains($0) && $0 != "t" && $0 != "type" }
        guard let unknown = unknownFields.min() else { return }
        let hint = NearestName.among(known, to: unknown).first.map { "; did you mean \"\($0)\"?" } ?? ""
        throw EventFault("\(type) has no field \"\(unknown)\"\(hint)")
    }
}
