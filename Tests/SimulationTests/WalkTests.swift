import Foundation
import Readings
import Simulation
import Testing

struct WalkTests {
    private static let text = """
        { floors: [{ name: "up", height: 3.2 }],
          walk: [{ at: [0, 0], heading: 90, pause: 2 }, { at: [4, 0], speed: 2 }, { at: [4, 3], duration: 6, pause: 4 },
                 { at: [8, 3, 3.2], t: 20, by: "stairs" }, { at: [8, 3, 0], t: 30, by: "elevator", heading: 180, pause: 1 },
                 { at: [8, 3], floor: "up", duration: 5 }] }
        """

    @Test(
        arguments: [
            (0.0, SIMD3(0.0, 0, 0)), (2, SIMD3(0, 0, 0)), (3, SIMD3(2, 0, 0)), (4, SIMD3(4, 0, 0)),
            (7, SIMD3(4, 1.5, 0)), (10, SIMD3(4, 3, 0)), (14, SIMD3(4, 3, 0)), (17, SIMD3(6, 3, 1.6)),
            (20, SIMD3(8, 3, 3.2)), (25, SIMD3(8, 3, 1.6)), (22.5, SIMD3(8, 3, 2.7)), (30, SIMD3(8, 3, 0)),
            (36, SIMD3(8, 3, 3.2)), (100, SIMD3(8, 3, 3.2)),
        ])
    func `the walker is where speed, duration and time of arrival put it`(
        seconds: Double, position: SIMD3<Double>
    ) throws {
        let scenario = try Scenes.scenario(Self.text)
        let error = scenario.walk.pose(at: seconds).position - position
        #expect((error * error).sum() < 1e-18)
        #expect(scenario.duration == .seconds(36))
    }

    @Test(
        arguments: [
            (0.0, 90.0), (2, 90), (2.5, 45), (3, 0), (4, 0), (4.5, 45), (9, 90), (15, 0), (29, 0), (30.5, -90),
            (36, 180),
        ])
    func `the walker looks where it goes, or where a stop says, and turns within a second`(
        seconds: Double, degrees: Double
    ) throws {
        let yaw = try Scenes.scenario(Self.text).walk.pose(at: seconds).yaw
        let error = (yaw * 180 / .pi - degrees) / 360
        #expect(abs(error - error.rounded()) < 1e-9)
    }

    @Test func `a turn goes the shorter way round, and a half turn to the right`() throws {
        let scenario = try Scenes.scenario(
            "{ walk: [{ at: [0, 0], heading: 170, pause: 5 }, { at: [0, 0], heading: -170, pause: 5 }] }")
        let yaw = scenario.walk.pose(at: 5.5).yaw * 180 / .pi
        #expect(abs(yaw - 180) < 1e-9)
    }

    @Test func `directions and turns agree with the system's own functions`() throws {
        for degrees in stride(from: -345.0, through: 360, by: 15) {
            let radians = degrees * .pi / 180
            let scenario = try Scenes.scenario(
                """
                { walk: [{ at: [0, 0] }, { at: [\(10 * cos(radians)), \(10 * sin(radians))], speed: 1 }],
                  \(Scenes.exact), boxes: [{ low: [-500, -500, -60], high: [500, 500, 0] }] }
                """)
            let turn = (scenario.walk.pose(at: 5).yaw - radians) / (2 * .pi)
            #expect(abs(turn - turn.rounded()) < 1e-12)
        }
    }
}
