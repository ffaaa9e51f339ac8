import Perception
import Platform
import Readings
import Recordings
import Simulation

/// Feeds the frames of a few seconds to a measurement, from wherever they come.
package enum CalibrationFrames {
    /// How long frames are looked at.
    package static let span = Duration.seconds(5)
    /// How long a camera that gives few frames is looked at, until there are as many as a measurement needs.
    package static let longestSpan = Duration.seconds(30)
    /// The time between two frames of a camera that are kept.
    package static let spacing = Duration.milliseconds(250)
    /// How long a camera may take until its first frame.
    package static let startLimit = Duration.seconds(8)
    /// A camera that gives nothing for so long once it gave frames is gone.
    package static let silence = Duration.seconds(5)
    private static let patience = Duration.milliseconds(200)

    /// Takes the first seconds of a scenario, in its own time; gives the last frame.
    package static func take(_ scenario: Scenario, _ body: (DepthFrame) -> Void) -> DepthFrame? {
        var world = SimulatedWorld(scenario)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var last: DepthFrame?
        while let item = world.next(into: &frame) {
            guard case .frame(let time) = item else { continue }
            if time - .start > span { break }
            body(frame)
            last = frame
        }
        return last
    }

    /// Takes the first seconds of a recorded folder; frames that cannot be read count as malformed.
    package static func take(_ folder: RecordedFolder, _ body: (DepthFrame) -> Void) -> DepthFrame? {
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var last: DepthFrame?
        guard let beginning = folder.frames.first?.time else { return nil }
        for (index, recorded) in folder.frames.enumerated() where recorded.time - beginning <= span {
            let problem = folder.load(index, into: &frame, arrival: recorded.time)
            body(frame)
            if problem == nil { last = frame }
        }
        return last
    }

    /// What came of looking at a camera.
    package enum Outcome {
        /// The frames of five seconds; there is at least one.
        case frames([DepthFrame])
        /// No frame came within the limit.
        case none
        /// The camera went away before the five seconds were over.
        case lost
    }

    /// Takes four frames a second of five seconds of a camera behind its seam, which may take ``startLimit`` until its
    /// first; `progress` is told the share that is done.
    ///
    /// They are kept to be looked at afterwards, so that a slow machine does not keep the camera waiting.
    package static func take(
        from source: inout some DepthSource, clock: MonotonicClock, progress: (Double) -> Void = { _ in }
    ) -> Outcome {
        var frames: [DepthFrame] = []
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var (beginning, last): (Instant?, Instant) = (nil, clock.now())
        let opened = last
        while true {
            let now = clock.now()
            if let beginning {
                let isEnough = frames.count >= MountingEstimator.fewestFrames || now - beginning > longestSpan
                if now - beginning > span, isEnough { return .frames(frames) }
                if now - last > silence { return .lost }
            } else if now - opened > startLimit {
                return .none
            }
            switch source.next(into: &frame, limit: patience) {
            case .reading:
                last = frame.arrival
                let start = beginning ?? last
                beginning = start
                if last - start >= spacing * frames.count { frames.append(frame) }
                progress(min((last - start) / span, 1))
            case .nothing: continue
            case .disconnected:
                if beginning != nil { return .lost }
                SensorPause.rest(patience)
            case .ended: return beginning == nil ? .none : .lost
            }
        }
    }
}
