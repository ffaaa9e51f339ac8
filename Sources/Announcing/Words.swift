import Readings

/// Turns phrases and numbers into what is spoken.
public struct Words: Sendable {
    /// Whether distances are spoken in feet and inches.
    public var isImperial: Bool

    /// Makes words in metres, or in feet and inches.
    public init(isImperial: Bool = false) {
        self.isImperial = isImperial
    }

    /// The text of a phrase, its named arguments filled in.
    public func text(_ phrase: Phrase, _ arguments: KeyValuePairs<String, String> = [:]) -> String {
        TextTemplate.filled(EnglishPhrases.table[phrase] ?? "") { name in arguments.first { $0.key == name }?.value }
    }

    /// The unfilled text of a phrase, for whoever checks the table.
    public static func template(_ phrase: Phrase) -> String? { EnglishPhrases.table[phrase] }

    /// A distance as it is spoken, rounded down towards the person's safety.
    ///
    /// To 0.1 m below 2 m and to 0.5 m above: 0.87 m is "0.8 metres". In feet: whole inches below 6 feet, whole feet
    /// above. What is nearer than the smallest step is "less than" it.
    public func distance(metres: Double) -> String {
        let micrometres = Micrometres(metres: max(0, metres)).count
        return isImperial ? Self.imperial(micrometres) : Self.metric(micrometres)
    }

    private static func metric(_ micrometres: Int64) -> String {
        let step: Int64 = micrometres < 2_000_000 ? 100_000 : 500_000
        let tenths = micrometres / step * step / 100_000
        if tenths == 0 { return "Less than 0.1 metres" }
        let number = tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
        return number == "1" ? "1 metre" : number + " metres"
    }

    private static func imperial(_ micrometres: Int64) -> String {
        let inches = micrometres / 25_400
        if inches == 0 { return "Less than 1 inch" }
        let (feet, rest) = (inches / 12, inches % 12)
        let feetText = feet == 1 ? "1 foot" : "\(feet) feet"
        let inchText = rest == 1 ? "1 inch" : "\(rest) inches"
        if feet == 0 { return inchText }
        return feet >= 6 || rest == 0 ? feetText : feetText + " " + inchText
    }
}
