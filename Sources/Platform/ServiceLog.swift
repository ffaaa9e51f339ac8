import Glibc
import Readings
import Synchronization

/// The service's log: one line an event on standard error, plain words, with a priority in front under systemd.
///
/// No thread ever waits in it: a line that standard error does not take at once is dropped, and the next one that
/// gets through says how many were.
package final class ServiceLog: Sendable {
    /// How much a line matters, with the numbers of syslog.
    package enum Priority: Int, Sendable {
        /// Something the person depends on does not work.
        case error = 3
        /// Something is not as it should be.
        case warning = 4
        /// Something the operator will want to see.
        case notice = 5
        /// The ordinary course of things.
        case info = 6
        /// For whoever looks for a fault.
        case debug = 7
    }

    private struct State {
        var faults = RepeatedFaults()
        var logged = LoggedFaults()
        var dropped = 0
        var listener: (@Sendable (Priority, String) -> Void)?
    }

    private let state = Mutex(State())
    private let hasPriorities: Bool
    private let sink: @Sendable (String) -> Bool

    /// A log on standard error; priorities are written where systemd reads it (`JOURNAL_STREAM` is set).
    package convenience init() {
        self.init(hasPriorities: getenv("JOURNAL_STREAM") != nil) { StandardError.take($0) }
    }

    /// A log whose lines, each with its newline, go to `sink`, which tells whether it took one.
    package init(hasPriorities: Bool, sink: @escaping @Sendable (String) -> Bool) {
        self.hasPriorities = hasPriorities
        self.sink = sink
    }

    /// Says one event; line breaks and control characters in it become spaces.
    package func say(_ priority: Priority, _ text: String) {
        state.withLock { state in
            note(priority, text, kind: text, at: nil, &state)
            write(priority, text, &state)
        }
    }

    /// The last warnings and errors, the one that came last first, each with how often it came.
    package var faults: [LoggedFaults.Fault] { state.withLock { $0.logged.latest } }

    private func note(_ priority: Priority, _ text: String, kind: String, at now: Instant?, _ state: inout State) {
        guard priority.rawValue <= Priority.warning.rawValue else { return }
        state.logged.note(text, kind: kind, isError: priority == .error, at: now)
    }

    /// Says a fault that may repeat: at once, and then once a minute at most with how often it occurred since.
    ///
    /// `kind` tells faults apart where the text varies; `now` is the time of the occurrence.
    package func fault(_ priority: Priority, _ text: String, kind: String? = nil, at now: Instant) {
        state.withLock { state in
            note(priority, text, kind: kind ?? text, at: now, &state)
            guard let count = state.faults.occurrences(of: kind ?? text, at: now) else { return }
            write(priority, count == 1 ? text : "\(text) (\(count) times since last said)", &state)
        }
    }

    /// Has every line that is said from now on shown to `listener` as well, which must not wait and say nothing itself.
    package func listen(_ listener: (@Sendable (Priority, String) -> Void)?) {
        state.withLock { $0.listener = listener }
    }

    private func write(_ priority: Priority, _ text: String, _ state: inout State) {
        state.listener?(priority, text)
        let prefix = hasPriorities ? "<\(priority.rawValue)>" : ""
        let missing = state.dropped > 0 ? " (\(state.dropped) lines before this one were lost)" : ""
        let isTaken = sink(prefix + Self.oneLine(text) + missing + "\n")
        state.dropped = isTaken ? 0 : state.dropped + 1
    }

    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isBreak = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isSeparator = scalar.value == 0x2028 || scalar.value == 0x2029
            line.append(isBreak || isSeparator ? " " : scalar)
        }
        return String(line)
    }
}

/// Standard error, written to without ever waiting.
enum StandardError {
    static func take(_ line: String) -> Bool {
        let bytes = Array(line.utf8)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let sent = send(STDERR_FILENO, bytes, bytes.count, flags)
        if sent >= 0 || errno != ENOTSOCK { return sent == bytes.count }
        var set = PollSet()
        set.watch(STDERR_FILENO, for: .writing)
        guard set.wait(limit: .zero) else { return false }
        return write(STDERR_FILENO, bytes, bytes.count) == bytes.count
    }
}
