import Readings

/// Decides from a sensor thread's last sign of life whether a call into its device has hung.
///
/// Such a call cannot be ended from outside: the thread is left behind with it and another begins afresh. A device
/// whose transfers never come back is abandoned by its own thread, with all that hangs on it. Neither is repeated for
/// ever, since each costs memory, descriptors and perhaps a thread: then only a new process helps.
package struct SensorPatience: Equatable, Sendable {
    /// How long a thread may show nothing; longer than any bounded wait inside a driver.
    package static let standardLimit = Duration.seconds(4)
    /// How many threads and devices are left behind, together, before the process is to be replaced.
    package static let most = 3

    /// What to do about a thread.
    package enum Judgement: Equatable, Sendable {
        /// It goes on.
        case alive
        /// Leave it behind, and start another.
        case replace
        /// Leave it behind; the process is to be replaced.
        case giveUp
    }

    /// How long a thread may show nothing.
    package let limit: Duration
    /// How many threads were left behind so far.
    package private(set) var leftBehind = 0

    /// Begins with no thread left behind.
    package init(limit: Duration = standardLimit) { self.limit = limit }

    /// Judges a thread that last showed life `age` ago, and that has abandoned so many devices; exactly the limit is
    /// alive.
    package mutating func judge(age: Duration, abandoned: Int = 0) -> Judgement {
        if age > limit { leftBehind += 1 }
        if leftBehind + abandoned >= Self.most { return .giveUp }
        return age > limit ? .replace : .alive
    }
}
