import Console
import Devices
import Documents
import Platform
import Service

/// `setup`: the first run, three doors.
enum SetupCommand {
    static let description = CommandDescription(
        name: "setup",
        summary: "The first run: set up this robot, open a place someone sent, or look around.",
        options: [
            .json, .yes, .config, .stateDirectory, .profiles,
            CommandOption(name: "--door", value: "N", meaning: "the door, 1 to 3, without being asked"),
            CommandOption(
                name: "--file", value: "FILE", meaning: "door 2: the map or folder; door 3: a map to draw"),
            CommandOption(name: "--group", value: "NAME", meaning: "door 2: the group that the places belong to"),
            CommandOption(name: "--floor", value: "NAME", meaning: "door 2: the floor of the group"),
            CommandOption(
                name: "--mounting", value: "FILE",
                meaning: "door 1: where the camera's mounting is kept (\(MountingFile.standardPath))"),
        ],
        examples: [
            ("companion setup", "asks which door, and before anything is written"),
            ("companion setup --json", "the doors, and what each would do"),
            ("companion setup --door 1 --json", "how this machine stands, part by part; nothing is written or played"),
            ("companion setup --door 2 --file ground.json", "takes in a map that someone sent"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let profiles = LiveDevices.quietProfiles(invocation)
        let camera = camera(profiles)
        let doors = FirstDoors.list(camera)
        guard let door = try chosen(doors, invocation) else {
            Output().line(json(doors))
            return 0
        }
        switch door.name {
        case .robot:
            var robot = SetupRobot(invocation, profiles, camera)
            return try robot.run()
        case .place: return try SetupPlace(invocation).run()
        case .look: return try SetupLook.run(invocation)
        }
    }

    /// Whether this machine has a camera that can be used; nothing is opened.
    private static func camera(_ profiles: CalibrationProfiles) -> FirstDoors.Camera {
        do throws(SystemError) {
            let cameras = try LiveDevices.cameras(profiles, LiveDevices.askService())
            if let usable = cameras.first(where: { $0.refusal == nil }) { return .found(usable.title) }
            guard let refusal = cameras.first?.refusal else { return .missing }
            return .unusable(String(refusal.description.prefix { $0 != ";" }))
        } catch {
            return .unusable("the USB cannot be looked at: \(error.description)")
        }
    }

    /// The door that is asked for; nil where only the list is, since nobody can be asked.
    private static func chosen(
        _ doors: [FirstDoor], _ invocation: Invocation
    ) throws(CommandFailure) -> FirstDoor? {
        if let word = invocation.value("--door") {
            guard let door = FirstDoors.door(word, among: doors) else {
                throw .usage("there is no door \"\(word)\"", remedy: "1, 2 or 3: companion setup --json lists them")
            }
            return door
        }
        if invocation.isJSON { return nil }
        let output = Output()
        for door in doors {
            output.line("\(door.number)  \(door.title)")
            output.line("   \(door.detail)")
            output.line("   \(door.willDo)")
        }
        output.flush()
        let asked = try AnswerLine.ask(
            "\(FirstDoors.question) [1, 2 or 3; q to leave]", wanted: "answer 1, 2 or 3, or q to leave"
        ) { word -> Choice? in
            if let door = FirstDoors.door(word, among: doors) { return .door(door) }
            return ["q", "quit"].contains(word.lowercased()) ? .leave : nil
        }
        switch asked {
        case .door(let door): return door
        case .leave: throw CommandFailure(code: "notChosen", message: "nothing was done", exit: 1)
        case nil:
            throw CommandFailure(
                code: "notChosen", message: "nobody chose a door, so nothing was done",
                remedy: "answer 1, 2 or 3, or give --door")
        }
    }

    private enum Choice {
        case door(FirstDoor)
        case leave
    }

    private static func json(_ doors: [FirstDoor]) -> JSONValue {
        .object([
            .init("question", .string(FirstDoors.question)),
            .init(
                "doors",
                .array(
                    doors.map { door in
                        .object([
                            .init("number", .integer(door.number)), .init("name", .string(door.name.rawValue)),
                            .init("title", .string(door.title)), .init("detail", .string(door.detail)),
                            .init("willDo", .string(door.willDo)),
                            .init("command", .string("companion setup --door \(door.number)")),
                        ])
                    })),
        ])
    }
}

/// Other commands, as a door of the setup calls them.
enum SetupCall {
    /// Runs a command with these words, and with the switches of the setup that it shares.
    @discardableResult
    static func run(
        _ command: CommandDescription, _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        try command.run(Invocation(command, shared(command, invocation) + words))
    }

    private static func shared(_ command: CommandDescription, _ invocation: Invocation) -> [String] {
        command.options.flatMap { option -> [String] in
            guard ["--json", "--yes", "--config", "--state", "--profiles"].contains(option.name) else { return [] }
            if option.value == nil { return invocation.has(option.name) ? [option.name] : [] }
            return invocation.all(option.name).flatMap { [option.name, $0] }
        }
    }
}
