import Announcing
import Bridge
import Deciding
import Platform
import Readings
import Speech

/// The decision loop: one thread that feeds the core, performs its effects, and sleeps until the next reading or
/// deadline.
///
/// Nothing in it blocks: sources, speech and output have their own threads and bounded queues.
package struct ServiceLoop {
    /// How long shutting down may take in all.
    package static let shutdownLimit = Duration.seconds(3)
    /// How long the loop rests at most while sensors or the phone link are to be looked after.
    static let longestRest = Duration.seconds(1)
    /// How long the recorder may take to end.
    static let recorderLimit = Duration.seconds(1)
    /// How long the voice may go on after everything has ended.
    static let lastWordsLimit = Duration.seconds(10)

    let clock: MonotonicClock
    let log: ServiceLog
    let input: ServiceInput
    let letters: [Mailbox<SourceLetter>]
    private let reports: Mailbox<SpeechEvent>
    private let observer: (TimedEffect) -> Void
    private let reload: (Settings) -> Settings?
    private let patience: SensorPatience
    private let ender: WakeUp?
    private var link: PhoneLink?
    var bridge: BridgeLink?
    let recorder: Recorder?
    private let makeWatchdog: (_ threads: [WatchedThread]) -> Watchdog?
    private var watchdog: Watchdog?
    var core: DecisionCore
    var inForce: Settings
    private var arrived: [(Instant, Event)] = []
    private var scriptIndex = 0
    private var openSources: Set<Sensor>
    private var lastWords: (id: Int, deadline: Instant)?
    let control: ServiceControl?
    var health = LoopHealth()
    private(set) var speechHealth: SpeechHealth?
    private var keepers: [SensorKeeper] = []

    /// How a run came to its end.
    package enum Ending: Equatable, Sendable {
        /// It was told to stop, or everything was over.
        case done
        /// A device hangs so that only a new process can use it again.
        case needsRestart
    }

    /// What the loop is told.
    package struct Parts {
        /// The clock that stamps everything.
        package var clock: MonotonicClock
        /// The journal.
        package var log: ServiceLog
        /// What it listens to.
        package var input: ServiceInput
        /// The core, at the start.
        package var core: DecisionCore
        /// Sees every effect, in order; it must not block.
        package var observer: (TimedEffect) -> Void
        /// Reads the configuration again and gives its settings; nil where they are refused, which it says itself, also
        /// where they do not go together with those in force that change at the next start only.
        package var reload: (_ inForce: Settings) -> Settings?
        /// The control socket, and what else is asked and told from outside; nil where there is none.
        package var control: ServiceControl?
        /// How long a sensor's thread may show nothing before it is left behind.
        package var patience = SensorPatience()
        /// Ends the loop from another thread, as SIGTERM does; nil where only signals end it.
        package var ender: WakeUp?
        /// The door for phones; nil where nobody can be paired.
        package var link: PhoneLink?
        /// The bridge to ROS 2; nil where it is turned off.
        package var bridge: BridgeLink?
        /// What records; nil where nothing can be.
        package var recorder: Recorder?
        /// Makes what tells the service manager how things are, given the loop's threads; nil where none listens.
        package var watchdog: (_ threads: [WatchedThread]) -> Watchdog? = { _ in nil }

        /// Gathers the parts.
        package init(
            clock: MonotonicClock, log: ServiceLog, input: ServiceInput, core: DecisionCore,
            observer: @escaping (TimedEffect) -> Void, control: ServiceControl? = nil,
            reload: @escaping (Settings) -> Settings?
        ) {
            self.clock = clock
            self.log = log
            self.input = input
            self.core = core
            self.observer = observer
            self.reload = reload
            self.control = control
        }
    }

    /// Prepares a loop; throws where the process has no descriptor left.
    package init(_ parts: Parts) throws(SystemError) {
        clock = parts.clock
        log = parts.log
        input = parts.input
        core = parts.core
        inForce = parts.core.settings
        observer = parts.observer
        reload = parts.reload
        control = parts.control
        patience = parts.patience
        ender = parts.ender
        link = parts.link
        bridge = parts.bridge
        recorder = parts.recorder
        makeWatchdog = parts.watchdog
        letters =
            [try Mailbox(capacity: 8), try Mailbox(capacity: 64)]
            + [parts.link?.letters, parts.bridge?.letters, parts.recorder?.notices].compactMap { $0 }
        reports = try Mailbox(capacity: 256)
        openSources = (parts.input.depth == nil ? [] : [.depth])
        if parts.input.pressure != nil { openSources.insert(.barometer) }
    }

    /// Runs until it is told to stop, everything has ended, or only a new process can go on.
    package mutating func run(speech settings: SpeechSettings) throws(SystemError) -> Ending {
        let signals = try SystemSignals()
        let reports = reports
        let speech = try SpeechEngine(settings: settings, clock: clock, log: log) { reports.put($0) }
        keepers = try startSources()
        let phones: [WatchedThread] = link == nil ? [] : [.phones]
        watchdog = makeWatchdog([.voice] + keepers.map { .sensor("the \($0.name)") } + phones)
        var poll = PollSet()
        var isStopping = false
        var ending = Ending.done
        while !isStopping {
            sleep(&poll, signals)
            while let request = signals.next() {
                if request == .stop { isStopping = true } else { applyReload(speech) }
            }
            health.turn(at: clock.now())
            if let ender, ender.wait(limit: .zero) { isStopping = true }
            if lastWords != nil {
                refuseRequests()
                if areLastWordsOver() { isStopping = true }
            } else {
                takeAll(speech)
                answerRequests(speech)
                link?.turn(core, inForce, input.view, at: clock.now())
                tellBridge()
                if hasNothingLeft(), !beginLastWords() { isStopping = true }
            }
            watchdog?.turn(at: clock.now()) { sign(of: $0, speech) }
            if !isStopping, !lookAfterThreads() { (isStopping, ending) = (true, .needsRestart) }
        }
        shutDown(speech)
        return ending
    }

    private func startSources() throws(SystemError) -> [SensorKeeper] {
        let (clock, log, view, boxes, settings) = (clock, log, input.view, letters, core.settings)
        let (own, recorder) = (input.ownCamera, recorder)
        var keepers: [SensorKeeper] = []
        if let depth = input.depth {
            let calibration = input.calibration
            keepers.append(
                try SensorKeeper(
                    name: "camera", patience: patience, abandoned: input.abandonedCameras
                ) { () throws(SystemError) in
                    try SensorThread(
                        depth: depth, settings: settings, own: own, calibration: calibration, clock: clock,
                        mailbox: boxes[0], view: view, log: log, recorder: recorder)
                })
        }
        if let pressure = input.pressure {
            keepers.append(
                try SensorKeeper(name: "barometer", patience: patience) { () throws(SystemError) in
                    try SensorThread(pressure: pressure, clock: clock, mailbox: boxes[1], view: view, log: log)
                })
        }
        return keepers
    }

    /// The last sign of life of one of the threads that the watchdog was given, by its place.
    private func sign(of index: Int, _ speech: SpeechEngine) -> Instant {
        if index == 0 { return speech.lastSignOfLife }
        return keepers.indices.contains(index - 1)
            ? keepers[index - 1].lastSign : link?.door.lastSignOfLife ?? clock.now()
    }

    /// Replaces threads of sensors and of the phone link that hang; false where only a new process helps.
    private mutating func lookAfterThreads() -> Bool {
        let now = clock.now()
        for index in keepers.indices where !keepers[index].look(at: now, log: log) { return false }
        return link?.lookAfter(at: now, isGuiding: core.isGuiding, log: log) ?? true
    }

    private func sleep(_ poll: inout PollSet, _ signals: borrowing SystemSignals) {
        var next = core.nextDeadline
        if scriptIndex < input.script.count { next = Instant.sooner(next, input.script[scriptIndex].time) }
        if let lastWords { next = lastWords.deadline }
        if lastWords == nil { next = Instant.sooner(next, bridge?.nextReport) }
        next = Instant.sooner(next, watchdog?.nextTurn)
        poll.removeAll()
        poll.watch(signals.number, for: .reading)
        poll.watch(reports.number, for: .reading)
        if let ender { poll.watch(ender.number, for: .reading) }
        for box in letters { poll.watch(box.number, for: .reading) }
        for number in control?.numbers ?? [] { poll.watch(number, for: .reading) }
        let rest = next.map { $0 - clock.now() } ?? Self.longestRest
        poll.wait(limit: keepers.isEmpty && link == nil ? rest : min(rest, Self.longestRest))
    }

    /// Takes everything that has arrived, in the order of its stamps, then lets time pass to now.
    private mutating func takeAll(_ speech: SpeechEngine) {
        let now = clock.now()
        while scriptIndex < input.script.count, input.script[scriptIndex].time <= now {
            let (time, event) = input.script[scriptIndex]
            scriptIndex += 1
            takeLetters(speech, before: time)
            feed(event, at: time, speech)
            health.decide(stamp: time, at: clock.now())
        }
        takeLetters(speech, before: nil)
        perform(core.advance(to: clock.now()), speech)
    }

    private mutating func takeLetters(_ speech: SpeechEngine, before limit: Instant?) {
        while let report = reports.take() { take(report, speech) }
        arrived.removeAll(keepingCapacity: true)
        for box in letters {
            while let letter = box.take() {
                switch letter {
                case .event(let time, let event): arrived.append((time, event))
                case .ended(let sensor): openSources.remove(sensor)
                }
            }
        }
        if arrived.count > 1 { arrived.sort { $0.0 < $1.0 } }
        for (time, event) in arrived {
            feed(event, at: limit.map { min($0, time) } ?? time, speech)
            health.decide(stamp: time, at: clock.now())
        }
    }

    private mutating func take(_ event: SpeechEvent, _ speech: SpeechEngine) {
        switch event {
        case .report(let report):
            guard let outcome = SpokenOutcome(rawValue: report.outcome.rawValue) else { return }
            feed(.spoken(id: report.id, outcome), at: report.at, speech)
        case .health(let health):
            speechHealth = health
            note(health)
        }
    }

    /// Says how the voice is; that there is none at all the voice has said itself.
    private func note(_ health: SpeechHealth) {
        watchdog?.note(health)
        switch health {
        case .ok(let hook): log.say(.info, "The voice is \(hook.joined(separator: " ")).")
        case .unavailable(let reason): log.say(.error, "Speech is unavailable: \(reason).")
        case .textOnly: break
        }
    }

    private mutating func feed(_ event: Event, at time: Instant, _ speech: SpeechEngine) {
        let effects = core.handle(event, at: time)
        recorder?.take(event, at: core.now, stamp: time)
        perform(effects, speech)
    }

    mutating func perform(_ effects: [TimedEffect], _ speech: SpeechEngine) {
        for timed in effects {
            switch timed.effect {
            case .say(let say):
                if isReadElsewhere(say) { break }
                speech.speak(id: say.id, text: say.text, estimate: Announcement.estimate(of: say.text))
                if say.kind.isSignalled { speech.signal(kind: say.kind.rawValue) }
            case .hush(let id): speech.hush(id: id)
            case .observation: link?.tell(timed.effect)
            default: break
            }
            bridge?.tell(timed.effect)
            watchdog?.note(timed.effect)
            recorder?.take(timed)
            observer(timed)
        }
    }

    /// Hands an instruction to a screen reader on the page instead of the voice, so that two voices never speak at once;
    /// anything else is spoken.
    ///
    /// For the core it is said: the screen reader keeps its own order.
    private func isReadElsewhere(_ say: Effect.Say) -> Bool {
        guard say.kind == .instruction, control?.page?.isReadByScreenReader ?? false else { return false }
        let now = clock.now()
        for outcome in [SpeechReport.Outcome.started, .finished] {
            reports.put(.report(SpeechReport(id: say.id, outcome: outcome, at: now)))
        }
        return true
    }

    private mutating func applyReload(_ speech: SpeechEngine) {
        watchdog?.reload()
        guard let fresh = reload(inForce) else { return }
        watchdog?.configurationIsValid()
        let changed = SettingsTable.rows.filter { fresh[$0.key] != inForce[$0.key] }
        inForce = inForce.reloaded(with: fresh)
        for row in changed where row.changesWhileRunning {
            feed(.setting(key: row.key, fresh[row.key]), at: clock.now(), speech)
        }
        let old = changed.filter { !$0.changesWhileRunning }
        if old.contains(where: { SpeechSettings.keys.contains($0.key) }) { speech.apply(SpeechSettings(fresh)) }
        for row in old where !SpeechSettings.keys.contains(row.key) {
            log.say(.warning, "\(row.key) takes effect at the next start.")
        }
        log.say(.notice, changed.isEmpty ? "The configuration is as it was." : "The configuration was changed.")
    }

    /// Whether every source and the script have ended.
    private func hasNothingLeft() -> Bool {
        input.ends && openSources.isEmpty && scriptIndex >= input.script.count
    }

    /// Lets the utterance under way come to its end, and nothing begin any more; false where nothing is being said.
    private mutating func beginLastWords() -> Bool {
        guard let id = core.speakingId else { return false }
        lastWords = (id, clock.now() + Self.lastWordsLimit)
        return true
    }

    private func areLastWordsOver() -> Bool {
        guard let lastWords else { return true }
        while let event = reports.take() {
            switch event {
            case .report(let report): if report.id == lastWords.id, report.outcome.isEnd { return true }
            case .health(let health): note(health)
            }
        }
        return clock.now() >= lastWords.deadline
    }

    /// Sources stop, "Stopping." if a route is active, the voice is stopped: within the limit in all.
    private mutating func shutDown(_ speech: SpeechEngine) {
        let began = clock.now()
        refuseRequests()
        watchdog?.stop()
        if let link, !link.door.end(limit: PhoneLink.endLimit) {
            log.say(.warning, "The door for phones did not close in time and was left behind.")
        }
        if let bridge, !bridge.door.end(limit: BridgeLink.endLimit) {
            log.say(.warning, "The bridge to ROS 2 did not close in time and was left behind.")
        }
        for keeper in keepers where !keeper.stop(limit: .milliseconds(400)) {
            log.say(.warning, "A sensor did not let go in time; its thread is left behind.")
        }
        if core.isGuiding { sayStopping(speech) }
        let left = Self.shutdownLimit - (clock.now() - began) - .milliseconds(200)
        if !speech.shutdown(limit: max(left, .milliseconds(100))) {
            log.say(.warning, "The voice did not end in time and was left behind.")
        }
        if let recorder, !recorder.end(at: core.now, limit: Self.recorderLimit) {
            log.say(.warning, "The recording did not end in time; it can be read up to its last whole chunk.")
        }
        log.say(.info, "Stopped.")
    }

    private func sayStopping(_ speech: SpeechEngine) {
        if let id = core.speakingId { speech.hush(id: id) }
        let text = Words().text(.stopping)
        let id = Int.max
        speech.speak(id: id, text: text, estimate: Announcement.estimate(of: text))
        let end = clock.now() + .milliseconds(1500)
        while clock.now() < end {
            guard let event = reports.take(limit: end - clock.now()) else { return }
            if case .report(let report) = event, report.id == id, report.outcome.isEnd { return }
        }
    }
}
