import Control
import Deciding
import Documents
import Glibc
import Platform
import Readings
import Recordings
import Synchronization

/// What the service records, on a thread of its own: into a file while somebody asks for it, and into the ring of the
/// last minutes where that is turned on.
///
/// Whoever has something to record hands it over and never waits: what finds no room is counted, and the count stands
/// in the recording. A disk that is slow, full or gone costs the recording and nothing else.
package final class Recorder: Sendable {
    /// How many pictures a second the ring keeps.
    package static let ringHertz = 2.0
    /// How many readings and decisions wait at most.
    static let room = 4096

    enum Letter: Sendable {
        case event(Event, at: Instant, stamp: Instant)
        case effect(TimedEffect)
        case world(World, at: Instant)
        case perception(RecordedPerception, at: Instant)
        case log(ServiceLog.Priority, String, at: Instant)
    }

    enum Order: Sendable {
        case begin(PassedDescriptor, hertz: Double?, at: Instant, answer: @Sendable (ControlOutcome) -> Void)
        case status(answer: @Sendable (ControlOutcome) -> Void)
        case stop(at: Instant, answer: @Sendable (ControlOutcome) -> Void)
        case last(PassedDescriptor, span: Duration, answer: @Sendable (ControlOutcome) -> Void)
        case end(at: Instant)
    }

    /// What the recorder is told.
    package struct Parts: Sendable {
        /// What the core stands with at the start.
        package var beginning: RecordingBeginning
        /// The clock of the service.
        package var clock: MonotonicClock
        /// The journal.
        package var log: ServiceLog
        /// The ring of the last minutes; nil where it is off, or there is nowhere to keep it.
        package var ring: RecordingRing?
        /// What keeps the ring from being written now, such as a state directory that another process writes in; called
        /// on the recorder's thread.
        package var ringObstacle: @Sendable () -> RingObstacle? = { nil }
        /// A file that the whole run is recorded into; nil where none is.
        package var file: PassedDescriptor?
        /// Pictures a second of that file; nil for every one.
        package var hertz: Double?

        /// Gathers the parts.
        package init(beginning: RecordingBeginning, clock: MonotonicClock, log: ServiceLog) {
            self.beginning = beginning
            self.clock = clock
            self.log = log
        }
    }

    /// What the threads share.
    final class Board: Sendable {
        let letters: Mailbox<Letter>
        let orders: Mailbox<Order>
        let tray: FrameTray
        let notices: Mailbox<SourceLetter>
        /// Whether anything is recorded.
        let isActive = Atomic<Bool>(false)
        /// The least span between two pictures that are wanted, in nanoseconds; below 0 where none is.
        let frameSpan = Atomic<Int64>(-1)
        let state = Mutex(RecorderState())
        let life: SignOfLife

        init(at now: Instant) throws(SystemError) {
            letters = try Mailbox(capacity: Recorder.room)
            orders = try Mailbox(capacity: 32)
            tray = try FrameTray()
            notices = try Mailbox(capacity: 16)
            life = SignOfLife(at: now)
        }
    }

    private let board: Board
    private let clock: MonotonicClock
    private let thread: WorkerThread
    private let lastFrame = Atomic<Int64>(.min)

    /// Starts the thread; a file that the whole run goes into has begun when this returns.
    package init(_ parts: Parts) throws(SystemError) {
        let board = try Board(at: parts.clock.now())
        self.board = board
        clock = parts.clock
        let started = Mailbox<Bool>.self
        let ready = try started.init(capacity: 1)
        thread = try WorkerThread(name: "recorder") {
            let keeper = RecorderKeeper(parts, board: board)
            ready.put(true)
            keeper.run()
        }
        _ = ready.take(limit: .seconds(2))
        parts.log.listen { [board, clock] priority, text in
            guard board.isActive.load(ordering: .relaxed) else { return }
            board.letters.put(.log(priority, text, at: clock.now()))
        }
    }

    // MARK: what is recorded

    /// Takes an event that the core was given: `stamp` is when it came about, `time` when it was decided about.
    package func take(_ event: Event, at time: Instant, stamp: Instant) {
        if case .setting = event { return board.letters.put(.event(event, at: time, stamp: stamp)) }
        guard board.isActive.load(ordering: .relaxed) else { return }
        board.letters.put(.event(event, at: time, stamp: stamp))
    }

    /// Takes what the core decided.
    package func take(_ effect: TimedEffect) {
        if case .place = effect.effect { return board.letters.put(.effect(effect)) }
        guard board.isActive.load(ordering: .relaxed) else { return }
        board.letters.put(.effect(effect))
    }

    /// Takes other places and groups, which hold from a moment on.
    package func take(_ world: World, at time: Instant) { board.letters.put(.world(world, at: time)) }

    /// Takes how pictures are read from now on.
    package func take(_ perception: RecordedPerception, at time: Instant) {
        board.letters.put(.perception(perception, at: time))
    }

    /// Takes a picture, where one is wanted now; called by the camera's thread alone.
    package func take(_ frame: borrowing DepthFrame) {
        let span = board.frameSpan.load(ordering: .relaxed)
        guard span >= 0 else { return }
        let (last, now) = (lastFrame.load(ordering: .relaxed), frame.arrival.nanoseconds)
        // a tenth early is in time: cameras do not keep their beat to the millisecond
        guard span == 0 || last == .min || now - last >= span - span / 10 else { return }
        if board.tray.put(frame) { lastFrame.store(now, ordering: .relaxed) }
    }

    // MARK: what is asked

    /// Does what is asked by the control socket; the answer comes from the recorder's thread.
    package func ask(
        _ request: ControlRequest, at time: Instant, answer: @escaping @Sendable (ControlOutcome) -> Void
    ) {
        switch request.method {
        case "record.start":
            guard let file = file(of: request, answer) else { return }
            let hertz = request.parameters.number("frames")
            board.orders.put(.begin(file, hertz: hertz, at: time, answer: answer))
        case "record.stop": board.orders.put(.stop(at: time, answer: answer))
        case "record.last":
            guard let file = file(of: request, answer) else { return }
            let seconds = request.parameters.number("seconds") ?? 600
            board.orders.put(.last(file, span: Instant(seconds: seconds) - .start, answer: answer))
        default: board.orders.put(.status(answer: answer))
        }
    }

    /// The file that came along; without one the answer is given here.
    private func file(
        of request: ControlRequest, _ answer: (ControlOutcome) -> Void
    ) -> PassedDescriptor? {
        if let file = request.file, file.isWritableFile { return file }
        answer(
            .error(
                ControlError(
                    .refused, "no file that may be written was sent along",
                    remedy: "companion record FILE.mcap opens one and sends it", word: "noFile")))
        return nil
    }

    /// What it has to say to the person, as events.
    package var notices: Mailbox<SourceLetter> { board.notices }

    /// When the thread last showed that it goes on.
    package var signOfLife: SignOfLife { board.life }

    /// Its part of the status.
    package var statusPart: StatusPart {
        StatusPart("recording") { [board] _ in board.state.withLock { $0.condition } }
    }

    /// Ends what is recorded, at the moment up to which the core decided; false where that took longer than `limit`.
    @discardableResult
    package func end(at time: Instant, limit: Duration) -> Bool {
        board.orders.put(.end(at: time))
        return thread.join(limit: limit)
    }
}

