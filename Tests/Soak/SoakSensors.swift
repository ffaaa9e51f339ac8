import Deciding
import Evidence
import Readings

/// The camera at 30 frames and the barometer at 25 samples a second, with the faults of a minute.
struct SoakSensors {
    private static let frameNanoseconds: Int64 = 33_333_333
    private static let framesAMinute = 1800
    private static let samplesAMinute = 1500
    /// How many frames in a row may be the same before they are no reading.
    private static let sameFrames = 3
    /// How fast the weather turns, in hectopascals for a sample: 4 an hour.
    private static let weather = 4.0 / 3600 / 25

    private var chance: SplitMix
    private var hectopascals = 1000.0
    private var trend = weather
    private var lastPressure = 1000.0
    private var lastReading = DepthObservation(reading: .none(.noFrame))
    private var repeats = 0
    private(set) var frames: SoakFrames

    init?(seed: UInt64) {
        guard let frames = SoakFrames() else { return nil }
        self.frames = frames
        chance = SplitMix(seed: seed ^ 0xBEEF)
    }

    /// Everything that the sensors would send in a minute that begins at `start`, in order.
    static func moments(_ minute: Instant) -> [(time: Instant, sensor: Sensor)] {
        let depth = (0..<framesAMinute).map { (minute + .nanoseconds(Int64($0) * frameNanoseconds), Sensor.depth) }
        let pressure = (0..<samplesAMinute).map {
            (minute + .nanoseconds(Int64($0) * 40_000_000 + 7_000_000), Sensor.barometer)
        }
        return (depth + pressure).sorted { $0.0 < $1.0 }
    }

    /// What the camera sends at a moment of a minute; nil for nothing.
    mutating func depth(_ minute: SoakMinute, second: Double, at time: Instant) -> DepthObservation? {
        let look = minute.look(at: second)
        if minute.isFrames { return frames.observe(look, ticks: ticks(minute, second, time), at: time) }
        repeats = look == .frozen ? repeats + 1 : 0
        switch look {
        case .silent: return nil
        case .wall(let metres): lastReading = DepthObservation(reading: .surface(metres: metres))
        case .holes: lastReading = DepthObservation(reading: .none(.tooFewUsable))
        case .rubbish: lastReading = DepthObservation(reading: .none(.malformed))
        case .drop(let metres):
            return DepthObservation(reading: .surface(metres: SoakMinute.far), dropOffMetres: metres)
        case .frozen: if repeats > Self.sameFrames { return DepthObservation(reading: .none(.stuck)) }
        }
        return lastReading
    }

    /// The camera's own clock, which goes a second back for a second where that is the fault.
    private func ticks(_ minute: SoakMinute, _ second: Double, _ time: Instant) -> UInt32 {
        let isBack = minute.fault == .cameraClockJumps && (minute.begin..<minute.begin + 1).contains(second)
        return UInt32(truncatingIfNeeded: (time.nanoseconds / 1000) - (isBack ? 1_000_000 : 0))
    }

    /// What the barometer reads at a moment of a minute; nil for nothing.
    mutating func pressure(_ minute: SoakMinute, second: Double) -> Double? {
        if abs(hectopascals - 1000) > 40, (hectopascals > 1000) == (trend > 0) { trend = -trend }
        hectopascals += trend
        let since = second - minute.begin
        let isFaulty = since >= 0 && second < minute.end
        switch minute.fault {
        case .pressureFreezes where isFaulty: return lastPressure
        case .pressureVanishes where isFaulty: return nil
        case .pressureIsImpossible where isFaulty: return 200
        default: break
        }
        // A door that slams: 0.6 hPa for 2 s.
        let door = minute.fault == .pressureDrifts && isFaulty && since < 2 ? 0.6 : 0
        lastPressure = hectopascals + door + noise()
        return lastPressure
    }

    /// About normal, 0.03 hPa RMS.
    private mutating func noise() -> Double {
        ((0..<4).reduce(0.0) { sum, _ in sum + chance.unit() } - 2) * 0.052
    }
}
