import Documents

/// The levels that a tag of OpenStreetMap names: `0`, `0;1;2`, `-2-3`, `0.5`, `0-2;5`.
package struct OSMLevels: Equatable, Sendable {
    /// The most levels of one element.
    package static let countLimit = 300
    /// The levels in the order of height, each once.
    package var numbers: [Double]
    /// Whether they were written as a range, whose levels between may be missing from the building.
    package var isRange = false

    /// Reads a value; nil where a part of it is no level, or a range runs backwards or is too long.
    ///
    /// A dash after a number makes a range, in steps of one: `-2--1` is −2 and −1, `0.5-2.5` is 0.5, 1.5 and 2.5.
    package init?(_ text: String) {
        var found: Set<Double> = []
        for part in text.split(separator: ";", omittingEmptySubsequences: true) {
            let words = part.filter { $0 != " " }
            guard let first = Self.number(words[...]) else { return nil }
            guard !first.rest.isEmpty else {
                found.insert(first.value)
                continue
            }
            guard first.rest.first == "-", let last = Self.number(first.rest.dropFirst()), last.rest.isEmpty,
                last.value >= first.value, last.value - first.value <= Double(Self.countLimit)
            else { return nil }
            isRange = true
            var value = first.value
            while value <= last.value + 1e-9 {
                found.insert(value)
                value += 1
            }
        }
        guard !found.isEmpty, found.count <= Self.countLimit else { return nil }
        numbers = found.sorted()
    }

    /// Levels as numbers.
    package init(_ numbers: [Double]) { self.numbers = Set(numbers).sorted() }

    /// The number at the front of a text: a sign, digits, a point with digits.
    private static func number(_ text: Substring) -> (value: Double, rest: Substring)? {
        var rest = text
        var spelled = ""
        if let sign = rest.first, sign == "-" || sign == "+" {
            if sign == "-" { spelled = "-" }
            rest = rest.dropFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        spelled += digits
        rest = rest.dropFirst(digits.count)
        if rest.first == "." {
            let decimals = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard !decimals.isEmpty else { return nil }
            spelled += "." + decimals
            rest = rest.dropFirst(1 + decimals.count)
        }
        guard let value = Double(spelled), value.magnitude <= 1000 else { return nil }
        return (value == 0 ? 0 : value, rest)
    }

    /// What the level is called where nothing names it: "Level −1.5".
    static func name(_ ordinal: Double) -> String { "Level " + DecimalText.fixed(ordinal, digits: 2) }
}
