import CProcess
import Glibc
import Readings

/// A child process in a group of its own, fed through its standard input and always taken away when it has died.
///
/// Nothing here waits unless it says so with a limit: an event loop polls the numbers in `watch(in:)` and calls
/// `service()`. The child's standard output is discarded; of its standard error the first bytes are kept. When the
/// leader has died, what is left of its group is killed. One thread uses a child at a time.
package final class ChildProcess {
    /// How a child ended.
    package enum End: Equatable, Sendable {
        /// By itself, with this status; 0 is success.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)
        /// It is gone, and the kernel no longer knows how.
        case unknown
    }

    /// The leader's process id, which is its group's as well.
    package let pid: Int32
    /// How the child ended, once `service()` has noticed.
    package private(set) var end: End?
    /// Whether the child closed its standard input before it had taken all of its text.
    package private(set) var inputBroke = false
    /// The first bytes the child wrote to its standard error, 512 at most.
    package private(set) var errorBytes: [UInt8] = []

    private let death: Descriptor
    private var input: Descriptor?
    private var errors: Descriptor?
    private var pending: ArraySlice<UInt8> = []
    private var isInputGiven = false
    private static let waitWhenLetGo = Duration.milliseconds(100)
    private static let keptErrorBytes = 512
    private static let drainRounds = 16

    /// Starts the program `arguments[0]`, looked for in PATH, with the arguments as they are and no shell.
    ///
    /// `environment` holds NAME=value texts. Throws `ENOENT` or `EACCES` where the program is missing or may not be
    /// run, `EINVAL` where there is no program or an argument has a NUL in it.
    package init(_ arguments: [String], environment: [String] = ChildEnvironment.inherited()) throws(SystemError) {
        let stdin = try Pipe()
        let stderr = try Pipe()
        let nothing = try Descriptor.nothing()
        let writing = try Descriptor.copy(of: stdin.writing.number)
        let reading = try Descriptor.copy(of: stderr.reading.number)
        try writing.setNonBlocking()
        try reading.setNonBlocking()
        let streams = (stdin.reading.number, nothing.number, stderr.writing.number)
        let child = try Self.spawn(arguments, environment, streams)
        pid = child.pid
        death = Descriptor(owning: child.death)
        input = consume writing
        errors = consume reading
    }

    deinit {
        guard end == nil else { return }
        send(SIGKILL)
        _ = wait(limit: Self.waitWhenLetGo)
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String], _ streams: (Int32, Int32, Int32)
    ) throws(SystemError) -> (pid: Int32, death: Int32) {
        let name = arguments.first ?? ""
        guard !name.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(EINVAL, "start “\(name)”")
        }
        var pid: pid_t = 0
        var death: Int32 = -1
        let result = CStrings.withPointers(arguments) { arguments in
            CStrings.withPointers(environment) { environment in
                var request = child_process_request(
                    arguments: arguments, environment: environment, input: streams.0, output: streams.1,
                    errors: streams.2)
                return child_process_spawn(&request, &pid, &death)
            }
        }
        guard result == 0 else { throw SystemError(result, "start “\(name)”") }
        return (pid, death)
    }

    /// Hands the child its text; the end of file follows.
    ///
    /// Once only; what the pipe does not take now, `service()` writes as the child reads.
    package func give(_ text: [UInt8]) {
        guard !isInputGiven else { return }
        isInputGiven = true
        pending = text[...]
        writePending()
    }

    /// Sends a signal to the whole group, unless the leader has been taken away and the number may be another's.
    package func send(_ signal: Int32) {
        guard end == nil else { return }
        kill(-pid, signal)  // ESRCH cannot be: the leader is there, dead or alive, until it is reaped
    }

    /// Adds what this child waits for to a poll set.
    package func watch(in set: inout PollSet) {
        guard end == nil else { return }
        set.watch(death.number, for: .reading)
        if isInputGiven, let number = input?.number { set.watch(number, for: .writing) }
        if let number = errors?.number { set.watch(number, for: .reading) }
    }

    /// Does what can be done without waiting: writes text, reads errors, notices the end.
    package func service() {
        guard end == nil else { return }
        if isInputGiven { writePending() }
        readErrors()
        reapIfDead()
    }

    /// Services the child until it has died, `limit` at most; nil where it lives on.
    package func wait(limit: Duration) -> End? {
        let clock = MonotonicClock()
        let deadline = clock.now() + limit
        var set = PollSet()
        while true {
            service()
            let now = clock.now()
            if end != nil || now >= deadline { return end }
            set.removeAll()
            watch(in: &set)
            set.wait(limit: deadline - now)
        }
    }

    /// Stops the child step by step and waits for its death; nil where even killing did not help within its wait.
    @discardableResult
    package func stop(_ steps: [StopStep]) -> End? {
        let clock = MonotonicClock()
        var sequence = StopSequence(steps, at: clock.now())
        while true {
            if let signal = sequence.nextSignal(at: clock.now()) { send(signal) }
            let now = clock.now()
            if let end = wait(limit: max(.zero, sequence.nextLook - now)) { return end }
            if sequence.isSpent(at: clock.now()) { return nil }
        }
    }

    private func writePending() {
        guard input != nil else { return }
        do throws(SystemError) {
            while !pending.isEmpty {
                guard let count = try input?.write(pending) else { return }
                pending = pending.dropFirst(count)
            }
        } catch {
            if error.number == EAGAIN { return }
            inputBroke = true
        }
        pending = []
        input = nil
    }

    private func readErrors() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        do throws(SystemError) {
            for _ in 0..<Self.drainRounds {
                guard let count = try errors?.read(into: &chunk) else { return }
                if count == 0 { return errors = nil }
                let room = Self.keptErrorBytes - errorBytes.count
                errorBytes += chunk[..<min(count, room)]
                if count < chunk.count { return }
            }
        } catch {
            if error.number != EAGAIN { errors = nil }
        }
    }

    private func reapIfDead() {
        var set = PollSet()
        set.watch(death.number, for: .reading)
        guard set.wait(limit: .zero) else { return }
        send(SIGKILL)  // what is left of the group; the dead leader keeps the number ours until it is reaped
        var isEnded = false
        var how = child_process_end()
        guard child_process_reap(death.number, &isEnded, &how) == 0, isEnded else { return }
        readErrors()
        if !pending.isEmpty { inputBroke = true }
        pending = []
        input = nil
        errors = nil
        end = how.signal > 0 ? .signal(how.signal) : how.status >= 0 ? .exit(how.status) : .unknown
    }
}
