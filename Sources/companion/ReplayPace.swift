import Glibc
import Platform
import Readings

/// The pace of a replay: as fast as it goes, or so many times as fast as it was.
struct ReplayPace {
    private let speed: Double?
    private let clock = MonotonicClock()
    private let from: Instant

    /// Reads `--speed`; the first moment is at `from`.
    init(_ invocation: Invocation, from: Instant = .start) throws(CommandFailure) {
        speed = try invocation.number("--speed", in: 0.01...10_000)
        self.from = from
    }

    static let option = CommandOption(
        name: "--speed", value: "N", meaning: "N times as fast as it was, such as 1; else as fast as it goes")

    /// Whether anybody waits.
    var isReal: Bool { speed != nil }

    /// Waits until a moment of the recording is due.
    func wait(for moment: Instant) {
        guard let speed else { return }
        let due = Instant(seconds: (moment - from).inSeconds / speed)
        while true {
            let left = (due - clock.now()).wholeNanoseconds
            guard left > 0 else { return }
            // short rests, so that a signal ends the command at once
            usleep(UInt32(min(left / 1000 + 1, 200_000)))
        }
    }
}
