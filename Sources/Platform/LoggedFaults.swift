import Readings

/// The last warnings and errors that were logged, each with how often it came.
package struct LoggedFaults: Sendable {
    /// One of them.
    package struct Fault: Equatable, Sendable {
        /// What was said.
        package var text: String
        /// Whether it was an error, and not a warning.
        package var isError: Bool
        /// How often it came.
        package var count: Int
        /// When it came last; nil where whoever said it had no clock.
        package var last: Instant?
    }

    private var faults: [(kind: String, fault: Fault)] = []
    private let capacity: Int

    /// Remembers as many as `capacity`, 1 or more; the one that came longest ago makes room.
    package init(capacity: Int = 16) { self.capacity = max(1, capacity) }

    /// Takes note of one; those of a kind are counted together, in the words of the last.
    package mutating func note(_ text: String, kind: String, isError: Bool, at now: Instant?) {
        let index = faults.firstIndex { $0.kind == kind }
        let before = index.map { faults.remove(at: $0).fault }
        let fault = Fault(
            text: text, isError: isError, count: (before?.count ?? 0) + 1, last: now ?? before?.last)
        if faults.count >= capacity { faults.removeFirst() }
        faults.append((kind, fault))
    }

    /// All that is remembered, the one that came last first.
    package var latest: [Fault] { faults.reversed().map(\.fault) }
}
