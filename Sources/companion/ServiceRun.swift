import Console
import Control
import Deciding
import Perception
import Platform
import Readings
import Recordings
import Service
import Storage
import Speech

/// Puts a service together and runs it in the foreground: effects on standard output, the journal on standard error.
struct ServiceRun {
    /// The exit code that asks whoever supervises the service for a new process.
    static let restartCode: Int32 = 75
    /// How long the start waits to know whether it may write in the state directory.
    private static let rightLimit = Duration.milliseconds(500)

    private let loaded: LoadedConfiguration
    private let world: World
    private let printer: EffectPrinter
    private let keepsCopy: Bool
    private let memory: StateDirectory?
    private let isWorldStored: Bool
    private let controlFolder: String?
    /// Something that is wrong from the start, beside the configuration.
    var problem: Problem?
    /// The page for bench and review.
    var page: ServicePage
    private let mounting: LoadedMounting
    private let recording: (file: PassedDescriptor?, hertz: Double?)
    private let records: Bool
    /// Whether what is decided is not printed: only the page shows it.
    var isQuiet = false
    /// The journal.
    let log = ServiceLog()

    /// Something wrong that is said once.
    struct Problem {
        /// For the journal.
        var line: String
        /// What the notice is about.
        var key: String
        /// For the person.
        var words: String
    }

    /// Prepares a run; `isWorldStored` tells whether the world is the one of the state directory.
    ///
    /// One that remembers keeps what it saw and learned there, which others do only where `--state` names it.
    init(
        _ invocation: Invocation, loaded: LoadedConfiguration, world: World, isWorldStored: Bool = false,
        remembers: Bool = false
    ) throws(CommandFailure) {
        self.loaded = loaded
        self.world = world
        printer = try EffectPrinter(invocation)
        keepsCopy = invocation.command.name == RunCommand.description.name
        let keeps = remembers || invocation.has("--state")
        // whoever asks where it is may stand in another folder
        memory = keeps ? StateDirectory(PlacesState.absolute(try PlacesState.directory(invocation).path)) : nil
        self.isWorldStored = isWorldStored
        let isOpen = keepsCopy && !invocation.has("--no-control")
        controlFolder =
            isOpen
            ? ConfigurationPaths.control(stateFolder: invocation.value("--state") ?? ConfigurationPaths.state) : nil
        records = invocation.command.name == RunCommand.description.name
        recording =
            try records ? (RecordingOption.file(invocation), RecordingOption.hertz(invocation)) : (nil, nil)
        page = ServicePage(
            isWanted: keepsCopy && loaded.settings.isOn("console.enabled"),
            standsIn: ["--simulate", "--replay", "--from"].contains(where: invocation.has))
        let standsIn = ["--simulate", "--replay", "--from", "--voice"].contains(where: invocation.has)
        mounting = LoadedMounting(invocation, orStandard: !standsIn)
    }

    /// Runs until the input ends or the service is told to stop.
    func run(_ input: (MonotonicClock) -> ServiceInput) throws(CommandFailure) -> Int32 {
        ServiceSupervision.keepMemoryPrivate(log)
        let clock = MonotonicClock()
        let server = try controlServer(clock, log)
        defer { server?.stop(limit: .milliseconds(300)) }
        var input = input(clock)
        if let settings = loaded.substitute { sayProblems(settings, log, &input) }
        if let problem {
            log.say(.error, problem.line)
            let notice = Notice(key: problem.key, text: problem.words, priority: .trust)
            input.script.insert((.start, .notice(notice)), at: 0)
        }
        if keepsCopy { loaded.keepCopy(log) }
        useMounting(log, &input)
        do throws(SystemError) {
            return try run(input, server, clock, log)
        } catch {
            throw CommandFailure(
                code: "system", message: "the service could not run", remedy: error.description, exit: 1)
        }
    }

    private func run(
        _ input: ServiceInput, _ server: ControlServer?, _ clock: MonotonicClock, _ log: ServiceLog
    ) throws(SystemError) -> Int32 {
        let output = try ServiceOutput(clock: clock)
        let memory = try memory.map { directory throws(SystemError) in try Memory(directory, clock: clock, log: log) }
        let recorder = try recorder(input, memory, clock, log)
        let console = page.open(loaded.settings, input, memory: memory, clock: clock, log: log)
        defer { console?.stop(limit: ServicePage.endLimit) }
        let observer = { (timed: TimedEffect) in
            memory?.take(timed.effect)
            server?.door.show(timed)
            console?.door.show(timed)
            if !isQuiet, let line = printer.line(timed) { output.line(line) }
        }
        let link = try link(memory, clock, log)
        let bridge = keepsCopy ? try BridgeLink(loaded.settings, view: input.view, clock: clock, log: log) : nil
        let doors = statusParts(
            input, link?.statusPart, recorder?.statusPart, bridge?.statusPart ?? BridgeLink.statusPartOff,
            console.map { ServicePage.statusPart($0) })
        let board = StatusBoard(
            version: CommandLineDoor.version, configuration: loaded.board, parts: doors, memory: memory, log: log,
            door: server?.door)
        let control = ServiceControl(
            server: server, board: board, memory: memory, phones: link?.door, console: console,
            isWorldStored: isWorldStored, recorder: recorder)
        var parts = ServiceLoop.Parts(
            clock: clock, log: log, input: input, core: core(for: input), observer: observer, control: control
        ) { loaded.reload(log, inForce: $0) }
        parts.link = link
        parts.bridge = bridge
        parts.recorder = recorder
        parts.watchdog = ServiceSupervision.watchdog(
            loaded, output, bridge, memory, recorder, log: log, clock: clock)
        var loop = try ServiceLoop(parts)
        let ending = try loop.run(speech: SpeechSettings(loaded.settings))
        memory?.end(limit: .seconds(1))
        let lost = output.end()
        if lost > 0 { log.say(.warning, "\(lost) lines of output were lost: nobody read them in time.") }
        return ending == .needsRestart ? Self.restartCode : 0
    }

