/// The spelling of numbers.
enum NumberText {
    /// The offset after the number that begins at `start`, or nil where there is none.
    static func end(in bytes: [UInt8], from start: Int, json5: Bool) -> Int? {
        var index = start
        func at(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }
        func digits() -> Int {
            let from = index
            while let byte = at(index), (0x30...0x39).contains(byte) { index += 1 }
            return index - from
        }
        if at(index) == UInt8(ascii: "-") || (json5 && at(index) == UInt8(ascii: "+")) { index += 1 }
        if json5, let end = special(in: bytes, from: index) { return end }
        let whole = index
        let wholeDigits = digits()
        if wholeDigits > 1, bytes[whole] == UInt8(ascii: "0") { return nil }
        var fraction = 0
        if at(index) == UInt8(ascii: ".") {
            index += 1
            fraction = digits()
            guard fraction > 0 || (json5 && wholeDigits > 0) else { return nil }
        }
        guard wholeDigits > 0 || (json5 && fraction > 0) else { return nil }
        if at(index) == UInt8(ascii: "e") || at(index) == UInt8(ascii: "E") {
            index += 1
            if at(index) == UInt8(ascii: "-") || at(index) == UInt8(ascii: "+") { index += 1 }
            guard digits() > 0 else { return nil }
        }
        if let byte = at(index), DocumentParser.isWordByte(byte) { return nil }
        return index
    }

    /// JSON5's hexadecimal numbers, Infinity and NaN.
    private static func special(in bytes: [UInt8], from index: Int) -> Int? {
        for word in ["Infinity", "NaN"] where bytes[index...].starts(with: word.utf8) { return index + word.utf8.count }
        guard bytes[index...].starts(with: "0x".utf8) || bytes[index...].starts(with: "0X".utf8) else { return nil }
        var end = index + 2
        while end < bytes.count, isHexadecimal(bytes[end]) { end += 1 }
        return end > index + 2 ? end : nil
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool { hexadecimalValue(byte) != nil }

    static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    /// The value of a spelling that ``end(in:from:json5:)`` accepted; infinite where it overflows.
    static func value(_ text: String) -> Double {
        if let value = Double(text) { return value }
        let negative = text.hasPrefix("-")
        let bare = text.drop { $0 == "+" || $0 == "-" }
        if bare == "Infinity" { return negative ? -.infinity : .infinity }
        if bare == "NaN" { return .nan }
        if bare.hasPrefix("0x") || bare.hasPrefix("0X") {
            let value = bare.utf8.dropFirst(2).reduce(0.0) { $0 * 16 + Double(hexadecimalValue($1) ?? 0) }
            return negative ? -value : value
        }
        let value = Double(filled(bare)) ?? .nan
        return negative ? -value : value
    }

    /// A number with the zeros beside its point that JSON5 may leave out: `.5`, `5.` and `5.e3` become `0.5`, `5.0` and
    /// `5.0e3`.
    private static func filled(_ bare: Substring) -> String {
        guard let point = bare.firstIndex(of: ".") else { return String(bare) }
        let after = bare[bare.index(after: point)...]
        let hasDigit = after.first.map { ("0"..."9").contains($0) } ?? false
        return (point == bare.startIndex ? "0" : "") + bare[...point] + (hasDigit ? "" : "0") + after
    }
}
