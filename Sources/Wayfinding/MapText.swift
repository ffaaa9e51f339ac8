import Documents

/// What is asked of every known text, and how a text is shown in a message.
enum MapText {
    /// The most bytes of UTF-8 in a known text.
    static let byteLimit = 4096

    /// Whether any character is of Unicode's category Cc: U+0000 to U+001F and U+007F to U+009F.
    static func hasControlCharacter(_ text: String) -> Bool {
        var before: UInt8 = 0
        for byte in text.utf8 {
            if byte < 0x20 || byte == 0x7F || (before == 0xC2 && byte >= 0x80 && byte <= 0x9F) { return true }
            before = byte
        }
        return false
    }

    /// Whether nothing can be seen or said: only white space and format characters.
    static func isBlank(_ text: String) -> Bool {
        if let first = text.utf8.first, first > 0x20, first < 0x7F { return false }
        return text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
    }

    /// The text in quotes, control characters escaped, cut after 60 characters.
    static func quoted(_ text: String) -> String {
        let head = text.unicodeScalars.prefix(60)
        var shown = String(String.UnicodeScalarView(head))
        if head.endIndex < text.unicodeScalars.endIndex { shown += "…" }
        guard hasControlCharacter(shown) else { return DocumentWriter.quoted(shown) }
        return DocumentWriter.quoted(
            String(
                String.UnicodeScalarView(
                    shown.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })))
    }
}
