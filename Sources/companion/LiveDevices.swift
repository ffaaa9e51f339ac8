import Devices
import Documents
import Glibc
import Platform
import Service

extension CommandOption {
    static let profiles = CommandOption(
        name: "--profiles", value: "DIR", repeats: true,
        meaning: "a folder of calibration profiles over the installed ones; may be given several times")
}

/// What the commands that read real sensors share.
enum LiveDevices {
    /// How long a command waits for a sensor to come.
    static let patience = Duration.seconds(5)
    /// How long one turn of reading waits, so that Ctrl-C is heard soon.
    static let turn = Duration.milliseconds(200)

    /// The profiles of the machine and of `--profiles`; what is wrong with a file is said, and the shipped one used.
    static func profiles(_ invocation: Invocation) -> CalibrationProfiles {
        let profiles = quietProfiles(invocation)
        for finding in profiles.findings {
            Output.error("companion: \(finding.description) — the shipped profile is used")
        }
        return profiles
    }

    /// The same, for a command that tells what is wrong with a file in its own way.
    static func quietProfiles(_ invocation: Invocation) -> CalibrationProfiles {
        CalibrationProfiles(overrides: ConfigurationPaths.calibration + invocation.all("--profiles"))
    }

    /// Where a command's journal goes: warnings and worse to standard error.
    static func journal() -> ServiceLog {
        ServiceLog(hasPriorities: true) { line in
            guard let end = line.firstIndex(of: ">"), let number = Int(line[line.index(after: line.startIndex)..<end])
            else { return true }
            if number <= ServiceLog.Priority.warning.rawValue {
                Output.error("companion: " + line[line.index(after: end)...].dropLast())
            }
            return true
        }
    }

    /// What a service that runs says of its sensors; nil where none does.
    static func askService() -> ServiceWord? {
        do throws(CommandFailure) {
            return ServiceWord(status: try ControlCommand.call("status"))
        } catch {
            return error.code == "notRunning" ? nil : .silent
        }
    }

    /// The cameras that are there; that this user may not open one is nothing against it where the service may.
    static func cameras(
        _ profiles: CalibrationProfiles, _ word: @autoclosure () -> ServiceWord?
    ) throws(SystemError) -> [CameraDescription] {
        var cameras = try CameraScan.list(profiles: profiles)
        let barred = cameras.indices.filter { if case .access? = cameras[$0].refusal { true } else { false } }
        if !barred.isEmpty, word()?.opensCamera ?? false { for index in barred { cameras[index].refusal = nil } }
        return cameras
    }

    /// The sensors in a few words each, for a headline.
    static func titles(_ sensors: LiveSensors) -> [String] {
        let camera = sensors.camera.status
        var titles = ["camera: " + camera.state.description]
        if let mode = camera.mode, let description = camera.description, camera.state == .streaming {
            titles = ["\(description.name) \(mode.width)×\(mode.height)"]
        }
        let barometer = sensors.barometer.status
        return titles + [barometer.description ?? "no barometer"]
    }

    /// Says once, on standard error, that there is no camera to show anything of; one that comes later is shown.
    static func sayIfNoCamera(_ sensors: LiveSensors) {
        do throws(SystemError) {
            guard try CameraScan.list(profiles: sensors.profiles).isEmpty else { return }
            Output.error(
                "companion: no depth camera is plugged in — plug one in, or try companion watch --simulate demo")
        } catch {
            Output.error("companion: the USB cannot be looked at: \(error.description) — companion doctor tells more")
        }
    }

    /// Why no frame came: in the camera's own words where there are some.
    static func missing(_ status: CameraStatus) -> CommandFailure {
        switch status.state {
        case .searching:
            CommandFailure(
                code: "noCamera", message: "no depth camera is plugged in",
                remedy: "plug one in; companion devices lists what is there, companion doctor what is wrong", exit: 1)
        default:
            CommandFailure(
                code: "noFrames",
                message: "the camera gives no frames: \(status.lastFault ?? status.state.description)",
                remedy: "companion doctor tells more", exit: 1)
        }
    }

    /// Why no sample came.
    static func missing(_ status: BarometerStatus) -> CommandFailure {
        guard let finding = status.findings.first else {
            return CommandFailure(
                code: "noBarometer", message: status.lastFault ?? "no barometer was found",
                remedy: "companion doctor tells more", exit: 1)
        }
        return CommandFailure(
            code: finding.code, message: sentencePart(finding.message), remedy: sentencePart(finding.remedy), exit: 1)
    }

    /// A sentence as a part of a line: its full stop would be one too many.
    static func sentencePart(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}
