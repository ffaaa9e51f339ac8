/// `manual` and `completion`: what the package lays beside the program, made of the table of the commands.
enum ManualCommands {
    static let manual = CommandDescription(
        name: "manual", summary: "Prints the manual page, as the package installs it.", options: [],
        examples: [("companion manual | man -l -", "the page, as man shows it")]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        print(ManualPage(commands: CommandLineDoor.commands, version: CommandLineDoor.version).text)
        return 0
    }

    static let completion = CommandDescription(
        name: "completion", operands: "bash", summary: "Prints the completion of commands and options for a shell.",
        options: [], examples: [("companion completion bash > companion.bash", "a file for bash to source")]
    ) { invocation throws(CommandFailure) in
        let shell = try invocation.operand("a shell")
        guard shell == "bash" else { throw .usage("there is no completion for \"\(shell)\"", remedy: "there is bash") }
        print(ShellCompletion(commands: CommandLineDoor.commands).bash)
        return 0
    }

    private static func print(_ text: String) {
        let output = Output()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            output.line(String(line))
        }
    }
}
