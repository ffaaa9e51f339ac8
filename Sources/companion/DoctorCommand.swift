import Devices
import Documents
import Platform
import Readings
import Service
import Speech

/// `doctor`: everything that can be wrong on this machine, each with what mends it.
enum DoctorCommand {
    static let description = CommandDescription(
        name: "doctor",
        summary: "Looks for everything that can be wrong on this machine, and says what mends it.",
        options: [.json, .config, .stateDirectory, .groups, .place, .profiles],
        examples: [
            ("companion doctor", "what is wrong, each with the command that mends it; nothing is changed"),
            ("companion doctor --json", "the same for machines; the exit code is 1 where something does not work"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let found = findings(invocation).sorted { $0.severity < $1.severity }
        let isWell = !found.contains { $0.severity == .error }
        let output = Output()
        if invocation.isJSON {
            output.line(json(found, isWell: isWell))
        } else {
            found.forEach { lines($0).forEach { output.line($0) } }
            output.line(verdict(found, isWell: isWell))
        }
        return isWell ? 0 : 1
    }

    private static func findings(_ invocation: Invocation) -> [DoctorFinding] {
        let loaded = LoadedConfiguration(invocation)
        let profiles = CalibrationProfiles(
            overrides: ConfigurationPaths.calibration + invocation.all("--profiles"))
        var facts = MachineLook.facts(
            speech: SpeechSettings(loaded.settings), statePath: invocation.value("--state") ?? ConfigurationPaths.state)
        facts.configurationProblems = loaded.problems
        facts.profileProblems = profiles.findings.map(\.description)
        facts.isServiceRunning = isServiceRunning
        facts.ros2 = MachineLook.ros2(loaded.settings)
        return cameras(profiles) + barometers(invocation, loaded.settings)
            + Doctor.findings(facts)
    }

    /// Whether a service answers at the control socket; one that refuses this user runs as well.
    private static var isServiceRunning: Bool {
        do throws(CommandFailure) {
            _ = try ControlCommand.call("version")
            return true
        } catch {
            return error.code != "notRunning"
        }
    }

    private static func cameras(_ profiles: CalibrationProfiles) -> [DoctorFinding] {
        do throws(SystemError) {
            return Doctor.findings(cameras: try CameraScan.list(profiles: profiles), profiles: profiles)
        } catch {
            return [
                .init(
                    .error, "usbUnavailable", "the USB cannot be looked at: \(error.description)",
                    remedy: "look whether /dev/bus/usb is there and lsusb lists devices")
            ]
        }
    }

    /// The kernel is asked, and the buses are opened, but nothing is written on them.
    private static func barometers(_ invocation: Invocation, _ settings: Settings) -> [DoctorFinding] {
        guard settings.isOn("barometer.enabled") else { return [] }
        let scan = BarometerScan.list(bus: settings.text("barometer.bus"))
        return Doctor.findings(barometers: scan, needed: needsBarometer(invocation))
    }

    private static func needsBarometer(_ invocation: Invocation) -> Bool {
        do throws(CommandFailure) {
            let hasFiles = !invocation.all("--place").isEmpty || invocation.has("--groups")
            return try (hasFiles ? WorldFiles.world(invocation) : WorldFiles.stored(invocation)).hasFloors
        } catch {
            return false  // what is wrong with the stores is told elsewhere
        }
    }

    // MARK: - The words

    private static func lines(_ finding: DoctorFinding) -> [String] {
        let mark =
            switch finding.severity {
            case .error: "✘"
            case .warning: "!"
            case .note: "·"
            }
        let head = "\(mark) \(finding.message.prefix(1).uppercased())\(finding.message.dropFirst())."
        return finding.remedy.isEmpty ? [head] : [head, "    → \(finding.remedy)"]
    }

    private static func verdict(_ found: [DoctorFinding], isWell: Bool) -> String {
        let errors = found.filter { $0.severity == .error }.count
        if errors > 0 {
            return "\(PlacesState.count(errors, "thing")) must be mended before the robot can be relied on."
        }
        return found.contains { $0.severity == .warning } ? "It works, and could work better." : "Everything is well."
    }

    private static func json(_ found: [DoctorFinding], isWell: Bool) -> JSONValue {
        .object([
            .init("ok", .boolean(isWell)),
            .init(
                "findings",
                .array(
                    found.map { finding in
                        .object([
                            .init("code", .string(finding.code)), .init("severity", .string(finding.severity.rawValue)),
                            .init("message", .string(finding.message)), .init("remedy", .string(finding.remedy)),
                        ])
                    })),
        ])
    }
}
