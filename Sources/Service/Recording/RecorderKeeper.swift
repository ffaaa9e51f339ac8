import Control
import Deciding
import Documents
import Glibc
import Platform
import Readings
import Recordings

/// The thread of ``Recorder``.
final class RecorderKeeper {
    /// How long it rests at the most.
    private static let rest = Duration.milliseconds(200)
    /// How long a recording goes on although nobody asks about it any more: whoever wanted it is gone.
    private static let patience = Duration.seconds(15)

    /// One recording that is being written.
    private final class Sink {
        var pen: RecordingPen
        var pace: FramePace
        let began: Instant
        let lostBefore: RecordingLoss
        /// When somebody last asked about it; nil where nobody has to.
        var asked: Instant?

        init(_ pen: consuming RecordingPen, pace: FramePace, began: Instant, lost: RecordingLoss, asked: Instant?) {
            self.pen = pen
            self.pace = pace
            self.began = began
            lostBefore = lost
            self.asked = asked
        }
    }

    private let board: Recorder.Board
    private let clock: MonotonicClock
    private let log: ServiceLog
    private let wishedRing: RecordingRing?
    private let obstacle: @Sendable () -> RingObstacle?
    private var isRingFree = false
    private let runName = RecordingBeginning.freshRun()
    private let startedAt: UInt64
    private var beginning: RecordingBeginning
    private var perception: RecordedPerception?
    private var file: Sink?
    private var part: Sink?
    private var partDue = Instant.start
    private var joiner: WorkerThread?
    private var toldLoss = RecordingLoss()

    init(_ parts: Recorder.Parts, board: Recorder.Board) {
        self.board = board
        clock = parts.clock
        log = parts.log
        wishedRing = parts.ring
        obstacle = parts.ringObstacle
        beginning = parts.beginning
        startedAt = UInt64(max(0, WallClock.nanoseconds - Int64(parts.clock.now().nanoseconds)))
        if let given = parts.file {
            file = open(given.take(), pace: FramePace(hertz: parts.hertz), at: .start, isWhole: true, asked: nil)
        }
        if file != nil { sayBegun() }
        lookAtRing(at: .start, isWhole: true)
        if let fault = board.state.withLock({ $0.ringFault }) {
            log.say(.warning, "The last ten minutes are not kept: \(fault.why) — \(fault.remedy).")
        }
        show()
    }

    /// The ring, once nothing keeps it from being written.
    private var ring: RecordingRing? { isRingFree ? wishedRing : nil }

    /// Begins the ring as soon as nothing keeps it from being written; it is looked at again until then.
    private func lookAtRing(at time: Instant, isWhole: Bool) {
        guard !isRingFree else { return }
        let fault = obstacle()
        board.state.withLock { $0.ringFault = fault }
        guard fault == nil, let wishedRing else { return }
        isRingFree = true
        beginPart(at: time, isWhole: isWhole)
        guard part != nil else { return }
        log.say(
            .notice,
            "The last ten minutes are kept in \(wishedRing.folder): what the depth camera sees twice a second, pressure, "
                + "positions, what is asked and said, the journal, the places and the settings.")
    }

    /// Runs until it is told to end.
    func run() {
        var poll = PollSet()
        while true {
            board.life.show(at: clock.now())
            poll.removeAll()
            for number in [board.letters.number, board.orders.number, board.tray.number] {
                poll.watch(number, for: .reading)
            }
            poll.wait(limit: Self.rest)
            takeAll()
            if let last = takeOrders() { return end(at: last) }
            turn(at: clock.now())
        }
    }

    private var loss: RecordingLoss {
        RecordingLoss(lines: board.letters.dropped, pictures: UInt64(board.tray.dropped))
    }

    // MARK: what comes

    private func takeAll() {
        while let letter = board.letters.take() { take(letter) }
        var isAny = true
        while isAny {
            isAny = board.tray.take { frame in
                for sink in [file, part] {
                    guard let sink, sink.pace.takes(frame.arrival) else { continue }
                    sink.pen.frame(frame)
                }
            }
        }
    }

