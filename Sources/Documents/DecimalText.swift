/// Numbers spelled out, the same on every machine.
public enum DecimalText {
    /// The shortest spelling that reads back as the same number, without a trailing `.0`; `value` must be finite.
    public static func shortest(_ value: Double) -> String {
        if value == 0 { return "0" }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The number with at most `digits` decimals (0 to 9), halves away from zero, no trailing zeros, never `-0`.
    ///
    /// Halves are those of the shortest decimal spelling: 1.0005 with three digits is 1.001, whatever its binary form.
    public static func fixed(_ value: Double, digits: Int) -> String {
        let spelling = value.magnitude.description
        guard let point = spelling.firstIndex(of: "."), !spelling.contains("e") else {
            return scientific(value, digits: digits)
        }
        let whole = spelling[..<point]
        let fraction = spelling[spelling.index(after: point)...]
        guard fraction.count > digits else { return (value < 0 ? "-" : "") + trimmed(whole: whole, fraction: fraction) }
        let kept = String(whole) + fraction.prefix(digits)
        let roundsUp = fraction[fraction.index(fraction.startIndex, offsetBy: digits)] >= "5"
        guard let count = UInt64(kept) else { return shortest(value) }
        return wholeUnits(Int64(count + (roundsUp ? 1 : 0)) * (value < 0 ? -1 : 1), digits: digits)
    }

    /// A count of units of 10^−digits, spelled as a decimal without trailing zeros: 1500 with 3 digits is `1.5`.
    public static func wholeUnits(_ count: Int64, digits: Int) -> String {
        let text = String(count.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = count < 0 ? "-" : ""
        return sign + trimmed(whole: padded.dropLast(digits), fraction: padded.suffix(digits))
    }

    private static func trimmed(whole: Substring, fraction: Substring) -> String {
        var fraction = fraction
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : whole + "." + fraction
    }

    private static func scientific(_ value: Double, digits: Int) -> String {
        guard value.magnitude < 1 else { return shortest(value) }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return wholeUnits(Int64((value * scale).rounded(.toNearestOrAwayFromZero)), digits: digits)
    }
}
