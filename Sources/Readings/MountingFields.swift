import Documents

/// Collects what is wrong with one file.
final class MountingFindings {
    let file: String
    private(set) var list: [MountingFinding] = []

    init(file: String) { self.file = file }

    func add(_ code: String, _ key: String?, at element: JSONElement, _ message: String) {
        list.append(MountingFinding(file: file, line: element.place.line, key: key, code: code, message: message))
    }
}

/// One object of a mounting's file while it is read: every key is known or reported, every value checked.
struct MountingFields {
    let element: JSONElement
    let findings: MountingFindings

    init(_ element: JSONElement, keys: [String], findings: MountingFindings) {
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

    func fail(_ code: String, _ key: StaticString, _ message: String) {
        findings.add(code, "\(key)", at: element[key] ?? element, message)
    }

    /// A number that must be there, within a range.
    func number(_ key: StaticString, _ range: ClosedRange<Double>) -> Double? {
        guard let value = required(key) else { return nil }
        return check(value, "\(key)", range)
    }

    /// A number that may be missing.
    func optional(_ key: StaticString, _ range: ClosedRange<Double>) -> Double? {
        element[key].flatMap { check($0, "\(key)", range) }
    }

    /// A whole number that must be there.
    func whole(_ key: StaticString, _ range: ClosedRange<Int>) -> Int? {
        guard let value = required(key) else { return nil }
        guard let number = check(value, "\(key)", Double(range.lowerBound)...Double(range.upperBound)) else {
            return nil
        }
        if number == number.rounded() { return Int(number) }
        fail("wrongType", key, "this must be a whole number")
        return nil
    }

    func boolean(_ key: StaticString) -> Bool? {
        guard let value = required(key) else { return nil }
        if let boolean = value.boolean { return boolean }
        fail("wrongType", key, "this must be true or false")
        return nil
    }

    /// A text of 1 to 200 characters.
    func text(_ key: StaticString) -> String? {
        guard let value = required(key) else { return nil }
        if let text = value.string, (1...200).contains(text.count) { return text }
        fail("wrongType", key, "this must be a text of 1 to 200 characters")
        return nil
    }

    private func required(_ key: StaticString) -> JSONElement? {
        if let value = element[key] { return value }
        if element.kind == .object { findings.add("missingKey", "\(key)", at: element, "the key is missing") }
        return nil
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
