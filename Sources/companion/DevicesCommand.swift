import Devices
import Documents
import Glibc
import Platform
import Readings
import Service

/// `devices`: the cameras and barometers that are plugged in.
enum DevicesCommand {
    static let description = CommandDescription(
        name: "devices",
        summary: "Lists the depth cameras and barometers that are plugged in.",
        options: [
            .json, .config, .profiles,
            CommandOption(
                name: "--scan", meaning: "ask the I2C buses for barometers; each question writes a byte on the bus"),
            CommandOption(
                name: "--ask",
                meaning: "open the first camera for a moment, to ask for its firmware, unit and intrinsics"),
            .yes,
        ],
        examples: [
            ("companion devices", "cameras with their modes, barometers that the kernel drives, and the I2C buses"),
            ("companion devices --scan", "the same, and asks every bus where a barometer may be; it asks you first"),
            ("companion devices --ask", "the same, with what only an open camera tells"),
            ("companion devices --json", "the same for machines"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let profiles = LiveDevices.profiles(invocation)
        let bus = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration).text("barometer.bus")
        let barometers = try scan(invocation, bus: bus)
        do throws(SystemError) {
            let cameras = try LiveDevices.cameras(profiles, LiveDevices.askService())
            let asked = invocation.has("--ask") ? ask(profiles, invocation) : nil
            let list = DeviceList(
                cameras: cameras, barometers: barometers, profiles: profiles, asked: asked,
                isScanned: invocation.has("--scan"))
            let output = Output()
            if invocation.isJSON { output.line(list.json) } else { list.lines.forEach { output.line($0) } }
            return cameras.contains { $0.refusal == nil } || !barometers.places.isEmpty ? 0 : 1
        } catch {
            throw CommandFailure(
                code: "usbUnavailable", message: "the USB cannot be looked at", remedy: error.description, exit: 1)
        }
    }

    /// How long a camera may take to open and answer.
    private static let askingLimit = Duration.seconds(5)

    /// Opens the camera that the settings name, or the first one, until it has answered or cannot.
    private static func ask(_ profiles: CalibrationProfiles, _ invocation: Invocation) -> CameraStatus {
        let sensors = LiveSensors(profiles: profiles)
        let clock = MonotonicClock()
        let end = clock.now() + askingLimit
        let settings = LoadedConfiguration(invocation).settings
        var source = sensors.depthSource(settings, clock: clock, log: LiveDevices.journal(), isStopped: { false })
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        while clock.now() < end {
            _ = source.next(into: &frame, limit: .milliseconds(100))
            let status = sensors.camera.status
            if status.facts != nil { return status }
            if case .refused = status.state { return status }
        }
        return sensors.camera.status
    }

    private static func scan(_ invocation: Invocation, bus: String?) throws(CommandFailure) -> BarometerScan {
        guard invocation.has("--scan") else { return BarometerScan.list(bus: bus) }
        if !invocation.has("--yes") { try ask(bus) }
        return BarometerScan.probing(bus: bus, world: .machine(MonotonicClock(), isStopped: { false }))
    }

    /// A question on a bus is a write, and what else is on it nobody knows.
    private static func ask(_ bus: String?) throws(CommandFailure) {
        guard isatty(STDIN_FILENO) == 1 else {
            throw .usage("--scan writes on the I2C bus, so it asks first", remedy: "add --yes where nobody can answer")
        }
        let what = bus ?? "every I2C bus that no monitor, board or multiplexer owns"
        Output.error("Each address where a barometer may be is asked on \(what).")
        Output.error("A question writes a byte, which other chips may take for a command. Go on? [y/N]")
        guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
            throw CommandFailure(code: "notScanned", message: "nothing was asked", exit: 1)
        }
    }
}
