import Readings

/// Decides what to do about a camera's stream of confidence that does not deliver: a state machine without clock or
/// device.
///
/// The depth goes on whatever happens here. A stall is cleared once; a second one before a frame came, and silence, end
/// the stream, which is started again after pauses that double. Nothing here resets the camera: that is decided by its
/// depth alone.
package struct ConfidenceLadder: Sendable {
    /// What is to be done next.
    package enum Step: Equatable, Sendable {
        /// Agree on the mode, and start the stream; one that runs is stopped first.
        case start
        /// Free the stalled endpoint, and send the transfers out again.
        case clearHalt
        /// Stop the stream: it has been silent for too long.
        case stop
        /// Nothing, until then.
        case wait(until: Instant)
        /// Nothing any more: its transfers did not come back, and only a new camera helps.
        case never
    }

    /// What has happened.
    package enum Event: Equatable, Sendable {
        /// The stream was started, or sent out again after a stall.
        case started
        /// A whole frame came.
        case frame
        /// The endpoint stalled.
        case stalled
        /// A step went wrong, or the stream broke; it does not run.
        case failed
        /// It was stopped together with the depth, and is to begin with it again.
        case stopped
        /// Its transfers did not come back.
        case stuck
        /// Nobody had listened for a while, so that nothing is known of a silence.
        case listenedAgain
    }

    private enum Phase {
        case resting(until: Instant)
        case running(last: Instant, hasFrame: Bool)
        case clearing
        case dead
    }

    /// Failures since frames last came for a while.
    package private(set) var failures = 0
    private let silenceLimit: Duration
    private var phase: Phase
    private var lastFailure: Instant?
    private var clearedWithoutFrame = false

    /// Begins with a stream that is to be started at once; so long may it be silent.
    package init(silenceLimit: Duration, at now: Instant) {
        self.silenceLimit = silenceLimit
        phase = .resting(until: now)
    }

    /// Whether frames come, so that a depth frame may wait for its partner.
    package var isLive: Bool {
        if case .running(_, let hasFrame) = phase { return hasFrame }
        return false
    }

    /// What is to be done at `now`.
    package func step(at now: Instant) -> Step {
        switch phase {
        case .resting(let until): return now >= until ? .start : .wait(until: until)
        case .running(let last, let hasFrame):
            let end = last + (hasFrame ? silenceLimit : max(silenceLimit, CameraLadder.firstFrameLimit))
            return now >= end ? .stop : .wait(until: end)
        case .clearing: return .clearHalt
        case .dead: return .never
        }
    }

    /// Notes what has happened.
    package mutating func note(_ event: Event, at now: Instant) {
        if case .dead = phase { return }
        switch event {
        case .started: phase = .running(last: now, hasFrame: false)
        case .frame: noteFrame(now)
        case .stalled:
            guard !clearedWithoutFrame else { return fail(now) }
            clearedWithoutFrame = true
            phase = .clearing
        case .failed: fail(now)
        case .stopped: phase = .resting(until: now)
        case .stuck: phase = .dead
        case .listenedAgain:
            if case .running(_, let hasFrame) = phase { phase = .running(last: now, hasFrame: hasFrame) }
        }
    }

    private mutating func noteFrame(_ now: Instant) {
        clearedWithoutFrame = false
        phase = .running(last: now, hasFrame: true)
        guard let lastFailure, now - lastFailure >= CameraLadder.settledAfter else { return }
        failures = 0
        self.lastFailure = nil
    }

    private mutating func fail(_ now: Instant) {
        failures += 1
        lastFailure = now
        clearedWithoutFrame = false
        phase = .resting(until: now + CameraLadder.pause(failures))
    }
}
