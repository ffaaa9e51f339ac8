import Readings

/// Makes depth frames of what a stream brings: samples, confidence, sequence and times.
final class CameraPicture {
    /// By what the trust in a sample is told.
    var trust: DepthTrust { unpacker.trust }
    /// Steps of the camera's clock or counter that were not believed.
    var glitches: UInt64 { timeline.glitches }
    /// Frames that the camera counted and that never came.
    var lost: UInt64 { timeline.lost }
    /// Frames whose own confidence should have come with them, and did not.
    private(set) var withoutConfidence: UInt64 = 0

    private var unpacker: DepthUnpacker
    private var timeline: CameraTimeline

    /// Prepares for the frames of a session.
    init(_ session: CameraSession, usesDerivedConfidence: Bool) {
        let (profile, mode) = (session.profile, session.mode)
        let rule = session.facts.confidenceRule(profile)
        let trust = DepthTrust(
            profile, format: mode.pixelFormat, hasNibbles: session.confidenceMode != nil,
            usesDerived: usesDerivedConfidence)
        unpacker = DepthUnpacker(DepthLayout(mode, profile), rule: rule, trust: trust)
        timeline = CameraTimeline(ticksPerSecond: profile.ticksPerSecond(declared: mode.clockHertz))
    }

    /// Forgets what was seen: the stream was started again, and the camera may have moved meanwhile.
    func forget() { unpacker.forget() }

    /// Unpacks the newest frame of a stream; false where there is none, `frame` then as it was.
    ///
    /// It counts as arrived when its last payload came: what the camera says of the time is kept beside, and decides
    /// nothing.
    func unpack(_ stream: CameraStream, into frame: inout DepthFrame) -> Bool {
        stream.buffers.take { newest, bytes in
            takeConfidence(of: newest, from: stream)
            guard unpacker.unpack(bytes, into: &frame) else { return false }
            let stamp = timeline.stamp(
                counter: newest.ended.metadata.frameCounter, ticks: newest.ended.presentationTime,
                arrival: newest.arrival)
            frame.sequence = stamp.sequence
            frame.cameraTime = stamp.cameraTime
            frame.arrival = newest.arrival
            return true
        } ?? false
    }

    private func takeConfidence(of depth: FrameBuffers.Whole, from stream: CameraStream) {
        guard trust == .nibbles else { return }
        let isTaken = stream.confidence?.partner(of: depth) { unpacker.takeNibbles($0) } ?? false
        if !isTaken { withoutConfidence += 1 }
    }
}
