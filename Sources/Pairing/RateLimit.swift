import Readings

/// So many a second on average, and so many at once.
struct RateLimit {
    private let spacing: Int64
    private let burst: Int64
    /// When the next would be due if all came evenly.
    private var due: Instant?

    init(perSecond: Int, burst: Int) {
        spacing = 1_000_000_000 / Int64(perSecond)
        self.burst = Int64(burst)
    }

    /// Whether one more is within the limit now; only then it is counted.
    mutating func admits(at now: Instant) -> Bool {
        let earliest = max(due ?? now, now)
        guard earliest.nanoseconds - now.nanoseconds <= spacing * (burst - 1) else { return false }
        due = Instant(nanoseconds: earliest.nanoseconds + spacing)
        return true
    }
}
