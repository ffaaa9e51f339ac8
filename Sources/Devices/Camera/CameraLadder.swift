import Readings

/// Decides what to do about a camera that does not deliver: a state machine without clock, thread or device.
///
/// A stall is cleared. Silence, or a second stall before a frame came, is answered by starting the stream again; every
/// third failure by a reset. Failures follow each other ever more slowly, and are forgotten once frames have come for
/// a while. A camera that is gone is waited for: whatever comes or goes on the bus is a reason to look at once.
package struct CameraLadder: Sendable {
    /// What is to be done next.
    package enum Step: Equatable, Sendable {
        /// Look for a camera, and open it.
        case look
        /// Nothing, until then; what comes or goes on the bus is to be told.
        case wait(until: Instant)
        /// Take frames; at that moment the silence has lasted too long.
        case listen(until: Instant)
        /// Free the stalled endpoint, and go on.
        case clearHalt
        /// Stop the stream, agree on the mode again, and start it.
        case restart
        /// Reset the camera by its own command, else by its port, and let go of it.
        case reset
    }

    /// What has happened.
    package enum Event: Equatable, Sendable {
        /// A device came or went.
        case busChanged
        /// No camera is there.
        case nothingFound
        /// A camera is there that may not be used.
        case refused(CameraRefusal)
        /// A camera was opened, or its stream was started again; so long may it be silent.
        case started(silenceLimit: Duration)
        /// A whole frame came.
        case frame
        /// The endpoint stalled.
        case stalled
        /// The endpoint was freed and the stream goes on.
        case cleared
        /// A step went wrong; `isOpen` where the camera is still held.
        case failed(isOpen: Bool)
        /// The camera was reset and let go of.
        case reset
        /// The camera is gone.
        case gone
        /// Nobody had listened for a while, so that nothing is known of a silence.
        case listenedAgain
    }

    /// The first wait between attempts, doubled with each up to the last.
    package static let firstPause = Duration.milliseconds(500)
    /// The longest wait between attempts.
    package static let longestPause = Duration.seconds(8)
    /// The first frame after a start may take this long: exposure has to settle.
    package static let firstFrameLimit = Duration.milliseconds(1500)
    /// So many failures in a row make a reset.
    package static let failuresForReset = 3
    /// Frames for so long make failures forgotten.
    package static let settledAfter = Duration.seconds(10)
    /// A camera that was reset is looked for this often, and taken for unplugged after the longest pause.
    package static let resetPause = Duration.milliseconds(500)

    private enum Phase {
        /// There is no camera, or none that is open; it is looked for at that moment.
        case absent(look: Instant)
        /// Frames should come; `last` is the last one, or the start.
        case streaming(last: Instant, hasFrame: Bool)
        case clearing
        case restarting(at: Instant)
        case resetting
    }

    /// What is to be shown.
    package private(set) var state = CameraState.searching
    /// Failures since frames last came for a while.
    package private(set) var failures = 0
    private var phase: Phase
    private var looks = 0
    private var silenceLimit = Duration.milliseconds(500)
    private var lastFailure: Instant?
    private var clearedWithoutFrame = false
    private var resetAt: Instant?
    private var hadCamera = false

    /// Begins without a camera; the first look is at once.
    package init(at now: Instant) { phase = .absent(look: now) }

    /// How long frames may be missing at present before that is a failure.
    package var silence: Duration {
        if case .streaming(_, let hasFrame) = phase, !hasFrame { return max(silenceLimit, Self.firstFrameLimit) }
        return silenceLimit
    }

    /// When silence becomes a failure, where frames are awaited.
    private func silenceEnds(_ last: Instant, _ hasFrame: Bool) -> Instant {
        last + (hasFrame ? silenceLimit : max(silenceLimit, Self.firstFrameLimit))
    }

    /// What is to be done at `now`; a silence that has lasted too long becomes a failure here, and nowhere else.
    package mutating func step(at now: Instant) -> Step {
        if case .streaming(let last, let hasFrame) = phase, now >= silenceEnds(last, hasFrame) {
            fail(isOpen: true, at: now)
        }
        switch phase {
        case .absent(let look): return now >= look ? .look : .wait(until: look)
        case .streaming(let last, let hasFrame): return .listen(until: silenceEnds(last, hasFrame))
        case .clearing: return .clearHalt
        case .restarting(let moment): return now >= moment ? .restart : .wait(until: moment)
        case .resetting: return .reset
        }
    }

    /// Notes what has happened.
    package mutating func note(_ event: Event, at now: Instant) {
        switch event {
        case .busChanged: if case .absent = phase { phase = .absent(look: now) }
        case .nothingFound: noteNothing(now)
        case .refused(let refusal):
            state = .refused(refusal)
            lookLater(now)
        case .started(let limit): noteStart(limit, now)
        case .frame: noteFrame(now)
        case .stalled: noteStall(now)
        case .cleared: phase = .streaming(last: now, hasFrame: false)
        case .failed(let isOpen): fail(isOpen: isOpen, at: now)
        case .reset:
            resetAt = now
            phase = .absent(look: now + Self.resetPause)
        case .gone: noteGone(now)
        case .listenedAgain:
            if case .streaming(_, let hasFrame) = phase { phase = .streaming(last: now, hasFrame: hasFrame) }
        }
    }

    /// The pause before attempt `count` (from 1): 0.5 s, 1 s, 2 s, 4 s, and 8 s from the fifth on.
    package static func pause(_ count: Int) -> Duration {
        min(longestPause, firstPause * (1 << min(max(count - 1, 0), 10)))
    }

    /// The state shows that frames come only once one has.
    private mutating func noteStart(_ limit: Duration, _ now: Instant) {
        if case .absent = phase { state = .opening }
        silenceLimit = limit
        hadCamera = true
        looks = 0
        resetAt = nil
        phase = .streaming(last: now, hasFrame: false)
    }

    private mutating func noteNothing(_ now: Instant) {
        if let resetAt, now - resetAt < Self.longestPause {
            phase = .absent(look: now + Self.resetPause)
            return
        }
        resetAt = nil
        state = hadCamera ? .unplugged : .searching
        lookLater(now)
    }

    private mutating func lookLater(_ now: Instant) {
        looks += 1
        phase = .absent(look: now + Self.pause(looks))
    }

    private mutating func noteFrame(_ now: Instant) {
        clearedWithoutFrame = false
        state = .streaming
        phase = .streaming(last: now, hasFrame: true)
        guard let lastFailure, now - lastFailure >= Self.settledAfter else { return }
        failures = 0
        self.lastFailure = nil
    }

    private mutating func noteStall(_ now: Instant) {
        guard !clearedWithoutFrame else { return fail(isOpen: true, at: now) }
        clearedWithoutFrame = true
        state = .clearing
        phase = .clearing
    }

    /// A camera that was told to reset goes, which is no unplugging.
    private mutating func noteGone(_ now: Instant) {
        clearedWithoutFrame = false
        if resetAt == nil {
            state = .unplugged
            looks = 0
        }
        lookLater(now)
    }

    private mutating func fail(isOpen: Bool, at now: Instant) {
        failures += 1
        lastFailure = now
        clearedWithoutFrame = false
        if failures % Self.failuresForReset == 0, isOpen {
            state = .resetting
            phase = .resetting
            return
        }
        if isOpen {
            state = .restarting
            phase = .restarting(at: failures == 1 ? now : now + Self.pause(failures - 1))
        } else {
            state = .opening
            phase = .absent(look: now + Self.pause(failures))
        }
    }
}
