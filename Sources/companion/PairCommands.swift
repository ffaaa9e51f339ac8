import Documents
import Pairing

/// The running service, as the commands of pairing need it: calls a method with parameters and gives its result.
struct PairingClient: Sendable {
    /// Calls; what the service refuses is thrown with its code and sentence.
    var call: @Sendable (Invocation, _ method: String, _ parameters: JSONValue) throws(CommandFailure) -> JSONValue
}

/// `pair`: opening pairing, answering a phone, and looking after the paired ones.
struct PairCommands: Sendable {
    /// How the service is reached.
    let client: PairingClient

    /// Every command.
    var all: [CommandDescription] { [open, allow, refuse, close, ask, list, remove, rename] }

    private static let digits = CommandOption(
        name: "--digits", value: "NNN", meaning: "only the phone that shows these three digits")

    private func call(
        _ invocation: Invocation, _ method: String, _ parameters: [JSONValue.Member] = []
    ) throws(CommandFailure) -> Int32 {
        let result = try client.call(invocation, method, .object(parameters))
        let output = Output()
        if invocation.isJSON { output.line(result) } else { PairText.lines(answer: result).forEach { output.line($0) } }
        return 0
    }

    private func command(
        _ word: String, _ summary: String, operands: String = "", options: [CommandOption] = [],
        shows: (line: String, shows: String),
        _ parameters: @escaping @Sendable (Invocation) throws(CommandFailure) -> [JSONValue.Member]
    ) -> CommandDescription {
        CommandDescription(
            name: "pair " + word, operands: operands, summary: summary, options: [.json] + options, examples: [shows]
        ) { invocation throws(CommandFailure) in
            let method = word == "list" ? "pair.status" : "pair." + word
            return try call(invocation, method, try parameters(invocation))
        }
    }

    private static func nothing(_ invocation: Invocation) throws(CommandFailure) -> [JSONValue.Member] {
        try invocation.noMoreOperands(than: 0)
        return []
    }

    private static func digits(_ invocation: Invocation) throws(CommandFailure) -> [JSONValue.Member] {
        try invocation.noMoreOperands(than: 0)
        guard let digits = invocation.value("--digits") else { return [] }
        guard digits.utf8.count == 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .usage(
                "--digits is \"\(digits)\", and must be the three digits that are shown",
                remedy: "for example --digits 417")
        }
        return [.init("digits", .string(digits))]
    }

    private var open: CommandDescription {
        command(
            "open", "Opens pairing for two minutes, so that a phone can ask.",
            shows: ("companion pair open", "now choose the robot on the phone"), Self.nothing)
    }

    private var allow: CommandDescription {
        command(
            "allow", "Allows the phone that asks, where it shows the same three digits.", options: [Self.digits],
            shows: (
                "companion pair allow --digits 417",
                "without --digits, whoever asks now, where no other asked just before"
            ), Self.digits)
    }

    private var refuse: CommandDescription {
        command(
            "refuse", "Refuses the phone that asks; the third time closes pairing for five minutes.",
            options: [Self.digits], shows: ("companion pair refuse", "the phone is told no"), Self.digits)
    }

    private var close: CommandDescription {
        command(
            "close", "Closes pairing; a phone that asks already may still be answered.",
            shows: ("companion pair close", "nobody can ask any more"), Self.nothing)
    }

    private var ask: CommandDescription {
        command(
            "ask", "Asks a phone that is near, whose owner then allows.", operands: "PHONE",
            shows: ("companion pair ask \"Sam's iPhone\"", "by its name as pair list shows it, or by ADDRESS:PORT")
        ) { invocation throws(CommandFailure) in
            [.init("phone", .string(try invocation.operand("the name or ADDRESS:PORT of a phone")))]
        }
    }

    private var list: CommandDescription {
        command(
            "list", "Shows whether pairing is open, who asks, who is near and who is paired.",
            shows: ("companion pair list", "a line each"), Self.nothing)
    }

    private var remove: CommandDescription {
        command(
            "remove", "Removes a device: ends its connection and erases its secret and where it was seen last.",
            operands: "DEVICE", shows: ("companion pair remove \"Sam's iPhone\"", "by name, or by id")
        ) { invocation throws(CommandFailure) in
            [.init("device", .string(try invocation.operand("the name or id of a device")))]
        }
    }

    private var rename: CommandDescription {
        command(
            "rename", "Gives a device another name, as it is shown and spoken.", operands: "DEVICE NAME",
            shows: ("companion pair rename \"Sam's iPhone\" Sam", "by name, or by id")
        ) { invocation throws(CommandFailure) in
            guard invocation.operands.count >= 2 else {
                throw .usage("pair rename needs a device and its new name", remedy: "companion pair rename OLD NEW")
            }
            try invocation.noMoreOperands(than: 2)
            guard invocation.operands[1].contains(where: { !$0.isWhitespace }) else {
                throw .usage("the new name is empty", remedy: "give the name that is to be shown and spoken")
            }
            return [
                .init("device", .string(invocation.operands[0])), .init("name", .string(invocation.operands[1])),
            ]
        }
    }
}
