import Control
import Documents
import Platform
import Readings

/// What the page's server is given of the service.
package struct ConsoleParts: Sendable {
    /// The last depth frame, in numbers.
    package struct Nearest: Sendable {
        /// What was read from it.
        package var reading: DepthReading
        /// The share of the region's samples that were usable, 0 to 1.
        package var usableShare: Double
        /// When it arrived.
        package var arrival: Instant
        /// How many frames came so far.
        package var frames: UInt64

        /// Gathers the numbers.
        package init(reading: DepthReading, usableShare: Double, arrival: Instant, frames: UInt64) {
            self.reading = reading
            self.usableShare = usableShare
            self.arrival = arrival
            self.frames = frames
        }
    }

    /// The last pressure sample.
    package struct Pressure: Sendable {
        /// In hectopascals.
        package var hectopascals: Double
        /// When it was taken.
        package var time: Instant

        /// Gathers the numbers.
        package init(hectopascals: Double, time: Instant) {
            self.hectopascals = hectopascals
            self.time = time
        }
    }

    /// The clock.
    package var clock: MonotonicClock
    /// The journal.
    package var log: ServiceLog
    /// Where frames come from.
    package var tap: DepthTap
    /// The last frame; called on the page's thread, and never waits for long, likewise below.
    package var nearest: @Sendable () -> Nearest?
    /// The last pressure sample.
    package var pressure: @Sendable () -> Pressure?
    /// What was seen, as the page shows it.
    package var seen: @Sendable () -> Result<JSONValue, ControlError>
    /// Whether the service stands in for a robot: its sensors are simulated, recorded, or not there.
    package var standsIn: Bool

    /// Gathers the parts.
    package init(
        clock: MonotonicClock, log: ServiceLog, tap: DepthTap, standsIn: Bool,
        nearest: @escaping @Sendable () -> Nearest?, pressure: @escaping @Sendable () -> Pressure?,
        seen: @escaping @Sendable () -> Result<JSONValue, ControlError>
    ) {
        self.clock = clock
        self.log = log
        self.tap = tap
        self.standsIn = standsIn
        self.nearest = nearest
        self.pressure = pressure
        self.seen = seen
    }
}
