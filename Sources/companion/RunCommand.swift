import Deciding
import Documents
import Platform
import Readings
import Recordings
import Service
import Speech

/// `run`: the service, in the foreground.
enum RunCommand {
    static let description = CommandDescription(
        name: "run",
        summary: "Runs the service in the foreground until it is told to stop.",
        options: [
            .json, .config, stateDirectory, .groups, .place, ScenarioOption.seed, CalibrationOption.option,
            CommandOption(name: "--at", value: "PLACE", meaning: "the id of the place that the robot starts in"),
            CommandOption(
                name: "--simulate", value: "SCENARIO",
                meaning: "simulated sensors; the word demo is the bundled scenario"),
            CommandOption(name: "--replay", value: "FILE", meaning: "an event log or a recording in real time, spoken"),
            CommandOption(
                name: "--from", value: "FOLDER", meaning: "recorded depth frames and pressure.csv in place of sensors"),
            CommandOption(
                name: "--rate", value: "HZ", meaning: "frames a second where the folder has no index.csv (15)"),
            CommandOption(name: "--width", value: "N", meaning: "columns of raw frames"),
            CommandOption(name: "--height", value: "N", meaning: "rows of raw frames"),
            CommandOption(name: "--unit", value: "METRES", meaning: "metres for one unit of depth (0.001)"),
            .profiles,
            CommandOption(name: "--fast", meaning: "as fast as it goes: printed, not spoken"),
            CommandOption(
                name: "--no-control", meaning: "no control socket, so that a second service can run beside this one"),
        ] + RecordingOption.options,
        examples: [
            ("companion run", "the camera and the barometer of this machine, with the places of its state directory"),
            ("companion run --simulate demo", "the bundled walk in real time, spoken where a voice is installed"),
            ("companion run --from walk --width 640 --height 480", "recorded raw frames and pressure.csv"),
            ("companion run --from walk --width 640 --height 480 --fast", "the same without waiting"),
            ("companion run --record walk.mcap", "everything is recorded from the beginning, and replays exactly"),
        ]
    ) { invocation throws(CommandFailure) in try run(invocation) }

    private static let stateDirectory = CommandOption(
        name: "--state", value: "DIR",
        meaning:
            "the state directory, not the standard one; without it a replay or a simulation keeps nothing")

    private static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.noMoreOperands(than: 0)
        let given = ["--simulate", "--replay", "--from"].filter(invocation.has)
        guard given.count <= 1 else {
            throw .usage("\(given.joined(separator: " and ")) exclude each other", remedy: "keep one")
        }
        if let source = given.first {
            try refuseStrays(beside: source, invocation)
            try invocation.refuse(["--profiles"], beside: source)
        } else {
            try invocation.refuse(ofRecordings, without: "--simulate or --from")
        }
        switch given.first {
        case "--simulate": return try simulate(invocation.value("--simulate"), invocation)
        case "--replay": return try replay(invocation)
        case "--from": return try RecordedCommand.run(invocation)
        default: return try LiveRun.run(invocation)
        }
    }

    /// Options that only some sources know; one that would do nothing is refused.
    private static let knownBeside: [String: Set<String>] = [
        "--simulate": ["--seed", "--calibration"], "--replay": ["--groups", "--place"],
        "--from": ["--groups", "--place", "--at", "--rate", "--width", "--height", "--unit", "--calibration"],
    ]
    private static let ofRecordings = ["--rate", "--width", "--height", "--unit", "--fast", "--seed"]

    private static func refuseStrays(beside source: String, _ invocation: Invocation) throws(CommandFailure) {
        let known = knownBeside[source] ?? []
        let others = knownBeside.values.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(known)
        guard let stray = description.options.map(\.name).first(where: { others.contains($0) && invocation.has($0) })
        else { return }
        throw .usage("\(stray) does nothing beside \(source)", remedy: "leave it out")
    }

    /// Runs a scenario in real time, or as fast as it goes.
    static func simulate(_ path: String?, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let file = try ScenarioOption.read(path, invocation)
        if invocation.has("--fast") { return try DemoCommand.play(file, invocation) }
        let loaded = LoadedConfiguration(invocation)
        return try ServiceRun(invocation, loaded: loaded, world: file.world)
            .run(SimulatedInput.input(file, settings: loaded.settings))
    }

    /// Plays an event log in real time; what a voice reported then is left out, since the voice of now reports.
    private static func replay(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let path = invocation.value("--replay") ?? ""
        if invocation.has("--fast") {
            try invocation.refuse(["--record", "--frames"], beside: "--replay with --fast")
            return try ReplayCommand.replay(path, invocation)
        }
        let loaded = LoadedConfiguration(invocation)
        if ReplayRecording.isOne(path) { return try replayRecording(path, loaded, invocation) }
        let world = try WorldFiles.world(invocation)
        let events = try ReplayCommand.read(path, world: world, settings: loaded.settings)
        return try ServiceRun(
            invocation, loaded: loaded, world: world, isWorldStored: WorldFiles.isStored(invocation)
        ).run { _ in
            var input = ServiceInput()
            input.hasBarometer = Replay.configuration(for: events, settings: loaded.settings).isBarometerConfigured
            input.script = events.filter { if case .spoken = $0.event { false } else { true } }
            return input
        }
    }

    /// Plays what a recorded run was given, in its places.
    private static func replayRecording(
        _ path: String, _ loaded: LoadedConfiguration, _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        try invocation.refuse(["--groups", "--place"], beside: "a recording, which has its own places")
        let (session, _) = try ReplayRecording.session(path, invocation)
        let replay = try ReplayRecording.make(session, path, invocation)
        return try ServiceRun(invocation, loaded: loaded, world: replay.world).run { _ in
            var input = ServiceInput()
            input.hasBarometer = session.head.facts["barometer"] == "yes"
            input.script = replay.steps.compactMap { time, step in
                guard case .event(let event, _) = step else { return nil }
                if case .spoken = event { return nil }
                return (Instant.start + (time - replay.began), event)
            }
            return input
        }
    }
}
