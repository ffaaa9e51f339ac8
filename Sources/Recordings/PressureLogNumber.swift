/// Decimal numbers as a pressure log writes them: a sign, digits, a point, an exponent; no words, no hexadecimal.
enum PressureLogNumber {
    /// The longest text that is tried; no sensor writes more.
    static let longest = 64

    /// The number, to the nearest `Double`; nil where the text is no decimal number.
    static func parse(_ text: String) -> Double? { isDecimal(text.utf8) ? Double(text) : nil }

    /// Seconds as whole nanoseconds, the nearest; nil where the text is no decimal number, or beyond 64 bits.
    ///
    /// Without an exponent no digit is lost: 0.1 is 100,000,000 ns exactly.
    static func nanoseconds(_ text: String) -> Int64? {
        guard isDecimal(text.utf8) else { return nil }
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            guard let seconds = Double(text), abs(seconds) < 9.2e9 else { return nil }
            return Int64((seconds * 1e9).rounded())
        }
        return exactNanoseconds(text.utf8)
    }

    private static func exactNanoseconds(_ text: String.UTF8View) -> Int64? {
        var value: Int64 = 0
        var decimals = -1
        for byte in text {
            switch byte {
            case UInt8(ascii: "."): decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int64(byte - UInt8(ascii: "0"))
                if decimals == 9 {
                    value += digit >= 5 ? 1 : 0
                    decimals += 1
                } else if decimals < 9 {
                    guard let next = append(digit, to: value) else { return nil }
                    value = next
                    if decimals >= 0 { decimals += 1 }
                }
            default: break
            }
        }
        for _ in max(decimals, 0)..<max(9, decimals) {
            guard let next = append(0, to: value) else { return nil }
            value = next
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    /// The value with one more digit; nil beyond 9.2 × 10¹⁸, which leaves room for rounding.
    private static func append(_ digit: Int64, to value: Int64) -> Int64? {
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow, tens <= 9_200_000_000_000_000_000 else { return nil }
        return tens + digit
    }

    private static func isDecimal(_ text: String.UTF8View) -> Bool {
        guard text.count <= longest else { return false }
        var rest = text[...]
        func takeSign() {
            if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { rest.removeFirst() }
        }
        func takeDigits() -> Int {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
            rest.removeFirst(digits)
            return digits
        }
        takeSign()
        var digits = takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += takeDigits()
        }
        guard digits > 0 else { return false }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            takeSign()
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
