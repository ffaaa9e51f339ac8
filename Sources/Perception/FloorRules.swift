/// Every constant of floor detection, with what needs it; spans are whole nanoseconds, lengths metres.
enum FloorRules {
    // The rule itself.

    // A change of floor is at least this far from the baseline.
    static let changeMetres = 2.0
    // … and is kept this long. A gust of 2 s ends before it.
    static let sustain: Int64 = 3_000_000_000
    // A ride that settles this near to its baseline has come back.
    static let returnMetres = 1.0
    // A settled altitude stays within this band …
    static let settleBandMetres = 0.5
    // … for this long …
    static let settleSpan: Int64 = 5_000_000_000
    // … and moves slower than this, in m/s.
    static let settleSpeed = 0.03
    // The baseline is set from this much.
    static let baselineSpan: Int64 = 2_000_000_000
    // Slower than this is weather, in m/s.
    static let weatherSpeed = 0.02
    // A silence of this length ends everything that was known: the sensor is unavailable by then.
    static let gap: Int64 = 5_000_000_000

    // The filters.

    // The quick level is the median of this span: at 25 Hz noise of 0.25 m becomes 0.06 m, and a 2 s gust still ends
    // after 2 s, as it would not after a mean.
    static let quickSpan: Int64 = 1_000_000_000
    // The level of the settling band; three samples at 1 Hz, so that their noise stays within it.
    static let calmSpan: Int64 = 3_000_000_000
    // A sample further than this from the one before it, and `spikeSpeed` m/s more, is a fault of the bus. The
    // strongest gust is 0.6 hPa, 7.3 m in the highest city.
    static let spikeMetres = 8.0
    // The fastest elevators rise at 20 m/s.
    static let spikeSpeed = 20.0

    // The baseline.

    // How far the halves of the baseline's span may lie apart, however many samples …
    static let baselineTolerance = 0.3
    // … and this over the root of their number on top: at 1 Hz three samples of 0.25 m noise say little.
    static let baselineNoise = 1.2
    // The first baseline is refined for this long after it was set: at 1 Hz, three samples are 0.17 m uncertain …
    static let refineSpan: Int64 = 12_000_000_000
    // … as long as the level of the last two seconds lies this near to it.
    static let refineMetres = 0.5
    // A baseline taken afresh lies within `unmovedMetres` of the level this long before: stairs rise at 0.25 m/s.
    static let unmovedSpan: Int64 = 4_000_000_000
    // … so that 1 m of stairs is too much, and the noise of three samples at 1 Hz is not.
    static let unmovedMetres = 0.5
    // The baseline follows by medians of this span …
    static let followSpan: Int64 = 5_000_000_000
    // … when there are this many of them. Their first third is new, by its median, once it is a minute after a climb.
    static let followCount = 15
    // From the middle third to the last it may be quicker than weather by noise, but no wheelchair ramp (0.05 m/s).
    static let followSpeed = 0.03

    // The pressurised door.

    // A jump is judged this long after it, when a gust would be over, and before the 3 s are.
    static let stepDelay: Int64 = 3_000_000_000
    // The level after a jump is that of the time after a gust would be over.
    static let stepAfter: Int64 = 2_100_000_000
    // The level before a jump is the median of this span: more than twice a gust.
    static let stepBefore: Int64 = 5_000_000_000
    // How much before it must be known.
    static let stepBeforeLeast: Int64 = 4_500_000_000
    // Half the time that a jump takes.
    static let stepHalf: Int64 = 150_000_000
    // The levels on its two sides are means of this span.
    static let stepSide: Int64 = 500_000_000
    // Fewer samples than this around it (1.4 s at 5 Hz, less one for jitter) cannot show a jump.
    static let stepSamples = 6
    // Half the span within which they are counted.
    static let stepWindow: Int64 = 700_000_000
    // What is smaller than this is left to the following of the baseline: stairs rise by 1.3 m from the one level to
    // the other, though not at once.
    static let stepMetres = 1.2
    // … and this where the samples are sparse.
    static let stepMetresSparse = 1.6
    // The share of the change that lies within the jump: an elevator of one storey at 2.5 m/s shows 0.64.
    static let stepSharpness = 0.8
    // … and where the spacing of the samples is wider than `stepSparse`, so that noise takes more of it.
    static let stepSharpnessSparse = 0.6
    // Eight samples a second.
    static let stepSparse: Int64 = 125_000_000
    // … and no more than this, or it is the edge of a gust on a staircase.
    static let stepSharpnessMost = 1.35
    // The two halves of the time before a jump agree within this: 0.6 m lie between them on stairs.
    static let stepFlatBefore = 0.4
    // The time before and after a gust would be over agrees within this, after a jump.
    static let stepFlatAfter = 0.6
    // This share of the samples lies within `stepBandMetres` of the level of its side, so there is no gust in them.
    static let stepShare = 0.8
    // Three deviations of the noise.
    static let stepBandMetres = 0.8

    // Settling.

    // A line is fitted through at most this much.
    static let fitSpan: Int64 = 40_000_000_000
    // The speed before the line is taken over this span.
    static let fitBefore: Int64 = 20_000_000_000
    // The settled level is the mean of this much, where there is as much: ten samples at 1 Hz.
    static let levelSpan: Int64 = 10_000_000_000
    // How many errors of the line's slope must lie between the speed of the ride and that of having settled.
    static let fitErrors = 4.0
    // The error in m/s that is good enough after the slowest ride: four of it between 0.03 and 0.05 m/s.
    static let fitError = 0.005
    // The error that is too much after any ride: at 1 Hz this makes ten samples, whose mean is within 0.1 m.
    static let fitErrorMost = 0.03
}
