import Deciding
import Documents
import Platform
import Service
import Simulation

/// The third door: the demo, a map, or a walk of one's own.
enum SetupLook {
    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        if invocation.has("--file") { return try draw(invocation.value("--file") ?? "", invocation) }
        if invocation.isJSON || invocation.has("--yes") { return try demo(invocation) }
        let output = Output()
        output.line("1  Hear the demo: two minutes of a walk through a simulated building, in ten seconds.")
        output.line("2  See a map: a picture of a place, as a file that any browser opens.")
        output.line("3  Run a walk of your own: a scenario file, with simulated sensors.")
        output.flush()
        while true {
            guard let word = AnswerLine.ask("Which? [1, 2 or 3]") else { throw PlacesQuestion.nobody }
            switch word {
            case "1": return try demo(invocation)
            case "2":
                let path = AnswerLine.ask("Which map? [a file; nothing for the demo's ground floor]") ?? ""
                return try draw(path, invocation)
            case "3":
                guard let path = AnswerLine.ask("Which scenario? [a file]"), !path.isEmpty else {
                    throw PlacesQuestion.nobody
                }
                return try SetupCall.run(SimulateCommand.description, [path], invocation)
            default: Output.error("There is no choice \"\(word)\".")
            }
        }
    }

    /// Plays the demo; `because` is said first where something else was expected.
    static func demo(_ invocation: Invocation, because reason: String = "") throws(CommandFailure) -> Int32 {
        if !invocation.isJSON, !reason.isEmpty {
            let output = Output(flushesLines: true)
            output.line(reason + " companion doctor tells what stands in the way.")
            output.line("")
        }
        return try SetupCall.run(DemoCommand.description, [], invocation)
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
