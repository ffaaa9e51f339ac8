import Glibc
import Platform

/// Standard output of the service, written by a thread of its own: a reader that is slow loses its own lines, and one
/// that is gone all of them, and the service never waits for either.
final class ServiceOutput: Sendable {
    /// How many lines wait at most.
    private static let capacity = 1024
    /// How long the last lines may take at the end.
    private static let endLimit = Duration.milliseconds(200)
    private static let longestRest = Duration.seconds(1)

    /// Lines; nil ends the thread.
    private let lines: Mailbox<String?>
    private let thread: WorkerThread
    /// When the thread last came round: once a second at least, unless a reader holds it up.
    let life: SignOfLife

    /// Starts the thread; throws where the process has no descriptor or thread left.
    init(clock: MonotonicClock) throws(SystemError) {
        let lines = try Mailbox<String?>(capacity: Self.capacity)
        let life = SignOfLife(at: clock.now())
        self.lines = lines
        self.life = life
        thread = try WorkerThread(name: "output") {
            while true {
                life.show(at: clock.now())
                guard let letter = lines.take(limit: Self.longestRest) else { continue }
                guard let line = letter, Self.write(line) else { return }
            }
        }
    }

    /// Writes a line, soon.
    func line(_ text: String) { lines.put(text + "\n") }

    /// Writes what waits, and ends; tells how many lines were lost.
    func end() -> UInt64 {
        lines.put(nil)
        thread.join(limit: Self.endLimit)
        return lines.dropped
    }

    private static func write(_ line: String) -> Bool {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
