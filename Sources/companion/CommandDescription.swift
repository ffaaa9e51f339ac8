/// One command: what `--help` says of it, and what runs it.
struct CommandDescription: Sendable {
    /// The words that choose it: `nearest`, or `config check`.
    var name: String
    /// What stands after the options, such as `FILE…`.
    var operands = ""
    /// What it does, one sentence.
    var summary: String
    /// Its options; `--help` is everyone's.
    var options: [CommandOption]
    /// Examples, each with what it shows.
    var examples: [(line: String, shows: String)]
    /// Runs it and gives the exit code.
    var run: @Sendable (Invocation) throws(CommandFailure) -> Int32

    /// Everything about the command, for a person.
    var help: String {
        var lines = [summary, "", "usage: companion \(name) \(options.isEmpty ? "" : "[options] ")\(operands)".trimmed]
        let shown = options + [CommandOption(name: "--help", meaning: "this text")]
        let names = shown.map { option in option.name + (option.value.map { " " + $0 } ?? "") }
        let width = names.map(\.count).max() ?? 0
        lines += ["", "options:"]
        for (name, option) in zip(names, shown) {
            lines.append("  " + name.padded(to: width) + "  " + option.meaning)
        }
        lines += ["", examples.count == 1 ? "example:" : "examples:"]
        for example in examples {
            lines.append("  " + example.line)
            lines.append("      " + example.shows)
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The text with spaces after it up to a width in characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text without spaces at its end.
    var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
