import Readings

/// Something that the barometer tells the decision core, and when.
public struct FloorFact: Equatable, Sendable {
    /// What can be told.
    public enum Kind: Equatable, Sendable {
        /// The barometer cannot be relied on from now; a ride under way is forgotten.
        case unavailable(BarometerFault)
        /// The barometer can be relied on again; nothing is known of the time between.
        case back
        /// There is a baseline: floors are watched from now, or afresh.
        case baselineReady
        /// A ride has left its floor; `metres` is the signed change so far.
        case changed(direction: FloorDirection, metres: Double)
        /// A ride is over; `change` is signed, in metres from where it began.
        case settled(change: Double)
        /// A ride is over where it began.
        case returned
    }

    /// The time of the sample that shows it, or of the deadline that it is due to.
    public var time: Instant
    /// What it is.
    public var kind: Kind

    /// Makes a fact.
    public init(time: Instant, kind: Kind) {
        self.time = time
        self.kind = kind
    }
}

/// Everything that the decision core holds of a barometer: whether it reads, and what it shows of floors.
///
/// Feed it samples in order of time, and ``advance(to:)`` whenever time passes; how often makes no difference to what it
/// tells. A deadline that is due at the time of a sample comes before it.
public struct FloorWatch: Sendable {
    private var barometer = BarometerWatch()
    private var detector = FloorDetector()

    /// Makes a watch of a barometer that is off.
    public init() {}

    /// Whether the barometer can be relied on.
    public var state: BarometerState { barometer.state }
    /// Whether floors are watched: there is a baseline.
    public var hasBaseline: Bool { detector.hasBaseline }
    /// Whether a ride is under way: told as changed, and not yet settled.
    public var isRiding: Bool { detector.isRiding }
    /// The metres above the baseline, signed, or during a ride since it began; nil without a baseline.
    public var metresAboveBaseline: Double? { detector.metresAboveBaseline }
    /// The samples that were not used: implausible, out of order, or a fault of the bus.
    public var droppedSamples: Int { detector.droppedSamples }
    /// When ``advance(to:)`` will have something to tell, if no good sample comes; nil where nothing is due.
    public var nextDeadline: Instant? { barometer.nextDeadline }

    /// Begins to expect samples; nothing happens where it is on already.
    public mutating func switchOn(at time: Instant) { barometer.switchOn(at: time) }

    /// Expects nothing any more, and forgets the baseline.
    public mutating func switchOff() {
        barometer.switchOff()
        detector.restart()
    }

    /// Sets the baseline afresh, because a probe confirmed a place; see ``FloorDetector/setBaselineAfresh()``.
    public mutating func setBaselineAfresh() { detector.setBaselineAfresh() }

    /// Lets time pass, and tells what became due by `time`.
    public mutating func advance(to time: Instant) -> [FloorFact] {
        guard let due = nextDeadline, let change = barometer.advance(to: time) else { return [] }
        return [FloorFact(time: due, kind: apply(change))]
    }

    /// Takes a sample, and tells what it shows; while off, nothing.
    public mutating func take(_ sample: PressureSample) -> [FloorFact] {
        guard state != .off else { return [] }
        var facts = advance(to: sample.time)
        guard detector.accept(sample) else {
            barometer.takeBad(at: sample.time)
            return facts
        }
        if let change = barometer.takeGood(hectopascals: sample.hectopascals, at: sample.time) {
            facts.append(FloorFact(time: sample.time, kind: apply(change)))
        }
        for event in detect(sample) { facts.append(FloorFact(time: sample.time, kind: kind(of: event))) }
        return facts
    }

    /// Detection goes on while the barometer reads, and begins anew with the first of the samples that prove its return.
    private mutating func detect(_ sample: PressureSample) -> [FloorEvent] {
        if state == .unavailable {
            guard let since = barometer.proofSince else { return [] }
            if since == sample.time {
                detector.restart()
                guard detector.accept(sample) else { return [] }
            }
        }
        return detector.detect(at: sample.time.nanoseconds)
    }

    private mutating func apply(_ change: BarometerWatch.Change) -> FloorFact.Kind {
        switch change {
        case .back: return .back
        case .unavailable(let fault):
            detector.restart()
            return .unavailable(fault)
        }
    }

    private func kind(of event: FloorEvent) -> FloorFact.Kind {
        switch event {
        case .baseline: .baselineReady
        case .changed(let direction, let metres): .changed(direction: direction, metres: metres)
        case .settled(let change): .settled(change: change)
        case .returned: .returned
        }
    }
}
