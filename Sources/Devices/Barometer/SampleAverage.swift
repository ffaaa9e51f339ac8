import Readings

/// Means of a chip's values at an even pace, however fast the chip is.
package struct SampleAverage: Equatable, Sendable {
    private let interval: Duration
    private var due: Instant?
    private var sum = 0.0
    private var count = 0

    /// Makes means `hertz` times a second; the rate must be above 0.
    package init(hertz: Double) {
        precondition(hertz > 0, "a rate is above 0")
        interval = .nanoseconds(Int64((1_000_000_000 / hertz).rounded()))
    }

    /// Takes a value in pascals; the mean of all since the last one, in hectopascals, where one is due.
    ///
    /// The pace is kept by the moments that were due, so that a late value shifts none after it; after a gap it begins
    /// anew.
    package mutating func take(_ pascals: Double, at time: Instant) -> Double? {
        sum += pascals
        count += 1
        if let due, time < due { return nil }
        let next = (due ?? time) + interval
        due = next > time ? next : time + interval
        defer { (sum, count) = (0, 0) }
        return sum / Double(count) / 100
    }

    /// Forgets what has not been handed over.
    package mutating func clear() { (sum, count, due) = (0, 0, nil) }
}
