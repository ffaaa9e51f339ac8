import Documents
import Glibc

/// Asks a person before something is done that they may not want.
enum PlacesQuestion {
    /// Whether it may be done: `--yes`, or "yes" or "y" as the next line of standard input.
    ///
    /// An end of input before any answer is refused.
    static func isAllowed(_ question: String, _ invocation: Invocation) throws(CommandFailure) -> Bool {
        if invocation.has("--yes") { return true }
        show(question + " [yes/no] ")
        var lines = StandardInputLines()
        guard let line = lines.next() else {
            if isatty(STDERR_FILENO) == 1 { show("\n") }
            throw CommandFailure(
                code: "notConfirmed", message: "nobody answered, so nothing was changed",
                remedy: "answer yes, or give --yes")
        }
        let answer = String(decoding: line.filter { $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
        return ["yes", "y"].contains(answer.lowercased())
    }

    /// The failure of what was not allowed.
    static let refusal = CommandFailure(
        code: "refused", message: "the answer was not yes, so nothing was changed", exit: 1)

    private static func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
