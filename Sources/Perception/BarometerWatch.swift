import Readings

/// Whether the barometer can be relied on, told from its samples and from their absence.
///
/// It becomes unavailable 5.0 s after the last good sample, or after it was switched on and never read; or with the
/// sample that shows the same raw value for 5.0 s. It is back with the sample that makes 2.0 s of good ones. Unplugging
/// does not hurry this: the silence that follows is what counts, so a bus that resets within 5 s is never mentioned.
public struct BarometerWatch: Sendable {
    /// Something that changed.
    public enum Change: Equatable, Sendable {
        /// It cannot be relied on from now.
        case unavailable(BarometerFault)
        /// It can be relied on again.
        case back
    }

    /// How long a barometer may give nothing good.
    public static let patience: Duration = .seconds(5)
    /// How long it must read before it is back.
    public static let proof: Duration = .seconds(2)
    /// The longest silence within that proof: at 1 Hz, one sample may be missing.
    public static let proofGap: Duration = .milliseconds(2500)

    /// The state now.
    public private(set) var state = BarometerState.off

    private var lastGood = Instant.start
    private var sawBadSince = false
    private var raw: (hectopascals: Double, since: Instant)?
    private var frozenRaw: Double?
    /// Since when good samples have come again, while it is unavailable; what was known before no longer counts.
    private(set) var proofSince: Instant?

    /// Makes a watch of a barometer that is off.
    public init() {}

    /// Begins to expect samples; nothing happens where it is on already.
    public mutating func switchOn(at time: Instant) {
        guard state == .off else { return }
        self = BarometerWatch()
        state = .starting
        lastGood = time
    }

    /// Expects nothing any more.
    public mutating func switchOff() { self = BarometerWatch() }

    /// When ``advance(to:)`` will have something to say, if no good sample comes; nil where nothing is due.
    public var nextDeadline: Instant? {
        switch state {
        case .starting, .ok: lastGood + Self.patience
        case .off, .unavailable: nil
        }
    }

    /// Lets time pass; returns what became due by `time`, which was at ``nextDeadline``.
    public mutating func advance(to time: Instant) -> Change? {
        guard let due = nextDeadline, due <= time else { return nil }
        return fail(sawBadSince ? .implausible : .silent)
    }

    /// Takes a sample that is good, by its raw value in hectopascals; time must have been advanced to it.
    public mutating func takeGood(hectopascals: Double, at time: Instant) -> Change? {
        guard state != .off else { return nil }
        if raw?.hectopascals != hectopascals { raw = (hectopascals, time) }
        if state == .unavailable { return prove(hectopascals, at: time) }
        lastGood = time
        sawBadSince = false
        state = .ok
        guard let raw, time - raw.since >= Self.patience else { return nil }
        frozenRaw = hectopascals
        return fail(.frozen)
    }

    /// Takes note of a sample that is not good; time must have been advanced to it.
    public mutating func takeBad(at time: Instant) { sawBadSince = true }

    private mutating func fail(_ fault: BarometerFault) -> Change {
        state = .unavailable
        proofSince = nil
        return .unavailable(fault)
    }

    /// A good sample while unavailable: counts towards the two seconds, unless it is the value that froze.
    private mutating func prove(_ hectopascals: Double, at time: Instant) -> Change? {
        defer { lastGood = time }
        guard hectopascals != frozenRaw else {
            proofSince = nil
            return nil
        }
        frozenRaw = nil
        guard let since = proofSince, time - lastGood <= Self.proofGap else {
            proofSince = time
            raw = (hectopascals, time)
            return nil
        }
        guard time - since >= Self.proof else { return nil }
        state = .ok
        sawBadSince = false
        return .back
    }
}
