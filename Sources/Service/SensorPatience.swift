import Readings

/// Decides from a sensor thread's last sign of life whether a call into its device has hung.
///
/// Such a call cannot be ended from outside: the thread is left behind with it and another begins afresh. That is not
/// repeated for ever, since each costs a thread and whatever it holds: then only a new process helps.
package struct SensorPatience: Equatable, Sendable {
    /// How long a thread may show nothing; longer than any bounded wait inside a driver.
    package static let standardLimit = Duration.seconds(4)
    /// How many threads are left behind before the process is to be replaced.
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

    /// Judges a thread that last showed life `age` ago; exactly the limit is alive.
    package mutating func judge(age: Duration) -> Judgement {
        guard age > limit else { return .alive }
        leftBehind += 1
        return leftBehind >= Self.most ? .giveUp : .replace
    }
}
