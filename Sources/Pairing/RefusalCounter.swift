import Readings

/// Counts refusals by the id that was claimed, and pauses an id after too many.
///
/// An id with the certificate that is pinned for it is counted apart from the same id with another: a stranger who has
/// collected an id cannot keep its owner out. Whether the id is paired at all makes no difference here.
struct RefusalCounter {
    /// How many refusals bring a pause.
    static let limit = 5
    /// Within what time.
    static let span = Duration.seconds(60)
    /// How long the pause is.
    static let pause = Duration.seconds(60)
    /// How many claimants are remembered at most.
    static let memory = 1024

    /// Who is counted.
    struct Claimant: Hashable {
        let id: String
        let isGenuine: Bool
    }

    private struct Count {
        var times: [Instant] = []
        var pausedUntil: Instant?
        var last: Instant
    }

    private var counts: [Claimant: Count] = [:]
    /// All refusals since the start.
    private(set) var total = 0

    /// How long a claimant still has to stay away, in whole seconds, rounded up; nil where it may come.
    func secondsOfPause(for claimant: Claimant, at now: Instant) -> Int? {
        guard let end = counts[claimant]?.pausedUntil, now < end else { return nil }
        return Int(((end - now).wholeNanoseconds + 999_999_999) / 1_000_000_000)
    }

    /// Counts one refusal; true where it is the one that brings a pause.
    mutating func count(_ claimant: Claimant, at now: Instant) -> Bool {
        total += 1
        var entry = counts[claimant] ?? Count(last: now)
        entry.last = now
        entry.times = entry.times.filter { now - $0 < Self.span } + [now]
        let isPause = entry.times.count >= Self.limit
        if isPause { (entry.pausedUntil, entry.times) = (now + Self.pause, []) }
        if counts[claimant] == nil, counts.count >= Self.memory { forgetOldest() }
        counts[claimant] = entry
        return isPause
    }

    private mutating func forgetOldest() {
        guard let oldest = counts.min(by: { $0.value.last < $1.value.last }) else { return }
        counts[oldest.key] = nil
    }
}
