import Perception
import Readings
import Testing

@Suite("Barometer watch")
struct BarometerWatchTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    private func sample(_ seconds: Double, _ hectopascals: Double) -> PressureSample {
        PressureSample(hectopascals: hectopascals, time: at(seconds))
    }

    /// A watch that is on from 0 and has read at 25 Hz until `seconds`, which is when the last sample came.
    private func reading(until seconds: Double) -> FloorWatch {
        var watch = FloorWatch()
        watch.switchOn(at: .start)
        _ = feed(&watch, from: 0, to: seconds)
        return watch
    }

    @discardableResult
    private func feed(_ watch: inout FloorWatch, from start: Double, to end: Double) -> [FloorFact] {
        (0...Int(((end - start) * 25).rounded())).flatMap { index in
            watch.take(sample(start + Double(index) / 25, 1000 + 0.002 * Double(index % 7)))
        }
    }

    @Test
    func `one that is off takes nothing and has no deadline`() {
        var watch = FloorWatch()
        #expect(watch.state == .off)
        #expect(watch.nextDeadline == nil)
        #expect(watch.take(sample(1, 1000)) == [])
        #expect(watch.advance(to: at(100)) == [])
        #expect(watch.state == .off)
    }

    @Test
    func `one that never reads is unavailable 5.0 s after it was switched on, once`() {
        var watch = FloorWatch()
        watch.switchOn(at: at(3))
        #expect(watch.state == .starting)
        #expect(watch.nextDeadline == at(8))
        #expect(watch.advance(to: at(7.999)) == [])
        #expect(watch.advance(to: at(9)) == [FloorFact(time: at(8), kind: .unavailable(.silent))])
        #expect(watch.state == .unavailable)
        #expect(watch.nextDeadline == nil)
        #expect(watch.advance(to: at(1000)) == [])
    }

    @Test
    func `one that stops is unavailable 5.0 s after its last good sample`() {
        var watch = reading(until: 10)
        #expect(watch.state == .ok)
        #expect(watch.nextDeadline == at(15))
        #expect(watch.advance(to: at(15)) == [FloorFact(time: at(15), kind: .unavailable(.silent))])
        #expect(!watch.hasBaseline)
    }

    @Test
    func `a sample at the deadline comes after it; one just before it keeps the barometer`() {
        var late = reading(until: 10)
        #expect(late.take(sample(15, 1000)).map(\.kind) == [.unavailable(.silent)])
        var early = reading(until: 10)
        #expect(early.take(sample(14.999, 1000)) == [])
        #expect(early.state == .ok)
    }

    @Test(arguments: [0, 1200, Double.nan])
    func `one that jumps out of range is unavailable 5.0 s after its last good sample`(pressure: Double) {
        var watch = reading(until: 10)
        let facts = (1...150).flatMap { watch.take(sample(10 + Double($0) / 25, pressure)) }
        #expect(facts == [FloorFact(time: at(15), kind: .unavailable(.implausible))])
    }

    @Test(arguments: [1.0, 10, 25, 50])
    func `one that freezes is unavailable with the sample that shows 5 s of it`(rate: Double) {
        var watch = FloorWatch()
        watch.switchOn(at: .start)
        let facts = (0...Int(rate * 20)).flatMap { index in
            let time = Double(index) / rate
            return watch.take(sample(time, time < 10 ? 1000 + 0.01 * Double(index % 5) : 1001))
        }
        #expect(facts.last == FloorFact(time: at(15), kind: .unavailable(.frozen)))
        #expect(watch.state == .unavailable)
        #expect(watch.take(sample(20.1, 1001)) == [])
    }

    @Test
    func `it is back with the sample that makes 2.0 s, with a new baseline and no claim about the gap`() {
        var watch = reading(until: 10)
        _ = watch.advance(to: at(15))
        let facts = (0...250).flatMap { index in
            watch.take(sample(40 + Double(index) / 25, 998 + 0.002 * Double(index % 7)))
        }
        #expect(facts.map(\.kind) == [.back, .baselineReady])
        #expect(facts.map(\.time) == [at(42), at(42)])
        #expect(watch.state == .ok)
    }

    @Test
    func `a silence within the two seconds begins them anew`() {
        var watch = reading(until: 10)
        _ = watch.advance(to: at(15))
        #expect(watch.take(sample(20, 1000.1)) == [])
        #expect(watch.take(sample(22.6, 1000.2)) == [])
        #expect(watch.take(sample(23.6, 1000.3)) == [])
        #expect(watch.take(sample(24.6, 1000.2)).map(\.kind) == [.back, .baselineReady])
    }

    @Test
    func `a value that froze is no return, another one is`() {
        var watch = FloorWatch()
        watch.switchOn(at: .start)
        for index in 0...20 { _ = watch.take(sample(Double(index), 1000)) }
        #expect(watch.state == .unavailable)
        let facts = (21...26).flatMap { watch.take(sample(Double($0), 1000 + Double($0) / 1000)) }
        #expect(facts.map(\.kind) == [.back, .baselineReady])
        #expect(facts.first?.time == at(23))
    }

    @Test
    func `switched off and on, it begins anew`() {
        var watch = reading(until: 10)
        watch.switchOff()
        #expect(watch.state == .off && watch.nextDeadline == nil && !watch.hasBaseline)
        watch.switchOn(at: at(20))
        #expect(watch.nextDeadline == at(25))
        watch.switchOn(at: at(24))
        #expect(watch.nextDeadline == at(25))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `letting time pass in between changes nothing`(seed: UInt64) {
        let rate = [1.0, 10, 25][Int(seed % 3)]
        var world = FloorWorld(seconds: 240, rate: rate, gusts: 0.6)
        world.moves = [FloorMove(start: 70, seconds: 12, metres: 3.2)]
        world.fault = { index, pressure, _ in
            let share = Double(index) / (240 * rate)
            return share > 0.55 && share < 0.62 ? .nan : pressure
        }
        var plain = FloorWatch()
        var ticked = FloorWatch()
        plain.switchOn(at: .start)
        ticked.switchOn(at: .start)
        var expected: [FloorFact] = []
        var found: [FloorFact] = []
        var last = Instant.start
        world.run(seed: seed) { sample in
            while last < sample.time {
                last = min(last + .milliseconds(170), sample.time)
                found += ticked.advance(to: last)
            }
            found += ticked.take(sample)
            found += ticked.advance(to: sample.time)
            expected += plain.take(sample)
        }
        #expect(found == expected)
        #expect(floorStory(expected).contains("implausible"))
    }
}
