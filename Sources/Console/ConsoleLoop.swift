import CHTTPServer
import Control
import Deciding
import Documents
import Platform
import Readings

/// The page's own loop: one `poll` over the server, the answers and the effects, each turn bounded.
///
/// It lives on the page's thread alone; the server's calls come from within ``turn(_:)``.
final class ConsoleLoop {
    /// How long the loop rests at the most, so that its sign of life stays fresh.
    static let longestRest = Duration.seconds(1)
    /// How many refusals have a line in the journal is left to the journal itself: one a minute, with their count.
    private static let refusals = "console refused"

    /// A request that is being answered.
    struct Open {
        let exchange: ConsoleExchange
        let path: ConsolePath
        /// What waits for a reader of events; nil for others.
        var queue: EventQueue?
        /// Whether that reader hands instructions to a screen reader.
        var isScreenReader = false
    }

    /// A request that waits for another thread.
    struct Asked {
        let exchange: UInt64
        let end: Instant
        let then: (ConsoleLoop, ControlOutcome) -> ConsoleAnswer
    }

    let parts: ConsoleParts
    let door: ControlDoor
    let board: ConsoleBoard
    let maker = RouteMaker()
    var open: [UInt64: Open] = [:]
    var asked: [UInt64: Asked] = [:]
    var saidLog = ConsoleLog()
    var curve = AltitudeCurve()
    var rate = FrameRate()
    /// The states that the core told last.
    var states: [String: String] = [:]
    var route: JSONValue?
    var frame = DepthTap.Copy()
    private let token: ConsoleToken
    private let stopping: WakeUp
    private var gate: ConsoleGate?
    private var server: OpaquePointer?
    private var lastCall: UInt64 = 0
    private var pace: ControlPace
    private var nextBeat: Instant
    private var nextSample: Instant
    /// Whether the server has more to do at once.
    private var isWoken = false

    init(
        _ parts: ConsoleParts, door: ControlDoor, board: ConsoleBoard, token: ConsoleToken, stopping: WakeUp
    ) {
        self.parts = parts
        self.door = door
        self.board = board
        self.token = token
        self.stopping = stopping
        let now = parts.clock.now()
        pace = ControlPace(perSecond: ControlLimits.callsASecond, at: now)
        (nextBeat, nextSample) = (now, now)
    }

    deinit { http_server_stop(server) }

    // MARK: turning

    /// Listens; gives the port.
    func open(port: UInt16) throws(SystemError) -> UInt16 {
        var limits = http_limits(
            connections: ConsoleLimits.connections, head: ConsoleLimits.head, idle_seconds: ConsoleLimits.idleSeconds,
            send_bytes: ConsoleLimits.sendBytes)
        var calls = http_calls(
            context: Unmanaged.passUnretained(self).toOpaque(),
            head: { ConsoleLoop.called($0, $1) { loop, exchange in loop.admit(exchange) } ?? -1 },
            request: { _ = ConsoleLoop.called($0, $1) { loop, exchange in loop.begin(exchange) } },
            fill: { context, exchange, bytes, size in
                ConsoleLoop.called(context, exchange) { loop, exchange in loop.fill(exchange, bytes, size) } ?? -1
            },
            ended: { _ = ConsoleLoop.called($0, $1) { loop, exchange in loop.forget(exchange) } })
        let result = http_server_start(port, &limits, &calls, &server)
        guard result == 0 else { throw SystemError(result, "listen on port \(port) of 127.0.0.1") }
        let taken = http_server_port(server)
        gate = ConsoleGate(token: token, port: taken)
        return taken
    }

    private static func called<Result>(
        _ context: UnsafeMutableRawPointer?, _ exchange: OpaquePointer?,
        _ body: (ConsoleLoop, ConsoleExchange) -> Result
    ) -> Result? {
        guard let context, let exchange else { return nil }
        return body(
            Unmanaged<ConsoleLoop>.fromOpaque(context).takeUnretainedValue(), ConsoleExchange(pointer: exchange))
    }

    /// Runs until it is told to stop.
    func run() {
        var poll = PollSet()
        while !stopping.wait(limit: .zero) {
            rest(&poll)
            let now = parts.clock.now()
            passOn()
            keepTime(at: now)
            isWoken = false
            http_server_turn(server, UInt64(clamping: now.nanoseconds))
            door.note(
                clients: Int(http_server_connections(server)), subscribers: 1, turn: parts.clock.now())
        }
        board.note(isReadByScreenReader: false)
        http_server_stop(server)
        server = nil
        door.note(clients: 0, subscribers: 0, turn: parts.clock.now())
    }

    private func rest(_ poll: inout PollSet) {
        poll.removeAll()
        for number in [stopping.number, door.answers.number, door.effects.number, http_server_descriptor(server)] {
            poll.watch(number, for: .reading)
        }
        let due = http_server_due(server)
        var limit = Self.longestRest
        if due >= 0 { limit = min(limit, .milliseconds(due)) }
        let now = parts.clock.now()
        for asked in asked.values { limit = min(limit, asked.end - now) }
        poll.wait(limit: isWoken ? .zero : max(.zero, limit))
    }

