import Evidence
import Perception
import Readings
import Testing

/// A barometer that lies still.
struct PressureRestTests {
    /// A minute of samples with this noise (pascals, even over ±√3 of it) and drift (pascals an hour).
    private static func samples(
        seconds: Double = 60, rate: Double = 10, noise: Double, drift: Double = 0, seed: UInt64 = 1
    ) -> [PressureSample] {
        var random = SplitMix(seed: seed)
        return (0..<Int(seconds * rate)).map { index in
            let time = Double(index) / rate
            let pascals = 101_325 + drift * time / 3600 + (random.unit() * 2 - 1) * 3.0.squareRoot() * noise
            return PressureSample(hectopascals: pascals / 100, time: Instant(seconds: time))
        }
    }

    @Test(arguments: [(0.3, PressureRest.Verdict.good), (0.55, .good), (0.7, .noisy), (3.0, .noisy)])
    func `noise at 10 Hz is judged against 0.6 Pa`(noise: Double, verdict: PressureRest.Verdict) throws {
        let rest = try PressureRest(Self.samples(noise: noise))
        // 600 samples give a deviation to 3 %; three times that.
        #expect(abs(rest.noisePascals - noise) < 0.09 * noise)
        #expect(rest.verdict == verdict)
        #expect(abs(rest.meanHectopascals - 1013.25) < 0.01)
    }

    @Test func `faster samples are averaged to 10 Hz first`() throws {
        let rest = try PressureRest(Self.samples(rate: 40, noise: 1))
        #expect(abs(rest.noisePascals - 0.5) < 0.06)
        #expect(rest.verdict == .good)
        #expect(abs(rest.rate - 40) < 0.1)
    }

    @Test(arguments: [0.0, 100, -700]) func `drift is told and is no noise`(drift: Double) throws {
        let rest = try PressureRest(Self.samples(noise: 0.2, drift: drift))
        #expect(abs(rest.driftPascalsAnHour - drift) < 10)
        #expect(abs(rest.noisePascals - 0.2) < 0.02)
        #expect(rest.verdict == .good)
    }

    @Test func `a sensor that was carried up a floor was not at rest, and one that repeats itself is frozen`() throws {
        #expect(try PressureRest(Self.samples(noise: 0.2, drift: -2400)).verdict == .drifting)
        #expect(try PressureRest(Self.samples(noise: 0)).verdict == .frozen)
    }

    @Test(arguments: [(0.0, 10.0), (15.0, 10.0), (60.0, 0.2)])
    func `too short a rest or too few samples are refused`(seconds: Double, rate: Double) {
        #expect(throws: PressureRest.Refusal.self) {
            try PressureRest(Self.samples(seconds: seconds, rate: rate, noise: 0.2))
        }
    }

    @Test func `dropped samples are left out`() throws {
        var samples = Self.samples(noise: 0.2)
        for index in stride(from: 3, to: samples.count, by: 7) { samples[index].hectopascals = .nan }
        let rest = try PressureRest(samples)
        #expect(rest.samples == 514)
        #expect(rest.verdict == .good)
    }
}
