import Glibc

/// An answer on standard input: read byte by byte, so that what follows it is left for the next question.
enum AnswerLine {
    private static let longest = 4096
    /// How often a question is asked before an answer that is not understood ends it.
    private static let tries = 3

    /// Asks on standard error, and waits for a line; nil at the end of the input.
    static func ask(_ question: String) -> String? {
        show(question + " ")
        guard let line = next() else {
            if isatty(STDERR_FILENO) == 1 { show("\n") }
            return nil
        }
        return line
    }

    /// Asks until an answer is understood: `read` gives nil for one that is not, and `wanted` then says what would be.
    ///
    /// Nil at the end of the input. After a few answers that are not understood it ends, so that no script is asked for ever.
    static func ask<Answer>(
        _ question: String, wanted: String, otherwise: String = "is no answer to this", _ read: (String) -> Answer?
    ) throws(CommandFailure) -> Answer? {
        for attempt in 1...tries {
            guard let word = ask(question) else { return nil }
            if let answer = read(word) { return answer }
            if attempt < tries { Output.error(said(word) + " \(otherwise); \(wanted).") }
        }
        throw CommandFailure(
            code: "notUnderstood", message: "no answer was understood in \(tries) tries, so nothing was done",
            remedy: wanted)
    }

    /// Asks for a file or a folder that is there; nil at the end of the input.
    static func file(_ question: String) throws(CommandFailure) -> String? {
        try ask(question, wanted: "name one that is there, or leave with Ctrl-C", otherwise: "is not there") { word in
            let path = path(word)
            return !path.isEmpty && access(path, F_OK) == 0 ? path : nil
        }
    }

    /// A path as people type or drop it: without quotes around it, and with their own folder for "~".
    static func path(_ word: String) -> String {
        var path = word
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }

    private static func said(_ word: String) -> String { word.isEmpty ? "An empty line" : "\"\(word)\"" }

    /// The next line without the space around it; nil at the end of the input.
    private static func next() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < longest {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 {
                if bytes.isEmpty { return nil }
                break
            }
            if byte == 0x0A { break }
            bytes.append(byte)
        }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes.drop(while: isSpace), as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private static func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
