import Platform
import Readings

/// The voice's own thread: takes commands, runs one utterance at a time, and looks after every process.
final class SpeechLoop {
    private var settings = SpeechSettings()
    private var newSettings: SpeechSettings?
    private var ladder = HookLadder(count: 0, limits: SpeechLimits())
    private var health: SpeechHealth?
    private var waiting: [Utterance] = []
    private var current: Utterance?
    private var voice: Voice?
    private var quietEnd: Instant?
    private var isStopping = false
    private let voices: Voices
    private let errands: Errands
    private let clock: MonotonicClock
    private let log: ServiceLog
    private let commands: SpeechCommands
    private let findProgram: @Sendable (String) -> String?
    private let events: @Sendable (SpeechEvent) -> Void
    private static let longestRest = Duration.seconds(1)

    init(
        settings: SpeechSettings, clock: MonotonicClock, log: ServiceLog, commands: SpeechCommands,
        findProgram: @escaping @Sendable (String) -> String?, events: @escaping @Sendable (SpeechEvent) -> Void
    ) {
        self.clock = clock
        self.log = log
        self.commands = commands
        self.findProgram = findProgram
        self.events = events
        voices = Voices(log: log)
        errands = Errands(log: log)
        newSettings = settings
    }

    /// Runs until shut down and everything has ended.
    func run() {
        var set = PollSet()
        adoptNewSettings(at: clock.now())
        while true {
            let now = clock.now()
            commands.noteSignOfLife(at: now)
            for command in commands.takeAll() { handle(command, at: now) }
            errands.service(at: now)
            voices.service(at: now)
            serviceVoice(at: now)
            advance(at: now)
            if isStopping, current == nil, errands.isEmpty, voices.isEmpty { return }
            wait(in: &set)
        }
    }

    private func wait(in set: inout PollSet) {
        set.removeAll()
        set.watch(commands.number, for: .reading)
        voice?.watch(in: &set)
        voices.watch(in: &set)
        errands.watch(in: &set)
        let looks = [voice?.nextLook, voices.nextLook, errands.nextLook, quietEnd].compactMap { $0 }
        set.wait(limit: min(Self.longestRest, looks.min().map { $0 - clock.now() } ?? Self.longestRest))
    }

    // MARK: commands

    private func handle(_ command: SpeechCommands.Command, at now: Instant) {
        switch command {
        case .speak(let utterance): enqueue(utterance, at: now)
        case .hush(let id): hush(id, at: now)
        case .signal(let kind): errands.runBeside(settings.signal.map { $0 + [kind] }, at: now)
        case .apply(let settings): newSettings = settings
        case .shutDown: shutDown(at: now)
        }
        adoptNewSettings(at: now)
    }

    private func enqueue(_ utterance: Utterance, at now: Instant) {
        var utterance = utterance
        let size = utterance.text.utf8.count
        utterance.text = SpeakableText.cleaned(utterance.text)
        if size > SpeakableText.maximumBytes {
            log.fault(.warning, "Cut an utterance of \(size) bytes.", kind: "cut", at: now)
        }
        waiting.append(utterance)
        if current?.hasHung == true { hushCurrent(at: now) }
        guard waiting.count > settings.limits.waiting else { return }
        log.fault(.warning, "Dropped the oldest waiting utterance: too many wait.", at: now)
        report(waiting.removeFirst(), .failed, at: now)
    }

    private func hush(_ id: Int, at now: Instant) {
        for utterance in waiting where utterance.id == id { report(utterance, .interrupted, at: now) }
        waiting.removeAll { $0.id == id }
        if current?.id == id { hushCurrent(at: now) }
    }

    private func hushCurrent(at now: Instant) {
        if let voice { return voice.hush(at: now) }
        quietEnd = nil
        end(.interrupted, at: now)
    }

    private func shutDown(at now: Instant) {
        isStopping = true
        for utterance in waiting { report(utterance, .interrupted, at: now) }
        waiting = []
        if current != nil { hushCurrent(at: now) }
        errands.stopBeside(at: now)
        voices.dismissAhead(at: now)
    }

    // MARK: settings

    private func adoptNewSettings(at now: Instant) {
        guard current == nil, let new = newSettings else { return }
        newSettings = nil
        settings = new
        let environment = ChildEnvironment.inherited(adding: [("COMPANION_LANGUAGE", new.language)])
        voices.dismissAhead(at: now)
        (voices.settings, voices.environment) = (new, environment)
        (errands.limits, errands.environment) = (new.limits, environment)
        ladder = HookLadder(count: new.hooks.count, limits: new.limits)
        lookForHooks(at: now)
    }

    private func lookForHooks(at now: Instant) {
        if let reason = reasonForTextOnly {
            log.say(.warning, "There is no voice: \(reason). Texts go to this log only.")
            return become(.textOnly(reason: reason))
        }
        for (index, hook) in settings.hooks.enumerated() where findProgram(hook.first ?? "") == nil {
            _ = ladder.failed(index, isHung: false, at: now)
            log.say(.error, "The voice “\(hook.first ?? "")” is missing or may not be run.")
        }
        if let hook = ladder.soundHook { return become(.ok(hook: settings.hooks[hook])) }
        become(.unavailable(reason: "none of the configured voices can be run"))
    }

