import Deciding
import Documents
import Platform
import Readings
import Wayfinding

/// `replay`: an event log through a fresh decision core.
enum ReplayCommand {
    static let description = CommandDescription(
        name: "replay", operands: "FILE.jsonl",
        summary: "Feeds an event log to the decision core and prints what it decides.",
        options: [
            .json, .config, .stateDirectory, .groups, .place,
            CommandOption(
                name: "--effects", value: "TYPES", meaning: "print only these, separated by commas: say,route"),
        ],
        examples: [
            (
                "companion replay walk.jsonl --groups buildings.json --place ground.json --place first.json",
                "what would have been said, with its time, in the places of these files"
            ),
            ("companion replay corridor.jsonl --json --effects say,state", "only these effects, a line each"),
            ("companion simulate corridor.json5 --out - | companion replay -", "from standard input, line by line"),
        ]
    ) { invocation throws(CommandFailure) in
        try replay(try invocation.operand("an event log"), invocation)
    }

    /// Replays a log as fast as it goes.
    static func replay(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let settings = try FileReading.settings(invocation)
        let world = try WorldFiles.world(invocation)
        let printer = try EffectPrinter(invocation)
        if path == "-" {
            try stream(world: world, settings: settings, printer: printer)
        } else {
            let events = try read(path, world: world, settings: settings)
            Replay.run(events, world: world, settings: settings) { printer.print($0) }
        }
        return 0
    }

    /// Reads a log whole.
    static func read(
        _ path: String, world: World, settings: Settings
    ) throws(CommandFailure) -> [(time: Instant, event: Event)] {
        let bytes = try FileReading.bytes(path)
        do throws(EventLineError) {
            return try EventReader.readAll(bytes, world: world, settings: settings)
        } catch {
            throw failure(error, path: path, world: world)
        }
    }

    private static func failure(_ error: EventLineError, path: String, world: World) -> CommandFailure {
        let name = path == "-" ? "" : path + ": "
        return CommandFailure(
            code: "badEvent", message: name + error.description,
            remedy: world.placeIds.isEmpty && error.message.hasPrefix("there is no place")
                ? "give the maps of its places with --place, and --groups" : "", at: "line \(error.line)")
    }

    /// Standard input is answered line by line; whether speech is reported, and whether there is a barometer, is then
    /// known only from the first line that tells.
    private static func stream(world: World, settings: Settings, printer: EffectPrinter) throws(CommandFailure) {
        var reader = EventReader(world: world, settings: settings)
        var core: DecisionCore?
        var lines = StandardInputLines()
        do throws(EventLineError) {
            while let line = lines.next() {
                guard let (time, event) = try reader.read(line) else { continue }
                var running =
                    core
                    ?? DecisionCore(
                        world: world,
                        configuration: .init(settings: settings, ending: .estimated, isBarometerConfigured: false))
                running.handle(event, at: time).forEach { printer.print($0) }
                printer.flush()
                core = running
            }
        } catch {
            printer.flush()
            throw failure(error, path: "-", world: world)
        }
    }
}
