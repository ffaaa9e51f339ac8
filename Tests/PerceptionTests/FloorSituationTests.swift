import Evidence
import Foundation
import Perception
import Readings
import Testing

/// The table of situations, row by row, over many seeds.
@Suite("Floor situations")
struct FloorSituationTests {
    /// The rates at which each row must hold.
    static let rates = [1.0, 10, 25, 50]
    /// The rates at which a pressurised door can be judged.
    static let stepRates = [5.0, 10, 25, 50]
    /// Whether the long sweep was asked for.
    static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

    /// How many worlds are made of each row at a rate; fewer where each costs more.
    static func seeds(_ rate: Double) -> ClosedRange<UInt64> {
        if isLong { return 1...300 }
        return rate <= 10 ? 1...50 : rate <= 25 ? 1...20 : 1...10
    }

    /// How near to the truth the change of a ride must be.
    static let tolerance = 0.5

    /// Where a hundred worlds or more are made, one in so many may end otherwise: noise knows no bound, and what stands
    /// just within a limit is carried beyond it now and then.
    static let onceIn = 40

    /// Runs a world for each seed and returns those seeds whose story is another, where there are too many of them.
    static func failures(
        _ expected: [String], changes: [Double] = [], seeds: ClosedRange<UInt64>, onceIn: Int = onceIn,
        _ world: (UInt64) -> FloorWorld
    ) -> [String] {
        let failures = seeds.compactMap { seed in
            let facts = world(seed).facts(seed: seed)
            let story = floorStory(facts)
            let found = floorChanges(facts)
            let isNear =
                changes.isEmpty
                || found.count == changes.count && zip(found, changes).allSatisfy { abs($0 - $1) <= tolerance }
            return story == expected && isNear ? nil : "seed \(seed): \(story) \(found)"
        }
        return seeds.count >= 100 && failures.count * onceIn <= seeds.count ? [] : failures
    }

    @Test(arguments: rates, [-4.0, 4.0])
    func `weather of 4 hPa/h for 12 h is no change of floor`(rate: Double, drift: Double) {
        let seeds: ClosedRange<UInt64> = rate == 1 ? 1...5 : 1...1
        let hours = Self.isLong || rate < 25 || drift > 0 ? 12.0 : 1
        #expect(
            Self.failures([], seeds: seeds) { _ in
                FloorWorld(seconds: hours * 3600, rate: rate, drift: drift)
            } == [])
    }

    @Test(arguments: rates)
    func `a gust each minute is none`(rate: Double) {
        #expect(
            Self.failures([], seeds: Self.seeds(rate)) { _ in FloorWorld(seconds: 600, rate: rate, gusts: 0.6) } == [])
    }

    @Test(arguments: rates, [-0.6, 0.6])
    func `a slam of 0.6 hPa for exactly 2 s is none`(rate: Double, size: Double) {
        #expect(
            Self.failures([], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 120, rate: rate,
                    pulses: [
                        FloorPulse(start: 30 + Double(seed % 10) / 10, hectopascals: size, rise: 0, seconds: 2),
                        FloorPulse(start: 90 + Double(seed % 7) / 10, hectopascals: -size, rise: 0.3, seconds: 2),
                    ])
            } == [])
    }

    @Test(arguments: stepRates, [-0.35, 0.35, 0.25])
    func `a pressurised door is none, and the baseline moves with it`(rate: Double, size: Double) {
        #expect(
            Self.failures([], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 180, rate: rate,
                    pulses: [
                        FloorPulse(start: 30 + Double(seed % 10) / 13, hectopascals: size, rise: 0.3),
                        FloorPulse(start: 75 + Double(seed % 10) / 13, hectopascals: size, rise: Double(seed % 4) / 10),
                    ])
            } == [])
    }

    @Test(arguments: rates, [-1.5, 1.5])
    func `a mezzanine or a ramp of 1.5 m is none`(rate: Double, metres: Double) {
        #expect(
            Self.failures([], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 300, rate: rate,
                    moves: [
                        FloorMove(start: 40, seconds: seed.isMultiple(of: 2) ? 8 : 30, metres: metres)
                    ])
            } == [])
    }

    @Test(arguments: rates, [-3.0, 3.0])
    func `stairs of 3.0 m in 12 s are one`(rate: Double, metres: Double) {
        #expect(
            Self.failures([metres > 0 ? "up" : "down", "settled"], changes: [metres], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 100, rate: rate,
                    moves: [
                        FloorMove(start: 20 + Double(seed % 10) / 10, seconds: 12, metres: metres)
                    ])
            } == [])
    }

    @Test(arguments: rates, [-3.0, 3.0])
    func `a wheelchair ramp of 3.0 m at 0.05 m/s is one`(rate: Double, metres: Double) {
        #expect(
            Self.failures([metres > 0 ? "up" : "down", "settled"], changes: [metres], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 200, rate: rate,
                    moves: [
                        FloorMove(start: 20 + Double(seed % 50), seconds: 60, metres: metres)
                    ])
            } == [])
    }

    @Test(arguments: rates, [-70.0, 70.0])
    func `an elevator of 70 m at 2.5 m/s is one, within 0.5 m`(rate: Double, metres: Double) {
        #expect(
            Self.failures([metres > 0 ? "up" : "down", "settled"], changes: [metres], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 100, rate: rate,
                    moves: [
                        FloorMove(
                            start: 20 + Double(seed % 10) / 10, seconds: 28, metres: metres,
                            isGentle: seed.isMultiple(of: 2))
                    ])
            } == [])
    }

    @Test(arguments: rates, [-3.5, 3.5])
    func `an elevator of one floor is one, gentle or abrupt`(rate: Double, metres: Double) {
        #expect(
            Self.failures([metres > 0 ? "up" : "down", "settled"], changes: [metres], seeds: Self.seeds(rate)) { seed in
                FloorWorld(
                    seconds: 100, rate: rate,
                    moves: [
                        FloorMove(
                            start: 20 + Double(seed % 10) / 10, seconds: seed.isMultiple(of: 2) ? 3.5 : 1.4,
                            metres: metres, isGentle: seed.isMultiple(of: 2))
                    ])
            } == [])
    }
}
