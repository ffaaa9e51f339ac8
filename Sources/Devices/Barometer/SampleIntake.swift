import Readings

/// What happens to a measurement between the chip and the mean that is handed over.
package struct SampleIntake {
    private var average: SampleAverage
    private var freeze = FreezeWatch()
    private var gate = SampleGate()
    private var discards = 0
    private var settledAt = Instant.start
    private var lastSample = Instant.start

    /// What became of a measurement.
    package struct Outcome: Equatable, Sendable {
        /// Whether it counts.
        package var isGood = false
        /// The mean in hectopascals, where one was due with it.
        package var mean: Double?
    }

    /// Makes an intake that gives `hertz` means a second.
    package init(hertz: Double) { average = SampleAverage(hertz: hertz) }

    /// Begins after a start: the first measurements are thrown away, and those of a span of settling; so is an
    /// unfinished mean.
    package mutating func begin(discarding count: Int, settling: Duration, at time: Instant) {
        discards = count
        settledAt = time + settling
        average.clear()
        lastSample = time
    }

    /// Whether no measurement that counts has come for too long.
    package func isStalled(_ instrument: any Instrument, at time: Instant) -> Bool {
        time - lastSample >= instrument.stallLimit
    }

    /// Takes what a reading gave.
    ///
    /// `drop` is called for a measurement that is thrown away as an outlier. Throws `.frozen`, `.step` and `.stalled`.
    package mutating func take(
        _ sample: ChipSample?, from instrument: any Instrument, at time: Instant, drop: () -> Void
    ) throws(ChipFault) -> Outcome {
        guard let sample else {
            if isStalled(instrument, at: time) { throw .stalled }
            return Outcome()
        }
        if let limit = instrument.freezeLimit, freeze.isFrozen(sample.raw, at: time, limit: limit) { throw .frozen }
        guard discards == 0, time >= settledAt else {
            discards = max(0, discards - 1)
            lastSample = time
            return Outcome()
        }
        switch gate.judge(sample.pascals, at: time) {
        case .step: throw .step
        case .outlier:
            drop()
            if isStalled(instrument, at: time) { throw .stalled }
            return Outcome()
        case .good:
            lastSample = time
            return Outcome(isGood: true, mean: average.take(sample.pascals, at: time))
        }
    }
}
