import Deciding
import Perception
import Readings
import Recordings

/// Reads a run's pictures anew, with the perception that the service has, and puts what comes of it in the place of
/// what was read then.
package struct FrameReplay {
    /// What was read anew.
    package struct Outcome: Equatable, Sendable {
        /// Pictures that were read.
        package var frames = 0
        /// Readings that came of them.
        package var recomputed = 0
        /// Readings of which there is no picture; they stay as they were.
        package var kept = 0
    }

    /// What one picture gave.
    private struct Found {
        var observation: DepthObservation?
        var notices: [Notice]
    }

    /// Reads the pictures and changes the steps of a run.
    ///
    /// Where the settings leave the nearest distance to the camera, it stays as it was then. `progress` is told how far it
    /// has come.
    package static func apply(
        _ frames: inout RecordedFrames, to replay: inout SessionReplay,
        progress: (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(MCAPError) -> Outcome {
        let settings = replay.settings
        var perception = FramePerception(rules: DepthRules(settings: settings))
        var (ground, lens) = (GroundReport(nil), LensReport())
        var found: [Instant: Found] = [:]
        var outcome = Outcome()
        while let item = try frames.next() {
            switch item {
            case .perception(let json):
                guard let reading = RecordedPerception(json) else { continue }
                if settings.number("depth.minimum") == 0 { perception.rules.minimumMetres = reading.minimumMetres }
                if perception.calibration != reading.ground {
                    perception.calibration = reading.ground
                    ground = GroundReport(reading.ground)
                }
            case .frame:
                let observation = perception.observe(frames.frame)
                let notices = [
                    ground.take(perception.groundState)?.notice, lens.take(perception.lensState).flatMap(\.notice),
                ].compactMap { $0 }
                found[frames.frame.arrival] = Found(observation: observation, notices: notices)
                outcome.frames += 1
                progress(frames.progress.done, frames.progress.total)
            }
        }
        replay.steps = replace(replay.steps, by: found, &outcome)
        return outcome
    }

    private static func replace(
        _ steps: [(time: Instant, step: SessionReplay.Step)], by found: [Instant: Found], _ outcome: inout Outcome
    ) -> [(time: Instant, step: SessionReplay.Step)] {
        var replaced: [(time: Instant, step: SessionReplay.Step)] = []
        for (time, step) in steps {
            guard case .event(let event, let stamp) = step else {
                replaced.append((time, step))
                continue
            }
            switch event {
            case .depth:
                guard let anew = found[stamp] else {
                    outcome.kept += 1
                    replaced.append((time, step))
                    continue
                }
                outcome.recomputed += 1
                if let observation = anew.observation {
                    replaced.append((time, .event(.depth(observation), stamp: stamp)))
                }
                replaced += anew.notices.map { (time, .event(.notice($0), stamp: stamp)) }
            case .notice(let notice) where isOfPictures(notice) && found[stamp] != nil: continue
            default: replaced.append((time, step))
            }
        }
        return replaced
    }

    /// Whether a notice comes of the pictures themselves, so that it comes anew.
    private static func isOfPictures(_ notice: Notice) -> Bool {
        [GroundReport.key, LensReport.key].contains(notice.key)
    }
}
