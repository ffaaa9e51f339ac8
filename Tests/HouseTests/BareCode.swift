/// Source text with comments and the insides of strings blanked out, line for line and byte for byte as long.
///
/// It knows nested comments, raw and multi-line strings with code inside them, and back-ticked names in Swift; plain
/// comments, strings and characters in C.
struct BareCode {
    enum Language { case swift, c }

    private let bytes: [UInt8]
    private let language: Language
    private var bare: [UInt8]
    private var position = 0

    init(_ source: String, language: Language = .swift) {
        bytes = Array(source.utf8)
        self.language = language
        bare = bytes
        code(untilParenthesis: false)
    }

    /// The text that is left.
    var text: String { String(decoding: bare, as: UTF8.self) }

    /// Its lines.
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private func sees(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<min(count, bytes.count - position) {
            if bytes[position] != 10 { bare[position] = 32 }
            position += 1
        }
    }

    private mutating func code(untilParenthesis: Bool) {
        var depth = 0
        while position < bytes.count {
            if skipComment() || skipString() || skipQuoted() { continue }
            if bytes[position] == UInt8(ascii: "(") { depth += 1 }
            if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
            if untilParenthesis, depth == 0 { return blank() }
            if untilParenthesis { blank() } else { position += 1 }
        }
    }

    private mutating func skipComment() -> Bool {
        if sees("//") {
            while position < bytes.count, bytes[position] != 10 { blank() }
            return true
        }
        guard sees("/*") else { return false }
        var depth = 0
        repeat {
            if sees("/*"), depth == 0 || language == .swift {
                depth += 1
                blank(2)
            } else if sees("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < bytes.count
        return true
    }

    private mutating func skipString() -> Bool {
        var hashes = 0
        while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") { hashes += 1 }
        guard position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "\"") else { return false }
        let marks = String(repeating: "#", count: hashes)
        let isLong = language == .swift && bytes[(position + hashes)...].starts(with: "\"\"\"".utf8)
        let quote = isLong ? "\"\"\"" : "\""
        blank(hashes + quote.utf8.count)
        string(end: quote + marks, escape: "\\" + marks)
        return true
    }

    private mutating func string(end: String, escape: String) {
        while position < bytes.count {
            if sees(end) { return blank(end.utf8.count) }
            if sees(escape) {
                blank(escape.utf8.count)
                if language == .swift, sees("(") { code(untilParenthesis: true) } else { blank() }
            } else {
                blank()
            }
        }
    }

    /// Back-ticked names in Swift, characters in C.
    private mutating func skipQuoted() -> Bool {
        let quote = language == .swift ? UInt8(ascii: "`") : UInt8(ascii: "'")
        guard bytes[position] == quote else { return false }
        blank()
        while position < bytes.count, bytes[position] != quote, bytes[position] != 10 {
            blank(bytes[position] == UInt8(ascii: "\\") ? 2 : 1)
        }
        if position < bytes.count, bytes[position] == quote { blank() }
        return true
    }
}
