import Readings
import Synchronization

/// When a thread last showed that it goes on: stamped by the thread itself, read by whoever watches over it.
///
/// A stamp costs one atomic store; a thread that waits stamps before and after, and never waits longer than its limit.
package final class SignOfLife: Sendable {
    private let nanoseconds: Atomic<Int64>

    /// A thread that begins at `now`.
    package init(at now: Instant) { nanoseconds = Atomic(now.nanoseconds) }

    /// The thread goes on.
    package func show(at now: Instant) { nanoseconds.store(now.nanoseconds, ordering: .releasing) }

    /// When it was last shown.
    package var last: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// How long ago it was last shown, never below zero.
    package func age(at now: Instant) -> Duration { max(.zero, now - last) }
}
