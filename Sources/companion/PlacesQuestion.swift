/// Asks a person before something is done that they may not want.
enum PlacesQuestion {
    /// Whether it may be done: `--yes`, or "yes" or "y" as the next line of standard input.
    ///
    /// Any other answer than yes or no is asked again, a few times; an end of input before any answer is refused.
    static func isAllowed(_ question: String, _ invocation: Invocation) throws(CommandFailure) -> Bool {
        if invocation.has("--yes") { return true }
        let answer = try AnswerLine.ask(question + " [yes/no]", wanted: "answer yes or no", meaning)
        guard let answer else { throw nobody }
        return answer
    }

    private static func meaning(_ answer: String) -> Bool? {
        switch answer.lowercased() {
        case "yes", "y": true
        case "no", "n": false
        default: nil
        }
    }

    /// The failure of a question that nobody answered.
    static let nobody = CommandFailure(
        code: "notConfirmed", message: "nobody answered, so nothing was changed", remedy: "answer yes, or give --yes")

    /// The failure of what was not allowed.
    static let refusal = CommandFailure(
        code: "refused", message: "the answer was not yes, so nothing was changed", exit: 1)
}
