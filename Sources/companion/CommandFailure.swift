import Control
import Documents

/// Why a command could not do what it was asked: what, where, and what to do.
struct CommandFailure: Error {
    /// The stable code that `--json` prints.
    var code: String
    /// What is wrong, for a person.
    var message: String
    /// What to do about it; empty where the message says so already.
    var remedy: String
    /// What is wrong in detail, each in a line of its own; for a machine they follow the message.
    var details: [String] = []
    /// Where it is, such as a file with line and column.
    var at: String?
    /// The exit code: 1 where the answer is no, 2 for bad input or usage.
    var exit: Int32

    /// The form for a person, on standard error.
    var line: String { (["companion: " + told(message)] + details.map { "  " + $0 }).joined(separator: "\n") }

    private func told(_ what: String) -> String { what + (remedy.isEmpty ? "" : " — " + remedy) }

    /// The form for a machine, on standard output.
    var json: JSONValue {
        let text = told(details.isEmpty ? message : message + ": " + details.joined(separator: "; "))
        return .object([
            .init(
                "error",
                .object([
                    .init("code", .string(code)), .init("message", .string(text)),
                    .init("at", at.map { .string($0) } ?? .null),
                ]))
        ])
    }

    /// The same as the control socket says it.
    init(_ error: ControlError) {
        self.init(
            code: error.word, message: error.message, remedy: error.remedy, at: error.at, exit: Int32(error.exit))
    }

    /// What is wrong with the words of the call or with what they lead to.
    init(code: String, message: String, remedy: String = "", at: String? = nil, exit: Int32 = 2) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.at = at
        self.exit = exit
    }

    /// A file with mistakes: one stands in the line itself, several follow it, each in a line.
    init(
        code: String, whatIsWrong findings: [String], in path: String, remedy: String, at: String?
    ) {
        let count = findings.count
        self.init(
            code: code, message: count == 1 ? findings[0] : "\(path) has \(count) mistakes", remedy: remedy, at: at)
        if count > 1 { details = findings }
    }

    /// A call whose words are off.
    static func usage(_ message: String, remedy: String) -> CommandFailure {
        CommandFailure(code: "usage", message: message, remedy: remedy)
    }
}
