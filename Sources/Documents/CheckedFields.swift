/// One object of a file while it is read: every key is known or reported, every value checked.
///
/// Each call gives nil where the value is missing or wrong, after adding what is wrong to the findings.
public struct CheckedFields {
    /// The object.
    public let element: JSONElement
    /// Where what is wrong with it is collected.
    public let findings: FileFindings

    /// Takes an object, and reports each of its keys that is not among those given.
    public init(_ element: JSONElement, keys: [String], findings: FileFindings) {
        self.element = element
        self.findings = findings
        guard element.kind == .object else {
            findings.add("wrongType", nil, at: element, "this must be an object, not \(element.kind.rawValue)")
            return
        }
        for member in element.members where !keys.contains(member.key) {
            let nearest = NearestName.among(keys, to: member.key).first.map { "did you mean \($0)?" }
            let hint = nearest ?? "known are " + keys.joined(separator: ", ")
            findings.add("unknownKey", member.key, at: member.keyPlace, "no such key; \(hint)")
        }
    }

    /// Whether the key is there.
    public func has(_ key: StaticString) -> Bool { element[key] != nil }

    /// Adds what is wrong with the value of a key.
    public func fail(_ code: String, _ key: StaticString, _ message: String) {
        findings.add(code, "\(key)", at: element[key] ?? element, message)
    }

    /// A number that must be there, within a range.
    public func number(_ key: StaticString, _ range: ClosedRange<Double>) -> Double? {
        guard let value = required(key) else { return nil }
        return check(value, "\(key)", range)
    }

    /// A number that may be missing.
    public func optional(_ key: StaticString, _ range: ClosedRange<Double>) -> Double? {
        element[key].flatMap { check($0, "\(key)", range) }
    }

    /// A whole number that must be there.
    public func integer(_ key: StaticString, _ range: ClosedRange<Int>) -> Int? {
        required(key).flatMap { whole($0, "\(key)", range) }
    }

    /// A list of whole numbers, at least one, at most 64.
    public func integers(_ key: StaticString, _ range: ClosedRange<Int>) -> [Int]? {
        guard let value = required(key) else { return nil }
        let items = Array(value.items)
        guard value.kind == .array, (1...64).contains(items.count) else {
            fail("wrongType", key, "this must be a list of 1 to 64 whole numbers")
            return nil
        }
        let numbers = items.compactMap { whole($0, "\(key)", range) }
        return numbers.count == items.count ? numbers : nil
    }

    /// True or false, which must be there.
    public func boolean(_ key: StaticString) -> Bool? {
        guard let value = required(key) else { return nil }
        if let boolean = value.boolean { return boolean }
        fail("wrongType", key, "this must be true or false")
        return nil
    }

    /// A text of 1 to 200 characters that must be there.
    public func text(_ key: StaticString) -> String? {
        guard let value = required(key) else { return nil }
        if let text = value.string, (1...200).contains(text.count) { return text }
        fail("wrongType", key, "this must be a text of 1 to 200 characters")
        return nil
    }

    /// One of a few words, which must be there.
    public func word<Word: CaseIterable & RawRepresentable<String>>(_ key: StaticString, as type: Word.Type) -> Word? {
        guard let given = text(key) else { return nil }
        if let word = Word(rawValue: given) { return word }
        let words = type.allCases.map(\.rawValue)
        let nearest = NearestName.among(words, to: given).first.map { "; did you mean \($0)?" } ?? ""
        fail("outOfRange", key, "\"\(given)\" is none of \(words.joined(separator: ", "))\(nearest)")
        return nil
    }

    /// The objects of a list, none where the key is absent.
    public func objects(_ key: StaticString, keys: [String]) -> [CheckedFields] {
        guard let value = element[key] else { return [] }
        guard value.kind == .array else {
            fail("wrongType", key, "this must be a list of objects")
            return []
        }
        return value.items.prefix(64).map { CheckedFields($0, keys: keys, findings: findings) }
    }

    private func required(_ key: StaticString) -> JSONElement? {
        if let value = element[key] { return value }
        if element.kind == .object { findings.add("missingKey", "\(key)", at: element, "the key is missing") }
        return nil
    }

    private func whole(_ value: JSONElement, _ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let number = check(value, key, Double(range.lowerBound)...Double(range.upperBound)) else { return nil }
        guard number == number.rounded() else {
            findings.add("wrongType", key, at: value, "this must be a whole number")
            return nil
        }
        return Int(number)
    }

    private func check(_ value: JSONElement, _ key: String, _ range: ClosedRange<Double>) -> Double? {
        guard let number = value.number else {
            findings.add("wrongType", key, at: value, "this must be a number")
            return nil
        }
        guard range.contains(number) else {
            let ends = [range.lowerBound, range.upperBound].map(DecimalText.shortest).joined(separator: " to ")
            findings.add("outOfRange", key, at: value, "\(value.numberText ?? "") is outside \(ends)")
            return nil
        }
        return number
    }
}
