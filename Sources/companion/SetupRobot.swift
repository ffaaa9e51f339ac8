import Devices
import Documents
import Glibc
import Platform
import Readings
import Service
import Speech

/// The first door: looks at everything that the robot needs, says what mends it, and asks before anything is written.
struct SetupRobot {
    private let invocation: Invocation
    private let profiles: CalibrationProfiles
    private let output = Output()
    private let configurationPath: String
    private let mountingPath: String

    init(_ invocation: Invocation, _ profiles: CalibrationProfiles) {
        self.invocation = invocation
        self.profiles = profiles
        configurationPath = invocation.value("--config") ?? ConfigurationPaths.configuration
        mountingPath = invocation.value("--mounting") ?? MountingFile.standardPath
    }

    /// Goes through the steps; 1 where something must be mended before the robot can be relied on.
    func run() throws(CommandFailure) -> Int32 {
        var steps = SetupSteps(invocation, profiles, mountingPath: mountingPath, configurationPath: configurationPath)
        for subject in SetupStep.Subject.allCases {
            show(steps.step(subject))
            guard try mend(subject, steps) else { continue }
            steps = SetupSteps(invocation, profiles, mountingPath: mountingPath, configurationPath: configurationPath)
            show(steps.step(subject))
        }
        let all = SetupStep.Subject.allCases.map { steps.step($0) }
        let isWell = !all.contains { $0.state == "error" }
        if !invocation.isJSON {
            output.line("")
            output.line(
                isWell
                    ? "The robot is set up. companion watch shows what it sees; companion doctor looks again at any time."
                    : "Mend what is named above, then run companion setup again; what is done stays done.")
        }
        return isWell ? 0 : 1
    }

    private func show(_ step: SetupStep) {
        if invocation.isJSON {
            output.line(step.json)
        } else {
            step.lines.forEach { output.line($0) }
        }
        output.flush()
    }

    /// Does what the step offers where it is wanted; true where something was changed.
    private func mend(_ subject: SetupStep.Subject, _ steps: SetupSteps) throws(CommandFailure) -> Bool {
        switch subject {
        case .voice where !steps.isVoiceMissing:
            if try wants("Say a sentence now, to hear the voice?", byDefault: false) { sayHello(steps.speech) }
            return false
        case .configuration where !steps.hasConfiguration:
            guard try wants("Write \(configurationPath), with every setting in it as a comment?") else { return false }
            try writeConfiguration()
            return true
        case .mounting where !steps.hasMounting && !steps.isCameraMissing:
            guard
                try wants(
                    "Measure how the camera is mounted, now? The robot must stand on a flat floor with 2 m free ahead.")
            else { return false }
            return try calibrate()
        default: return false
        }
    }

    /// Whether something is wanted: `--yes`, or the answer; a machine that gave no `--yes` wants nothing.
    private func wants(_ question: String, byDefault: Bool = true) throws(CommandFailure) -> Bool {
        if invocation.has("--yes") { return byDefault }
        return invocation.isJSON ? false : try PlacesQuestion.isAllowed(question, invocation)
    }

    private func writeConfiguration() throws(CommandFailure) {
        do throws(SystemError) {
            try ParentFolder.make(of: configurationPath)
            let text = ConfigTemplate.lines.joined(separator: "\n") + "\n"
            try AtomicFile.replace(configurationPath, with: Array(text.utf8), mode: 0o644)
        } catch {
            throw FileReading.cannotWrite(error, path: configurationPath)
        }
    }

    /// Measures the mounting; what stands in the way is told, and the setup goes on.
    private func calibrate() throws(CommandFailure) -> Bool {
        do throws(CommandFailure) {
            return try SetupCall.run(CalibrateCameraCommand.description, ["--out", mountingPath], invocation) == 0
        } catch {
            if error.code == PlacesQuestion.nobody.code { throw error }
            Output.error(error.line)
            return false
        }
    }

    private func sayHello(_ speech: SpeechSettings) {
        do throws(SystemError) {
            guard try !StoppedWords.speak("This is the voice of your robot.", speech, ServiceLog()) else { return }
            Output.error("companion: the voice did not speak — companion doctor tells more")
        } catch {
            Output.error("companion: the voice did not speak: \(error.description)")
        }
    }
}

/// What the first door finds, by the eyes of the doctor.
struct SetupSteps {
    /// How the robot speaks.
    let speech: SpeechSettings
    /// Whether the configuration file is there.
    let hasConfiguration: Bool
    /// Whether the camera's mounting is known.
    let hasMounting: Bool
    private let findings: [SetupStep.Subject: [DoctorFinding]]
    private let good: [SetupStep.Subject: String]

    init(
        _ invocation: Invocation, _ profiles: CalibrationProfiles, mountingPath: String, configurationPath: String
    ) {
        let look = DoctorLook(invocation, profiles, mountingPath: mountingPath)
        speech = look.speech
        hasConfiguration = access(configurationPath, F_OK) == 0
        if case .mounting = MountingFile.read(mountingPath) { hasMounting = true } else { hasMounting = false }
        var findings: [SetupStep.Subject: [DoctorFinding]] = [.camera: look.cameras, .barometer: look.barometers]
        for finding in look.others {
            if let subject = SetupStep.subject(of: finding) { findings[subject, default: []].append(finding) }
        }
        self.findings = findings
        good = [
            .camera: "\(look.cameraTitle ?? "found").", .barometer: "\(look.barometerTitle ?? "not needed so far").",
            .voice: "\(speech.hooks.first?.first ?? "none") is installed.",
            .state: "\(invocation.value("--state") ?? ConfigurationPaths.state) can be written.",
            .configuration: hasConfiguration
                ? "\(configurationPath) is in order." : "There is no \(configurationPath); the standard settings hold.",
            .mounting: hasMounting ? "\(mountingPath) says how the camera is mounted." : "Not measured yet.",
            .service: look.isServiceRunning
                ? "It runs." : "companion run starts it here; the package starts it with the machine.",
        ]
    }

    /// Whether there is no voice to be heard.
    var isVoiceMissing: Bool { step(.voice).state == "error" }
    /// Whether there is no camera to measure with.
    var isCameraMissing: Bool { step(.camera).state == "error" }

    /// How one thing stands.
    func step(_ subject: SetupStep.Subject) -> SetupStep {
        SetupStep(subject, good: good[subject] ?? "", findings: findings[subject] ?? [])
    }
}
