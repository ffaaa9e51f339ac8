import Perception
import Readings
import Simulation
import Testing

/// Measuring how a camera is mounted.
struct MountingEstimatorTests {
    private static func measure(_ text: String) throws -> Result<MountingEstimate, MountingRefusal> {
        let scenario = try Scenes.scenario(text)
        let camera = try #require(scenario.camera)
        var estimator = MountingEstimator(intrinsics: try #require(camera.mounting.intrinsics))
        var world = SimulatedWorld(scenario)
        var frame = Scenes.frame
        while let item = world.next(into: &frame) {
            if case .frame = item { estimator.take(frame) }
        }
        return estimator.result(name: "test")
    }

    private static func scene(_ ground: String, _ walk: String = "[{ at: [0, 0], pause: 2 }]", camera: String) -> String
    {
        "{ seed: 31, \(ground), walk: \(walk), camera: { \(camera) }, barometer: false }"
    }

    private static let flat = "floors: [{ height: 0 }], boxes: [{ low: [3, -2, 0], high: [3.2, 2, 2] }]"

    @Test(arguments: [(0.3, 5.0, 0.0), (0.6, 20.0, 2.0), (1.0, 0.0, 0.0), (1.0, 35.0, -4.0), (1.4, 40.0, 1.0)])
    func `height, pitch and roll are measured to 1 cm and 0.5 degrees`(
        height: Double, pitch: Double, roll: Double
    ) throws {
        let text = Self.scene(Self.flat, camera: "mountHeight: \(height), pitch: \(pitch), roll: \(roll)")
        let estimate = try Self.measure(text).get()
        let mounting = estimate.mounting
        #expect(abs(mounting.heightMetres - height) <= 0.01)
        #expect(abs(mounting.pitchDegrees - pitch) <= 0.5)
        #expect(abs(mounting.rollDegrees - roll) <= 0.5)
        #expect(try #require(mounting.heightUncertaintyMetres) < 0.02)
        #expect(try #require(mounting.pitchUncertaintyDegrees) < 0.5)
        // The camera's own deviation, 0.00625 at one metre, to a third.
        #expect(abs(try #require(mounting.noiseAtOneMetre) - 0.00625) < 0.002)
    }

    @Test func `a wall that fills the picture is no floor`() throws {
        let text = Self.scene("boxes: [{ low: [1, -9, -9], high: [2, 9, 9] }]", camera: "mountHeight: 0.6")
        #expect(try Self.measure(text) == .failure(.noFloor))
    }

    @Test func `a table with the floor beneath is refused`() throws {
        let text = Self.scene(
            "floors: [{ height: 0 }], boxes: [{ low: [0.1, -0.5, 0.68], high: [1.2, 0.5, 0.72] }]",
            camera: "mountHeight: 1.1, pitch: 35")
        guard case .failure(.somethingBelow) = try Self.measure(text) else {
            Issue.record("\(try Self.measure(text))")
            return
        }
    }

    @Test func `a robot that moves is refused`() throws {
        let text = Self.scene(
            Self.flat, "[{ at: [0, 0] }, { at: [1.5, 0], speed: 0.5 }]", camera: "mountHeight: 0.6, pitch: 15")
        #expect(try Self.measure(text) == .failure(.moves))
    }

    @Test func `a covered camera and too few frames are refused`() throws {
        let covered = Self.scene("boxes: []", camera: "mountHeight: 0.6")
        #expect(try Self.measure(covered) == .failure(.tooFewPoints(0)))
        let short = Self.scene(Self.flat, "[{ at: [0, 0], pause: 0.3 }]", camera: "mountHeight: 0.6, pitch: 15")
        #expect(try Self.measure(short) == .failure(.tooFewFrames(5)))
    }

    @Test func `what was measured, written and read again, gives the floor`() throws {
        let text = Self.scene("floors: [{ height: 0 }]", camera: "mountHeight: 0.6, pitch: 25, roll: 3")
        let measured = try Self.measure(text).get().mounting
        let read = MountingCalibration.read(Array(measured.text(origin: "a test").utf8), file: "x")
        #expect(read.findings.isEmpty)
        let seen = try GroundScenes.walk(text, mounting: read.mounting)
        #expect(seen.clear == seen.frames)
    }
}