    private var reasonForTextOnly: String? {
        if settings.hooks.isEmpty { return "none is configured" }
        let isDefault = settings.hooks == SpeechSettings.defaultHooks(language: settings.language)
        guard isDefault, let program = settings.hooks.first?.first else { return nil }
        return findProgram(program) == nil ? "\(program) is not installed" : nil
    }

    private var isTextOnly: Bool { if case .textOnly = health { true } else { false } }

    private func become(_ new: SpeechHealth) {
        guard new != health else { return }
        health = new
        events(.health(new))
    }

    // MARK: utterances

    private func advance(at now: Instant) {
        while voice == nil, quietEnd == nil, errands.isGateOpen {
            guard current != nil || takeNext(at: now) else { break }
            if errands.isGateOpen { attempt(at: now) }
        }
        adoptNewSettings(at: now)
        if !isStopping, !isTextOnly { voices.prepare(hook: ladder.soundHook, at: now) }
    }

    private func takeNext(at now: Instant) -> Bool {
        adoptNewSettings(at: now)
        while let next = waiting.first {
            waiting.removeFirst()
            if SpeakableText.hasWords(next.text) {
                current = next
                if isTextOnly, reasonForTextOnly == nil { lookForHooks(at: now) }  // installed since
                errands.runInGate(settings.before, at: now)
                return true
            }
            log.say(.info, "Dropped an utterance: there is no word in it.")
            report(next, .started, at: now)
            report(next, .finished, at: now)
        }
        return false
    }

    private func attempt(at now: Instant) {
        guard var utterance = current else { return }
        if isTextOnly { return speakQuietly(utterance, at: now) }
        if utterance.plan == nil {
            utterance.plan = ladder.plan(at: now)
            if ladder.isDead { errands.runBeside(settings.fallback, at: now) }
        }
        guard let hook = utterance.plan?.first else {
            current = utterance
            return end(.failed, at: now)
        }
        utterance.plan?.removeFirst()
        current = utterance
        do throws(SystemError) {
            let started = try voices.take(hook: hook, at: now)
            started.give(utterance.text, estimate: utterance.estimate, at: now)
            voice = started
            begin(at: now)
        } catch { giveUp(hook, because: VoiceFault(error.description), isHung: false, at: now) }
    }

    private func speakQuietly(_ utterance: Utterance, at now: Instant) {
        log.say(.info, "Says: \(utterance.text)")
        errands.runBeside(settings.fallback, at: now)
        quietEnd = now + utterance.estimate
        begin(at: now)
    }

    private func begin(at now: Instant) {
        guard let utterance = current, !utterance.isBegun else { return }
        current?.isBegun = true
        report(utterance, .started, at: now)
    }

    private func serviceVoice(at now: Instant) {
        if let quiet = quietEnd, now >= quiet {
            quietEnd = nil
            end(.finished, at: now)
        }
        guard let speaking = voice, let result = speaking.service(at: now) else { return }
        voice = nil
        if speaking.isAlive { voices.dismiss(speaking, at: now) }
        switch result {
        case .spoken: spoken(by: speaking.hook, at: now)
        case .hushed:
            errands.runInGate(settings.interrupt, at: now)
            end(.interrupted, at: now)
        case .hung: giveUp(speaking.hook, because: VoiceFault("did not end in time"), isHung: true, at: now)
        case .failed(let reason): giveUp(speaking.hook, because: reason, isHung: false, at: now)
        }
    }

    private func spoken(by hook: Int, at now: Instant) {
        if ladder.succeeded(hook) { log.say(.notice, "The voice “\(name(of: hook))” speaks again.") }
        become(.ok(hook: settings.hooks[hook]))
        end(.finished, at: now)
    }

    /// A run failed: the plan tells whether the same hook is tried once more, another one, or none.
    private func giveUp(_ hook: Int, because fault: VoiceFault, isHung: Bool, at now: Instant) {
        guard let plan = current?.plan, plan.first != hook else {
            if isHung { noteHang(of: hook, at: now) }
            return
        }
        let wasDead = ladder.isDead
        let isNews = ladder.failed(hook, isHung: isHung, at: now)
        let next = plan.first.map { "using “\(name(of: $0))”" } ?? "there is no voice"
        if isNews { log.say(.error, "The voice “\(name(of: hook))” \(fault.full); \(next).") }
        guard plan.isEmpty else { return }
        if !wasDead { errands.runBeside(settings.fallback, at: now) }
        become(.unavailable(reason: "“\(name(of: hook))” \(fault.words)"))
        end(.failed, at: now)
    }

    /// A voice hung and is to be tried once more: for the text that waits, where one does, for the one that hung is old.
    private func noteHang(of hook: Int, at now: Instant) {
        ladder.hung(hook)
        current?.hasHung = true
        if !waiting.isEmpty { end(.failed, at: now) }
    }

    private func name(of hook: Int) -> String { settings.hooks[hook].first ?? "" }

    private func end(_ outcome: SpeechReport.Outcome, at now: Instant) {
        guard let utterance = current else { return }
        current = nil
        report(utterance, outcome, at: now)
        errands.runInGate(settings.after, at: now)
    }

    private func report(_ utterance: Utterance, _ outcome: SpeechReport.Outcome, at now: Instant) {
        events(.report(SpeechReport(id: utterance.id, outcome: outcome, at: now)))
    }
}
