import Platform
import Readings

/// What a barometer's source needs of the world, so that a modelled one can stand in for it.
package struct BarometerWorld {
    /// The time.
    package var now: () -> Instant
    /// Waits for a span at the most; returns sooner where the source is to stop.
    package var wait: (Duration) -> Void
    /// Opens the node of a bus.
    package var open: (String) throws(BusError) -> any RegisterBus
    /// What stands before `/sys`, empty but for tests.
    package var root: String

    /// Makes a world.
    package init(
        now: @escaping () -> Instant, wait: @escaping (Duration) -> Void,
        open: @escaping (String) throws(BusError) -> any RegisterBus, root: String = ""
    ) {
        self.now = now
        self.wait = wait
        self.open = open
        self.root = root
    }

    /// The machine itself, by a clock; a wait looks every 20 ms whether the source is to stop.
    package static func machine(_ clock: MonotonicClock, isStopped: @escaping @Sendable () -> Bool) -> BarometerWorld {
        BarometerWorld(
            now: clock.now,
            wait: { span in
                let end = clock.now() + span
                while !isStopped(), clock.now() < end { Sleep.span(min(end - clock.now(), .milliseconds(20))) }
            },
            open: { path throws(BusError) in try LinuxRegisterBus(path) })
    }
}
