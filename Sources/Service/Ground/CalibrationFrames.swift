import Perception
import Platform
import Readings
import Recordings
import Simulation

/// Feeds the frames of a few seconds to a measurement, from wherever they come.
package enum CalibrationFrames {
    /// How long frames are looked at.
    package static let span = Duration.seconds(5)
    /// How long a camera may take in all, its start included.
    package static let limit = Duration.seconds(15)
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

    /// Takes five seconds of a camera behind its seam, at most `limit` in all; gives the last frame.
    package static func take(
        from source: inout any DepthSource, clock: MonotonicClock, _ body: (DepthFrame) -> Void
    ) -> DepthFrame? {
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var last: DepthFrame?
        var beginning: Instant?
        let opened = clock.now()
        while clock.now() - opened < limit {
            switch source.next(into: &frame, limit: patience) {
            case .reading:
                beginning = beginning ?? frame.arrival
                if let beginning, frame.arrival - beginning > span { return last }
                body(frame)
                last = frame
            case .nothing: continue
            case .disconnected, .ended: return last
            }
        }
        return last
    }
}
