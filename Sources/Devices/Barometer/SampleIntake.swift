import Readings

/// What happens to a measurement between the chip and the mean that is handed over.
package struct SampleIntake {
    private var average: SampleAverage
    private var freeze = FreezeWatch()
    private var gate = SampleGate()
    private var discards = 0
    /// When the last good measurement came, or the chip was started since.
    package private(set) var lastGood = Instant.start

    /// Makes an intake that gives `hertz` means a second.
    package init(hertz: Double) { average = SampleAverage(hertz: hertz) }

    /// Begins after a start: the first measurements are thrown away, and so is an unfinished mean.
    package mutating func begin(discarding count: Int, at time: Instant) {
        discards = count
        average.clear()
        lastGood = time
    }

    /// Whether no good measurement has come for too long.
    package func isStalled(_ instrument: any Instrument, at time: Instant) -> Bool {
        time - lastGood >= instrument.stallLimit
    }

    /// Takes what a reading gave; a mean in hectopascals where one is due.
    ///
    /// `drop` is called for a measurement that is thrown away as an outlier. Throws `.frozen`, `.step` and `.stalled`.
    package mutating func take(
        _ sample: ChipSample?, from instrument: any Instrument, at time: Instant, drop: () -> Void
    ) throws(ChipFault) -> Double? {
        guard let sample else {
            if isStalled(instrument, at: time) { throw .stalled }
            return nil
        }
        if let limit = instrument.freezeLimit, freeze.isFrozen(sample.raw, at: time, limit: limit) { throw .frozen }
        guard discards == 0 else {
            discards -= 1
            return nil
        }
        switch gate.judge(sample.pascals, at: time) {
        case .step: throw .step
        case .outlier:
            drop()
            if isStalled(instrument, at: time) { throw .stalled }
            return nil
        case .good:
            lastGood = time
            return average.take(sample.pascals, at: time)
        }
    }
}
