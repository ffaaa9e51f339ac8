/// The altitude that changes of floor are counted from, which follows the weather.
struct FloorBaseline {
    /// The baseline in the internal frame.
    private(set) var altitude: Double
    private var levels = [Double](repeating: 0, count: FloorRules.followCount)
    private var scratch = [Double](repeating: 0, count: FloorRules.followCount)
    private var count = 0
    private var due: Int64
    private var setAt: Int64
    private var isRefining: Bool

    /// Sets the baseline at a moment; one from two seconds of samples is refined by those that follow.
    init(altitude: Double, at time: Int64, refined: Bool = false) {
        self.altitude = altitude
        due = time + FloorRules.followSpan
        setAt = time
        isRefining = refined
    }

    /// The level of the first two seconds in `history` up to `now`; nil while they are not yet two, or not still.
    static func steadyLevel(in history: inout AltitudeHistory, now: Int64) -> Double? {
        let start = now - FloorRules.baselineSpan - 1
        guard let oldest = history.oldest, oldest <= start + 1 else { return nil }
        let number = history.count(after: start, through: now)
        let middle = now - FloorRules.baselineSpan / 2
        guard number >= 3, let early = history.median(after: start, through: middle),
            let late = history.median(after: middle, through: now)
        else { return nil }
        let tolerance = FloorRules.baselineTolerance + FloorRules.baselineNoise / Double(number).squareRoot()
        guard abs(late - early) <= tolerance else { return nil }
        return history.median(after: start, through: now)
    }

    /// The level of the last two seconds, where it is also that of some seconds before: someone on a staircase is not
    /// still, though two seconds of it may look so.
    static func unmovedLevel(in history: inout AltitudeHistory, now: Int64) -> Double? {
        guard let level = steadyLevel(in: &history, now: now) else { return nil }
        let start = now - FloorRules.unmovedSpan
        guard let before = history.median(after: start - FloorRules.baselineSpan, through: start) else { return level }
        return abs(level - before) <= FloorRules.unmovedMetres ? level : nil
    }

    /// Moves the baseline with a step of pressure, and what it follows by with it.
    mutating func move(by metres: Double) {
        altitude += metres
        isRefining = false
        for index in 0..<count { levels[index] += metres }
    }

    /// Lets the baseline follow what moves no faster than weather, and the first one what it has stood on since.
    mutating func follow(_ history: inout AltitudeHistory, now: Int64) {
        if isRefining { refine(&history, now: now) }
        guard now >= due else { return }
        due += max((now - due) / FloorRules.followSpan + 1, 1) * FloorRules.followSpan
        guard let level = history.median(after: now - FloorRules.followSpan, through: now) else { return }
        if count == FloorRules.followCount {
            for index in 1..<count { levels[index - 1] = levels[index] }
            count -= 1
        }
        levels[count] = level
        count += 1
        guard count == FloorRules.followCount, isStill() else { return }
        altitude = median(from: 0, to: count)
    }

    /// Begins to follow anew, after a ride that came back.
    mutating func standAgain(at time: Int64) {
        count = 0
        isRefining = false
        due = time + FloorRules.followSpan
    }

    private mutating func refine(_ history: inout AltitudeHistory, now: Int64) {
        let beginning = setAt - FloorRules.baselineSpan - 1
        guard now - setAt <= FloorRules.refineSpan, let level = history.median(after: beginning, through: now),
            let recent = history.median(after: now - FloorRules.baselineSpan - 1, through: now),
            abs(recent - altitude) <= FloorRules.refineMetres
        else {
            isRefining = false
            return
        }
        altitude = level
    }

    /// Whether the levels move as slowly as weather: their thirds are compared by medians, which a gust does not move.
    private mutating func isStill() -> Bool {
        let third = count / 3
        let seconds = Double(FloorRules.followSpan) / 1e9 * Double(count - third)
        let early = median(from: 0, to: third)
        let middle = median(from: (count - third) / 2, to: (count - third) / 2 + third)
        let late = median(from: count - third, to: count)
        return abs(late - early) <= FloorRules.weatherSpeed * seconds
            && abs(late - middle) <= FloorRules.followSpeed * seconds / 2
    }

    private mutating func median(from: Int, to: Int) -> Double {
        for index in from..<to { scratch[index - from] = levels[index] }
        return AltitudeMedian.of(&scratch, count: to - from)
    }
}
