import Readings

/// Finds changes of floor in the pressure of a barometer, sample by sample.
///
/// It takes 1 to 50 samples a second, irregular ones too, and holds the same few kilobytes however long it runs. Its
/// only clock is the time of the samples.
public struct FloorDetector: Sendable {
    private var history = AltitudeHistory()
    private var trend = AltitudeTrend()
    private var step = PressureStep()
    private var reference = PressureReference()
    private var baseline: FloorBaseline?
    private var wantsAfresh = false
    private var beyond: (direction: FloorDirection, since: Int64)?
    private var last: (altitude: Double, time: Int64)?
    private var quick = 0.0

    /// The samples that were not used: implausible, out of order, or a fault of the bus.
    public private(set) var droppedSamples = 0

    /// Makes a detector that has seen nothing.
    public init() {}

    /// Whether there is a baseline; until then nothing is detected.
    public var hasBaseline: Bool { baseline != nil }

    /// Whether a ride is under way: reported as changed, and not yet settled.
    public private(set) var isRiding = false

    /// The metres above the baseline now, signed; nil without a baseline.
    ///
    /// During a ride they are the metres since it began.
    public var metresAboveBaseline: Double? {
        baseline.map { Altitude.relative(quick, to: $0.altitude) }
    }

    /// Forgets the baseline, a ride under way and all samples: nothing is claimed about what comes between.
    ///
    /// The reference and the count of dropped samples stay.
    public mutating func restart() {
        history.clear()
        trend.clear()
        step.clear()
        baseline = nil
        isRiding = false
        wantsAfresh = false
        beyond = nil
        last = nil
    }

    /// Sets the baseline afresh, because a probe confirmed a place.
    ///
    /// It is taken from the last two seconds, at the next sample that finds them still. A ride under way settles first,
    /// and is reported.
    public mutating func setBaselineAfresh() {
        if baseline != nil { wantsAfresh = true }
    }

    /// Takes one sample and returns what it shows; nothing, nearly always.
    ///
    /// A silence of 5 s or more before it restarts the detector.
    public mutating func take(_ sample: PressureSample) -> [FloorEvent] {
        accept(sample) ? detect(at: sample.time.nanoseconds) : []
    }

    /// Takes a sample into the filters; false where it is not used.
    mutating func accept(_ sample: PressureSample) -> Bool {
        let time = sample.time.nanoseconds
        guard Altitude.isPlausible(hectopascals: sample.hectopascals), time >= last?.time ?? .min else {
            droppedSamples += 1
            return false
        }
        if let last, time - last.time >= FloorRules.gap { restart() }
        let altitude = Altitude.inFrame(hectopascals: reference.corrected(sample))
        guard isBelievable(altitude, at: time) else {
            droppedSamples += 1
            return false
        }
        last = (altitude, time)
        history.append(altitude, at: time)
        quick = history.median(after: time - FloorRules.quickSpan, through: time) ?? altitude
        return true
    }

    /// Whether no fault of the bus made this altitude.
    ///
    /// Before there is a baseline, what jumps begins anew.
    private mutating func isBelievable(_ altitude: Double, at time: Int64) -> Bool {
        guard let last else { return true }
        let reach = FloorRules.spikeMetres + FloorRules.spikeSpeed * Double(time - last.time) / 1e9
        if abs(altitude - last.altitude) <= reach { return true }
        if baseline == nil {
            restart()
            return true
        }
        return false
    }

    /// What the newest sample shows.
    mutating func detect(at time: Int64) -> [FloorEvent] {
        let beginsBin = trend.append(last?.altitude ?? quick, at: time)
        if beginsBin { trend.note(calm: history.median(after: time - FloorRules.calmSpan, through: time) ?? quick) }
        guard baseline != nil else { return begin(at: time) }
        if let size = step.find(in: &history, now: time) {
            baseline?.move(by: size)
            beyond = nil
        }
        if isRiding { return beginsBin ? settle(at: time) : [] }
        return rest(at: time)
    }

    private mutating func begin(at time: Int64) -> [FloorEvent] {
        guard let level = FloorBaseline.steadyLevel(in: &history, now: time) else { return [] }
        baseline = FloorBaseline(altitude: level, at: time, refined: true)
        return [.baseline]
    }

    /// On a floor: looks for the beginning of a ride, and lets the baseline follow the weather.
    private mutating func rest(at time: Int64) -> [FloorEvent] {
        if let change = change(at: time) {
            isRiding = true
            beyond = nil
            return [change]
        }
        if wantsAfresh, beyond == nil, let level = FloorBaseline.unmovedLevel(in: &history, now: time) {
            wantsAfresh = false
            baseline = FloorBaseline(altitude: level, at: time, refined: true)
            return [.baseline]
        }
        baseline?.follow(&history, now: time)
        return []
    }

    /// The change, once the quick level has been 2.0 m or more from the baseline, on one side, for 3.0 s.
    private mutating func change(at time: Int64) -> FloorEvent? {
        guard let metres = metresAboveBaseline,
            Micrometres(metres: abs(metres)) >= Micrometres(metres: FloorRules.changeMetres)
        else {
            beyond = nil
            return nil
        }
        let direction: FloorDirection = metres > 0 ? .up : .down
        guard let begun = beyond, begun.direction == direction else {
            beyond = (direction, time)
            return nil
        }
        guard time - begun.since >= FloorRules.sustain else { return nil }
        return .changed(direction: direction, metres: metres)
    }

    /// On a ride: looks for its end.
    private mutating func settle(at time: Int64) -> [FloorEvent] {
        guard let began = baseline?.altitude, let level = trend.settled(now: time) else { return [] }
        let change = Altitude.relative(level, to: began)
        let isBack = Micrometres(metres: abs(change)) <= Micrometres(metres: FloorRules.returnMetres)
        isRiding = false
        if isBack && !wantsAfresh {
            baseline?.standAgain(at: time)
        } else {
            baseline = FloorBaseline(altitude: level, at: time)
        }
        var events: [FloorEvent] = [isBack ? .returned : .settled(change: change)]
        if wantsAfresh { events.append(.baseline) }
        wantsAfresh = false
        return events
    }
}
