import Deciding
import Devices
import Glibc
import Platform
import Readings
import Service

/// `run` with the sensors of the machine.
enum LiveRun {
    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let loaded = LoadedConfiguration(invocation)
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        try offer(invocation, loaded, sensors)
        let isStored = invocation.all("--place").isEmpty && !invocation.has("--groups")
        let (world, problem) = try isStored ? storedWorld(invocation) : (WorldFiles.world(invocation), nil)
        let place = try startingPlace(invocation, world)
        var run = try ServiceRun(
            invocation, loaded: loaded, world: world, isWorldStored: isStored && problem == nil, remembers: true)
        run.problem = problem
        let log = run.log
        return try run.run { clock in
            var input = sensors.input(
                loaded.settings, wantsBarometer: world.hasFloors, clock: clock, log: log)
            if let place { input.script = [(.start, .place(place))] }
            return input
        }
    }

    /// The places and groups of the state directory.
    ///
    /// Where they cannot be read, the robot still sees and speaks, and says what is missing.
    private static func storedWorld(_ invocation: Invocation) -> (World, ServiceRun.Problem?) {
        do throws(CommandFailure) {
            return (try WorldFiles.stored(invocation), nil)
        } catch {
            let line = error.message + (error.remedy.isEmpty ? "" : " — " + error.remedy)
            return (World(), .init(line: line, key: "places", words: "My places cannot be read. I know no way now."))
        }
    }

    /// Someone who only tries the program is told what it can do without sensors; a machine that is set up waits.
    private static func offer(
        _ invocation: Invocation, _ loaded: LoadedConfiguration, _ sensors: LiveSensors
    ) throws(CommandFailure) {
        guard access(loaded.path, F_OK) != 0, cameras(sensors).isEmpty, BarometerScan.list().places.isEmpty
        else { return }
        throw CommandFailure(
            code: "noSensors", message: "there is no depth camera and no configuration at \(loaded.path)",
            remedy: "plug a camera in and run companion setup; or try companion run --simulate demo, or companion run "
                + "--from FOLDER", exit: 1)
    }

    private static func cameras(_ sensors: LiveSensors) -> [CameraDescription] {
        do throws(SystemError) {
            return try CameraScan.list(profiles: sensors.profiles)
        } catch {
            return []
        }
    }

    /// The place that `--at` names.
    static func startingPlace(_ invocation: Invocation, _ world: World) throws(CommandFailure) -> String? {
        guard let place = invocation.value("--at") else { return nil }
        guard world.knows(place: place) else {
            throw .usage("there is no place \"\(place)\"", remedy: "one of \(world.placeIds.joined(separator: ", "))")
        }
        return place
    }
}

extension World {
    /// Whether some group has floors that a barometer tells apart.
    var hasFloors: Bool { groups.contains(where: \.isVerticallyOrdered) }
}
