import CDepthCamera
import Platform
import Readings

/// The stream of confidence that some cameras send beside their depth: started, paired, started again by itself.
///
/// It never stands in the way of the depth: what it does takes the thread for a moment at most, and whatever goes wrong
/// with it is counted and told, while depth frames go on without.
final class ConfidenceStream {
    /// The number of the stream in the handle; the depth is 0.
    static let number: Int32 = 1
    /// How long the dialogue that agrees on the mode may take, during which no depth is read.
    static let dialogueLimit = Duration.milliseconds(300)
    /// Pictures that are kept for a depth frame that comes later.
    private static let kept = 3

    /// Times that the stream was started again, or its endpoint freed.
    private(set) var restarts: UInt64 = 0
    /// Why no confidence comes, for the operator; nil while it does, or is about to.
    private(set) var fault: String?
    /// Whether pictures come.
    var isLive: Bool { ladder.isLive }

    private let handle: CameraHandle
    private let mode: DepthMode
    private let pairing: FramePairing
    private let layout: FrameMetadata.Layout
    private var ladder: ConfidenceLadder
    private var lane: CameraLane?
    private var seen: UInt64 = 0
    private var wasStarted = false

    /// Prepares the stream; it is started by the first look after it.
    init(
        _ handle: CameraHandle, _ mode: DepthMode, pairing: FramePairing, layout: FrameMetadata.Layout, at now: Instant
    ) {
        self.handle = handle
        self.mode = mode
        self.pairing = pairing
        self.layout = layout
        ladder = ConfidenceLadder(silenceLimit: mode.silenceLimit, at: now)
    }

    /// Does what is due: starts it, frees its endpoint, or stops it because it is silent.
    func attend(at now: Instant) {
        lane?.sendIdle()
        switch ladder.step(at: now) {
        case .wait, .never: return
        case .start: start()
        case .clearHalt: clearHalt()
        case .stop: fail("no confidence came for \(mode.silenceLimit.milliseconds) ms")
        }
    }

    /// Nobody had listened for a while.
    func noteListenedAgain(at now: Instant) {
        ladder.note(.listenedAgain, at: now)
        lane?.buffers.drop()
    }

    /// Takes a transfer of this stream that came back.
    func take(_ arrival: usb_arrival, at now: Instant) {
        guard let lane else { return }
        switch lane.take(arrival, at: now) {
        case .taken: break
        case .stalled:
            let failures = ladder.failures
            ladder.note(.stalled, at: now)
            if ladder.failures > failures { end("its endpoint stalls again and again") }
        case .gone: fail("the stream broke off")
        case .failed(let fault): fail(fault.description)
        }
        guard lane.complete > seen else { return }
        seen = lane.complete
        fault = nil
        ladder.note(.frame, at: now)
    }

    /// Until when a depth frame waits for its partner; nil where it need not, or there is nothing to wait for.
    func awaits(_ depth: FrameBuffers.Whole) -> Instant? {
        guard isLive, let buffers = lane?.buffers else { return nil }
        let mark = depth.mark
        // The partner is there, or one after it: then it never comes.
        if buffers.has({ pairing.relation($0.mark, to: mark) != .earlier }) { return nil }
        return depth.arrival + pairing.wait
    }

    /// Hands over the picture that belongs to a depth frame; nil where there is none.
    func partner<Result>(of depth: FrameBuffers.Whole, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let mark = depth.mark
        return lane?.buffers.look({ pairing.relation($0.mark, to: mark) == .same }, body)
    }

    /// Ends the stream together with the depth; false where a transfer did not come back.
    func stop() -> Bool {
        let isBack = stopLane()
        wasStarted = false
        ladder.note(isBack ? .stopped : .stuck, at: handle.now)
        return isBack
    }

    private func stopLane() -> Bool { lane?.stop() ?? true }

    private func start() {
        if wasStarted { restarts += 1 }
        wasStarted = true
        guard stopLane() else { return stick() }
        handle.beginDialogue(limit: Self.dialogueLimit)
        do throws(NegotiationError) {
            let agreement = try StreamNegotiation.agree(on: mode, over: handle)
            let lane = CameraLane(handle, agreement, number: Self.number, layout: layout, keeps: Self.kept)
            self.lane = lane
            seen = 0
            run(lane)
        } catch { fail(error.description) }
    }

    private func clearHalt() {
        restarts += 1
        guard stopLane() else { return stick() }
        if let lane { run(lane) }
    }

    private func run(_ lane: CameraLane) {
        do throws(CameraFault) {
            try lane.start()
            ladder.note(.started, at: handle.now)
        } catch { fail(error.description) }
    }

    private func fail(_ words: String) {
        ladder.note(.failed, at: handle.now)
        end(words)
    }

    /// Stops what runs, and keeps why.
    private func end(_ words: String) {
        fault = words
        if !stopLane() { stick() }
    }

    private func stick() {
        fault = "a transfer of confidence did not come back"
        ladder.note(.stuck, at: handle.now)
    }
}
