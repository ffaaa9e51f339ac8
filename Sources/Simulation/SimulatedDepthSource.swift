import Readings

/// The depth camera of a scenario in real time, behind the seam where a real camera stands.
///
/// Frames come at their times; of those that are past, the newest is rendered and the others are never drawn.
package struct SimulatedDepthSource: DepthSource {
    private let clock: ScenarioClock
    private let timeline: CameraTimeline?
    private let end: Instant
    private var renderer: Renderer
    private var last = -1

    /// Makes the camera of a scenario; without one it is disconnected until the scenario ends.
    package init(_ scenario: Scenario, clock: ScenarioClock) {
        self.clock = clock
        timeline = scenario.camera.map { CameraTimeline($0, scenario.faults) }
        end = scenario.end
        renderer = Renderer(scenario)
    }

    /// Waits up to `limit` for the next frame; its arrival is the moment when it was ready to be drawn.
    package mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
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
                if case .shot(let shot) = timeline.outcome(ofFrame: newest) {
                    renderer.render(shot, arrival: clock.host(time), into: &frame)
                    return .reading(())
                }
            }
            guard time < deadline else { return .nothing }
            let moment = timeline.cadence.instant(of: last + 1)
            guard clock.wait(until: moment, limit: deadline), clock.scenarioTime > time else { return .nothing }
        }
    }

    private func absent(until moment: Instant, _ deadline: Instant) -> Delivery<Void> {
        _ = clock.wait(until: moment, limit: deadline)
        return .disconnected
    }
}
