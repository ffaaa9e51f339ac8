import Platform
import Readings

/// A command of the operator's that runs beside the voice: no text, a limit, and an end in any case.
final class Errand {
    private let process: ChildProcess
    private let deadline: Instant
    private let killAfter: Duration
    private var stopping: StopSequence?

    init(
        _ command: [String], environment: [String], limit: Duration, killAfter: Duration, at now: Instant
    ) throws(SystemError) {
        process = try ChildProcess(command, environment: environment)
        process.give([])
        deadline = now + limit
        self.killAfter = killAfter
    }

    var nextLook: Instant { stopping?.nextLook ?? deadline }

    func watch(in set: inout PollSet) { process.watch(in: &set) }

    func stop(at now: Instant) {
        guard stopping == nil else { return }
        stopping = StopSequence([StopStep(15, wait: killAfter), StopStep(9, wait: .seconds(2))], at: now)
    }

    /// Does what is due and tells whether the command is over.
    func service(at now: Instant) -> Bool {
        process.service()
        if process.end != nil { return true }
        if now >= deadline { stop(at: now) }
        if let signal = stopping?.nextSignal(at: now) { process.send(signal) }
        return stopping?.isSpent(at: now) == true
    }
}
