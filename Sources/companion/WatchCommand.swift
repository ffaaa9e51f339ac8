import Deciding
import Platform
import Readings
import Recordings
import Service
import Speech

/// `watch`: what the sensors read and what is decided of it, live.
enum WatchCommand {
    static let description = CommandDescription(
        name: "watch",
        summary: "Shows live what the sensors read, and what would be said.",
        options: [
            .json, .config, .stateDirectory, .groups, .place, ScenarioOption.seed,
            CommandOption(
                name: "--simulate", value: "SCENARIO",
                meaning: "simulated sensors; the word demo is the bundled scenario"),
            CommandOption(name: "--from", value: "FOLDER", meaning: "recorded depth frames and pressure.csv"),
            CommandOption(
                name: "--rate", value: "HZ", meaning: "frames a second where the folder has no index.csv (15)"),
            CommandOption(name: "--width", value: "N", meaning: "columns of raw frames"),
            CommandOption(name: "--height", value: "N", meaning: "rows of raw frames"),
            CommandOption(name: "--unit", value: "METRES", meaning: "metres for one unit of depth (0.001)"),
            .profiles, CalibrationOption.option, CommandOption(name: "--voice", meaning: "speak as well as show"),
        ],
        examples: [
            ("companion watch --simulate demo", "the bundled walk as a picture that moves; q ends it"),
            ("companion watch --from walk | cat", "without a terminal: a line a second"),
            ("companion watch --json", "the real sensors, one object a second"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        guard !(invocation.has("--simulate") && invocation.has("--from")) else {
            throw .usage("--simulate and --from exclude each other", remedy: "keep one")
        }
        for other in ["--simulate", "--from"] where invocation.has(other) {
            try invocation.refuse([CalibrationOption.option.name], beside: other)
        }
        return try watch(invocation)
    }

    /// What is watched: the input, the places, and what the sensors are just now.
    private typealias Source = (input: ServiceInput, world: World, devices: @Sendable () -> [String])

    private static func watch(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let settings = LoadedConfiguration(invocation).settings
        let clock = MonotonicClock()
        let model = WatchModel()
        let log = ServiceLog(hasPriorities: false) { line in
            model.takeJournal(String(line.dropLast()), at: clock.now())
            return true
        }
        let (input, world, devices) = try source(invocation, settings, clock, log)
        let core = DecisionCore(
            world: world,
            configuration: .init(settings: settings, ending: .reported, isBarometerConfigured: input.hasBarometer))
        do throws(SystemError) {
            let ender = try WakeUp()
            var parts = ServiceLoop.Parts(
                clock: clock, log: log, input: input, core: core, observer: { model.take($0) }, reload: { _ in nil })
            parts.ender = ender
            var loop = try ServiceLoop(parts)
            let view = try WatchView(
                model: model, view: input.view, clock: clock, settings: settings, devices: devices,
                style: invocation.isJSON ? .json : Terminal.isThere ? .picture : .lines, ender: ender)
            let voice = invocation.has("--voice") ? SpeechSettings(settings) : SpeechSettings(hooks: [])
            let ending = try loop.run(speech: voice)
            view.end()
            return ending == .done ? 0 : ServiceRun.restartCode
        } catch {
            throw CommandFailure(
                code: "system", message: "the live view could not run", remedy: error.description, exit: 1)
        }
    }

    private static func source(
        _ invocation: Invocation, _ settings: Settings, _ clock: MonotonicClock, _ log: ServiceLog
    ) throws(CommandFailure) -> Source {
        if let path = invocation.value("--simulate") {
            let file = try ScenarioOption.read(path, invocation)
            return (SimulatedInput.input(file, settings: settings)(clock), file.world, { ["simulated"] })
        }
        if invocation.has("--from") {
            let folder = try RecordedCommand.folder(invocation)
            let (world, place) = try RecordedCommand.world(invocation, watchesFloors: folder.pressure != nil)
            return (RecordedInput.input(folder, clock: clock, place: place), world, { ["recorded"] })
        }
        return try live(invocation, settings, clock, log)
    }

    /// The sensors of the machine; the barometer too, whatever the places need.
    private static func live(
        _ invocation: Invocation, _ settings: Settings, _ clock: MonotonicClock, _ log: ServiceLog
    ) throws(CommandFailure) -> Source {
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        let hasPlaces = !invocation.all("--place").isEmpty || invocation.has("--groups") || invocation.has("--state")
        if invocation.isJSON || !Terminal.isThere { LiveDevices.sayIfNoCamera(sensors) }
        let world = try hasPlaces ? WorldFiles.world(invocation) : World()
        var input = sensors.input(settings, wantsBarometer: true, clock: clock, log: log)
        input.calibration = try CalibrationOption.live(invocation)
        return (input, world, { LiveDevices.titles(sensors) })
    }
}
