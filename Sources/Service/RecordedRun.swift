import Deciding
import Perception
import Readings
import Recordings

/// A recorded folder as the events that its frames and samples give, one after the other, in its own time.
package struct RecordedRun {
    private let folder: RecordedFolder
    private var perception: FramePerception
    private var frame = DepthFrame(width: 1, height: 1, samples: [0])
    private var frameIndex = 0
    private var sampleIndex = 0
    private var hasEnded = false
    private var waiting: [(time: Instant, event: Event)]
    private var ground: GroundReport
    private var lens = LensReport()
    /// Is shown every frame, before the event that came of it.
    package var onFrame: ((borrowing DepthFrame) -> Void)?
    /// How the frames are read.
    package var recordedPerception: RecordedPerception { RecordedPerception(perception) }
    private let place: String?
    /// How many frames could not be read.
    package var malformedFrames: Int { Int(perception.counters.malformed) }
    /// What was wrong with the last of them; empty where none was.
    package private(set) var fault = ""

    /// Prepares a folder; the settings decide how frames are read, and the robot starts in a place where one is given.
    ///
    /// With a calibration the floor is known.
    package init(
        _ folder: RecordedFolder, settings: Settings, place: String?, calibration: GroundCalibration? = nil
    ) {
        self.folder = folder
        self.place = place
        perception = FramePerception(rules: DepthRules(settings: settings), calibration: calibration)
        ground = GroundReport(calibration)
        waiting = folder.frames.isEmpty ? [] : [(.start, .sensor(.depth, isConnected: true))]
        if folder.pressure != nil { waiting.append((.start, .sensor(.barometer, isConnected: true))) }
        if let place { waiting.append((.start, .place(place))) }
    }

    /// The next event; nil after the end.
    package mutating func next() -> (time: Instant, event: Event)? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        while true {
            let shot = frameIndex < folder.frames.count ? folder.frames[frameIndex].time : nil
            let sample = sampleIndex < (folder.pressure?.count ?? 0) ? folder.pressure?[sampleIndex] : nil
            guard shot != nil || sample != nil else {
                defer { hasEnded = true }
                return hasEnded ? nil : (folder.end, .end)
            }
            if let sample, shot.map({ sample.time <= $0 }) ?? true {
                sampleIndex += 1
                guard sample.hectopascals.isFinite else { continue }
                return (sample.time, .pressure(hectopascals: sample.hectopascals, reference: nil))
            }
            let time = folder.frames[frameIndex].time
            if let error = folder.load(frameIndex, into: &frame, arrival: time) { fault = error.description }
            frameIndex += 1
            let observation = perception.observe(frame)
            onFrame?(frame)
            if let report = ground.take(perception.groundState) { waiting.append((time, .notice(report.notice))) }
            if let notice = lens.take(perception.lensState)?.notice { waiting.append((time, .notice(notice))) }
            if let observation { return (time, .depth(observation)) }
        }
    }
}
