import Perception
import Readings
import Simulation
import Testing

/// A calibration that does not fit what the camera sees.
struct GroundCheckTests {
    /// A hall with pillars, so that the picture changes while the robot walks.
    private static func hall(walk: String, height: Double = 0.6, pitch: Double = 20) -> String {
        let pillars = (0..<12).map {
            "{ low: [\(2 + $0 * 2), \($0 % 2 == 0 ? 0.5 : -0.9), 0], high: [\(Double(2 + $0 * 2) + 0.4), \($0 % 2 == 0 ? 0.9 : -0.5), 2.5] }"
        }
        return """
            { seed: 21, floors: [{ height: 0 }], boxes: [\(pillars.joined(separator: ", "))], walk: \(walk),
              \(GroundScenes.camera(height: height, pitch: pitch)) }
            """
    }

    private static let walking = "[{ at: [0, 0] }, { at: [20, 0] }]"

    private static func mounting(_ text: String, pitch: Double = 0, height: Double = 0, roll: Double = 0) throws
        -> MountingCalibration
    {
        var mounting = try #require(try Scenes.scenario(text).camera).mounting
        mounting.pitchDegrees += pitch
        mounting.heightMetres += height
        mounting.rollDegrees += roll
        return mounting
    }

    @Test(arguments: [(7.0, 0.0, 0.0), (-8.0, 0.0, 0.0), (0.0, 0.15, 0.0), (0.0, -0.15, 0.0), (0.0, 0.0, 8.0)])
    func `a calibration off by more than 5 degrees or 0.1 m switches itself off after 10 s of walking`(
        pitch: Double, height: Double, roll: Double
    ) throws {
        let text = Self.hall(walk: Self.walking)
        let seen = try GroundScenes.walk(
            text, mounting: try Self.mounting(text, pitch: pitch, height: height, roll: roll))
        guard case .rejected(let mismatch) = seen.state else {
            Issue.record("the state is \(seen.state)")
            return
        }
        #expect(mismatch.degrees > 5 || abs(mismatch.metres) > 0.1)
    }

    @Test(arguments: [(0.0, 0.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 0.04), (0.0, -0.04)])
    func `one that is off by less stays on`(pitch: Double, height: Double) throws {
        let text = Self.hall(walk: Self.walking)
        let seen = try GroundScenes.walk(text, mounting: try Self.mounting(text, pitch: pitch, height: height))
        #expect(seen.state == .on)
    }

    @Test func `one that is off is not judged while the robot stands`() throws {
        let text = Self.hall(walk: "[{ at: [0, 0], pause: 20 }]")
        let seen = try GroundScenes.walk(text, mounting: try Self.mounting(text, pitch: 8))
        #expect(seen.state == .on)
    }

    @Test func `nor before 10 s of walking`() throws {
        let text = Self.hall(walk: "[{ at: [0, 0] }, { at: [9, 0] }]")
        let seen = try GroundScenes.walk(text, mounting: try Self.mounting(text, pitch: 8))
        #expect(seen.state == .on)
    }

    @Test func `once switched off, frames are read as without a calibration`() throws {
        let text = Self.hall(walk: Self.walking)
        var scenario = try Scenes.scenario(text)
        scenario.duration = .seconds(20)
        let mounting = try Self.mounting(text, pitch: 8)
        var known = FramePerception(calibration: GroundCalibration(mounting: mounting))
        var plain = FramePerception()
        var world = SimulatedWorld(scenario)
        var frame = Scenes.frame
        var compared = 0
        while let item = world.next(into: &frame) {
            guard case .frame = item else { continue }
            let (with, without) = (known.observe(frame), plain.observe(frame))
            guard case .rejected = known.groundState else { continue }
            #expect(with == without)
            compared += 1
        }
        #expect(compared > 50)
    }

    @Test func `frames of another picture are read without the floor, and fitting ones with it again`() throws {
        let text = "{ duration: 1, floors: [{ height: 0 }], walk: [{ at: [0, 0] }], "
        let wide = try Scenes.scenario(text + GroundScenes.camera(height: 0.5, pitch: 30) + " }")
        let square = try Scenes.scenario(
            text + "camera: { width: 480, height: 480, mountHeight: 0.5, pitch: 30 }, barometer: false }")
        let mounting = try #require(wide.camera).mounting
        var perception = FramePerception(calibration: GroundCalibration(mounting: mounting))
        #expect(perception.observe(Scenes.render(wide))?.reading == .clear)
        if case .surface? = perception.observe(Scenes.render(square))?.reading {} else { Issue.record("no surface") }
        #expect(perception.groundState == .unfit(width: 480, height: 480))
        #expect(perception.observe(Scenes.render(wide, index: 1))?.reading == .clear)
        #expect(perception.groundState == .on)
    }
}