/// What keeps the last minutes from being kept, and what to do about it.
package struct RingObstacle: Equatable, Sendable {
    /// Why, a sentence part.
    package var why: String
    /// What to do about it.
    package var remedy: String

    /// Makes an obstacle.
    package init(why: String, remedy: String) {
        self.why = why
        self.remedy = remedy
    }

    /// A file of the ring that cannot be written.
    init(_ error: String) {
        self.init(why: error, remedy: "make room, or give the service the right to write in its state directory")
    }
}

/// How the recording goes, for those who ask.
struct RecorderState: Equatable, Sendable {
    var isRecording = false
    var seconds: Int64 = 0
    var bytes: UInt64 = 0
    var frames = 0
    var events = 0
    var dropped: UInt64 = 0
    /// Why a recording ended by itself.
    var ended: String?
    var hasRing = false
    var ringBytes: UInt64 = 0
    /// Why the ring is not written, where it is not.
    var ringFault: RingObstacle?

    var json: JSONValue {
        .object([
            .init("isRecording", .boolean(isRecording)), .init("seconds", .integer(Int(seconds))),
            .init("bytes", .integer(Int(bytes))), .init("frames", .integer(frames)), .init("events", .integer(events)),
            .init("dropped", .integer(Int(dropped))), .init("ended", ended.map { .string($0) } ?? .null),
            .init(
                "ring",
                .object([.init("isOn", .boolean(hasRing)), .init("bytes", .integer(Int(ringBytes)))])),
        ])
    }

    var condition: StatusPart.Condition {
        let file =
            isRecording ? "recording depth pictures, readings and what is said, \(bytes / 1_000_000) MB so far" : nil
        let ring = hasRing && ringFault == nil ? "the last ten minutes are kept" : nil
        let words = [file, ring].compactMap { $0 }.joined(separator: "; ")
        let problem = ringFault.map {
            StatusProblem(
                code: "ringNotWritten", message: "the last ten minutes are not kept: \($0.why)", remedy: $0.remedy)
        }
        return StatusPart.Condition(
            state: isRecording ? "recording" : hasRing ? "ring" : "off",
            words: words.isEmpty ? "nothing is recorded" : words,
            details: [.init("bytes", .integer(Int(bytes))), .init("dropped", .integer(Int(dropped)))], problem: problem)
    }
}
