/// The last minute of altitude in bins of half a second, and from them whether a ride has settled.
struct AltitudeTrend {
    private static let capacity = 128
    private static let binSpan: Int64 = 500_000_000

    private struct Bin {
        var start: Int64 = 0
        var fit = AltitudeFit()
        /// The calm level at the bin's last sample.
        var calm = 0.0
    }

    private var bins = [Bin](repeating: Bin(), count: capacity)
    private var first = 0
    private var count = 0
    private var origin: Int64 = 0
    private var recent = SIMD2<Double>(repeating: .nan)
    private var noiseSquare = 0.0

    /// Forgets everything.
    mutating func clear() {
        first = 0
        count = 0
        recent = SIMD2(repeating: .nan)
        noiseSquare = 0
    }

    /// Adds a sample; true where it began a new bin.
    mutating func append(_ altitude: Double, at time: Int64) -> Bool {
        if count == 0 { origin = time }
        estimateNoise(altitude)
        let start = time - (time - origin) % Self.binSpan
        let begins = count == 0 || bins[slot(count - 1)].start != start
        if begins {
            if count < Self.capacity { count += 1 } else { first = slot(1) }
            bins[slot(count - 1)] = Bin(start: start)
        }
        bins[slot(count - 1)].fit.add(seconds: Double(time - origin) / 1e9, metres: altitude)
        return begins
    }

    /// Notes the calm level at the newest sample.
    mutating func note(calm: Double) {
        if count > 0 { bins[slot(count - 1)].calm = calm }
    }

    private func slot(_ index: Int) -> Int { (first + index) & (Self.capacity - 1) }

    /// Follows the noise of single samples by second differences, to which a steady ride is nothing.
    private mutating func estimateNoise(_ altitude: Double) {
        let bend = altitude - 2 * recent.y + recent.x
        recent = SIMD2(recent.y, altitude)
        guard !bend.isNaN else { return }
        let clipped = min(abs(bend), 1.5)
        noiseSquare += (clipped * clipped / 6 - noiseSquare) / 32
    }

    /// The settled altitude in the internal frame, once the samples show that it is settled.
    ///
    /// A line through the last 5 s or more must be flat, and known to be so: at 1 Hz, five seconds of noise cannot tell
    /// a wheelchair ramp from a floor, but easily an elevator that stopped. So the error that the slope may have
    /// depends on the speed of the ride before.
    func settled(now: Int64) -> Double? {
        guard isWithinBand(now: now) else { return nil }
        // Half of what single samples show guards against a line through few samples that agree by chance.
        let noise = noiseSquare.squareRoot() / 2
        let mostResidual = 3 * noise + FloorRules.fitResidual
        var fit = AltitudeFit()
        for index in stride(from: count - 1, through: 0, by: -1) {
            let bin = bins[slot(index)]
            guard now - bin.start <= FloorRules.fitSpan else { return nil }
            fit.merge(bin.fit)
            guard now - bin.start >= FloorRules.settleSpan, fit.residual <= mostResidual else { continue }
            let error = fit.slopeError(noise: noise)
            let margin = speed(before: index, reaching: fit) - FloorRules.settleSpeed
            let allowed = min(margin / FloorRules.fitErrors, FloorRules.fitErrorMost)
            if abs(fit.slope) + error < FloorRules.settleSpeed, error <= max(allowed, FloorRules.fitError) {
                let span = now - bin.start
                return level(of: max(span / 2, min(span, FloorRules.levelSpan)), before: now)
            }
        }
        return nil
    }

    /// The mean of the last `span`, of a long line only half: its beginning may still be the end of a slow ride.
    private func level(of span: Int64, before now: Int64) -> Double {
        var fit = AltitudeFit()
        for index in stride(from: count - 1, through: 0, by: -1) where now - bins[slot(index)].start <= span {
            fit.merge(bins[slot(index)].fit)
        }
        return fit.meanMetres
    }

    private func isWithinBand(now: Int64) -> Bool {
        var low = Double.infinity
        var high = -Double.infinity
        for index in stride(from: count - 1, through: 0, by: -1) {
            low = min(low, bins[slot(index)].calm)
            high = max(high, bins[slot(index)].calm)
            if high - low > FloorRules.settleBandMetres { return false }
            if now - bins[slot(index)].start >= FloorRules.settleSpan { return true }
        }
        return false
    }

    /// The mean speed in m/s from the beginning of the 20 s before bin `index` to the line that begins there.
    ///
    /// It is taken between the middles of both, so that a ride which still goes on is not taken for a quicker one.
    private func speed(before index: Int, reaching line: AltitudeFit) -> Double {
        let start = bins[slot(index)].start
        var oldest = index
        while oldest > 0, start - bins[slot(oldest)].start < FloorRules.fitBefore { oldest -= 1 }
        let end = bins[slot(oldest)].start + FloorRules.fitBefore / 5
        var before = AltitudeFit()
        for bin in oldest..<index where bins[slot(bin)].start < end { before.merge(bins[slot(bin)].fit) }
        let seconds = line.meanSeconds - before.meanSeconds
        guard before.count > 0, seconds > 0 else { return 0 }
        return abs(line.meanMetres - before.meanMetres) / seconds
    }
}
