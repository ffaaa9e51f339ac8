import Readings

/// Which faults were said when, so that a repeated one is said once a minute at most, with its count.
package struct RepeatedFaults: Sendable {
    private struct Entry {
        var said: Instant
        var unsaid = 0
    }

    private var entries: [String: Entry] = [:]
    private let pause: Duration
    private let capacity: Int

    /// Makes an empty record; a fault is said again after `pause` at the earliest, and `capacity` of them are told
    /// apart (past that the one said longest ago is forgotten).
    package init(pause: Duration = .seconds(60), capacity: Int = 64) {
        self.pause = pause
        self.capacity = max(1, capacity)
    }

    /// Notes that a fault occurred at `now`: nil where it is to be kept quiet, else how often it occurred since it
    /// was last said, this time included.
    package mutating func occurrences(of fault: String, at now: Instant) -> Int? {
        guard let entry = entries[fault] else {
            makeRoom()
            entries[fault] = Entry(said: now)
            return 1
        }
        guard now - entry.said >= pause else {
            entries[fault]?.unsaid += 1
            return nil
        }
        entries[fault] = Entry(said: now)
        return entry.unsaid + 1
    }

    private mutating func makeRoom() {
        guard entries.count >= capacity, let oldest = entries.min(by: { $0.value.said < $1.value.said }) else { return }
        entries[oldest.key] = nil
    }
}
