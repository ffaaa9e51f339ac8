import Readings

/// How fast one connection may ask: so many a second over a longer time, and as many at once after a rest.
package struct ControlPace: Sendable {
    private var saved: Int64
    private var last: Instant
    private let most: Int64
    private let price: Int64

    /// A pace that has rested; `perSecond` is 1 or more.
    package init(perSecond: Int, at now: Instant) {
        precondition(perSecond > 0, "a pace lets something through")
        price = 1_000_000_000 / Int64(perSecond)
        most = price * Int64(perSecond)
        saved = most
        last = now
    }

    /// Takes note of the time.
    private mutating func rest(until now: Instant) {
        saved = min(most, saved + max(0, (now - last).wholeNanoseconds))
        last = max(last, now)
    }

    /// Whether one more may come now; it is counted then.
    package mutating func takes(at now: Instant) -> Bool {
        rest(until: now)
        guard saved >= price else { return false }
        saved -= price
        return true
    }

    /// When the next may come.
    package var next: Instant { saved >= price ? last : last + .nanoseconds(price - saved) }
}
