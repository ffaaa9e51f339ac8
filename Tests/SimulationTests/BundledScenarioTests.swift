import Documents
import Readings
import Simulation
import Testing

struct BundledScenarioTests {
    private static func scenario() throws -> Scenario {
        try Scenes.scenario(String(decoding: Scenario.bundled, as: UTF8.self))
    }

    /// The sample of rank ⌈0.05 n⌉ among those of the central half that are trusted and within 0.1 to 5 m.
    private static func nearest(_ frame: DepthFrame) -> Double? {
        let confidence = frame.confidence ?? []
        var usable: [UInt16] = []
        for row in 120..<360 {
            for index in row * 640 + 160..<row * 640 + 480 where confidence[index] >= 1 {
                if (100...5000).contains(frame.samples[index]) { usable.append(frame.samples[index]) }
            }
        }
        guard usable.count * 4 >= 240 * 320 else { return nil }
        return Double(usable.sorted()[(usable.count + 19) / 20 - 1]) / 1000
    }

    @Test func `the bundled scenario is valid, lasts two minutes, and first says where the robot is`() throws {
        let scenario = try Self.scenario()
        #expect(scenario.duration == .seconds(120))
        #expect(scenario.building == "demo")
        let first = try #require(scenario.events.first)
        #expect(first.time == .start)
        #expect(first.event["type"] == .string("place"))
        #expect(first.event["id"] == .string("ternwick-ground"))
        #expect(scenario.walk.end <= 120)
    }

    @Test func `nobody walks through anything solid in the bundled scenario`() throws {
        let scenario = try Self.scenario()
        for step in 0...1200 {
            let seconds = Double(step) / 10
            let eye = scenario.walk.pose(at: seconds).position + SIMD3(0, 0, 1.2)
            for solid in scenario.solids {
                guard let box = solid.box(at: seconds) else { continue }
                let isInside = (0..<3).allSatisfy { box.low[$0] - 0.15 < eye[$0] && eye[$0] < box.high[$0] + 0.15 }
                #expect(!isInside, "at \(seconds) s in \(box)")
            }
        }
    }

    @Test(
        arguments: [
            (12.0, 1.0, 5.0), (16.5, 0.7, 1.0), (22, 1.2, 5), (35, 0.4, 0.8), (57, 1, 2), (74, 1.2, 5), (88, 0.5, 0.8),
            (98, 0.8, 5),
        ])
    func `what stands ahead in the bundled scenario is as near as its story says`(
        seconds: Double, least: Double, most: Double
    ) throws {
        let frame = Scenes.render(try Self.scenario(), at: seconds, index: UInt64(seconds * 15))
        let nearest = try #require(Self.nearest(frame), "no reading at \(seconds) s")
        #expect(least <= nearest && nearest <= most, "\(nearest) m at \(seconds) s")
    }

    @Test func `a wall beside the walker for a minute stays at its distance, an empty corridor has nothing near`()
        throws
    {
        let corridor = """
            { duration: 60, walk: [{ at: [0, 0], heading: 0 }], floors: [{ name: "g", height: 0 }],
              walls: [{ start: [-5, -1.26], end: [30, -1.26] }, { start: [-5, 1.26], end: [30, 1.26] }],
              boxes: [{ low: [-5, -1.3, 2.7], high: [30, 1.3, 2.9] }] }
            """
        let beside = corridor.replacing("at: [0, 0], heading: 0", with: "at: [0, -0.5], heading: -90, pause: 60")
        for seconds in [0.0, 30, 59] {
            let index = UInt64(seconds * 15)
            let empty = Scenes.render(try Scenes.scenario(corridor), at: seconds, index: index)
            #expect(try #require(Self.nearest(empty)) > 2)
            let wall = Scenes.render(try Scenes.scenario(beside), at: seconds, index: index)
            #expect(abs(try #require(Self.nearest(wall)) - 0.7) < 0.02)
        }
    }

    @Test func `the bundled walk goes up 3.2 m by the stairs and down again by the elevator`() throws {
        let walk = try Self.scenario().walk
        let heights = [(0.0, 0.0), (52, 0), (67, 3.2), (83.9, 3.2), (92, 0), (120, 0)]
        for (seconds, height) in heights {
            #expect(abs(walk.pose(at: seconds).position.z - height) < 0.01, "at \(seconds) s")
        }
    }
}
