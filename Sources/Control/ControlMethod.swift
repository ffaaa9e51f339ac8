import Documents

/// One method of the control socket: a row of the table from which requests are checked, commands are made and the
/// documentation is printed.
package struct ControlMethod: Sendable {
    /// Who does it.
    package enum Doer: String, Sendable {
        /// The socket's own thread.
        case door
        /// The decision thread.
        case decision
        /// The thread that writes the stores.
        case stores
        /// The thread of the door for phones.
        case pairing
        /// The thread that records.
        case recorder
    }

    /// A command of the command line that is a client of the method.
    package struct Command: Sendable {
        /// Its words, such as `probe-result`.
        package var name: String
        /// Examples, each with what it shows.
        package var examples: [(line: String, shows: String)]
    }

    /// The name.
    package var name: String
    /// Who does it.
    package var doer: Doer
    /// What it does, one sentence.
    package var sentence: String
    /// Its parameters.
    package var parameters: [ControlParameter]
    /// What the result holds, in words.
    package var result: String
    /// The errors beside those that any method may give.
    package var errors: [ControlError.Kind]
    /// The parameters and the result of an example, as JSON.
    package var example: (parameters: String, result: String)
    /// The command that is a client of it.
    package var command: Command?

    /// Makes a row.
    package init(
        _ name: String, by doer: Doer, _ sentence: String, _ parameters: [ControlParameter] = [],
        result: String, errors: [ControlError.Kind] = [], example: (parameters: String, result: String),
        command: Command? = nil
    ) {
        self.name = name
        self.doer = doer
        self.sentence = sentence
        self.parameters = parameters
        self.result = result
        self.errors = errors
        self.example = example
        self.command = command
    }

    /// The row for a machine.
    package var json: JSONValue {
        .object([
            .init("name", .string(name)), .init("by", .string(doer.rawValue)), .init("does", .string(sentence)),
            .init(
                "params",
                .array(
                    parameters.map {
                        .object([
                            .init("name", .string($0.name)), .init("allowed", .string($0.allowed)),
                            .init("required", .boolean($0.isRequired)), .init("meaning", .string($0.meaning)),
                        ])
                    })),
            .init("result", .string(result)),
            .init("errors", .array(errors.map { .integer($0.rawValue) })),
            .init("example", .string(exampleLine)), .init("answer", .string(example.result)),
            .init("command", command.map { .string($0.name) } ?? .null),
        ])
    }

    /// The example as a line that can be sent.
    package var exampleLine: String {
        let parameters = example.parameters == "{}" ? "" : ",\"params\":" + example.parameters
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\(DocumentWriter.quoted(name))\(parameters)}"
    }

    /// The row for a person.
    package var lines: [String] {
        var lines = [name, "    " + sentence]
        for parameter in parameters {
            let must = parameter.isRequired ? "" : ", may be left out"
            lines.append("    \(parameter.name): \(parameter.allowed)\(must) — \(parameter.meaning)")
        }
        lines.append("    result: " + result)
        if !errors.isEmpty {
            lines.append("    errors: " + errors.map { "\($0.rawValue) \($0.word)" }.joined(separator: ", "))
        }
        return lines + ["    > " + exampleLine, "    < {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\(example.result)}"]
    }
}
