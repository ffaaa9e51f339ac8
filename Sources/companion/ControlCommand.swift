import Control
import Documents
import Glibc

/// The commands that are clients of the running service, made from the table of its methods.
enum ControlCommand {
    /// Every command whose method has one, and the documentation of all.
    static let all: [CommandDescription] = ControlMethods.all.compactMap(description) + [methods]

    private static func description(_ method: ControlMethod) -> CommandDescription? {
        guard let command = method.command else { return nil }
        return CommandDescription(
            name: command.name, operands: operands(method), summary: method.sentence,
            options: [.json] + method.parameters.compactMap(option), examples: command.examples
        ) { invocation throws(CommandFailure) in
            if method.name == "go", !namesGoal(invocation) { return try DestinationsCommand.run(invocation) }
            if method.name == "go" { try checkGoal(invocation) }
            let members = try parameters(of: method, invocation)
            let result = try call(method.name, members)
            return method.name == "status" ? StatusCommand.show(result, invocation) : show(result, invocation)
        }
    }

    /// Whether `go` is told where to, so that it does not list where one can go to.
    private static func namesGoal(_ invocation: Invocation) -> Bool {
        !invocation.operands.isEmpty
            || invocation.command.options.contains { $0.name != "--json" && invocation.has($0.name) }
    }

    private static func operands(_ method: ControlMethod) -> String {
        method.parameters.compactMap { parameter in
            switch parameter.form {
            case .operand(let shown), .rest(let shown): parameter.isRequired ? shown : "[\(shown)]"
            case .option, .toggle, .none: nil
            }
        }.joined(separator: " ")
    }

    private static func option(_ parameter: ControlParameter) -> CommandOption? {
        switch parameter.form {
        case .option(let name, let value):
            CommandOption(
                name: name, value: value, choices: words(of: parameter),
                meaning: ([words(of: parameter).joined(separator: ", ")].filter { !$0.isEmpty } + [parameter.meaning])
                    .joined(separator: "; "))
        case .toggle(let name): CommandOption(name: name, meaning: parameter.meaning)
        case .operand, .rest, .none: nil
        }
    }

    /// The few words that a parameter may be.
    private static func words(of parameter: ControlParameter) -> [String] {
        if case .word(let words) = parameter.kind { words } else { [] }
    }

    /// `go` leads to one thing.
    private static func checkGoal(_ invocation: Invocation) throws(CommandFailure) {
        let (hasX, hasY) = (invocation.has("--x"), invocation.has("--y"))
        guard hasX == hasY else { throw .usage("a position needs --x and --y", remedy: "give both") }
        let goals = [!invocation.operands.isEmpty, invocation.has("--device"), hasX].count { $0 }
        guard goals != 1 else { return }
        throw .usage(
            goals == 0 ? "go is not told where to" : "go is told several goals",
            remedy: "give one of DEST, --device, or --x with --y")
    }

    // MARK: the words of the call

    private static func parameters(
        of method: ControlMethod, _ invocation: Invocation
    ) throws(CommandFailure) -> [JSONValue.Member] {
        var words = invocation.operands[...]
        var members: [JSONValue.Member] = []
        for parameter in method.parameters {
            var word: String?
            switch parameter.form {
            case .operand: word = words.popFirst()
            case .rest:
                word = words.isEmpty ? nil : words.joined(separator: " ")
                words = []
            case .option(let name, _): word = invocation.value(name)
            case .toggle(let name): if invocation.has(name) { members.append(.init(parameter.name, .boolean(true))) }
            case .none: break
            }
            if let word {
                members.append(.init(parameter.name, try value(word, of: parameter, invocation)))
            } else if parameter.isRequired {
                throw .usage(
                    "\(invocation.command.name) needs \(operands(method))",
                    remedy: "for example: \(invocation.command.examples.first?.line ?? "see --help")")
            }
        }
        if let word = words.first {
            throw .usage(
                "\(invocation.command.name) does not know what to do with \"\(word)\"",
                remedy: "for example: \(invocation.command.examples.first?.line ?? "see --help")")
        }
        return members
    }

