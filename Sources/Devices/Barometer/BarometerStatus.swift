import Readings
import Synchronization

/// What is known of the barometer, for `status`, `devices`, `watch` and `doctor`.
package struct BarometerStatus: Equatable, Sendable {
    /// What its thread is doing.
    package enum State: Equatable, Sendable {
        /// Looking for a barometer.
        case searching
        /// One was found and is being set up.
        case starting
        /// Values come.
        case reading
        /// A transfer failed and is tried again.
        case retrying
        /// The chip is being reset and set up again.
        case restarting
        /// There is none, or it is lost; it is looked for at `nextSearch`.
        case disconnected
    }

    /// What its thread is doing.
    package var state = State.searching
    /// What is read and where, such as “BMP390 at /dev/i2c-1, address 0x77”; nil before one was found.
    package var description: String?
    /// Whether the kernel drives it and gives whole pascals only, 8 cm of height.
    package var isCoarse = false
    /// What stands in the way, most telling first, where nothing is found.
    package var findings: [BarometerFinding] = []
    /// When it is looked for again, while it is disconnected.
    package var nextSearch: Instant?
    /// The last value that was handed over, in hectopascals.
    package var hectopascals: Double?
    /// The temperature of the chip in °C with it; nil where it tells none.
    package var celsius: Double?
    /// When that was.
    package var lastSample: Instant?
    /// The last fault, as a sentence for the operator.
    package var lastFault: String?
    /// How many values have been handed over.
    package var delivered = 0
    /// How many measurements were thrown away: no value, impossible, outliers.
    package var dropped = 0
    /// How many transfers were tried again.
    package var retries = 0
    /// How many times the chip was reset because of a fault.
    package var restarts = 0
    /// How many times a barometer was found again after it was lost.
    package var reconnects = 0
    /// Whether it was lost after it had read, and has not read since.
    var wasLost = false

    /// Makes the status of a barometer that nobody has looked for yet.
    package init() {}
}

/// Where the barometer's thread writes what it does, and any thread reads it.
///
/// The lock is held for the copying of a value only, never across a transfer.
package final class BarometerBoard: Sendable {
    private let content = Mutex(BarometerStatus())

    /// Makes a board of a barometer that nobody has looked for yet.
    package init() {}

    /// What is known now.
    package var status: BarometerStatus { content.withLock { $0 } }

    /// Changes what is known; `change` must not wait.
    package func update(_ change: (inout BarometerStatus) -> Void) { content.withLock { change(&$0) } }
}