    private func take(_ letter: Recorder.Letter) {
        switch letter {
        case .event(.setting(let key, let value), _, _): _ = beginning.settings.set(key, value)
        case .effect(let timed): if case .place(let id) = timed.effect { beginning.place = id }
        case .world(let world, _): beginning.world = world
        case .perception(let reading, _): perception = reading
        case .event, .log: break
        }
        for sink in [file, part] {
            guard let sink else { continue }
            switch letter {
            case .event(let event, let time, let stamp): sink.pen.event(event, at: time, stamp: stamp)
            case .effect(let timed): sink.pen.effect(timed)
            case .world(let world, let time): sink.pen.world(world, at: time)
            case .perception(let reading, let time): sink.pen.perception(reading, at: time)
            case .log(let priority, let text, let time): sink.pen.log(priority, text, at: time)
            }
        }
    }

    // MARK: what is asked

    /// Does what is asked; gives the moment of the end where it is over.
    private func takeOrders() -> Instant? {
        while let order = board.orders.take() {
            switch order {
            case .begin(let given, let hertz, let time, let answer): begin(given, hertz, at: time, answer)
            case .status(let answer):
                if file?.asked != nil { file?.asked = clock.now() }
                show()
                answer(.result(state))
            case .stop(let time, let answer): stop(at: time, answer)
            case .last(let given, let span, let answer): save(given, span, answer)
            case .end(let time): return time
            }
        }
        return nil
    }

    private var state: JSONValue { board.state.withLock { $0.json } }

    private func begin(
        _ given: PassedDescriptor, _ hertz: Double?, at time: Instant, _ answer: (ControlOutcome) -> Void
    ) {
        guard file == nil else {
            return answer(
                .error(
                    ControlError(
                        .refused, "something is recorded already",
                        remedy: "end that one first: Ctrl-C where companion record runs, or record.stop at the socket",
                        word: "alreadyRecording")))
        }
        file = open(given.take(), pace: FramePace(hertz: hertz), at: time, isWhole: false, asked: clock.now())
        guard file != nil else {
            let why = board.state.withLock { $0.ended } ?? ""
            return answer(.error(ControlError(.refused, "the file cannot be written: \(why)", word: "cannotWrite")))
        }
        sayBegun()
        show()
        answer(.result(state))
    }

    private func stop(at time: Instant, _ answer: (ControlOutcome) -> Void) {
        guard let sink = file else {
            return answer(
                .error(
                    ControlError(
                        .refused, "nothing is recorded", remedy: "companion record FILE begins", word: "notRecording")))
        }
        show()
        finish(sink, at: time)
        sayEnded()
        answer(.result(state))
    }

    /// Joins the ring on a thread of its own, so that recording goes on.
    private func save(
        _ given: PassedDescriptor, _ span: Duration, _ answer: @escaping @Sendable (ControlOutcome) -> Void
    ) {
        guard let ring, joiner?.hasEnded ?? true else {
            let fault = board.state.withLock { $0.ringFault }
            let (what, remedy, word) =
                ring == nil
                ? ("the last minutes are not kept", fault?.remedy ?? "turn record.ring on", "noRing")
                : ("the last minutes are being saved already", "wait for that to end", "alreadySaving")
            return answer(.error(ControlError(.refused, what, remedy: remedy, word: word)))
        }
        // everything up to now is on the disk then, and the parts stay there while they are joined
        endPart(at: clock.now())
        let paths = ring.paths
        beginPart(at: clock.now(), isWhole: false)
        let library = "companion \(beginning.version)"
        do throws(SystemError) {
            joiner = try WorkerThread(name: "record-last") {
                answer(RecordingSaving.outcome(paths, last: span, into: given, library: library))
            }
        } catch {
            answer(.error(ControlError(.inside, error.description)))
        }
    }

    // MARK: files

    private func open(
        _ descriptor: consuming Descriptor?, pace: FramePace, at time: Instant, isWhole: Bool, asked: Instant?
    ) -> Sink? {
        guard let descriptor = descriptor.take() else { return nil }
        var head = beginning
        if isWhole { head.place = nil }
        do throws(SystemError) {
            var pen = try RecordingPen(
                head.head(run: runName, startedAt: startedAt, began: time, isWhole: isWhole), to: descriptor)
            if let perception { pen.perception(perception, at: time) }
            board.state.withLock { $0.ended = nil }
            return Sink(pen, pace: pace, began: time, lost: loss, asked: asked)
        } catch {
            board.state.withLock { $0.ended = SystemError.words(for: error.number) }
            return nil
        }
    }

    /// Ends a recording as it should be.
    private func finish(_ sink: Sink, at time: Instant) {
        file = nil
        do throws(SystemError) {
            try sink.pen.end(at: time, loss - sink.lostBefore)
        } catch { fail(error) }
        show()
    }