    /// Lets go of whoever takes too long, and tells readers that the service is there.
    private func keepTime(at now: Instant) {
        let oldest = now - ConsoleLimits.requestTime
        _ = http_server_cut_before(server, UInt64(clamping: oldest.nanoseconds))
        if http_server_connections(server) >= ConsoleLimits.crowded { _ = http_server_cut_oldest(server) }
        for (call, late) in asked where late.end <= now {
            finish(call, .error(ControlError(.noAnswer, "the service did not answer in time", remedy: "ask again")))
        }
        if now >= nextSample {
            nextSample = now + .seconds(1)
            http_server_drop_gone(server)
            for open in open.values where open.queue?.isOver ?? false { open.exchange.cut() }
            curve.take(parts.pressure(), at: now)
            rate.take(parts.nearest(), at: now)
        }
        guard now >= nextBeat else { return }
        nextBeat = now + ConsoleLimits.heartbeat
        for number in open.keys where open[number]?.queue != nil {
            open[number]?.queue?.addHeartbeat()
            wake(number)
        }
    }

    // MARK: one request

    private func admit(_ exchange: ConsoleExchange) -> Int64 {
        guard let gate else { return -1 }
        switch gate.judge(exchange.head) {
        case .refuse(let status, let reason):
            parts.log.fault(
                .warning, "A request to the page was refused: \(reason)", kind: Self.refusals, at: parts.clock.now())
            exchange.answer(.refusal(status, reason))
            return -1
        case .pass(let path):
            let most = path.mostBytes ?? 0
            if most > ConsoleLimits.call, open.values.count(where: { $0.path == path }) >= ConsoleLimits.maps {
                exchange.answer(.refusal(503, "Too many maps are on their way; try again."))
                return -1
            }
            open[exchange.number] = Open(exchange: exchange, path: path)
            return most
        }
    }

    private func begin(_ exchange: ConsoleExchange) {
        guard let path = open[exchange.number]?.path else { return }
        if let answer = answer(exchange, path) { exchange.answer(answer) }
    }

    private func forget(_ exchange: ConsoleExchange) {
        open[exchange.number] = nil
        noteReaders()
    }

    private func fill(_ exchange: ConsoleExchange, _ bytes: UnsafeMutablePointer<UInt8>?, _ size: Int) -> Int64 {
        guard let bytes, let taken = open[exchange.number]?.queue?.take(size) else { return -1 }
        if open[exchange.number]?.queue?.isOver ?? true { return -1 }
        taken.withUnsafeBufferPointer { taken in
            if let base = taken.baseAddress { bytes.update(from: base, count: taken.count) }
        }
        noteReaders()
        return Int64(taken.count)
    }

    /// A reader has something to take.
    func wake(_ number: UInt64) {
        isWoken = true
        open[number]?.exchange.wake()
    }

    /// Instructions are left to a screen reader only while one reads along.
    func noteReaders() {
        let isRead = open.values.contains { open in
            open.isScreenReader && (open.queue.map { !$0.isOver && $0.count < 8 } ?? false)
        }
        board.note(isReadByScreenReader: isRead)
    }

    // MARK: other threads

    /// Asks the decision thread; nil where the answer is on its way, else why it cannot be asked.
    func ask(
        _ method: String, _ parameters: ControlParameters = .none, upload: [UInt8] = [], for exchange: ConsoleExchange,
        limit: Duration = ConsoleLimits.answerTime, then: @escaping (ConsoleLoop, ControlOutcome) -> ConsoleAnswer
    ) -> ConsoleAnswer? {
        let now = parts.clock.now()
        guard asked.count < ConsoleLimits.waiting, pace.takes(at: now) else {
            return .refusal(429, "Too much is asked at once; ask more slowly.")
        }
        lastCall += 1
        asked[lastCall] = Asked(exchange: exchange.number, end: now + limit, then: then)
        door.put(
            ControlRequest(
                ticket: ControlTicket(connection: 0, call: lastCall), method: method, parameters: parameters,
                upload: upload))
        return nil
    }

    private func finish(_ call: UInt64, _ outcome: ControlOutcome) {
        guard let asked = asked.removeValue(forKey: call), let open = open[asked.exchange] else { return }
        open.exchange.answer(asked.then(self, outcome))
        isWoken = true
    }

    /// Answers go to who asked; an effect is never shown after an answer that speaks of it.
    private func passOn() {
        var answers: [ControlDoor.Answer] = []
        while let answer = door.answers.take() { answers.append(answer) }
        while let effect = door.effects.take() { take(effect) }
        for answer in answers { finish(answer.ticket.call, answer.outcome) }
    }
}
