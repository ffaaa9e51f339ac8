import Foundation
import Perception
import Readings
import Simulation

/// Scenes with a floor, for the tests of ground awareness.
enum GroundScenes {
    /// Whether the full doses are run.
    static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

    /// A camera at this height and pitch whose mounting is known.
    static func camera(height: Double, pitch: Double, exact: Bool = false, more: String = "") -> String {
        let noise = exact ? "disparityNoise: 0, holes: 0, flying: 0, " : ""
        return "camera: { mountHeight: \(height), pitch: \(pitch), \(noise)\(more)calibrated: true }, barometer: false"
    }

    /// A corridor with side walls and a ceiling, from -5 m to 40 m.
    static let corridor = """
        walls: [{ start: [-5, -1.26], end: [40, -1.26] }, { start: [-5, 1.26], end: [40, 1.26] }],
        boxes: [{ low: [-5, -1.3, 2.7], high: [40, 1.3, 2.9] }]
        """

    /// What a walk through a scenario showed.
    struct Seen {
        var frames = 0
        var clear = 0
        var nearest = Double.infinity
        var nearestStrip = Double.infinity
        /// Each drop-off: when, how far the perception said, and where the walker was.
        var dropOffs: [(seconds: Double, metres: Double)] = []
        var state = GroundState.off
    }

    /// Walks through a scenario with the floor known, by its own mounting or another.
    static func walk(
        _ text: String, seed: UInt64? = nil, rules: DepthRules = DepthRules(), mounting: MountingCalibration? = nil
    ) throws -> Seen {
        var scenario = try Scenes.scenario(text)
        if let seed { scenario.seed = seed }
        let own = try camera(of: scenario).mounting
        var perception = FramePerception(rules: rules, calibration: GroundCalibration(mounting: mounting ?? own))
        var world = SimulatedWorld(scenario)
        var frame = Scenes.frame
        var seen = Seen()
        while let item = world.next(into: &frame) {
            guard case .frame(let time) = item, let observation = perception.observe(frame) else { continue }
            seen.frames += 1
            switch observation.reading {
            case .surface(let metres): seen.nearest = min(seen.nearest, metres)
            case .clear: seen.clear += 1
            case .none: break
            }
            for strip in 0..<StripReadings.count {
                if let metres = observation.strips?[strip] { seen.nearestStrip = min(seen.nearestStrip, metres) }
            }
            if let metres = observation.dropOffMetres { seen.dropOffs.append((time.seconds, metres)) }
            seen.state = perception.groundState
        }
        return seen
    }

    private static func camera(of scenario: Scenario) throws -> CameraModel {
        guard let camera = scenario.camera else { throw SceneError(findings: []) }
        return camera
    }
}
