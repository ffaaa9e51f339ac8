import Readings
import Simulation

/// Scenarios and frames for the tests.
enum Scenes {
    /// A frame that a renderer shapes for itself.
    static var frame: DepthFrame { DepthFrame(width: 1, height: 1, samples: [0]) }

    /// The scenario of a text; a finding is printed and ends the test.
    static func scenario(_ text: String) throws -> Scenario {
        let (scenario, findings) = Scenario.read(Array(text.utf8))
        guard let scenario, findings.isEmpty else { throw SceneError(findings: findings) }
        return scenario
    }

    /// A camera that errs in nothing.
    static let exact = "camera: { disparityNoise: 0, holes: 0, flying: 0 }"

    /// A wall square to the camera, `metres` ahead, that fills the picture.
    static func wall(metres: Double, camera: String = exact) -> String {
        """
        { duration: 10, seed: 7, walk: [{ at: [0, 0] }], \(camera),
          boxes: [{ low: [\(metres), -50, -50], high: [\(metres + 1), 50, 50] }] }
        """
    }

    /// The frame of a scenario at a time.
    static func render(_ scenario: Scenario, at seconds: Double = 0, index: UInt64 = 0) -> DepthFrame {
        var renderer = Renderer(scenario)
        var frame = frame
        renderer.render(at: Instant(seconds: seconds), index: index, into: &frame)
        return frame
    }
}

/// A scenario of a test that is not one.
struct SceneError: Error {
    var findings: [ScenarioFinding]
}
