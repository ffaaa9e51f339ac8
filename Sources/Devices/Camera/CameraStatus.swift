import Readings
import Synchronization

/// What a depth camera is doing.
package enum CameraState: Equatable, Sendable, CustomStringConvertible {
    /// No camera has been seen yet.
    case searching
    /// A camera is there and being opened, or opened anew after that went wrong.
    case opening
    /// Frames come.
    case streaming
    /// A stalled endpoint is being freed.
    case clearing
    /// The stream is being started again.
    case restarting
    /// The camera was reset, and is expected back.
    case resetting
    /// It was unplugged; its return is waited for.
    case unplugged
    /// A camera is there, and may not or cannot be used.
    case refused(CameraRefusal)

    /// One word, as `status` and programs read it.
    package var name: String {
        switch self {
        case .searching: "searching"
        case .opening: "opening"
        case .streaming: "streaming"
        case .clearing: "clearing"
        case .restarting: "restarting"
        case .resetting: "resetting"
        case .unplugged: "unplugged"
        case .refused: "refused"
        }
    }

    /// For the operator.
    package var description: String {
        switch self {
        case .searching: "no depth camera is plugged in"
        case .opening: "being opened"
        case .streaming: "streaming"
        case .clearing: "its endpoint is being freed"
        case .restarting: "its stream is being started again"
        case .resetting: "being reset"
        case .unplugged: "unplugged"
        case .refused(let refusal): "not used: \(refusal)"
        }
    }
}

/// What has been counted since the service began.
package struct CameraCounters: Equatable, Sendable {
    /// Frames handed over.
    package var delivered: UInt64 = 0
    /// Whole frames that were not handed over, because a newer one was there or they were too old.
    package var dropped: UInt64 = 0
    /// Frames and payloads that were broken.
    package var malformed: UInt64 = 0
    /// Frames that the camera counted and that never came.
    package var lost: UInt64 = 0
    /// Stalled endpoints that were freed.
    package var clearings: UInt64 = 0
    /// Streams that were started again.
    package var restarts: UInt64 = 0
    /// Resets of the camera or its port.
    package var resets: UInt64 = 0
    /// Times that a camera was opened and streamed, the first included.
    package var openings: UInt64 = 0
    /// Times that a camera was opened after it had been gone.
    package var reconnects: UInt64 = 0
    /// Cameras that were abandoned with their transfers.
    package var abandoned: UInt64 = 0
    /// Steps of the camera's clock or counter that were not believed.
    package var glitches: UInt64 = 0
    /// Frames that came without the confidence that the camera sends beside them.
    package var withoutConfidence: UInt64 = 0
    /// Times that the stream of confidence was started again or freed, while the depth went on.
    package var confidenceRestarts: UInt64 = 0
}

/// Everything that is known of the depth camera at a moment.
package struct CameraStatus: Equatable, Sendable {
    /// What it is doing.
    package var state = CameraState.searching
    /// Which camera, also while it is unplugged; nil before one was seen.
    package var description: CameraDescription?
    /// The mode it streams in.
    package var mode: DepthMode?
    /// What it told when it was asked; nil before.
    package var facts: CameraFacts?
    /// By what the trust in a sample is told; nil before it streams.
    package var confidence: DepthTrust?
    /// Why the confidence that the camera should send does not come; nil where it comes, or is none of its own.
    package var confidenceFault: String?
    /// What the operator should know: a slow bus, another camera passed over, intrinsics that are missing.
    package var notes: [String] = []
    /// What has been counted.
    package var counters = CameraCounters()
    /// When the last frame arrived.
    package var lastFrame: Instant?
    /// The last thing that went wrong, in words.
    package var lastFault: String?

    /// Nothing known yet.
    package init() {}
}

/// Where a camera's thread writes what it is doing, and anybody reads it.
///
/// The lock is held for as long as a copy takes, never across a call into a device.
package final class CameraBoard: Sendable {
    private let state = Mutex(CameraStatus())
    private let onState: (@Sendable (CameraState) -> Void)?

    /// A board on which nothing stands yet; `onState` is told each state in its turn by the camera's thread, also one
    /// that is over before anybody could read it.
    package init(onState: (@Sendable (CameraState) -> Void)? = nil) { self.onState = onState }

    /// What stands there now.
    package var status: CameraStatus { state.withLock { $0 } }

    func change(_ body: (inout CameraStatus) -> Void) { state.withLock { body(&$0) } }

    func enter(_ new: CameraState) {
        state.withLock { $0.state = new }
        onState?(new)
    }
}
