import CDepthCamera
import Platform
import Readings

/// Tells what the camera does: on the board at once, in the log once a change.
struct CameraReports {
    private let board: CameraBoard
    private let log: ServiceLog
    private var told: CameraState?
    private var title = "The depth camera"
    private var toldNotes: [String] = []
    private var toldConfidence: String?
    private var wasOpened = false
    /// What the streams and pictures before the present ones had counted.
    private var base = CameraCounters()

    /// Writes on a board and into a log.
    init(board: CameraBoard, log: ServiceLog) {
        self.board = board
        self.log = log
        base = board.status.counters
    }

    /// Shows a state; where it is another one than before, the log says so.
    mutating func tell(_ state: CameraState, at now: Instant) {
        guard state != told else { return }
        told = state
        board.enter(state)
        switch state {
        case .searching: log.say(.notice, "No depth camera is plugged in; one is used as soon as it is.")
        case .unplugged:
            let text = "\(title) was unplugged; its return is waited for."
            log.fault(.warning, text, kind: "camera unplugged", at: now)
        case .refused(let refusal):
            log.fault(.error, "\(title) is not used: \(refusal.description).", kind: "camera refused", at: now)
        case .clearing, .restarting, .opening, .resetting:
            log.fault(.warning, "\(title): \(state.description).", kind: "camera \(state.name)", at: now)
        case .streaming: log.fault(.notice, "\(title) streams.", kind: "camera streaming", at: now)
        }
    }

    /// Shows what went wrong; the log says it once a minute at most, and not where the state that follows says the same.
    func fault(_ text: String, kind: String? = nil, isSaidByState: Bool = false, at now: Instant) {
        board.change { $0.lastFault = text }
        guard !isSaidByState else { return }
        log.fault(.warning, "\(title): \(text).", kind: kind.map { "camera fault \($0)" }, at: now)
    }

    /// The camera that is about to be opened.
    mutating func found(_ description: CameraDescription, note: String?) {
        title = "The depth camera \(description.title)"
        board.change { $0.description = description }
        if let note { say([note]) }
    }

    /// A camera that may not be used.
    mutating func refused(_ description: CameraDescription) {
        title = "The depth camera \(description.title)"
        board.change { $0.description = description }
    }

    /// The camera was opened, and streams.
    mutating func opened(_ session: CameraSession, _ picture: CameraPicture, notes: [String], at now: Instant) {
        let isReturn = wasOpened
        wasOpened = true
        board.change { status in
            status.mode = session.mode
            status.facts = session.facts
            status.confidence = picture.trust
            status.notes = notes
            status.counters.openings += 1
            if isReturn { status.counters.reconnects += 1 }
        }
        log.fault(.notice, "\(title) is opened: \(session.mode.description).", kind: "camera opened", at: now)
        say(notes)
    }

    private mutating func say(_ notes: [String]) {
        for note in notes where !toldNotes.contains(note) {
            if toldNotes.count >= Self.mostNotes { toldNotes.removeFirst() }
            toldNotes.append(note)
            log.say(.notice, note)
        }
    }

    private static let mostNotes = 32

    /// Counts a step of recovery.
    func count(_ counter: WritableKeyPath<CameraCounters, UInt64>) {
        board.change { $0.counters[keyPath: counter] += 1 }
    }

    /// Shows what stream and picture have counted since they began.
    func show(_ stream: CameraStream, _ picture: CameraPicture?) {
        board.change { status in
            status.counters.dropped = base.dropped + stream.buffers.replaced
            status.counters.malformed = base.malformed + stream.malformed
            status.counters.lost = base.lost + (picture?.lost ?? 0)
            status.counters.glitches = base.glitches + (picture?.glitches ?? 0)
            status.counters.withoutConfidence = base.withoutConfidence + (picture?.withoutConfidence ?? 0)
            status.counters.confidenceRestarts = base.confidenceRestarts + (stream.confidence?.restarts ?? 0)
            status.confidenceFault = stream.confidence?.fault
        }
    }

    /// Says that confidence does not come, or comes again; once each, and once a minute.
    mutating func tellConfidence(_ confidence: ConfidenceStream?, at now: Instant) {
        let fault = confidence?.fault
        guard (fault == nil) != (toldConfidence == nil) else { return }
        toldConfidence = fault
        if let fault {
            let text = "\(title) sends no confidence, so every sample that is there counts as medium: \(fault)."
            log.fault(.warning, text, kind: "camera confidence", at: now)
        } else if confidence?.isLive ?? false {
            log.fault(.notice, "\(title) sends confidence again.", kind: "camera confidence back", at: now)
        }
    }

    /// Keeps what was counted when a stream ends; a session or a picture that goes on counts on.
    mutating func keepCounts(picture: CameraPicture? = nil, stream: CameraStream? = nil) {
        base = board.status.counters
        base.lost -= min(base.lost, picture?.lost ?? 0)
        base.glitches -= min(base.glitches, picture?.glitches ?? 0)
        base.withoutConfidence -= min(base.withoutConfidence, picture?.withoutConfidence ?? 0)
        base.confidenceRestarts -= min(base.confidenceRestarts, stream?.confidence?.restarts ?? 0)
    }

    /// A frame was handed over.
    func delivered(at arrival: Instant) {
        board.change { status in
            status.counters.delivered += 1
            status.lastFrame = arrival
        }
    }
}
