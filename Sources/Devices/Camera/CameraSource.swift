import Platform
import Readings

/// A USB depth camera behind the seam of depth sources: found, opened, kept going, and found again.
///
/// It never throws: a camera that is missing is a state. One thread makes and uses it; each call returns within about
/// its limit, opening a camera within a few seconds. What it does stands on its board, and each change is logged once.
package struct CameraSource: DepthSource {
    private let serial: String?
    private let usesDerivedConfidence: Bool
    private let profiles: CalibrationProfiles
    private let clock: MonotonicClock
    private let isStopped: @Sendable () -> Bool
    private var reports: CameraReports
    private var ladder: CameraLadder
    private var bus: USBBus?
    private var session: CameraSession?
    private var picture: CameraPicture?
    /// Cameras that were asked and carry another serial number, by their files, with what they said.
    private var others: [String: CameraRefusal] = [:]
    /// Where a camera is that had to be reset because it gave no frames.
    private var silentPort: String?
    private var isToldOfChange = false
    private var lastAsked: Instant
    private static let stopSlice = Duration.milliseconds(200)

    /// Makes a source for the camera with a serial number, or for the first one; it looks for it in the first call.
    ///
    /// `usesDerivedConfidence` says whether cameras without confidence of their own have it derived; else every sample
    /// that is there is medium. `isStopped` is asked between steps, and cuts waits short.
    package init(
        serial: String?, usesDerivedConfidence: Bool, profiles: CalibrationProfiles, clock: MonotonicClock,
        board: CameraBoard, log: ServiceLog, isStopped: @escaping @Sendable () -> Bool
    ) {
        self.serial = serial
        self.usesDerivedConfidence = usesDerivedConfidence
        self.profiles = profiles
        self.clock = clock
        self.isStopped = isStopped
        reports = CameraReports(board: board, log: log)
        lastAsked = clock.now()
        ladder = CameraLadder(at: lastAsked)
    }

    /// Waits up to `limit` for the newest frame, and does meanwhile what the camera needs.
    ///
    /// `.disconnected` while no camera is in use; `.nothing` while one is and gives no frame.
    package mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
        let now = clock.now()
        if now - lastAsked > CameraStream.oldestUnattended { ladder.note(.listenedAgain, at: now) }
        defer { lastAsked = clock.now() }
        let deadline = now + limit
        repeat {
            switch step() {
            case .look: look()
            case .wait(let moment): wait(until: min(moment, deadline))
            case .listen(let moment):
                if listen(until: min(moment, deadline), into: &frame) { return .reading(()) }
            case .clearHalt: clearHalt()
            case .restart: restart()
            case .reset: reset()
            }
        } while clock.now() < deadline && !isStopped()
        return session != nil || ladder.state == .resetting ? .nothing : .disconnected
    }

    /// What is to be done; that a silence has lasted too long is noticed here.
    private mutating func step() -> CameraLadder.Step {
        let (now, failures, silence) = (clock.now(), ladder.failures, ladder.silence)
        let step = ladder.step(at: now)
        if ladder.failures > failures {
            report(.silent(silence))
            reports.tell(ladder.state, at: now)
        }
        return step
    }

    private mutating func note(_ event: CameraLadder.Event) {
        let now = clock.now()
        ladder.note(event, at: now)
        reports.tell(ladder.state, at: now)
    }

    private func report(_ fault: CameraFault) {
        let isSaidByState: Bool
        switch fault {
        case .gone, .refused: isSaidByState = true
        case .silent, .stalls, .negotiation, .noMemory, .system, .abandoned: isSaidByState = false
        }
        reports.fault(fault.description, kind: fault.kind, isSaidByState: isSaidByState, at: clock.now())
    }

    /// Waits for a moment, or for something to come or go on the bus.
    private mutating func wait(until moment: Instant) {
        let limit = min(moment - clock.now(), Self.stopSlice)
        do throws(SystemError) {
            if bus == nil { bus = try USBBus() }
            guard bus?.wait(limit: limit) ?? false else { return }
            isToldOfChange = true
            note(.busChanged)
        } catch {
            var nothing = PollSet()
            nothing.wait(limit: limit)
        }
    }

    /// Takes frames; true where one was unpacked into `frame`.
    private mutating func listen(until moment: Instant, into frame: inout DepthFrame) -> Bool {
        guard let stream = session?.stream else {
            fail(.gone)
            return false
        }
        let outcome = stream.next(until: moment)
        reports.show(stream, picture)
        reports.tellConfidence(stream.confidence, at: clock.now())
        switch outcome {
        case .nothing: return false
        case .frame:
            note(.frame)
            guard let picture, picture.unpack(stream, into: &frame) else { return false }
            reports.delivered(at: frame.arrival)
            return true
        case .stalled: stalled()
        case .gone: fail(.gone)
        case .failed(let fault): fail(fault)
        }
        return false
    }
}

