import Deciding
import Perception
import Platform
import Readings
import Service
import Storage
import Speech

/// Puts a service together and runs it in the foreground: effects on standard output, the journal on standard error.
struct ServiceRun {
    /// The exit code that asks whoever supervises the service for a new process.
    static let restartCode: Int32 = 75

    private let loaded: LoadedConfiguration
    private let world: World
    private let printer: EffectPrinter
    private let keepsCopy: Bool
    private let memory: StateDirectory?
    private let mounting: LoadedMounting

    init(_ invocation: Invocation, loaded: LoadedConfiguration, world: World) throws(CommandFailure) {
        self.loaded = loaded
        self.world = world
        printer = try EffectPrinter(invocation)
        keepsCopy = invocation.command.name == RunCommand.description.name
        memory = try invocation.has("--state") ? PlacesState.directory(invocation) : nil
        let standsIn = ["--simulate", "--replay", "--from", "--voice"].contains(where: invocation.has)
        mounting = LoadedMounting(invocation, orStandard: !standsIn)
    }

    /// Runs until the input ends or the service is told to stop.
    func run(_ input: (MonotonicClock) -> ServiceInput) throws(CommandFailure) -> Int32 {
        let log = ServiceLog()
        let clock = MonotonicClock()
        var input = input(clock)
        if !loaded.problems.isEmpty { sayProblems(log, &input) }
        if keepsCopy { loaded.keepCopy(log) }
        useMounting(log, &input)
        let core = DecisionCore(
            world: world,
            configuration: .init(
                settings: loaded.settings, ending: .reported,
                isBarometerConfigured: input.hasBarometer && loaded.settings.isOn("barometer.enabled")))
        do throws(SystemError) {
            let output = try ServiceOutput()
            let memory = try memory.map { directory throws(SystemError) in try Memory(directory, log: log) }
            let observer = { (timed: TimedEffect) in
                memory?.take(timed.effect)
                if let line = printer.line(timed) { output.line(line) }
            }
            var loop = try ServiceLoop(
                .init(clock: clock, log: log, input: input, core: core, observer: observer) { loaded.reload(log) })
            let ending = try loop.run(speech: SpeechSettings(loaded.settings))
            memory?.end(limit: .seconds(1))
            let lost = output.end()
            if lost > 0 { log.say(.warning, "\(lost) lines of output were lost: nobody read them in time.") }
            if ending == .needsRestart { return Self.restartCode }
        } catch {
            throw CommandFailure(
                code: "system", message: "the service could not run", remedy: error.description, exit: 1)
        }
        return 0
    }

    /// Gives the sensors the mounting; a file that is refused is told by name, and the service runs without.
    private func useMounting(_ log: ServiceLog, _ input: inout ServiceInput) {
        if let found = mounting.mounting {
            input.calibration = GroundCalibration(mounting: found, intrinsics: input.calibration?.intrinsics)
            log.say(.info, GroundNotes.line(found, path: mounting.path))
            if let warning = GroundNotes.warning(found, path: mounting.path) { log.say(.warning, warning) }
        }
        guard !mounting.problems.isEmpty else { return }
        mounting.problems.forEach { log.say(.error, $0) }
        log.say(.warning, "The calibration \(mounting.path) is refused; frames are read without the floor.")
        input.calibration = nil
        input.script.insert((.start, .notice(GroundReport.refused)), at: 0)
    }

    private func sayProblems(_ log: ServiceLog, _ input: inout ServiceInput) {
        loaded.problems.forEach { log.say(.error, $0) }
        let settings = loaded.origin == .lastGood ? "the last valid settings" : "the standard settings"
        log.say(.warning, "The configuration \(loaded.path) is refused; \(settings) are in force.")
        let notice = Notice(
            key: "configuration", text: "The configuration has a mistake. I am using \(settings).", priority: .trust)
        input.script.insert((.start, .notice(notice)), at: 0)
    }
}
