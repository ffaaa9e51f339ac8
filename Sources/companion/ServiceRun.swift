import Deciding
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
    /// Something that is wrong from the start, beside the configuration.
    var problem: Problem?

    /// Something wrong that is said once.
    struct Problem {
        /// For the journal.
        var line: String
        /// What the notice is about.
        var key: String
        /// For the person.
        var words: String
    }

    /// Prepares a service; one that remembers keeps what it saw and learned in the state directory, which others do
    /// only where `--state` names one.
    init(
        _ invocation: Invocation, loaded: LoadedConfiguration, world: World, remembers: Bool = false
    ) throws(CommandFailure) {
        self.loaded = loaded
        self.world = world
        printer = try EffectPrinter(invocation)
        keepsCopy = invocation.command.name == RunCommand.description.name
        memory = try remembers || invocation.has("--state") ? PlacesState.directory(invocation) : nil
    }

    /// Runs until the input ends or the service is told to stop.
    func run(_ input: (MonotonicClock) -> ServiceInput) throws(CommandFailure) -> Int32 {
        let log = ServiceLog()
        ServiceSupervision.keepMemoryPrivate(log)
        let clock = MonotonicClock()
        var input = input(clock)
        if let settings = loaded.substitute { sayProblems(settings, log, &input) }
        if let problem {
            log.say(.error, problem.line)
            let notice = Notice(key: problem.key, text: problem.words, priority: .trust)
            input.script.insert((.start, .notice(notice)), at: 0)
        }
        if keepsCopy { loaded.keepCopy(log) }
        let core = DecisionCore(
            world: world,
            configuration: .init(
                settings: loaded.settings, ending: .reported,
                isBarometerConfigured: input.hasBarometer && loaded.settings.isOn("barometer.enabled")))
        do throws(SystemError) {
            let output = try ServiceOutput(clock: clock)
            let memory = try memory.map { directory throws(SystemError) in try Memory(directory, log: log) }
            let observer = { (timed: TimedEffect) in
                memory?.take(timed.effect)
                if let line = printer.line(timed) { output.line(line) }
            }
            var parts = ServiceLoop.Parts(clock: clock, log: log, input: input, core: core, observer: observer) {
                loaded.reload(log)
            }
            parts.watchdog = ServiceSupervision.watchdog(loaded, output: output, log: log, clock: clock)
            var loop = try ServiceLoop(parts)
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

    private func sayProblems(_ settings: String, _ log: ServiceLog, _ input: inout ServiceInput) {
        loaded.problems.forEach { log.say(.error, $0) }
        log.say(.warning, "The configuration \(loaded.path) is refused; \(settings) are in force.")
        let notice = Notice(
            key: "configuration", text: "The configuration has a mistake. I am using \(settings).", priority: .trust)
        input.script.insert((.start, .notice(notice)), at: 0)
    }
}
