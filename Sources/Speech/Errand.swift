import Platform
import Readings

/// A command of the operator's that runs beside the voice: no text, a limit, and an end in any case.
final class Errand {
    private let process: ChildProcess
    private let deadline: Instant
    private let killAfter: Duration
    private var stopping: StopSequence?
    /// Whether it was at its limit before it ended.
    private(set) var isLate = false
    /// Whether it was killed and is still there, so that nobody should go on waiting.
    private(set) var isGivenUp = false

    init(
        _ command: [String], environment: [String], limit: Duration, killAfter: Duration, at now: Instant
    ) throws(SystemError) {
        process = try ChildProcess(command, environment: environment)
        process.give([])
        deadline = now + limit
        self.killAfter = killAfter
    }

    var nextLook: Instant? { isGivenUp ? nil : stopping?.nextLook ?? deadline }

    func watch(in set: inout PollSet) { process.watch(in: &set) }

    func stop(at now: Instant) {
        guard stopping == nil else { return }
        stopping = StopSequence(StopStep.askThenKill(after: killAfter), at: now)
    }

    /// Does what is due and tells whether the command is gone.
    func service(at now: Instant) -> Bool {
        process.service()
        if process.end != nil { return true }
        if now >= deadline {
            isLate = true
            stop(at: now)
        }
        if let signal = stopping?.nextSignal(at: now) { process.send(signal) }
        isGivenUp = stopping?.isSpent(at: now) == true
        return false
    }
}
