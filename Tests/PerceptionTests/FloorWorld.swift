import Perception
import Readings

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Random numbers from a seed, the same on every machine (SplitMix64).
struct FloorRandom {
    private var state: UInt64

    /// Neighbouring seeds must not give one stream shifted by a few numbers, so the seed is mixed first.
    init(seed: UInt64) {
        state = seed &* 0xD134_2543_DE82_EF95
        state = bits() ^ (bits() << 1)
    }

    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Evenly within 0 … 1, 1 excluded.
    mutating func unit() -> Double { Double(bits() >> 11) / 9_007_199_254_740_992 }

    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// A normal number of mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}

/// A stretch of vertical movement: from `start` seconds on, for `seconds`, by `metres`; gently where `acceleration` is
/// given, else at one speed.
struct FloorMove {
    var start: Double
    var seconds: Double
    var metres: Double
    var isGentle = false

    func height(at time: Double) -> Double {
        let share = min(max((time - start) / seconds, 0), 1)
        return metres * (isGentle ? share * share * (3 - 2 * share) : share)
    }
}

/// A disturbance of the air by `hectopascals`, from `start` on, rising within `rise` seconds; kept where `seconds` is nil.
struct FloorPulse {
    var start: Double
    var hectopascals: Double
    var rise = 0.1
    var seconds: Double?

    func pressure(at time: Double) -> Double {
        guard time >= start else { return 0 }
        let begun = rise > 0 ? min((time - start) / rise, 1) : 1
        guard let seconds else { return hectopascals * begun }
        guard time <= start + seconds else { return 0 }
        let ending = rise > 0 ? min((start + seconds - time) / rise, 1) : 1
        return hectopascals * min(begun, ending)
    }
}

/// The air, the building and the sensor of one test, from which samples come.
struct FloorWorld {
    var seconds: Double
    var rate = 25.0
    var noise = 0.03
    var ground = 1013.25
    /// The weather in hPa an hour.
    var drift = 0.0
    var moves: [FloorMove] = []
    var pulses: [FloorPulse] = []
    /// Gusts of up to this, one each minute at a random moment, for up to 2 s.
    var gusts = 0.0
    /// How far sample times may lie beside an even beat, as a share of it.
    var jitter = 0.2
    /// The share of samples that never come.
    var lost = 0.0
    /// Changes one sample on its way through the bus.
    var fault: (_ index: Int, _ pressure: Double, _ random: inout FloorRandom) -> Double = { _, pressure, _ in pressure
    }
    /// What else the air does at a time, in hPa.
    var weather: (Double) -> Double = { _ in 0 }

    /// Hands each sample to `body`, in order.
    func run(seed: UInt64, _ body: (PressureSample) -> Void) {
        var random = FloorRandom(seed: seed)
        let gustList = gusts == 0 ? [] : randomGusts(&random)
        let count = Int(seconds * rate)
        for index in 0...count {
            let time = max((Double(index) + random.within(-jitter...jitter) * 0.5) / rate, 0)
            if lost > 0, random.unit() < lost { continue }
            var height = 0.0
            for move in moves { height += move.height(at: time) }
            var pressure = Altitude.hectopascals(metres: height, above: ground + drift * time / 3600 + weather(time))
            for pulse in pulses { pressure += pulse.pressure(at: time) }
            if !gustList.isEmpty {
                let minute = min(Int(time / 60), gustList.count - 1)
                pressure += gustList[minute].pressure(at: time)
            }
            pressure += noise * random.normal()
            pressure = fault(index, pressure, &random)
            body(PressureSample(hectopascals: pressure, time: Instant(seconds: time)))
        }
    }

    private func randomGusts(_ random: inout FloorRandom) -> [FloorPulse] {
        (0...Int(seconds / 60)).map { minute in
            let size = random.within(0.3...1) * gusts * (random.unit() < 0.5 ? -1 : 1)
            let start = Double(minute) * 60 + random.within(4...56)
            return FloorPulse(
                start: start, hectopascals: size, rise: random.within(0...0.5), seconds: random.within(0.2...2))
        }
    }

    /// What a watch that is on from the start tells of this world.
    func facts(seed: UInt64) -> [FloorFact] {
        var watch = FloorWatch()
        watch.switchOn(at: .start)
        var facts: [FloorFact] = []
        run(seed: seed) { facts += watch.take($0) }
        return facts
    }
}

/// Facts in short: what counts of them, in order, without the baseline.
func floorStory(_ facts: [FloorFact]) -> [String] {
    facts.compactMap { fact in
        switch fact.kind {
        case .changed(let direction, _): direction.rawValue
        case .settled: "settled"
        case .returned: "returned"
        case .unavailable(let fault): fault.rawValue
        case .back: "back"
        case .baselineReady: nil
        }
    }
}

/// The change of each ride that settled, in metres.
func floorChanges(_ facts: [FloorFact]) -> [Double] {
    facts.compactMap { if case .settled(let change) = $0.kind { change } else { nil } }
}
