import Announcing
import Deciding
import Readings
import Speech

/// The voice in simulated time: two commands, the service's own ladder between them, and the limits of the voice.
///
/// It does what the voice's thread does, without processes: one utterance at a time, each with a limit of three times
/// its estimate and five seconds, what does not end is killed, tried once more, and then the next command is used.
struct SoakVoice {
    /// How a command behaves.
    enum Manner {
        case speaks
        case hangs
        case fails
    }

    private struct Utterance {
        var id: Int
        var estimate: Duration
        var plan: [Int]?
        var isBegun = false
    }

    private struct Run {
        var hook: Int
        var manner: Manner
        var end: Instant
        var isHushed = false
    }

    private static let limits = SpeechLimits()
    /// How long a command takes to fail, or to end when it is asked to.
    private static let promptness = Duration.milliseconds(5)

    /// How each command behaves, for runs that begin from now on.
    var manners: [Manner] = [.speaks, .speaks]
    /// How each utterance ended, by its number.
    private(set) var endings: [Int: SpokenOutcome] = [:]
    /// Whether the first command was given up for an utterance, whether one was hushed while it hung, and whether the
    /// second command was used; since endings were last forgotten.
    private(set) var wasGivenUp = false
    private(set) var wasHushed = false
    private(set) var secondWasUsed = false
    private var ladder = HookLadder(count: 2, limits: limits)
    private var waiting: [Utterance] = []
    private var current: Utterance?
    private var run: Run?
    private var reports: [(time: Instant, event: Event)] = []

    /// When something is to be reported or done.
    var next: Instant? { Instant.sooner(reports.first?.time, run?.end) }

    /// Takes what the core wants said.
    mutating func speak(_ say: Effect.Say, at now: Instant) {
        waiting.append(Utterance(id: say.id, estimate: Announcement.estimate(of: say.text)))
        goOn(at: now)
    }

    /// Takes what the core wants hushed.
    mutating func hush(_ id: Int, at now: Instant) {
        for utterance in waiting where utterance.id == id { end(utterance, .interrupted, at: now) }
        waiting.removeAll { $0.id == id }
        guard current?.id == id, var run else { return }
        run.isHushed = true
        run.end = min(run.end, now + (run.manner == .hangs ? Self.limits.killAfter : Self.promptness))
        self.run = run
    }

    /// The reports that are due by a moment, in order.
    mutating func due(at now: Instant) -> [(time: Instant, event: Event)] {
        while let run, run.end <= now { finish(run) }
        defer { reports.removeAll { $0.time <= now } }
        return reports.filter { $0.time <= now }
    }

    /// Forgets how utterances ended; those that wait or are spoken go on.
    mutating func forgetEndings() {
        endings = [:]
        (wasGivenUp, wasHushed, secondWasUsed) = (false, false, false)
    }

    /// What is wrong with how a command that hung was left for the second one; nil where nothing is.
    ///
    /// What is hushed before it was given up says nothing of the command, and begins with it again.
    var faultOfHanging: String? {
        if wasGivenUp { return secondWasUsed ? nil : "the second voice was not used" }
        return wasHushed ? nil : "the voice that hung was not given up"
    }

    private mutating func goOn(at now: Instant) {
        while run == nil {
            if current == nil {
                guard !waiting.isEmpty else { return }
                current = waiting.removeFirst()
            }
            attempt(at: now)
        }
    }

    private mutating func attempt(at now: Instant) {
        guard var utterance = current else { return }
        var plan = utterance.plan ?? ladder.plan(at: now)
        guard !plan.isEmpty else { return close(.failed, at: now) }
        let hook = plan.removeFirst()
        if hook == 1 { secondWasUsed = true }
        if !utterance.isBegun { reports.append((now, .spoken(id: utterance.id, .started))) }
        (utterance.plan, utterance.isBegun) = (plan, true)
        current = utterance
        let limit = utterance.estimate * Self.limits.estimateFactor + Self.limits.extra + Self.limits.killAfter
        let span: Duration =
            switch manners[hook] {
            case .speaks: utterance.estimate
            case .hangs: limit
            case .fails: Self.promptness
            }
        run = Run(hook: hook, manner: manners[hook], end: now + span)
    }

    private mutating func finish(_ run: Run) {
        self.run = nil
        if run.isHushed {
            if run.manner == .hangs { wasHushed = true }
            close(.interrupted, at: run.end)
        } else if run.manner == .speaks {
            _ = ladder.succeeded(run.hook)
            close(.finished, at: run.end)
        } else if current?.plan?.first != run.hook {
            if run.hook == 0, run.manner == .hangs { wasGivenUp = true }
            _ = ladder.failed(run.hook, isHung: run.manner == .hangs, at: run.end)
            if current?.plan?.isEmpty ?? true { close(.failed, at: run.end) }
        }
        goOn(at: run.end)
    }

    private mutating func close(_ outcome: SpokenOutcome, at now: Instant) {
        guard let utterance = current else { return }
        current = nil
        end(utterance, outcome, at: now)
    }

    private mutating func end(_ utterance: Utterance, _ outcome: SpokenOutcome, at now: Instant) {
        endings[utterance.id] = outcome
        reports.append((now, .spoken(id: utterance.id, outcome)))
    }
}
