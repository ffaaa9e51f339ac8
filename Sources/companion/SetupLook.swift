import Deciding
import Documents
import Platform
import Service
import Simulation

/// The third door: the demo, a map, or a walk of one's own.
enum SetupLook {
    /// What can be looked at.
    private enum Choice: Int, CaseIterable {
        case demo = 1
        case map, walk

        var title: String {
            switch self {
            case .demo: "Hear the demo"
            case .map: "See a map"
            case .walk: "Run a walk of your own"
            }
        }

        var detail: String {
            switch self {
            case .demo: "two minutes of a walk through a simulated building, in ten seconds."
            case .map: "a picture of a place, as a file that any browser opens."
            case .walk: "a scenario file, with simulated sensors."
            }
        }

        var command: String {
            switch self {
            case .demo: "companion demo"
            case .map: "companion setup --door 3 --file FILE"
            case .walk: "companion simulate FILE"
            }
        }
    }

    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        if invocation.has("--file") { return try draw(invocation.value("--file") ?? "", invocation) }
        let output = Output()
        if invocation.isJSON {
            output.line(json)
            return 0
        }
        if invocation.has("--yes") { return try demo(invocation) }
        for choice in Choice.allCases { output.line("\(choice.rawValue)  \(choice.title): \(choice.detail)") }
        output.flush()
        let chosen = try AnswerLine.ask("Which? [1, 2 or 3]", wanted: "answer 1, 2 or 3") {
            Int($0).flatMap(Choice.init(rawValue:))
        }
        switch chosen {
        case .demo: return try demo(invocation)
        case .map:
            let path = AnswerLine.ask("Which map? [a file; nothing for the demo's ground floor]") ?? ""
            return try draw(AnswerLine.path(path), invocation)
        case .walk:
            guard let path = try AnswerLine.file("Which scenario? [a file]") else { throw notNamed("scenario") }
            return try SetupCall.run(SimulateCommand.description, [path], invocation)
        case nil:
            throw CommandFailure(
                code: "notChosen", message: "nobody chose what to look at, so nothing was done",
                remedy: "answer 1, 2 or 3; or companion demo, companion map show FILE, companion simulate FILE")
        }
    }

    /// What can be chosen, with the command of each.
    private static var json: JSONValue {
        .object([
            .init("question", .string("Which?")),
            .init(
                "choices",
                .array(
                    Choice.allCases.map { choice in
                        .object([
                            .init("number", .integer(choice.rawValue)), .init("title", .string(choice.title)),
                            .init("detail", .string(choice.detail)), .init("command", .string(choice.command)),
                        ])
                    })),
        ])
    }

    private static func notNamed(_ what: String) -> CommandFailure {
        CommandFailure(
            code: "notChosen", message: "no \(what) was named, so nothing was done",
            remedy: "for example: companion simulate walk.json5")
    }

    /// Plays the demo.
    static func demo(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try SetupCall.run(DemoCommand.description, [], invocation)
    }

    /// Draws a map, the demo's where the path is empty, into a file that is asked about.
    private static func draw(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let query =
            path.isEmpty
            ? MapQuery(drawing: try demoGround()) : try MapQuery(Invocation(MapCommands.show, ["--", path]))
        let name = path.isEmpty ? "demo-ground" : path.hasSuffix(".json") ? String(path.dropLast(5)) : path
        let picture = name + ".svg"
        guard try PlacesQuestion.isAllowed("Write the picture to \(picture)?", invocation) else {
            throw PlacesQuestion.refusal
        }
        do throws(SystemError) {
            try AtomicFile.replace(picture, with: Array(query.drawing(nil).utf8), mode: 0o644)
        } catch {
            throw FileReading.cannotWrite(error, path: picture)
        }
        let output = Output()
        if invocation.isJSON {
            output.line(.object([.init("picture", .string(picture))]))
        } else {
            output.line("Wrote \(picture). Any browser opens it.")
        }
        return 0
    }

    private static func demoGround() throws(CommandFailure) -> World {
        do throws(WorldReader.Failure) {
            let ground = DemoBuilding.places[0]
            return try WorldReader.world(
                places: [WorldReader.Source(path: ground.name, bytes: ground.bytes)], groups: nil, now: WorldFiles.today
            )
        } catch {
            throw WorldFiles.failure(error)
        }
    }
}
