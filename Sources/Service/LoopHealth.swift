import Documents
import Readings

/// How the decision loop goes: its turns, and how long after its stamp an event is decided; nothing is allocated.
package struct LoopHealth: Equatable, Sendable {
    /// How long the worst latency is remembered, at least; twice as long at most.
    static let window = Duration.seconds(30)

    /// How often the loop has turned.
    package private(set) var turns: UInt64 = 0
    /// When it turned last.
    package private(set) var lastTurn = Instant.start
    /// How long after its stamp the last event was decided.
    package private(set) var latency = Duration.zero
    private var worst = Duration.zero
    private var worstBefore = Duration.zero
    private var windowEnd = Instant.start + window

    /// A loop that has not turned yet.
    package init() {}

    /// The longest latency of the last half minute or more.
    package var worstLatency: Duration { max(worst, worstBefore) }

    /// The loop turns.
    package mutating func turn(at now: Instant) {
        turns += 1
        lastTurn = now
        guard now >= windowEnd else { return }
        worstBefore = now - windowEnd >= Self.window ? .zero : worst
        worst = .zero
        windowEnd = now + Self.window
    }

    /// An event is decided now that was stamped then.
    package mutating func decide(stamp: Instant, at now: Instant) {
        latency = max(.zero, now - stamp)
        worst = max(worst, latency)
    }
}
