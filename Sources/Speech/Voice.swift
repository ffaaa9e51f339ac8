import Platform
import Readings

/// One run of a hook for one utterance: it waits for its text, speaks, and ends by itself or is ended.
final class Voice {
    /// How a run ended.
    enum End: Equatable {
        case spoken
        case hushed
        case hung
        case failed(VoiceFault)
    }

    let hook: Int
    private let process: ChildProcess
    private let limits: SpeechLimits
    private var given: Instant?
    private var deadline: Instant?
    private var estimate = Duration.zero
    private var stopping: StopSequence?
    private var isHung = false
    private var isGivenUp = false

    init(hook: Int, command: [String], environment: [String], limits: SpeechLimits) throws(SystemError) {
        self.hook = hook
        self.limits = limits
        process = try ChildProcess(command, environment: environment)
    }

    /// Whether the process still lives, as far as was noticed.
    var isAlive: Bool { process.end == nil }

    /// The process id of the hook.
    var pid: Int32 { process.pid }

    func give(_ text: String, estimate: Duration, at now: Instant) {
        self.estimate = estimate
        given = now
        deadline = now + estimate * limits.estimateFactor + limits.extra
        process.give(Array(text.utf8))
    }

    func hush(at now: Instant) {
        guard stopping == nil else { return isHung = false }
        stop(at: now)
    }

    private func stop(at now: Instant) {
        stopping = StopSequence(StopStep.askThenKill(after: limits.killAfter), at: now)
    }

    var nextLook: Instant? { isGivenUp ? nil : stopping?.nextLook ?? deadline }

    func watch(in set: inout PollSet) { process.watch(in: &set) }

    /// Does what is due and tells how the run ended, once it has.
    func service(at now: Instant) -> End? {
        process.service()
        if let end = process.end { return verdict(end, at: now) }
        if stopping == nil, let deadline, now >= deadline {
            isHung = true
            stop(at: now)
        }
        if let signal = stopping?.nextSignal(at: now) { process.send(signal) }
        // Killed and still there, it is stuck in the kernel: the next voice must not be lost with it.
        isGivenUp = stopping?.isSpent(at: now) == true
        return isGivenUp ? (isHung ? .hung : .hushed) : nil
    }

    private func verdict(_ end: ChildProcess.End, at now: Instant) -> End {
        if stopping != nil { return isHung ? .hung : .hushed }
        switch end {
        case .exit(0):
            let isEarly = now - (given ?? now) < estimate / 5
            let isSuspect = process.inputBroke || !process.errorBytes.isEmpty
            return isEarly && isSuspect ? .failed(fault("ended at once")) : .spoken
        case .exit(let status): return .failed(fault("ended with status \(status)"))
        case .signal(let signal): return .failed(fault("was ended by signal \(signal)"))
        case .unknown: return .spoken
        }
    }

    private func fault(_ words: String) -> VoiceFault {
        VoiceFault(words, errors: String(decoding: process.errorBytes, as: UTF8.self))
    }
}
