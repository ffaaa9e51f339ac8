import CDepthCamera
import Platform
import Readings

/// What streams from an opened camera: its depth, and its confidence beside it where it sends one.
final class CameraStream {
    /// What a wait for a frame came to.
    enum Outcome: Equatable {
        /// A whole frame is in the buffers.
        case frame
        /// None came in time.
        case nothing
        /// The endpoint stalled.
        case stalled
        /// The camera is gone, or as good as that.
        case gone
        /// Transfers fail for another reason.
        case failed(CameraFault)
    }

    /// Frames that came while nobody asked for so long may be as old as that, and are not handed over.
    static let oldestUnattended = Duration.milliseconds(250)
    private static let depthNumber: Int32 = 0

    /// The buffers with the newest frame.
    var buffers: FrameBuffers { depth.buffers }
    /// Broken frames, headers that made no sense, and damaged transfers.
    var malformed: UInt64 { depth.malformed }
    /// Whether there was memory for only a few transfers.
    var isShortOfMemory: Bool { depth.isShortOfMemory }
    /// The confidence; nil where the camera sends none.
    let confidence: ConfidenceStream?

    private let handle: CameraHandle
    private let clock: MonotonicClock
    private let depth: CameraLane
    private var attended: Instant

    /// Prepares a stream on which camera and host have agreed; nothing is sent out yet.
    init(
        _ handle: CameraHandle, _ agreement: StreamAgreement, layout: FrameMetadata.Layout, clock: MonotonicClock,
        confidence: ConfidenceStream?
    ) {
        self.handle = handle
        self.clock = clock
        self.confidence = confidence
        depth = CameraLane(handle, agreement, number: Self.depthNumber, layout: layout)
        attended = clock.now()
    }

    /// Sends all transfers of the depth out; the confidence follows by itself.
    func start() throws(CameraFault) {
        try depth.start()
        attended = clock.now()
        confidence?.noteListenedAgain(at: attended)
    }

    /// Calls all transfers of depth and confidence back and ends both; false where one did not come.
    func stop() -> Bool {
        let isConfidenceBack = confidence?.stop() ?? true
        return depth.stop() && isConfidenceBack
    }

    /// Frees the stalled endpoint of the depth and sends its transfers out again; false where one did not come back.
    func clearHalt() throws(CameraFault) -> Bool {
        guard depth.stop() else { return false }
        try start()
        return true
    }

    /// Waits until `deadline` for a whole frame, and takes everything that has come by then: the newest stays.
    ///
    /// A frame whose confidence is still to come waits a moment for it.
    func next(until deadline: Instant) -> Outcome {
        defer { attended = clock.now() }
        if clock.now() - attended > Self.oldestUnattended {
            let outcome = sweep()
            buffers.drop()
            confidence?.noteListenedAgain(at: clock.now())
            guard outcome == .nothing || outcome == .frame else { return outcome }
        }
        confidence?.attend(at: clock.now())
        while true {
            let outcome = sweep()
            guard outcome == .nothing || outcome == .frame else { return outcome }
            let now = clock.now()
            var end = deadline
            if outcome == .frame {
                guard let due = partnerDue, due > now else { return .frame }
                end = min(end, due)
            }
            guard end > now else { return .nothing }
            let waited = takeOne(limit: end - now)
            guard waited == .nothing || waited == .frame else { return waited }
        }
    }

    private var partnerDue: Instant? {
        guard let confidence, let newest = buffers.newest else { return nil }
        return confidence.awaits(newest)
    }

    /// Takes all that has come, without waiting.
    private func sweep() -> Outcome {
        depth.sendIdle()
        for _ in 0..<Self.most {
            switch takeOne(limit: .zero) {
            case .nothing: return buffers.newest == nil ? nothingInFlight ?? .nothing : .frame
            case .frame: continue
            case let outcome: return outcome
            }
        }
        return buffers.newest == nil ? .nothing : .frame
    }

    /// A fast camera could keep a sweep going for ever.
    private static let most = 2 * usb_most_streams * usb_stream_most_transfers

    private var nothingInFlight: Outcome? { depth.isDry ? .failed(.noMemory) : nil }

    /// Takes one transfer: `.frame` says only that one came.
    private func takeOne(limit: Duration) -> Outcome {
        var arrival = usb_arrival()
        let result = usb_stream_next(handle.pointer, limit.milliseconds, &arrival)
        guard result != 0 else { return .nothing }
        guard result > 0 else { return .gone }
        let now = clock.now()
        guard arrival.stream == Self.depthNumber else {
            confidence?.take(arrival, at: now)
            return .frame
        }
        switch depth.take(arrival, at: now) {
        case .taken: return .frame
        case .stalled: return .stalled
        case .gone: return .gone
        case .failed(let fault): return .failed(fault)
        }
    }
}
