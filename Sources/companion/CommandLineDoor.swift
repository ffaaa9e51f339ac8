import Documents

/// The door that people and scripts come in by: finds the command, runs it, prints what went wrong.
enum CommandLineDoor {
    static let version = "0.1.0"

    static let commands: [CommandDescription] =
        [
            SetupCommand.description, RunCommand.description, DemoCommand.description, DevicesCommand.description,
            DoctorCommand.description, WatchCommand.description, ConsoleCommand.description,
            NearestCommand.description,
            FloorsCommand.description,
            MapCommands.check, MapCommands.route, MapCommands.show,
            MapImportCommand.description, MapExportCommand.description,
            RecordCommand.description, ReplayCommand.description, SimulateCommand.description,
            ConfigCommands.check, ConfigCommands.show,
            ConfigTemplate.command, PairedDevicesCommand.description, PhoneCommand.description,
            CalibrateCameraCommand.description, CalibrateBarometerCommand.description,
            ManualCommands.completion,
        ] + ControlCommand.all + pairing.all + PlacesCommands.all + GroupsCommands.all + SeenCommands.all

    private static let pairing = PairCommands(
        client: PairingClient { _, method, parameters throws(CommandFailure) in
            guard case .object(let members) = parameters else { return try ControlCommand.call(method) }
            return try ControlCommand.call(method, members)
        })

    /// Commands that the overview leaves out: systemd, the shell and the package call them.
    static let unlisted: [CommandDescription] = [
        StoppedWordsCommand.description, ManualCommands.manual,
    ]

    /// Runs one call and gives its exit code: 0 done, 1 the answer is no, 2 bad input or usage.
    static func run(_ words: [String]) -> Int32 {
        do throws(CommandFailure) {
            return try dispatch(words)
        } catch {
            return report(error, asJSON: words.contains("--json"))
        }
    }

    /// Prints a failure, on standard output as well where a machine reads it.
    static func report(_ failure: CommandFailure, asJSON: Bool) -> Int32 {
        if asJSON { Output().line(failure.json) }
        Output.error(failure.line)
        return failure.exit
    }

    private static func dispatch(_ words: [String]) throws(CommandFailure) -> Int32 {
        if words.first == "--version" {
            Output().line("companion \(version)")
            return 0
        }
        let named = words.first == "help" ? Array(words.dropFirst()) : words
        guard let first = named.first, !isHelp(first) else {
            Output().line(overview(of: commands))
            return words.isEmpty ? 2 : 0
        }
        let wantsHelp = words.first == "help" || named.contains(where: isHelp)
        let family = commands.filter { $0.name.hasPrefix(first + " ") }
        if wantsHelp, !family.isEmpty, named.count == 1 || isHelp(named[1]) {
            Output().line(help(ofFamily: family, named: first))
            return 0
        }
        let command = try find(named)
        if wantsHelp {
            Output().line(command.help)
            return 0
        }
        let rest = Array(named.dropFirst(command.name.split(separator: " ").count))
        return try command.run(Invocation(command, rest))
    }

    private static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    private static func find(_ words: [String]) throws(CommandFailure) -> CommandDescription {
        let matches = (commands + unlisted).filter {
            words.starts(with: $0.name.split(separator: " ").map(String.init))
        }
        if let match = matches.max(by: { $0.name.count < $1.name.count }) { return match }
        let family = commands.filter { $0.name.hasPrefix(words[0] + " ") }
        if !family.isEmpty {
            let names = family.map(\.name)
            guard words.count > 1, !words[1].hasPrefix("-") else {
                throw .usage(
                    "\(words[0]) is a family of commands", remedy: "say which: " + names.joined(separator: ", "))
            }
            let wanted = words.prefix(2).joined(separator: " ")
            let hint = NearestName.among(names, to: wanted).first.map { "did you mean \($0)?" }
            throw .usage("there is no command \"\(wanted)\"", remedy: hint ?? "one of " + names.joined(separator: ", "))
        }
        let nearest = NearestName.among(commands.map(\.name), to: words.prefix(2).joined(separator: " ")).first
        let alone = nearest ?? NearestName.among(commands.map(\.name), to: words[0]).first
        let hint = alone.map { "did you mean \($0)?" } ?? "companion --help lists them"
        throw .usage("there is no command \"\(words[0])\"", remedy: hint)
    }

    /// What a family has, after what the command of that very name does, if there is one.
    private static func help(ofFamily family: [CommandDescription], named name: String) -> String {
        if let own = commands.first(where: { $0.name == name }) {
            let width = family.map(\.name.count).max() ?? 0
            let members = family.map { "  " + $0.name.padded(to: width) + "  " + $0.summary }
            return ([own.help, "", "commands of this family, each with its own --help:"] + members)
                .joined(separator: "\n")
        }
        let examples = family.compactMap { $0.examples.first.map { "  \($0.line)\n      \($0.shows)" } }.prefix(2)
        return ([overview(of: family), "", "examples:"] + examples).joined(separator: "\n")
    }

    private static func overview(of commands: [CommandDescription]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        var lines = [
            "Companion accompanies a person who cannot see through buildings.", "",
            "usage: companion COMMAND [options]", "", "commands:",
        ]
        lines += commands.map { "  " + $0.name.padded(to: width) + "  " + $0.summary }
        lines += [
            "", "companion COMMAND --help explains one, with an example. companion --version tells which this is.",
        ]
        lines += ["Begin with: companion setup, or companion demo"]
        return lines.joined(separator: "\n")
    }
}
