import Readings
import Simulation

/// The pressure that a measurement at rest looks at.
package enum CalibrationPressure {
    /// How long the barometer is looked at.
    package static let span = Duration.seconds(60)

    /// The samples of the first minute of a scenario, in its own time.
    package static func samples(of scenario: Scenario) -> [PressureSample] {
        var scenario = scenario
        scenario.camera = nil
        var world = SimulatedWorld(scenario)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var samples: [PressureSample] = []
        while let item = world.next(into: &frame) {
            guard case .pressure(let sample) = item else { continue }
            if sample.time - .start > span { break }
            samples.append(sample)
        }
        return samples
    }
}
