import Readings

/// The barometer of a scenario in real time, behind the seam where a real barometer stands.
package struct SimulatedPressureSource: PressureSource {
    private let clock: ScenarioClock
    private let timeline: PressureTimeline?
    private let end: Instant
    private var last = -1

    /// Makes the barometer of a scenario; without one it is disconnected until the scenario ends.
    package init(_ scenario: Scenario, clock: ScenarioClock) {
        self.clock = clock
        timeline = scenario.barometer.map { PressureTimeline(scenario, $0) }
        end = scenario.end
    }

    /// Waits up to `limit` for the next sample, stamped with the moment when it was taken over.
    package mutating func next(limit: Duration) -> Delivery<PressureSample> {
        let deadline = clock.scenarioTime + limit
        while true {
            let time = clock.scenarioTime
            guard time <= end else { return .ended }
            guard let timeline else { return absent(until: end, deadline) }
            if let gone = timeline.goneUntil(at: time) {
                return absent(until: gone.isFinite ? Instant(seconds: gone) : end, deadline)
            }
            let newest = timeline.cadence.newest(at: time)
            if newest > last {
                last = newest
                if case .sample(let value) = timeline.outcome(ofSample: newest) {
                    return .reading(PressureSample(hectopascals: value, time: clock.host(time)))
                }
            }
            guard time < deadline else { return .nothing }
            let moment = timeline.cadence.instant(of: last + 1)
            guard clock.wait(until: moment, limit: deadline), clock.scenarioTime > time else { return .nothing }
        }
    }

    private func absent(until moment: Instant, _ deadline: Instant) -> Delivery<PressureSample> {
        _ = clock.wait(until: moment, limit: deadline)
        return .disconnected
    }
}
