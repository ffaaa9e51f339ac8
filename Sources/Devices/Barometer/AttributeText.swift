/// What the kernel writes into attributes: words and decimal numbers, whatever the language of the system.
package enum AttributeText {
    /// The longest text that is taken for a word or a number.
    package static let longest = 128

    /// The text without white space and zero bytes at its ends; nil where nothing is left, or it is too long or not
    /// UTF-8.
    package static func word(_ bytes: [UInt8]) -> String? {
        func isWhite(_ byte: UInt8) -> Bool { byte <= 0x20 }
        guard let first = bytes.firstIndex(where: { !isWhite($0) }),
            let last = bytes.lastIndex(where: { !isWhite($0) }), last - first < longest
        else { return nil }
        return String(validating: bytes[first...last], as: UTF8.self)
    }

    /// The decimal number that the text is, with a point and perhaps an exponent; nil where it is anything else, such
    /// as `nan`, `0x10`, `1,5`, or a number with a unit.
    package static func number(_ bytes: [UInt8]) -> Double? {
        guard let text = word(bytes) else { return nil }
        let allowed = Set("0123456789+-.eE".utf8)
        guard text.utf8.allSatisfy(allowed.contains), let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
