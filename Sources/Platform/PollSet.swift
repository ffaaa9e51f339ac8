import Glibc
import Readings

/// A set of descriptors that are waited for together, with a limit.
package struct PollSet {
    /// What a descriptor is waited for.
    package enum Interest: Sendable {
        /// Something to read, an end, or a death.
        case reading
        /// Room to write, or a broken far end.
        case writing
    }

    private var entries: [pollfd] = []

    /// An empty set.
    package init() {}

    /// Forgets all descriptors and keeps the memory.
    package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// Adds a descriptor by its number, which must stay open until the wait is over.
    package mutating func watch(_ number: Int32, for interest: Interest) {
        let events = interest == .reading ? POLLIN : POLLOUT
        entries.append(pollfd(fd: number, events: Int16(events), revents: 0))
    }

    /// Waits until one is ready or the limit has passed, and tells whether one is ready; without a limit, for one
    /// minute at most, so that no loop rests for ever on a lost wake-up.
    @discardableResult
    package mutating func wait(limit: Duration?) -> Bool {
        let clock = MonotonicClock()
        let end = clock.now() + max(.zero, min(limit ?? .seconds(60), .seconds(60)))
        while true {
            let left = (end - clock.now()).wholeNanoseconds
            let milliseconds = Int32(max(0, (left + 999_999) / 1_000_000))
            let count = poll(&entries, nfds_t(entries.count), milliseconds)
            if count > 0 { return true }
            if count == 0 || errno != EINTR || left <= 0 { return false }
        }
    }

    /// Whether a descriptor was found ready by the last wait; an error or a hang-up counts.
    package func isReady(_ number: Int32) -> Bool {
        entries.contains { $0.fd == number && $0.revents != 0 }
    }
}