    /// A recording whose file can no longer be written is over; the service is not.
    private func fail(_ error: SystemError) {
        file = nil
        let why = SystemError.words(for: error.number)
        board.state.withLock { $0.ended = why }
        log.say(.error, "The recording has ended: \(why) — what was written up to now can be read.")
        tell("The recording has ended by itself.", priority: .info)
    }

    private func beginPart(at time: Instant, isWhole: Bool) {
        guard let ring else { return }
        partDue = clock.now() + RecordingRing.partSpan
        do throws(SystemError) {
            part = open(
                try ring.begin(), pace: FramePace(hertz: Recorder.ringHertz), at: time, isWhole: isWhole, asked: nil)
            board.state.withLock { $0.ringFault = part == nil ? $0.ended.map(RingObstacle.init) : nil }
        } catch { failPart(error) }
    }

    private func endPart(at time: Instant) {
        guard let sink = part else { return }
        part = nil
        do throws(SystemError) {
            try sink.pen.close(loss - sink.lostBefore)
        } catch { failPart(error) }
    }

    private func failPart(_ error: SystemError) {
        part = nil
        board.state.withLock { $0.ringFault = RingObstacle(SystemError.words(for: error.number)) }
        log.fault(
            .error, "The last ten minutes cannot be kept: \(error.description).", kind: "ring", at: clock.now())
    }

    // MARK: time

    private func turn(at now: Instant) {
        if loss != toldLoss {
            log.fault(
                .warning, "What was to be recorded came too fast: some of it is missing.", kind: "recorder", at: now)
            toldLoss = loss
        }
        if let sink = file {
            do throws(SystemError) { try sink.pen.settle(at: now) } catch { fail(error) }
            if let asked = sink.asked, now - asked >= Self.patience, file != nil {
                log.say(.notice, "The recording has ended: nobody asks for it any more.")
                finish(sink, at: sink.pen.last)
                sayEnded()
            }
        }
        if let sink = part {
            do throws(SystemError) { try sink.pen.settle(at: now) } catch { failPart(error) }
        }
        lookAtRing(at: now, isWhole: false)
        let isFull = (part?.pen.bytes ?? 0) >= (ring?.partBytes ?? .max)
        if ring != nil, now >= partDue || isFull, joiner?.hasEnded ?? true {
            endPart(at: now)
            beginPart(at: now, isWhole: false)
        }
        show()
    }

    private func end(at time: Instant) {
        takeAll()
        if let sink = file { finish(sink, at: time) }
        if let sink = part {
            part = nil
            do throws(SystemError) { try sink.pen.end(at: time, loss - sink.lostBefore) } catch {
                failPart(error)
            }
        }
        joiner?.join(limit: .milliseconds(500))
    }

    // MARK: telling

    /// What the threads that hand something over, and those who ask, are to know.
    private func show() {
        board.isActive.store(file != nil || part != nil, ordering: .relaxed)
        let spans = [file, part].compactMap { $0?.pace.interval?.wholeNanoseconds }
        board.frameSpan.store(spans.min() ?? -1, ordering: .relaxed)
        let (sink, ringBytes) = (file, ring == nil ? 0 : part?.pen.bytes ?? 0)
        board.state.withLock { state in
            state.isRecording = sink != nil
            state.hasRing = ring != nil
            state.ringBytes = ringBytes
            guard let sink else { return }
            state.seconds = (clock.now() - sink.began).components.seconds
            (state.bytes, state.frames, state.events) = (sink.pen.bytes, sink.pen.frames, sink.pen.events)
            let lost = loss - sink.lostBefore
            state.dropped = lost.lines + lost.pictures
        }
    }

    /// Says in the journal and aloud what is recorded.
    private func sayBegun() {
        log.say(
            .notice,
            "Recording: what the depth camera sees, pressure, positions, what is asked and said, the journal, the places "
                + "and the settings.")
        tell("I am recording what I see and say.", priority: .reply)
    }

    private func sayEnded() {
        log.say(.notice, "The recording has ended.")
        tell("I have stopped recording.", priority: .info)
    }

    private func tell(_ text: String, priority: Notice.Priority) {
        board.notices.put(
            .event(clock.now(), .notice(Notice(key: "recording", text: text, priority: priority))))
    }
}
