/// Finds the step of a pressurised door: pressure that jumps within 0.3 s, and stays.
///
/// Altitude does not jump so. A gust jumps back within 2 s, an elevator moves before and after; so the judgement waits
/// for three seconds after the jump, which is when a change of floor would be believed.
struct PressureStep {
    private var lastFound: Int64?

    /// Forgets the last step.
    mutating func clear() { lastFound = nil }

    /// The size of a step three seconds before `now`, the time of the newest sample, in metres of the internal frame;
    /// nil where there is none, or where the samples are too few to show one.
    mutating func find(in history: inout AltitudeHistory, now: Int64) -> Double? {
        let centre = now - FloorRules.stepDelay
        guard let oldest = history.oldest, oldest <= centre - FloorRules.stepBeforeLeast else { return nil }
        if let lastFound, centre - lastFound < FloorRules.stepDelay { return nil }
        let around = history.count(after: centre - FloorRules.stepWindow, through: centre + FloorRules.stepWindow)
        guard around >= FloorRules.stepSamples else { return nil }
        // A quarter of the spacing is how far the centre may lie beside that of the jump, on average.
        let spacing = 2 * FloorRules.stepWindow / Int64(around)
        let half = FloorRules.stepHalf + spacing / 4
        guard let below = history.mean(after: centre - half - FloorRules.stepSide, through: centre - half),
            let above = history.mean(after: centre + half, through: centre + half + FloorRules.stepSide),
            abs(above - below) >= FloorRules.stepMetres * FloorRules.stepSharpnessSparse,
            let (before, after) = held(in: &history, from: centre - half, to: centre + half, now: now),
            abs(below - before) <= FloorRules.stepBandMetres, abs(above - after) <= FloorRules.stepBandMetres
        else { return nil }
        let isSparse = spacing > FloorRules.stepSparse
        let size = after - before
        let sharpness = (above - below) / size
        guard abs(size) >= (isSparse ? FloorRules.stepMetresSparse : FloorRules.stepMetres),
            sharpness >= (isSparse ? FloorRules.stepSharpnessSparse : FloorRules.stepSharpness),
            sharpness <= FloorRules.stepSharpnessMost
        else { return nil }
        lastFound = centre
        return size
    }

    /// The levels that were held before `start` and after `end`; nil where either was not held.
    private func held(in history: inout AltitudeHistory, from start: Int64, to end: Int64, now: Int64) -> (
        Double, Double
    )? {
        let beginning = now - FloorRules.stepDelay - FloorRules.stepBefore
        let middle = beginning + FloorRules.stepBefore / 2
        let late = now - FloorRules.stepDelay + FloorRules.stepAfter
        guard let first = history.median(after: beginning, through: middle),
            let second = history.median(after: middle, through: start),
            abs(second - first) <= FloorRules.stepFlatBefore,
            let next = history.median(after: end, through: late),
            let last = history.mean(after: late, through: now),
            abs(last - next) <= FloorRules.stepFlatAfter,
            let before = history.median(after: beginning, through: start),
            history.share(near: before, band: FloorRules.stepBandMetres, after: beginning, through: start)
                >= FloorRules.stepShare,
            history.share(near: last, band: FloorRules.stepBandMetres, after: end, through: now)
                >= FloorRules.stepShare
        else { return nil }
        return (before, last)
    }
}
