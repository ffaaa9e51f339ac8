import Deciding
import Documents
import Platform
import Readings
import Wayfinding

/// `replay`: an event log through a fresh decision core.
enum ReplayCommand {
    static let description = CommandDescription(
        name: "replay", operands: "FILE",
        summary: "Feeds a recording (MCAP) or an event log (JSONL) to the decision core and prints what it decides.",
        options: [
            .json, .config, .stateDirectory, .groups, .place,
            CommandOption(
                name: "--effects", value: "TYPES", meaning: "print only these, separated by commas: say,route"),
        ] + ReplayRecording.options,
        examples: [
            (
                "companion replay walk.jsonl --groups buildings.json --place ground.json --place first.json",
                "what would have been said, with its time, in the places of these files"
            ),
            ("companion replay walk.mcap", "exactly what was decided on the walk that was recorded"),
            (
                "companion replay walk.mcap --from-frames --set depth.threshold=1.5 --compare",
                "where another threshold would have changed what was said"
            ),
            ("companion replay corridor.jsonl --json --effects say,state", "only these effects, a line each"),
            (
                "companion simulate walk.json5 --out - | companion replay - --groups buildings.json --place ground.json",
                "from standard input, line by line, with the groups and places that the scenario names"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        try replay(try invocation.operand("a recording or an event log"), invocation)
    }

    /// Replays a log as fast as it goes.
    static func replay(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        if ReplayRecording.isOne(path) { return try ReplayRecording.replay(path, invocation) }
        try ReplayRecording.refuseStrays(invocation)
        let settings = try FileReading.settings(invocation)
        let world = try WorldFiles.world(invocation)
        let printer = try EffectPrinter(invocation)
        if path == "-" {
            try invocation.refuse(["--speed"], beside: "standard input")
            try stream(world: world, settings: settings, printer: printer)
        } else {
            let events = try read(path, world: world, settings: settings)
            let pace = try ReplayPace(invocation)
            if pace.isReal {
                replay(events, world: world, settings: settings, at: pace, printer)
            } else {
                Replay.run(events, world: world, settings: settings) { printer.print($0) }
            }
        }
        return 0
    }

    /// Replays in time: what is due is decided when it is due, as while it was lived.
    private static func replay(
        _ events: [(time: Instant, event: Event)], world: World, settings: Settings, at pace: ReplayPace,
        _ printer: EffectPrinter
    ) {
        var core = DecisionCore(
            world: world, configuration: Replay.configuration(for: events, settings: settings))
        for (time, event) in events {
            while let due = core.nextDeadline, due < time {
                pace.wait(for: due)
                core.advance(to: due).forEach { printer.print($0) }
                printer.flush()
            }
            pace.wait(for: time)
            core.handle(event, at: time).forEach { printer.print($0) }
            printer.flush()
        }
    }

    /// Reads a log whole.
    static func read(
        _ path: String, world: World, settings: Settings
    ) throws(CommandFailure) -> [(time: Instant, event: Event)] {
        let bytes = try FileReading.bytes(path)
        guard bytes.isEmpty || !path.hasSuffix(".mcap") else {
            throw CommandFailure(
                code: "badRecording", message: "\(path) is not a recording: it does not begin as one",
                remedy: "companion record FILE.mcap makes one", at: path)
        }
        let events: [(time: Instant, event: Event)]
        do throws(EventLineError) {
            events = try EventReader.readAll(bytes, world: world, settings: settings)
        } catch {
            throw failure(error, path: path, world: world)
        }
        guard !events.isEmpty || !path.hasSuffix(".mcap") else { throw ReplayRecording.noRun(path) }
        if events.isEmpty { Output.error("companion: \(path) is empty, so nothing is decided") }
        return events
    }

    private static func failure(_ error: EventLineError, path: String, world: World) -> CommandFailure {
        let name = path == "-" ? "" : path + ": "
        return CommandFailure(
            code: "badEvent", message: name + error.description,
            remedy: remedy(error, world), at: "line \(error.line)")
    }

    /// What can be done about a log that cannot be read; the first line tells whether it is one.
    private static func remedy(_ error: EventLineError, _ world: World) -> String {
        switch error.kind {
        case .unknownPlace where world.placeIds.isEmpty: "give the maps of its places with --place, and --groups"
        case .unknownType: "the log may be of another version; mend the line, or take it out"
        case .notAnObject where error.line == 1:
            "give a recording (MCAP) or an event log, a JSON object a line; companion simulate plays a scenario"
        default: ""
        }
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
