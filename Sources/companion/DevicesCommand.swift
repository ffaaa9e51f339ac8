import Devices
import Documents
import Glibc
import Platform
import Service

/// `devices`: the cameras and barometers that are plugged in.
enum DevicesCommand {
    static let description = CommandDescription(
        name: "devices",
        summary: "Lists the depth cameras and barometers that are plugged in.",
        options: [
            .json, .config, .calibration,
            CommandOption(
                name: "--scan", meaning: "ask the I2C buses for barometers; each question writes a byte on the bus"),
            .yes,
        ],
        examples: [
            ("companion devices", "cameras with their modes, barometers that the kernel drives, and the I2C buses"),
            ("companion devices --scan", "the same, and asks every bus where a barometer may be; it asks you first"),
            ("companion devices --json", "the same for machines"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let profiles = LiveDevices.profiles(invocation)
        let bus = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration).text("barometer.bus")
        let barometers = try scan(invocation, bus: bus)
        do throws(SystemError) {
            let cameras = try CameraScan.list(profiles: profiles)
            let list = DeviceList(cameras: cameras, barometers: barometers, profiles: profiles)
            let output = Output()
            if invocation.isJSON { output.line(list.json) } else { list.lines.forEach { output.line($0) } }
            return cameras.contains { $0.refusal == nil } || !barometers.places.isEmpty ? 0 : 1
        } catch {
            throw CommandFailure(
                code: "usbUnavailable", message: "the USB cannot be looked at", remedy: error.description, exit: 1)
        }
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
