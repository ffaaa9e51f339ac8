import Glibc

/// An answer on standard input: read byte by byte, so that what follows it is left for the next question.
enum AnswerLine {
    private static let longest = 4096

    /// Asks on standard error, and waits for a line; nil at the end of the input.
    static func ask(_ question: String) -> String? {
        show(question + " ")
        guard let line = next() else {
            if isatty(STDERR_FILENO) == 1 { show("\n") }
            return nil
        }
        return line
    }

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
