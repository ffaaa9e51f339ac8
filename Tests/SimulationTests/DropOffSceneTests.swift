import Perception
import Readings
import Simulation
import Testing

/// Where the floor ends: kerbs and stairs, and where it does not.
struct DropOffSceneTests {
    /// The edge is here; the walker comes towards it at 1 m/s.
    private static let edge = 4.0
    private static let seeds: ClosedRange<UInt64> = 1...(GroundScenes.isLong ? 50 : 10)
    /// How far from the edge it must be told at the latest, metres.
    private static let latest = 1.2

    private static func walk(_ ground: String, height: Double, pitch: Double) -> String {
        "{ \(ground), walk: [{ at: [1, 0] }, { at: [\(edge - 0.4), 0] }], "
            + GroundScenes.camera(height: height, pitch: pitch) + " }"
    }

    private static let kerb = """
        floors: [{ height: 0, low: [-9, -9], high: [\(edge), 9] }, { height: -0.15, low: [\(edge), -9], high: [60, 9] }]
        """
    /// Steps of 17 cm and 28 cm down to a floor below, in a stairwell with a wall at its end.
    private static let stairs = """
        floors: [{ height: 0, low: [-9, -9], high: [\(edge), 9] }, { name: "below", height: -2.72, low: [\(edge), -9], high: [60, 9] }],
        stairs: [{ floor: "below", start: [\(edge + 4.2), 0], end: [\(edge), 0], rise: 2.55, steps: 15, width: 3 }],
        walls: [{ start: [\(edge + 6), -9], end: [\(edge + 6), 9], height: 6, floor: "below" }]
        """

    private func expectTold(_ ground: String, height: Double, pitch: Double, seed: UInt64) throws {
        let seen = try GroundScenes.walk(Self.walk(ground, height: height, pitch: pitch), seed: seed)
        let first = try #require(seen.dropOffs.first, "seed \(seed), \(height) m, \(pitch) degrees")
        let distance = Self.edge - (1 + first.seconds)
        #expect(distance >= Self.latest, "seed \(seed), \(height) m, \(pitch) degrees")
        #expect(abs(first.metres - distance) <= 0.15, "seed \(seed), \(height) m, \(pitch) degrees")
    }

    @Test(arguments: [(0.3, 10.0), (0.5, 25.0), (1.0, 0.0), (1.0, 20.0), (1.0, 40.0)])
    func `a kerb of 15 cm is told at least 1.2 m before it at 1 m/s, whatever the seed`(
        height: Double, pitch: Double
    ) throws {
        for seed in Self.seeds { try expectTold(Self.kerb, height: height, pitch: pitch, seed: seed) }
    }

    @Test(arguments: [(0.7, 25.0), (1.0, 0.0), (1.0, 20.0), (1.0, 40.0)])
    func `stairs down are told at least 1.2 m before them at 1 m/s, whatever the seed`(
        height: Double, pitch: Double
    ) throws {
        for seed in Self.seeds { try expectTold(Self.stairs, height: height, pitch: pitch, seed: seed) }
    }

    @Test func `a drop-off is told in the third frame that shows it, and not after one that shows none`() throws {
        let text = "{ \(Self.kerb), duration: 1, walk: [{ at: [\(Self.edge - 1.2), 0] }], "
        let scenario = try Scenes.scenario(text + GroundScenes.camera(height: 0.6, pitch: 20, exact: true) + " }")
        let flat = try Scenes.scenario(
            "{ floors: [{ height: 0 }], duration: 1, walk: [{ at: [0, 0] }], "
                + GroundScenes.camera(height: 0.6, pitch: 20, exact: true) + " }")
        let mounting = try #require(scenario.camera).mounting
        var perception = FramePerception(calibration: GroundCalibration(mounting: mounting))
        var told: [Bool] = []
        for (index, isKerb) in [true, true, false, true, true, true, true, false].enumerated() {
            var frame = Scenes.render(isKerb ? scenario : flat)
            frame.sequence = UInt64(index)
            told.append(perception.observe(frame)?.dropOffMetres != nil)
        }
        #expect(told == [false, false, false, false, false, true, true, false])
    }

    @Test func `a malformed frame breaks the row`() throws {
        let scenario = try Scenes.scenario(
            "{ \(Self.kerb), duration: 1, walk: [{ at: [\(Self.edge - 1.2), 0] }], "
                + GroundScenes.camera(height: 0.6, pitch: 20) + " }")
        let mounting = try #require(scenario.camera).mounting
        var perception = FramePerception(calibration: GroundCalibration(mounting: mounting))
        var told: [Bool] = []
        for index in 0..<6 as Range<UInt64> {
            var frame = Scenes.render(scenario, index: index)
            frame.sequence = index
            if index == 2 { frame.samples.removeLast() }
            told.append(perception.observe(frame)?.dropOffMetres != nil)
        }
        #expect(told == [false, false, false, false, false, true])
    }

    @Test func `corridors with doors, people and a glass door show no drop-off: 2 minutes, or 30 in the long dose`()
        throws
    {
        let rounds: ClosedRange<UInt64> = 1...(GroundScenes.isLong ? 60 : 4)
        for round in rounds {
            let (height, pitch) = [(0.35, 15.0), (0.6, 0.0), (0.8, 25.0), (1.0, 40.0)][Int(round % 4)]
            let seen = try GroundScenes.walk(
                """
                { floors: [{ height: 0 }], duration: 30,
                  walls: [{ start: [-5, -1.26], end: [40, -1.26], openings: [{ at: 9 }, { at: 17.5 }, { at: 26 }] },
                          { start: [-5, 1.26], end: [40, 1.26], openings: [{ at: 12 }, { at: 21 }] },
                          { start: [31, -1.26], end: [31, 1.26] }],
                  boxes: [{ low: [-5, -1.3, 2.7], high: [40, 1.3, 2.9] }, { low: [8, 0.8, 0], high: [8.5, 1.2, 0.5] }],
                  glass: [{ start: [22, -1.2], end: [22, 1.2] }],
                  people: [{ at: [14, 0.6], path: [{ t: 3, at: [14, 0.6] }, { t: 15, at: [2, 0.7] }] }],
                  walk: [{ at: [0, 0] }, { at: [26, 0.1] }, { at: [26, 0.1], heading: 180, pause: 4 }],
                  \(GroundScenes.camera(height: height, pitch: pitch)) }
                """, seed: round)
            #expect(seen.frames >= 440)
            #expect(seen.dropOffs.isEmpty, "round \(round)")
            #expect(seen.state == .on, "round \(round)")
        }
    }
}
