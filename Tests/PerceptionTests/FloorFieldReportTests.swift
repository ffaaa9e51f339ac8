import Perception
import Readings
import Testing

/// What went wrong for others in the field, each named after its public thread.
@Suite("Floor field reports")
struct FloorFieldReportTests {
    static let seeds: ClosedRange<UInt64> = 1...10
    static let rates = FloorSituationTests.rates

    private func failures(_ expected: [String], changes: [Double] = [], _ world: (UInt64) -> FloorWorld) -> [String] {
        FloorSituationTests.failures(expected, changes: changes, seeds: Self.seeds, world)
    }

    @Test("zephyrproject-rtos/zephyr#37231: a first measurement of 719 hPa is no ride", arguments: rates)
    func firstMeasurement(rate: Double) {
        #expect(
            failures([]) { seed in
                var world = FloorWorld(seconds: 60, rate: rate)
                world.fault = { index, pressure, _ in index < Int(seed % 3) + 1 ? 719 : pressure }
                return world
            } == [])
    }

    @Test("esphome/issues#3383: one sample of 300 hPa less is refused and the baseline kept", arguments: rates)
    func afterSleep(rate: Double) {
        #expect(
            failures(["up", "settled"], changes: [3]) { _ in
                var world = FloorWorld(seconds: 120, rate: rate, moves: [FloorMove(start: 40, seconds: 12, metres: 3)])
                world.fault = { index, pressure, _ in index == Int(30 * rate) ? pressure - 300 : pressure }
                return world
            } == [])
    }

    @Test("BoschSensortec/BMP280_driver#23: old bytes again and again are a frozen barometer")
    func oldBytes() {
        var world = FloorWorld(seconds: 60)
        world.fault = { index, pressure, _ in index > 250 ? 1009.5 : pressure }
        #expect(floorStory(world.facts(seed: 1)) == ["frozen"])
    }

    @Test("rosflight/rosflight_firmware#84: zeros never enter the filter", arguments: rates)
    func zeros(rate: Double) {
        var world = FloorWorld(seconds: 60, rate: rate)
        world.fault = { index, pressure, _ in Double(index) > 20 * rate ? 0 : pressure }
        #expect(floorStory(world.facts(seed: 1)) == ["implausible"])
        world.fault = { index, pressure, _ in index.isMultiple(of: 3) ? 0 : pressure }
        #expect(floorStory(world.facts(seed: 2)) == [])
    }

    @Test("raspberrypi/linux#4884: a flipped bit in 1 of 500 samples is no event", arguments: rates)
    func bitFlips(rate: Double) {
        #expect(
            failures([]) { _ in
                var world = FloorWorld(seconds: 1200, rate: rate)
                world.fault = { _, pressure, random in
                    guard random.unit() < 1.0 / 500 else { return pressure }
                    let raw = UInt32(pressure * 4096) ^ (1 << UInt32(random.bits() % 23))
                    return Double(raw) / 4096
                }
                return world
            } == [])
    }

    @Test("ArduPilot/ardupilot#436: one sample of 5000 m more is ignored", arguments: rates)
    func fiveThousandMetres(rate: Double) {
        #expect(
            failures([]) { seed in
                var world = FloorWorld(seconds: 120, rate: rate)
                world.fault = { index, pressure, _ in index == Int(60 * rate) + Int(seed) ? 540.2 : pressure }
                return world
            } == [])
    }

    @Test("PX4/PX4-Autopilot#5245: 0.5 hPa for 200 ms with each burst of a radio is no event", arguments: rates)
    func radioBursts(rate: Double) {
        #expect(
            failures([]) { _ in
                var world = FloorWorld(seconds: 300, rate: rate)
                world.pulses = (0..<60).map {
                    FloorPulse(start: 3 + 5 * Double($0), hectopascals: 0.5, rise: 0, seconds: 0.2)
                }
                return world
            } == [])
    }

    @Test("rosflight/rosflight_firmware#259: a baseline in a moving lift is retried until it stands", arguments: rates)
    func liftAtStart(rate: Double) {
        for seed in Self.seeds {
            let world = FloorWorld(seconds: 90, rate: rate, moves: [FloorMove(start: -5, seconds: 25, metres: 50)])
            var watch = FloorWatch()
            watch.switchOn(at: .start)
            var facts: [FloorFact] = []
            world.run(seed: seed) { sample in
                facts += watch.take(sample)
                if sample.time < Instant(seconds: 19.5) { #expect(!watch.hasBaseline) }
            }
            #expect(facts.map(\.kind) == [.baselineReady], "seed \(seed)")
        }
    }

    @Test("iNavFlight/inav#3142: a cold board that creeps up 4 m in 6 min is no event", arguments: rates)
    func coldBoard(rate: Double) {
        #expect(
            failures([]) { _ in
                FloorWorld(seconds: 500, rate: rate, moves: [FloorMove(start: 0, seconds: 360, metres: 4)])
            } == [])
    }

    @Test(
        "iNavFlight/inav#81: three hours of 0.7 hPa/h are none, and stairs after them are one",
        arguments: [1.0, 10], [-0.7, 0.7])
    func weatherThenStairs(rate: Double, drift: Double) {
        let moves = [FloorMove(start: 10_800, seconds: 15, metres: 3.5)]
        #expect(
            FloorSituationTests.failures(["up", "settled"], changes: [3.5], seeds: 1...3) { _ in
                FloorWorld(seconds: 10_900, rate: rate, drift: drift, moves: moves)
            } == [])
    }

    @Test(
        "har-in-air/Kalmanfilter_altimeter_vario#3: a day with a front, standing still, is none", arguments: [1.0, 10])
    func front(rate: Double) {
        var world = FloorWorld(seconds: 86_400, rate: rate)
        // 16 hPa down and up again within the day: at its steepest 2.1 hPa/h.
        world.weather = { time in
            let share = time / 86_400; return -64 * share * (1 - share)
        }
        #expect(floorStory(world.facts(seed: 3)) == [])
    }

    @Test("CMU-cabot/cabot-navigation#230: up and down within 30 s add up to nothing", arguments: rates)
    func upAndDown(rate: Double) {
        for seed in Self.seeds {
            let moves = [
                FloorMove(start: 30, seconds: 4, metres: 3.5), FloorMove(start: 56, seconds: 4, metres: -3.5),
            ]
            let facts = FloorWorld(seconds: 120, rate: rate, moves: moves).facts(seed: seed)
            let story = floorStory(facts)
            #expect(story == ["up", "settled", "down", "settled"], "seed \(seed)")
            #expect(abs(floorChanges(facts).reduce(0, +)) <= FloorSituationTests.tolerance)
        }
    }

    @Test("CMU-cabot/cabot-navigation#230: a change that was pending at a restart is never told")
    func pendingAtRestart() {
        var detector = FloorDetector()
        var told: [FloorEvent] = []
        FloorWorld(seconds: 60, moves: [FloorMove(start: 20, seconds: 2, metres: 4)]).run(seed: 4) { sample in
            told += detector.take(sample)
            if sample.time >= Instant(seconds: 23), sample.time < Instant(seconds: 23.04) { detector.restart() }
        }
        #expect(told == [.baseline, .baseline])
    }

    @Test(
        "CMU-cabot/cabot#57: a gap of 10 s clears what was known, and the step across it is no event", arguments: rates)
    func gap(rate: Double) {
        for seed in Self.seeds {
            var detector = FloorDetector()
            var told: [FloorEvent] = []
            FloorWorld(seconds: 90, rate: rate, moves: [FloorMove(start: 41, seconds: 8, metres: 20)])
                .run(seed: seed) { sample in
                    if !(40.0..<50).contains(sample.time.seconds) { told += detector.take(sample) }
                }
            #expect(told == [.baseline, .baseline], "seed \(seed)")
        }
    }

    @Test("kylecorry31/Trail-Sense#1833: twenty floors in 40 s are one change", arguments: rates)
    func tallBuilding(rate: Double) {
        #expect(
            failures(["up", "settled"], changes: [64]) { _ in
                FloorWorld(seconds: 120, rate: rate, moves: [FloorMove(start: 20, seconds: 40, metres: 64)])
            } == [])
    }

    @Test("introlab/rtabmap#1487: 1.2 hPa less in 12 s is a change, whatever odometry says", arguments: rates)
    func liftWithoutOdometry(rate: Double) {
        #expect(
            failures(["up", "settled"]) { _ in
                FloorWorld(seconds: 90, rate: rate, moves: [FloorMove(start: 20, seconds: 12, metres: 10.1)])
            } == [])
    }
}
