import Devices
import Readings
import Testing

/// The gate, the watch for frozen values and the means.
@Suite struct SampleIntakeTests {
    private func at(_ milliseconds: Double) -> Instant { Instant(seconds: milliseconds / 1000) }

    @Test(arguments: [
        (149.0, SampleGate.Verdict.good), (158, .good), (158.1, .outlier), (4999, .outlier), (5000, .step),
    ])
    func `40 ms after a good value another may differ by 158 Pa, and by 5000 it is the chip`(
        difference: Double, verdict: SampleGate.Verdict
    ) {
        for sign in [1.0, -1] {
            var gate = SampleGate()
            #expect(gate.judge(100_000, at: at(0)) == .good)
            #expect(gate.judge(100_000 + sign * difference, at: at(40)) == verdict)
        }
    }

    @Test func `three values that agree are believed, three that do not are not`() {
        var gate = SampleGate()
        _ = gate.judge(100_000, at: at(0))
        #expect([40.0, 80, 120].map { gate.judge(100_600 + $0, at: at($0)) } == [.outlier, .outlier, .good])
        #expect([160.0, 200, 240].map { gate.judge(100_000 + 10 * $0, at: at($0)) } == [.outlier, .outlier, .outlier])
    }

    @Test func `ArduPilot/ardupilot#436: one value 5 km away is thrown away, whatever follows`() {
        var gate = SampleGate()
        _ = gate.judge(101_217, at: at(0))
        #expect(gate.judge(52_600, at: at(40)) == .step)
        #expect(gate.judge(101_218, at: at(80)) == .good)
    }

    @Test(arguments: [(4999.0, SampleGate.Verdict.step), (5000, .good)])
    func `what was good is forgotten after 5 s`(time: Double, verdict: SampleGate.Verdict) {
        var gate = SampleGate()
        _ = gate.judge(100_000, at: at(0))
        #expect(gate.judge(70_000, at: at(time)) == verdict)
    }

    @Test(arguments: [(2999, false), (3000, true)] as [(Double, Bool)])
    func `equal raw values are frozen when they have come for the limit`(time: Double, isFrozen: Bool) {
        var watch = FreezeWatch()
        let raw = ChipSample.Raw(pressure: 7, temperature: 9)
        for step in stride(from: 0, to: time, by: 40) {
            let early = watch.isFrozen(raw, at: at(step), limit: .seconds(3))
            #expect(!early)
        }
        let isSo = watch.isFrozen(raw, at: at(time), limit: .seconds(3))
        #expect(isSo == isFrozen)
        for (pressure, temperature, later) in [(8, 9, 1.0), (8, 10, 9000)] as [(Int32, Int32, Double)] {
            let other = ChipSample.Raw(pressure: pressure, temperature: temperature)
            let isOtherSo = watch.isFrozen(other, at: at(time + later), limit: .seconds(3))
            #expect(!isOtherSo)
        }
    }

    @Test(arguments: [1.0, 5, 10, 25, 50]) func `means come at the rate asked for, though the chip is at 90 Hz`(
        rate: Double
    ) {
        var average = SampleAverage(hertz: rate)
        var count = 0
        for sample in 0..<900 where average.take(100_000, at: at(Double(sample) / 0.09)) != nil { count += 1 }
        #expect((Double(count) - 10 * rate).magnitude <= 1)
    }

    @Test func `a mean is that of all values since the last one`() {
        var average = SampleAverage(hertz: 10)
        #expect(average.take(100_000, at: at(0)) == 1000)
        #expect(average.take(100_000, at: at(40)) == nil)
        #expect(average.take(100_100, at: at(80)) == nil)
        #expect(average.take(100_200, at: at(120)) == 1001)
        #expect(average.take(100_300, at: at(160)) == nil)
        #expect(average.take(100_500, at: at(200)) == 1004)
    }

    @Test func `after a gap the pace begins anew, without a burst`() {
        var average = SampleAverage(hertz: 25)
        _ = average.take(100_000, at: at(0))
        var given = 0
        for sample in 0..<100 where average.take(100_000, at: at(5000 + Double(sample) * 10)) != nil { given += 1 }
        #expect((25...26).contains(given))
    }

    @Test func `an unfinished mean is forgotten when that is asked for`() {
        var average = SampleAverage(hertz: 10)
        _ = average.take(100_000, at: at(0))
        _ = average.take(50_000, at: at(50))
        average.clear()
        #expect(average.take(100_000, at: at(100)) == 1000)
    }
}
