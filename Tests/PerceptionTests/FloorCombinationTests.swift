import Perception
import Readings
import Testing

/// Situations at once, and after one another.
@Suite("Floor combinations")
struct FloorCombinationTests {
    static let rates = FloorSituationTests.rates

    private func failures(
        _ expected: [String], changes: [Double] = [], rate: Double, onceIn: Int = FloorSituationTests.onceIn,
        _ world: (UInt64) -> FloorWorld
    ) -> [String] {
        FloorSituationTests.failures(
            expected, changes: changes, seeds: FloorSituationTests.isLong ? 1...200 : 1...15, onceIn: onceIn, world)
    }

    @Test(arguments: rates, [-0.5, 0.5])
    func `a slam on the stairs changes nothing`(rate: Double, size: Double) {
        #expect(
            failures(["up", "settled"], changes: [4], rate: rate) { seed in
                FloorWorld(
                    seconds: 120, rate: rate, moves: [FloorMove(start: 30, seconds: 16, metres: 4)],
                    pulses: [FloorPulse(start: 28 + Double(seed), hectopascals: size, seconds: 1.5)])
            } == [])
    }

    @Test(arguments: rates)
    func `a gust on an elevator changes nothing`(rate: Double) {
        #expect(
            failures(["down", "settled"], changes: [-40], rate: rate) { seed in
                FloorWorld(
                    seconds: 120, rate: rate, moves: [FloorMove(start: 20, seconds: 20, metres: -40, isGentle: true)],
                    pulses: [FloorPulse(start: 20 + 2 * Double(seed), hectopascals: 0.6, seconds: 2)])
            } == [])
    }

    @Test(arguments: rates, [-4.0, 4.0])
    func `gusts, weather and stairs at once give the stairs, in nearly every world`(rate: Double, drift: Double) {
        // A weak gust that begins on the stairs can look like a pressurised door on them.
        let wrong = failures(["up", "settled", "down", "settled"], rate: rate) { _ in
            FloorWorld(
                seconds: 600, rate: rate, drift: drift,
                moves: [
                    FloorMove(start: 200, seconds: 14, metres: 3.6),
                    FloorMove(start: 400, seconds: 14, metres: -3.6),
                ], gusts: 0.5)
        }
        #expect(wrong.count <= (FloorSituationTests.isLong ? 20 : 2), "\(wrong)")
    }

    @Test(arguments: rates)
    func `samples that are lost and late do not matter`(rate: Double) {
        #expect(
            failures(["up", "settled"], changes: [3.5], rate: rate) { _ in
                FloorWorld(
                    seconds: 120, rate: rate, moves: [FloorMove(start: 30, seconds: 12, metres: 3.5)], jitter: 0.9,
                    lost: rate > 1 ? 0.3 : 0.1)
            } == [])
    }

    @Test(arguments: rates)
    func `ride after ride is one each`(rate: Double) {
        let moves = (0..<4).map { FloorMove(start: 30 + 40 * Double($0), seconds: 8, metres: $0 == 2 ? -6.4 : 3.2) }
        #expect(
            failures(
                ["up", "settled", "up", "settled", "down", "settled", "up", "settled"], changes: [3.2, 3.2, -6.4, 3.2],
                rate: rate
            ) { _ in FloorWorld(seconds: 200, rate: rate, moves: moves) } == [])
    }

    @Test(arguments: rates)
    func `a ride that comes back has returned`(rate: Double) {
        let moves = [FloorMove(start: 30, seconds: 5, metres: 8), FloorMove(start: 37, seconds: 5, metres: -8)]
        #expect(
            failures(["up", "returned"], rate: rate) { _ in FloorWorld(seconds: 120, rate: rate, moves: moves) } == [])
    }

    @Test(arguments: FloorSituationTests.stepRates)
    func `a pressurised door beside stairs leaves the stairs`(rate: Double) {
        #expect(
            failures(["up", "settled"], changes: [3.5], rate: rate) { _ in
                FloorWorld(
                    seconds: 120, rate: rate, moves: [FloorMove(start: 50, seconds: 12, metres: 3.5)],
                    pulses: [FloorPulse(start: 30.3, hectopascals: 0.35, rise: 0.3)])
            } == [])
    }

    @Test(arguments: rates)
    func `in the highest city, as at the sea`(rate: Double) {
        // The air is thinner there, so that the same noise of pressure is a tenth more of altitude; and at 1 Hz there
        // are few samples to take the mean of.
        #expect(
            failures(["up", "settled"], changes: [70], rate: rate, onceIn: rate == 1 ? 20 : 40) { _ in
                FloorWorld(
                    seconds: 120, rate: rate, ground: 640, moves: [FloorMove(start: 30, seconds: 28, metres: 70)])
            } == [])
    }

    @Test(arguments: rates)
    func `a reference on the ground cancels the weather and whatever both feel`(rate: Double) {
        // 3 hPa within two minutes, and back, is nine storeys to a lone barometer.
        let storm: (Double) -> Double = { 3 * min(max(($0 - 60) / 120, 0), 1) - 3 * min(max(($0 - 240) / 120, 0), 1) }
        var world = FloorWorld(seconds: 420, rate: rate, moves: [FloorMove(start: 200, seconds: 12, metres: 3.5)])
        world.weather = storm
        for seed in 1...10 as ClosedRange<UInt64> {
            let lone = floorStory(world.facts(seed: seed))
            #expect(lone != ["up", "settled"])
            var watch = FloorWatch()
            watch.switchOn(at: .start)
            var facts: [FloorFact] = []
            var next = Instant.start
            world.run(seed: seed) { sample in
                var sample = sample
                if sample.time >= next {
                    sample.referenceHectopascals = 1002 + storm(sample.time.seconds)
                    next = sample.time + .seconds(1)
                }
                facts += watch.take(sample)
            }
            #expect(floorStory(facts) == ["up", "settled"], "seed \(seed)")
            #expect(abs((floorChanges(facts).first ?? 0) - 3.5) <= 0.5)
        }
    }

    @Test(arguments: rates)
    func `a reference that comes, goes, or is another makes no step`(rate: Double) {
        for seed in 1...10 as ClosedRange<UInt64> {
            var watch = FloorWatch()
            watch.switchOn(at: .start)
            var facts: [FloorFact] = []
            FloorWorld(seconds: 200, rate: rate).run(seed: seed) { sample in
                var sample = sample
                switch sample.time.seconds {
                case 40..<80: sample.referenceHectopascals = 1000
                case 100..<140: sample.referenceHectopascals = 950
                case 141..<143: sample.referenceHectopascals = .nan
                default: break
                }
                facts += watch.take(sample)
            }
            #expect(facts.map(\.kind) == [.baselineReady], "seed \(seed)")
        }
    }
}