// MARK: - The steps

extension CameraSource {
    /// Looks for the camera, and opens it where it is there.
    private mutating func look() {
        close()
        do throws(SystemError) {
            // Where nothing was said, a new view: without udev nobody tells an old one what has come since.
            if bus == nil || !isToldOfChange { bus = try USBBus() }
            isToldOfChange = false
            guard let bus else { return note(.nothingFound) }
            let found = try CameraScan.find(on: bus, profiles: profiles)
            others = others.filter { other in found.contains { $0.device.node == other.key } }
            let rest = found.filter { others[$0.device.node] == nil }
            open(CameraChoice(rest, serial: serial, silent: silentPort), on: bus)
        } catch {
            reports.fault("the USB cannot be looked at: \(error.description)", at: clock.now())
            note(.nothingFound)
        }
    }

    private mutating func open(_ choice: CameraChoice, on bus: USBBus) {
        guard let found = choice.candidates.first else {
            if let refused = choice.refused { reports.refused(refused) }
            guard let refusal = choice.refused?.refusal ?? others.first?.value else { return note(.nothingFound) }
            return note(.refused(refusal))
        }
        reports.found(found.description, note: choice.note)
        do throws(CameraFault) {
            let request = CameraSession.Request(
                found: found, serial: serial, profiles: profiles, clock: clock, isStopped: isStopped)
            let session = try CameraSession(request, on: bus)
            self.session = session
            try session.start()
            begin(session)
        } catch {
            if case .refused(let refusal) = error, case .otherSerial = refusal { others[found.device.node] = refusal }
            // A camera that was reset may go in the midst of being opened; that it is awaited is said already.
            guard error == .gone, ladder.state == .resetting else { return fail(error) }
            close()
            note(.nothingFound)
        }
    }

    private mutating func begin(_ session: CameraSession) {
        let picture = CameraPicture(session, usesDerivedConfidence: usesDerivedConfidence)
        self.picture = picture
        note(.started(silenceLimit: session.mode.silenceLimit))
        reports.opened(session, picture, notes: session.notes, at: clock.now())
    }

    /// One stall is cleared; a second before a frame came is a failure.
    private mutating func stalled() {
        let failures = ladder.failures
        note(.stalled)
        if ladder.failures > failures { report(.stalls) }
    }

    private mutating func clearHalt() {
        attempt { session throws(CameraFault) in
            try session.clearHalt()
        } then: { source in
            source.reports.count(\.clearings)
            source.note(.cleared)
        }
    }

    private mutating func restart() {
        reports.count(\.restarts)
        reports.keepCounts(picture: picture, stream: session?.stream)
        attempt { session throws(CameraFault) in
            try session.start()
        } then: { source in
            guard let session = source.session else { return }
            if source.picture == nil {
                source.begin(session)
            } else {
                source.picture?.forget()
                source.note(.started(silenceLimit: session.mode.silenceLimit))
            }
        }
    }

    private mutating func reset() {
        reports.count(\.resets)
        silentPort = session?.port
        attempt { session throws(CameraFault) in
            try session.reset()
        } then: { source in
            source.close()
            source.note(.reset)
        }
    }

    private mutating func attempt(
        _ body: (CameraSession) throws(CameraFault) -> Void, then done: (inout CameraSource) -> Void
    ) {
        guard let session else { return note(.gone) }
        do throws(CameraFault) {
            try body(session)
            done(&self)
        } catch { fail(error) }
    }

    /// Notes what went wrong; a camera that cannot be held any more is closed.
    private mutating func fail(_ fault: CameraFault) {
        guard !isStopped() else { return close() }  // what is broken off at the end is no fault
        report(fault)
        switch fault {
        case .gone:
            close()
            note(.gone)
        case .refused(let refusal):
            close()
            note(.refused(refusal))
        case .abandoned:
            close()
            note(.failed(isOpen: false))
        case .silent, .stalls, .negotiation, .noMemory, .system:
            note(.failed(isOpen: session != nil))
        }
    }

    /// Closes what is open; what had to be abandoned is counted, and its view of the bus goes with it.
    private mutating func close() {
        reports.keepCounts()
        picture = nil
        guard let session else { return }
        self.session = nil
        if !session.close() { reports.count(\.abandoned) }
        bus = nil
    }
}
