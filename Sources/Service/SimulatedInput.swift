import Deciding
import Documents
import Perception
import Platform
import Readings
import Simulation

/// A scenario as the input of the service, in real time.
package enum SimulatedInput {
    /// The sources and the script of a scenario.
    package static func input(_ file: ScenarioFile, settings: Settings) -> (MonotonicClock) -> ServiceInput {
        { clock in
            var input = ServiceInput()
            let scenario = file.scenario
            let beginning = clock.now()
            if let camera = scenario.camera {
                input.calibration = camera.isCalibrated ? GroundCalibration(mounting: camera.mounting) : nil
                input.depth = { stop in
                    SimulatedDepthSource(scenario, clock: scenarioClock(clock, beginning, stop))
                }
            }
            if scenario.barometer != nil {
                input.hasBarometer = true
                input.pressure = { stop in
                    SimulatedPressureSource(scenario, clock: scenarioClock(clock, beginning, stop))
                }
            }
            input.script = script(file, settings: settings)
            return input
        }
    }

    private static func scenarioClock(
        _ clock: MonotonicClock, _ beginning: Instant, _ stop: SensorThread.Stop
    ) -> ScenarioClock {
        ScenarioClock(beginning: beginning, now: { clock.now() }, wait: { stop.pause($0) })
    }

    private static func script(_ file: ScenarioFile, settings: Settings) -> [(time: Instant, event: Event)] {
        let text = file.scenario.events.map { DocumentWriter.line($0.event) + "\n" }.joined()
        do {
            let events = try EventReader.readAll(Array(text.utf8), world: file.world, settings: settings)
            return events.filter { $0.time <= file.scenario.end } + [(file.scenario.end, .end)]
        } catch {
            return [(file.scenario.end, .end)]  // the script was read once when the scenario was
        }
    }
}
