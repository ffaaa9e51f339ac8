import Deciding
import Perception
import Platform
import Readings
import Service
import Synchronization

/// What the live view knows: the words and states of the core as they come, and the sensors' readings as they are asked.
final class WatchModel: Sendable {
    /// Something said or told, and when.
    struct Line: Equatable, Sendable {
        var time: Instant
        var text: String
    }

    /// What the core told.
    struct Told: Sendable {
        var depth = "starting"
        var tracking = "unknown"
        var place: String?
        var said: [Line] = []
        var journal: Line?
    }

    /// How many sentences are kept.
    static let keptSentences = 12

    private let told = Mutex(Told())

    /// What the core told so far.
    var now: Told { told.withLock { $0 } }

    /// Takes an effect.
    func take(_ timed: TimedEffect) {
        told.withLock { told in
            switch timed.effect {
            case .say(let say):
                told.said.append(Line(time: timed.time, text: say.text))
                if told.said.count > Self.keptSentences { told.said.removeFirst() }
            case .place(let id): told.place = id
            case .state(.depth(let state)): told.depth = state
            case .state(.tracking(let state)): told.tracking = state
            default: break
            }
        }
    }

    /// Takes a line of the journal.
    func takeJournal(_ text: String, at time: Instant) {
        told.withLock { $0.journal = Line(time: time, text: text) }
    }
}

/// The readings of the last minutes, asked in steps of a tenth of a second by whoever draws.
struct WatchHistory {
    /// How often readings are asked.
    static let step = Duration.milliseconds(100)
    /// How many steps make one column of the distances.
    static let distanceSteps = 5
    /// How many steps make one column of the altitudes.
    static let altitudeSteps = 10
    /// How many columns are kept.
    static let kept = 400
    /// A reading older than this is none.
    static let freshFor = Duration.milliseconds(600)
    /// The span over which rates are counted.
    static let rateSpan = Duration.seconds(2)

    /// The nearest surface of each half second in metres, the oldest first; nil where nothing was read.
    private(set) var distances: [Double?] = []
    /// The altitude of each second in metres above the first sample, the oldest first.
    private(set) var altitudes: [Double?] = []
    /// The last frame, where it is fresh.
    private(set) var depth: SensorView.Depth?
    /// The last sample, where it is fresh.
    private(set) var pressure: SensorView.Pressure?
    /// The last change of floor.
    private(set) var floor: WatchModel.Line?
    /// Frames that never came, by the gaps in the camera's numbers.
    private(set) var dropped: UInt64 = 0

    private var floors = FloorWatch()
    private var samplesTaken: UInt64 = 0
    private var counts: [(time: Instant, frames: UInt64, samples: UInt64)] = []
    private var firstPressure: Double?
    private var lastSequence: UInt64?
    private var lastFrames: UInt64 = 0
    private var nearest: Double?
    private var altitude: Double?
    private var steps = 0

    /// Whether the barometer can be relied on, in a word; nil where none was ever heard.
    var barometer: String? { samplesTaken == 0 ? nil : floors.state.rawValue }

    /// The altitude above the first sample, in metres.
    var altitudeNow: Double? { pressure.flatMap { metres($0.hectopascals) } }

    /// Frames a second.
    var frameRate: Double { rate { $0.frames } }
    /// Pressure samples a second.
    var sampleRate: Double { rate { $0.samples } }

    /// Takes what the sensors show at `now`; called once a step.
    mutating func take(_ view: SensorView, at now: Instant) {
        let frame = view.depth
        let sample = view.pressure
        depth = frame.flatMap { now - $0.arrival <= Self.freshFor ? $0 : nil }
        pressure = sample.flatMap { now - $0.time <= Self.freshFor ? $0 : nil }
        countDrops(frame)
        if let sample { watchFloors(sample) }
        tell(floors.advance(to: now))
        counts.append((now, frame?.frames ?? 0, sample?.samples ?? 0))
        while let first = counts.first, now - first.time > Self.rateSpan { counts.removeFirst() }
        if case .surface(let metres)? = depth?.reading { nearest = min(nearest ?? metres, metres) }
        altitude = altitudeNow ?? altitude
        steps += 1
        if steps % Self.distanceSteps == 0 { (distances, nearest) = (Self.kept(distances, nearest), nil) }
        if steps % Self.altitudeSteps == 0 { (altitudes, altitude) = (Self.kept(altitudes, altitude), nil) }
    }

    /// Floors are watched whatever the places need: that is what the view is for.
    private mutating func watchFloors(_ sample: SensorView.Pressure) {
        guard sample.samples != samplesTaken else { return }
        if samplesTaken == 0 {
            firstPressure = sample.hectopascals
            floors.switchOn(at: sample.time)
        }
        samplesTaken = sample.samples
        tell(floors.take(PressureSample(hectopascals: sample.hectopascals, time: sample.time)))
    }

    private mutating func tell(_ facts: [FloorFact]) {
        for fact in facts where fact.line != nil {
            floor = WatchModel.Line(time: fact.time, text: FloorsCommand.words(fact))
        }
    }

    /// A gap counts only over frames that were seen one after the other; between two looks there may be several.
    private mutating func countDrops(_ frame: SensorView.Depth?) {
        guard let frame, frame.frames != lastFrames else { return }
        if let lastSequence, frame.sequence > lastSequence {
            let (advanced, came) = (frame.sequence - lastSequence, frame.frames - lastFrames)
            if advanced > came { dropped += advanced - came }
        }
        (lastSequence, lastFrames) = (frame.sequence, frame.frames)
    }

    private func metres(_ hectopascals: Double) -> Double? {
        guard let firstPressure, Altitude.isPlausible(hectopascals: hectopascals),
            Altitude.isPlausible(hectopascals: firstPressure)
        else { return nil }
        return Altitude.metres(hectopascals: hectopascals, above: firstPressure)
    }

    private func rate(_ count: ((time: Instant, frames: UInt64, samples: UInt64)) -> UInt64) -> Double {
        guard let first = counts.first, let last = counts.last, last.time > first.time else { return 0 }
        let span = Double((last.time - first.time).wholeNanoseconds) / 1e9
        return Double(count(last) - count(first)) / span
    }

    private static func kept(_ values: [Double?], _ next: Double?) -> [Double?] {
        values.suffix(kept - 1) + [next]
    }
}
