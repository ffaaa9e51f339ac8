import Deciding
import Documents
import Perception
import Readings
import Simulation

/// A scenario as the events that its sensors and its script give, one after the other, in its own time.
///
/// Frames go through the same perception as a camera's; the log of these events, replayed, gives the same effects.
package struct SimulatedRun {
    private var simulated: SimulatedWorld
    private var perception: FramePerception
    private var reader: EventReader
    private var frame = DepthFrame(width: 1, height: 1, samples: [0])
    private var waiting: [(time: Instant, event: Event)]
    private var ground: GroundReport
    private var lens = LensReport()
    /// Is shown every frame, before the event that came of it.
    package var onFrame: ((borrowing DepthFrame) -> Void)?
    /// How the frames are read.
    package var recordedPerception: RecordedPerception { RecordedPerception(perception) }
    /// Whether the scenario has a barometer.
    package let hasBarometer: Bool

    /// Prepares a scenario; the settings decide how frames are read.
    ///
    /// The floor is known by `mounting`, or else where the scenario says that its camera is calibrated.
    package init(_ scenario: Scenario, world: World, settings: Settings, mounting: MountingCalibration? = nil) {
        simulated = SimulatedWorld(scenario)
        let own = scenario.camera.flatMap { $0.isCalibrated ? $0.mounting : nil }
        let optics = scenario.camera?.mounting.intrinsics
        let calibration = (mounting ?? own).map { GroundCalibration(mounting: $0, intrinsics: optics) }
        perception = FramePerception(rules: DepthRules(settings: settings), calibration: calibration)
        ground = GroundReport(calibration)
        reader = EventReader(world: world, settings: settings)
        hasBarometer = scenario.barometer != nil
        let sensors: [Sensor] = (scenario.camera == nil ? [] : [.depth]) + (hasBarometer ? [.barometer] : [])
        waiting = sensors.map { (.start, .sensor($0, isConnected: true)) }
    }

    /// The next event; nil after the end.
    package mutating func next() throws(EventLineError) -> (time: Instant, event: Event)? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        while let item = simulated.next(into: &frame) {
            if let event = try event(of: item) { return event }
        }
        return nil
    }

    private mutating func event(of item: SimulatedItem) throws(EventLineError) -> (time: Instant, event: Event)? {
        switch item {
        case .frame(let time):
            let observation = perception.observe(frame)
            onFrame?(frame)
            if let report = ground.take(perception.groundState) { waiting.append((time, .notice(report.notice))) }
            if let notice = lens.take(perception.lensState)?.notice { waiting.append((time, .notice(notice))) }
            return observation.map { (time, .depth($0)) }
        case .pressure(let sample):
            let isNumber = sample.hectopascals.isFinite
            return isNumber ? (sample.time, .pressure(hectopascals: sample.hectopascals, reference: nil)) : nil
        case .sensor(let name, let isConnected, let time):
            return Sensor(rawValue: name).map { (time, .sensor($0, isConnected: isConnected)) }
        case .scripted(_, let value): return try reader.read(DocumentWriter.compact(value))
        case .end(let time): return (time, .end)
        }
    }
}
