import Readings

/// A clock as the sources of a scenario need it, so that they own none.
package struct ScenarioClock {
    /// The present moment on the host's monotonic clock.
    package var now: () -> Instant
    /// Waits for a span; false where the wait was broken off because the service stops.
    package var wait: (Duration) -> Bool
    /// The moment at which the scenario begins.
    package var beginning: Instant

    /// Makes a clock; the scenario begins at `beginning`.
    package init(beginning: Instant = .start, now: @escaping () -> Instant, wait: @escaping (Duration) -> Bool) {
        self.beginning = beginning
        self.now = now
        self.wait = wait
    }

    /// The present moment in the scenario's own time.
    var scenarioTime: Instant { .start + (now() - beginning) }

    /// A moment of the scenario on the host's clock.
    func host(_ instant: Instant) -> Instant { beginning + (instant - .start) }

    /// What a source waits for: the earlier of a moment of the scenario and the end of its limit.
    ///
    /// False where the wait was broken off.
    func wait(until moment: Instant, limit: Instant) -> Bool {
        let span = min(moment, limit) - scenarioTime
        return span <= .zero ? true : wait(span)
    }
}
