import Platform
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

    /// How long a barometer may take until its first sample, and how long it may be silent after that.
    package static let silence = Duration.seconds(8)
    private static let patience = Duration.milliseconds(200)

    /// The samples of one minute of a barometer behind its seam; those so far where it falls silent.
    ///
    /// `progress` is told the share that is done.
    package static func samples(
        from source: inout some PressureSource, clock: MonotonicClock, progress: (Double) -> Void = { _ in }
    ) -> [PressureSample] {
        var samples: [PressureSample] = []
        var last = clock.now()
        while clock.now() - last <= silence {
            switch source.next(limit: patience) {
            case .reading(let sample):
                last = sample.time
                samples.append(sample)
                let passed = last - samples[0].time
                progress(min(passed / span, 1))
                if passed >= span { return samples }
            case .nothing: continue
            case .disconnected: SensorPause.rest(patience)
            case .ended: return samples
            }
        }
        return samples
    }
}
