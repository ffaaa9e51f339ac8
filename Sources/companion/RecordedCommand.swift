import Deciding
import Perception
import Platform
import Readings
import Recordings
import Service
import Wayfinding

/// `run --from`: recorded frames and pressure in place of sensors.
enum RecordedCommand {
    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let folder = try folder(invocation)
        let (world, place) = try world(invocation, watchesFloors: folder.pressure != nil)
        if invocation.has("--fast") { return try fast(folder, world, place, invocation) }
        let loaded = LoadedConfiguration(invocation)
        return try ServiceRun(
            invocation, loaded: loaded, world: world, isWorldStored: WorldFiles.isStored(invocation)
        ).run { clock in
            RecordedInput.input(folder, clock: clock, place: place)
        }
    }

    /// The folder that `--from` names, as the options say.
    static func folder(_ invocation: Invocation) throws(CommandFailure) -> RecordedFolder {
        var options = RecordedFolder.Options()
        options.rate = try invocation.number("--rate", in: 0.1...240) ?? options.rate
        options.depthUnit = try invocation.number("--unit", in: 0.000_001...1) ?? options.depthUnit
        options.size = try NearestFiles.size(invocation)
        do throws(RecordedFolder.Failure) {
            return try RecordedFolder(invocation.value("--from") ?? "", options: options)
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ failure: RecordedFolder.Failure) -> CommandFailure {
        switch failure {
        case .cannotRead(let path, let error): FileReading.failure(error, path: path, limit: PressureLog.sizeLimit)
        case .index(let path, let line, let message):
            CommandFailure(code: "badIndex", message: "\(path):\(line): \(message)", at: "line \(line)")
        case .pressure(let path, let error): FloorsCommand.failure(error, path: path)
        case .frame(let error): CommandFailure(code: "badImage", message: error.description, at: error.file)
        case .empty(let path):
            CommandFailure(
                code: "emptyFolder", message: "\(path) holds nothing to play",
                remedy: "put depth frames (.png, .z16, .raw) or a pressure.csv into it", at: path)
        }
    }

    /// The world that the options name.
    ///
    /// A recorded pressure log alone is watched as in a building of two floors, and that is said: without a group
    /// nothing could be told of floors.
    static func world(
        _ invocation: Invocation, watchesFloors: Bool
    ) throws(CommandFailure) -> (World, String?) {
        let world = try WorldFiles.world(invocation)
        if let place = invocation.value("--at") {
            guard world.knows(place: place) else {
                throw .usage(
                    "there is no place \"\(place)\"", remedy: "one of \(world.placeIds.joined(separator: ", "))")
            }
            return (world, place)
        }
        guard watchesFloors, world.groups.isEmpty, world.places.isEmpty else { return (world, nil) }
        Output.error(
            "companion: no groups were given, so floors are watched as in a building of two floors — --groups names one"
        )
        let floors = ["lower", "upper"].map { Floor(id: $0, name: $0, places: ["recorded " + $0]) }
        let standIn = Building(id: "recorded", name: "Recorded building", floors: floors)
        return (World(groups: [standIn]), "recorded lower")
    }

    private static func fast(
        _ folder: RecordedFolder, _ world: World, _ place: String?, _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        let printer = try EffectPrinter(invocation, flushesLines: true)
        let settings = try FileReading.settings(invocation)
        let mounting = try CalibrationOption.mounting(invocation)
        var run = RecordedRun(
            folder, settings: settings, place: place, calibration: mounting.map { GroundCalibration(mounting: $0) })
        var core = DecisionCore(
            world: world,
            configuration: .init(
                settings: settings, ending: .estimated,
                isBarometerConfigured: folder.pressure != nil && settings.isOn("barometer.enabled")))
        let recording = try FastRecording.begin(
            invocation, world: world, settings: settings,
            hasBarometer: folder.pressure != nil && settings.isOn("barometer.enabled"))
        recording?.take(run.recordedPerception)
        if let recording { run.onFrame = { recording.take($0) } }
        while let (time, event) = run.next() {
            let effects = core.handle(event, at: time)
            effects.forEach { printer.print($0) }
            try recording?.take(event, at: time, effects)
        }
        try recording?.end()
        printer.flush()
        if run.malformedFrames > 0 {
            let frames = run.malformedFrames == 1 ? "1 frame" : "\(run.malformedFrames) frames"
            Output.error("companion: \(frames) could not be read and counted as malformed — the last: \(run.fault)")
        }
        return 0
    }
}