    private static func value(
        _ word: String, of parameter: ControlParameter, _ invocation: Invocation
    ) throws(CommandFailure) -> JSONValue {
        let value: JSONValue =
            switch parameter.kind {
            case .number, .whole: number(word)
            case .truth: ["on": .boolean(true), "off": .boolean(false)][word] ?? .string(word)
            case .textOrNull: word == "none" ? .null : .string(word)
            case .text, .word, .texts, .plain, .object: .string(word)
            }
        guard parameter.accepts(value) else {
            var allowed = parameter.allowed
            if case .truth = parameter.kind { allowed = "on or off" }
            throw .usage("\"\(word)\" is not what \(shown(parameter)) may be", remedy: "give \(allowed)")
        }
        return value
    }

    /// What a parameter is called in a call: its option, else what stands for the operand.
    private static func shown(_ parameter: ControlParameter) -> String {
        switch parameter.form {
        case .operand(let shown), .rest(let shown): shown
        case .option(let name, _), .toggle(let name): name
        case .none: parameter.name
        }
    }

    /// A number as JSON spells it; a word that is none stays one, and is refused as such.
    private static func number(_ word: String) -> JSONValue {
        guard let number = Double(word), number.isFinite else { return .string(word) }
        return .decimal(number)
    }

    // MARK: asking

    /// Asks the running service.
    static func call(
        _ method: String, _ members: [JSONValue.Member] = []
    ) throws(CommandFailure) -> JSONValue {
        do throws(ControlClient.Failure) {
            var client = try ControlClient(paths: ConfigurationPaths.controlSockets)
            return try client.call(method, members)
        } catch { throw failure(error) }
    }

    static func failure(_ failure: ControlClient.Failure) -> CommandFailure {
        switch failure {
        case .notRunning:
            CommandFailure(
                code: "notRunning", message: "the service is not running",
                remedy: "systemctl start companion, or companion run", at: ConfigurationPaths.controlSockets.first,
                exit: 1)
        case .mayNot(let path): CommandFailure(barred(from: path))
        case .noAnswer(let why):
            CommandFailure(
                code: "noAnswer", message: "the service gave no answer: \(why)",
                remedy: "journalctl -u companion tells what it does", exit: 1)
        case .refused(let error): CommandFailure(error)
        }
    }

    /// A socket is there, and this user may not use it.
    static func barred(from path: String) -> ControlError {
        ControlError(
            .notAllowed, "this user may not talk to the service at \(path)",
            remedy: "add the user to the group \(ControlPath.group) with usermod -aG \(ControlPath.group) USER, "
                + "and log in anew", at: path)
    }

    /// Shows what is said because of it; 1 where no route was found.
    private static func show(_ result: JSONValue, _ invocation: Invocation) -> Int32 {
        let output = Output()
        if invocation.isJSON {
            output.line(result)
        } else if case .array(let said)? = result["said"] {
            for case .string(let text) in said { output.line(PlainText.shown(text)) }
        }
        return result["route"]?["failure"] == nil ? 0 : 1
    }

    // MARK: documentation

    private static let methods = CommandDescription(
        name: "control methods", operands: "[METHOD]",
        summary: "Explains every method of the control socket, with its parameters, answer, errors and an example.",
        options: [.json],
        examples: [
            ("companion control methods", "the whole table"),
            ("companion control methods go --json", "one row for a machine"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 1)
        var rows = ControlMethods.all
        if let name = invocation.operands.first {
            guard let row = ControlMethods.method(name) else {
                let nearest = NearestName.among(rows.map(\.name), to: name).first
                throw .usage(
                    "there is no method \"\(name)\"",
                    remedy: nearest.map { "did you mean \($0)?" } ?? "companion control methods lists them")
            }
            rows = [row]
        }
        let output = Output()
        if invocation.isJSON {
            for row in rows { output.line(row.json) }
            return 0
        }
        if rows.count > 1 { ControlDocumentation.introduction.forEach { output.line($0) } }
        for row in rows { (row.lines + [""]).forEach { output.line($0) } }
        if rows.count > 1 { ControlDocumentation.errors.forEach { output.line($0) } }
        return 0
    }
}
