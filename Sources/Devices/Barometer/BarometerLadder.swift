import Readings

/// What to do about a barometer that fails, and when: pure, with time as an argument.
///
/// A failed transfer is tried three times more, 10 ms apart; then the chip is reset and set up again; if that does not
/// help either, it counts as disconnected and is looked for with pauses from 0.5 to 8 s. Three packets of zeros, a
/// frozen value, a jump and a silence go to the reset at once. A reset has helped when good values come for a second.
package struct BarometerLadder: Equatable, Sendable {
    /// What to do next.
    package enum Step: Equatable, Sendable {
        /// Try the same again at this moment.
        case retry(at: Instant)
        /// Nothing; the packet is dropped.
        case drop
        /// Reset the chip and set it up again.
        case restart
        /// Let go of the bus and look for a barometer at this moment.
        case search(at: Instant)
    }

    /// How often a failed transfer is tried again.
    package static let retries = 3
    /// The pause before each.
    package static let retryPause = Duration.milliseconds(10)
    /// How many packets of zeros in a row lead to a reset.
    package static let zeroPackets = 3
    /// How long good values must come until a reset has helped.
    package static let proof = Duration.seconds(1)
    /// The first pause before a search, doubled each time.
    package static let firstPause = Duration.milliseconds(500)
    /// The longest.
    package static let longestPause = Duration.seconds(8)

    private var failures = 0
    private var zeros = 0
    private var hasRestarted = false
    private var goodSince: Instant?
    private var pause = firstPause

    /// Makes a ladder of a barometer that has not failed.
    package init() {}

    /// Notes a good value.
    package mutating func good(at time: Instant) {
        failures = 0
        zeros = 0
        let since = goodSince ?? time
        goodSince = since
        guard time - since >= Self.proof else { return }
        hasRestarted = false
        pause = Self.firstPause
    }

    /// Notes that a set-up went through, which is no proof yet that it helped.
    package mutating func started() { failures = 0 }

    /// Notes a failure and tells what to do.
    package mutating func fail(_ fault: ChipFault, at time: Instant) -> Step {
        switch fault {
        case .bus(.gone), .bus(.absent), .bus(.denied), .bus(.busy), .bus(.unsuited):
            return search(at: time)
        case .sentinel, .impossible:
            return .drop
        case .zeros:
            zeros += 1
            return zeros < Self.zeroPackets ? .drop : restart(at: time)
        case .bus, .identity, .trimming, .notReady, .chip:
            failures += 1
            return failures <= Self.retries ? .retry(at: time + Self.retryPause) : restart(at: time)
        case .restarted, .step, .frozen, .stalled, .settings:
            return restart(at: time)
        }
    }

    /// Notes a failure to set the chip up; a value that is none counts as not being ready.
    package mutating func failStart(_ fault: ChipFault, at time: Instant) -> Step {
        switch fault {
        case .zeros, .sentinel, .impossible: fail(.notReady, at: time)
        default: fail(fault, at: time)
        }
    }

    /// Notes that no barometer was found.
    package mutating func missed(at time: Instant) -> Step { search(at: time) }

    private mutating func restart(at time: Instant) -> Step {
        guard !hasRestarted else { return search(at: time) }
        (failures, zeros, goodSince) = (0, 0, nil)
        hasRestarted = true
        return .restart
    }

    private mutating func search(at time: Instant) -> Step {
        (failures, zeros, goodSince, hasRestarted) = (0, 0, nil, false)
        defer { pause = min(pause * 2, Self.longestPause) }
        return .search(at: time + pause)
    }
}