    private func statusParts(_ input: ServiceInput, _ others: StatusPart?...) -> [StatusPart] {
        let measuring = input.depth == nil ? nil : input.view.statusPart(loaded.settings)
        return input.statusParts + ([measuring] + others).compactMap { $0 }
    }

    private func core(for input: ServiceInput) -> DecisionCore {
        DecisionCore(
            world: world,
            configuration: .init(
                settings: loaded.settings, ending: .reported,
                isBarometerConfigured: input.hasBarometer && loaded.settings.isOn("barometer.enabled")))
    }

    /// What records: into the file that `--record` names, into the ring where that is on, and for whoever asks.
    private func recorder(
        _ input: ServiceInput, _ memory: Memory?, _ clock: MonotonicClock, _ log: ServiceLog
    ) throws(SystemError) -> Recorder? {
        guard records else { return nil }
        let beginning = RecordingBeginning(
            version: CommandLineDoor.version, world: world, settings: loaded.settings, isSpeechReported: true,
            isBarometerConfigured: input.hasBarometer && loaded.settings.isOn("barometer.enabled"))
        var parts = Recorder.Parts(beginning: beginning, clock: clock, log: log)
        (parts.file, parts.hertz) = recording
        if loaded.settings.isOn("record.ring") { addRing(to: &parts, memory) }
        return try Recorder(parts)
    }

    /// The ring lies in the state directory, and whoever may write there writes it.
    private func addRing(to parts: inout Recorder.Parts, _ memory: Memory?) {
        guard let memory else {
            parts.ringObstacle = { RingObstacle(why: "this run has no state directory", remedy: "give --state DIR") }
            return
        }
        let megabytes = UInt64(loaded.settings.number("record.ringSize"))
        parts.ring = RecordingRing(folder: memory.directory.path + "/ring", byteLimit: megabytes << 20)
        parts.ringObstacle = { memory.ringObstacle }
        memory.awaitRight(limit: Self.rightLimit)
    }

    /// Opens the door for phones, where the settings allow it and there is a memory to keep them in.
    private func link(
        _ memory: Memory?, _ clock: MonotonicClock, _ log: ServiceLog
    ) throws(SystemError) -> PhoneLink? {
        guard keepsCopy, let memory, loaded.settings.isOn("pairing.enabled") else { return nil }
        return try PhoneLink(loaded.settings, memory: memory, clock: clock, log: log)
    }

    /// Opens the control socket, unless that was turned off; another service that lives there is not disturbed.
    private func controlServer(_ clock: MonotonicClock, _ log: ServiceLog) throws(CommandFailure) -> ControlServer? {
        guard let controlFolder else { return nil }
        do throws(ControlServer.Failure) {
            return try ControlServer(
                folder: controlFolder, programVersion: CommandLineDoor.version, clock: clock, log: log)
        } catch {
            switch error {
            case .inUse(let path, let pid):
                let who = pid.map { "process \($0)" } ?? "another process"
                throw CommandFailure(
                    code: "alreadyRunning", message: "the service runs already, as \(who)",
                    remedy: "stop it, or give --no-control to run a second one beside it", at: path, exit: 1)
            case .system(let error):
                log.say(
                    .error,
                    "There is no control socket: \(error.description) — give this user the right to write there, or "
                        + "give --no-control.")
                return nil
            }
        }
    }

    /// Gives the sensors the mounting; a file that is refused is told by name, and the service runs without.
    private func useMounting(_ log: ServiceLog, _ input: inout ServiceInput) {
        if input.depth != nil {
            let isUsed = mounting.mounting != nil || (input.calibration != nil && mounting.problems.isEmpty)
            let status = GroundStatus(path: mounting.path, isUsed: isUsed, isRefused: !mounting.problems.isEmpty)
            input.statusParts += [status.part(input.view), .lens(input.view)]
        }
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

    private func sayProblems(_ settings: String, _ log: ServiceLog, _ input: inout ServiceInput) {
        loaded.problems.forEach { log.say(.error, $0) }
        log.say(.warning, "The configuration \(loaded.path) is refused; \(settings) are in force.")
        let notice = Notice(
            key: "configuration", text: "The configuration has a mistake. I am using \(settings).", priority: .trust)
        input.script.insert((.start, .notice(notice)), at: 0)
    }
}
