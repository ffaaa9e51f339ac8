import Console
import Devices
import Documents
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
    private let camera: FirstDoors.Camera
    private var isAlone = false

    init(_ invocation: Invocation, _ profiles: CalibrationProfiles, _ camera: FirstDoors.Camera) {
        self.invocation = invocation
        self.profiles = profiles
        self.camera = camera
        configurationPath = invocation.value("--config") ?? ConfigurationPaths.configuration
        mountingPath = invocation.value("--mounting") ?? MountingFile.standardPath
    }

    /// Goes through the steps; 1 where something must be mended before the robot can be relied on.
    ///
    /// A camera that is missing ends nothing: the rest is gone through, and then the demo is offered.
    mutating func run() throws(CommandFailure) -> Int32 {
        if !camera.isThere, !invocation.isJSON {
            output.line("Without a depth camera the robot cannot be set up whole. This is how everything stands:")
        }
        var steps = SetupSteps(invocation, profiles, mountingPath: mountingPath, configurationPath: configurationPath)
        for subject in SetupStep.Subject.allCases {
            show(steps.step(subject))
            guard try mend(subject, steps) else { continue }
            steps = SetupSteps(invocation, profiles, mountingPath: mountingPath, configurationPath: configurationPath)
            show(steps.step(subject))
        }
        let isWell = !SetupStep.Subject.allCases.contains { steps.step($0).state == "error" }
        if !invocation.isJSON { sayVerdict(isWell) }
        if !camera.isThere, try wants("Until then: play a walk through a simulated building, to see how it works?") {
            return try SetupLook.demo(invocation)
        }
        if isAlone { output.line("Nobody answered, so nothing more was asked; companion demo plays a walk.") }
        return isWell ? 0 : 1
    }

    private func sayVerdict(_ isWell: Bool) {
        output.line("")
        output.line(
            isWell
                ? "The robot is set up. companion watch shows what it sees; companion doctor looks again at any time."
                : "Mend what is named above, then run companion setup again; what is done stays done.")
        output.flush()
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
    private mutating func mend(_ subject: SetupStep.Subject, _ steps: SetupSteps) throws(CommandFailure) -> Bool {
        switch subject {
        case .voice where !steps.isVoiceMissing:
            if try wants("Say a sentence now, to hear the voice?") { sayHello(steps.speech) }
            return false
        case .configuration where !steps.hasConfiguration:
            guard try wants("Write \(configurationPath), with every setting in it as a comment?", byDefault: true)
            else { return false }
            try writeConfiguration()
            return true
        case .mounting where !steps.hasMounting && !steps.isCameraMissing:
            guard
                try wants(
                    "Measure how the camera is mounted, now? The robot must stand on a flat floor with 2 m free ahead.",
                    byDefault: true)
            else { return false }
            return try calibrate()
        case .places where !steps.hasPlaces:
            guard try wants("Take in a map that someone sent you, now?") else { return false }
            return try openPlace()
        default: return false
        }
    }

    /// Whether something is wanted: `--yes`, or the answer; a machine that gave no `--yes` wants nothing, and
    /// neither does nobody: after a question without an answer none is asked any more.
    private mutating func wants(_ question: String, byDefault: Bool = false) throws(CommandFailure) -> Bool {
        if invocation.has("--yes") { return byDefault }
        guard !invocation.isJSON, !isAlone else { return false }
        output.flush()
        do throws(CommandFailure) {
            return try PlacesQuestion.isAllowed(question, invocation)
        } catch {
            guard error.code == PlacesQuestion.nobody.code else { throw error }
            isAlone = true
            return false
        }
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

    /// Takes in a map, as the second door does; what stands in the way is told, and the setup goes on.
    private func openPlace() throws(CommandFailure) -> Bool {
        do throws(CommandFailure) {
            return try SetupPlace(invocation).run() == 0
        } catch {
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
