import Documents

/// One object of a scenario file while it is read: every key is known or reported, every value checked.
struct ScenarioFields {
    let element: JSONElement
    let pointer: JSONPointer
    let findings: ScenarioFindings

    /// Looks at an object that may have these keys; what is no object, and every other key, is reported.
    init(_ element: JSONElement, at pointer: JSONPointer, keys: [String], findings: ScenarioFindings) {
        self.element = element
        self.pointer = pointer
        self.findings = findings
        guard element.kind == .object else {
            findings.add("wrongType", at: element, pointer, "this must be an object, not \(element.kind.rawValue)")
            return
        }
        for member in element.members where !keys.contains(member.key) {
            let nearest = NearestName.among(keys, to: member.key).first.map { " — did you mean \"\($0)\"?" } ?? ""
            findings.add(
                "unknownKey", at: member.keyPlace, pointer.appending(member.key),
                "unknown key \"\(member.key)\"\(nearest.isEmpty ? " — known: " + keys.joined(separator: ", ") : nearest)"
            )
        }
    }

    func has(_ key: StaticString) -> Bool { element[key] != nil }

    func fail(_ code: String, _ key: StaticString, _ message: String) {
        findings.add(code, at: element[key] ?? element, pointer.appending("\(key)"), message)
    }

    /// A number within a range; the fallback where the key is absent or wrong.
    func number(_ key: StaticString, or fallback: Double, in range: ClosedRange<Double>) -> Double {
        guard let value = element[key] else { return fallback }
        return check(value, pointer.appending("\(key)"), range) ?? fallback
    }

    /// A number that must be there.
    func number(_ key: StaticString, in range: ClosedRange<Double>) -> Double? {
        guard let value = required(key) else { return nil }
        return check(value, pointer.appending("\(key)"), range)
    }

    /// A whole number within a range.
    func integer(_ key: StaticString, or fallback: Int, in range: ClosedRange<Int>) -> Int {
        guard let value = element[key] else { return fallback }
        let limits = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = check(value, pointer.appending("\(key)"), limits) else { return fallback }
        guard number == number.rounded() else {
            fail("wrongType", key, "this must be a whole number")
            return fallback
        }
        return Int(number)
    }

    func boolean(_ key: StaticString, or fallback: Bool) -> Bool {
        guard let value = element[key] else { return fallback }
        if let boolean = value.boolean { return boolean }
        fail("wrongType", key, "this must be true or false")
        return fallback
    }

    func string(_ key: StaticString) -> String? {
        guard let value = element[key] else { return nil }
        if let string = value.string { return string }
        fail("wrongType", key, "this must be a text")
        return nil
    }

    /// One of a few words; the first of them where the key is absent or wrong.
    func word(_ key: StaticString, of words: [String]) -> String {
        guard has(key), let given = string(key) else { return words[0] }
        if words.contains(given) { return given }
        let nearest = NearestName.among(words, to: given).first.map { " — did you mean \"\($0)\"?" } ?? ""
        fail("outOfRange", key, "\"\(given)\" is none of \(words.joined(separator: ", "))\(nearest)")
        return words[0]
    }

    /// A list of `counts` numbers, each within ±10 km.
    func numbers(_ key: StaticString, counts: ClosedRange<Int>) -> [Double]? {
        guard let value = required(key) else { return nil }
        let at = pointer.appending("\(key)")
        let items = Array(value.items)
        guard value.kind == .array, counts.contains(items.count) else {
            let wanted =
                counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
            findings.add("wrongType", at: value, at, "this must be a list of \(wanted) numbers")
            return nil
        }
        let read = items.enumerated().map { check($1, at.appending($0), -10_000...10_000) }
        return read.contains { $0 == nil } ? nil : read.compactMap { $0 }
    }

    /// The objects of a list, none where the key is absent.
    func objects(_ key: StaticString, keys: [String]) -> [ScenarioFields] {
        guard let value = element[key] else { return [] }
        let at = pointer.appending("\(key)")
        guard value.kind == .array else {
            findings.add("wrongType", at: value, at, "this must be a list of objects")
            return []
        }
        return value.items.enumerated().map { index, item in
            ScenarioFields(item, at: at.appending(index), keys: keys, findings: findings)
        }
    }

    /// The object under a key, nil where it is absent.
    func object(_ key: StaticString, keys: [String]) -> ScenarioFields? {
        element[key].map { ScenarioFields($0, at: pointer.appending("\(key)"), keys: keys, findings: findings) }
    }

    /// A span of time, `from` to `until`, in seconds; from the start to for ever where nothing is said.
    func presence() -> Range<Double> {
        let from = number("from", or: 0, in: 0...ScenarioLimits.seconds)
        guard has("until") else { return from..<Double.infinity }
        let until = number("until", or: .infinity, in: 0...ScenarioLimits.seconds)
        guard until > from else {
            fail("contradiction", "until", "\"until\" must be later than \"from\"")
            return from..<Double.infinity
        }
        return from..<until
    }

    private func required(_ key: StaticString) -> JSONElement? {
        if let value = element[key] { return value }
        guard element.kind == .object else { return nil }
        findings.add("missingKey", at: element, pointer, "the key \"\(key)\" is missing")
        return nil
    }

    private func check(_ value: JSONElement, _ at: JSONPointer, _ range: ClosedRange<Double>) -> Double? {
        guard let number = value.number else {
            findings.add("wrongType", at: value, at, "this must be a number")
            return nil
        }
        guard range.contains(number) else {
            findings.add(
                "outOfRange", at: value, at,
                "\(value.numberText ?? "") is outside \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }
}

/// The outer limits of what a scenario may ask for.
enum ScenarioLimits {
    /// Two days, in seconds.
    static let seconds = 172_800.0
}
