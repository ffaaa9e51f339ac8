import Deciding
import Platform
import Readings
import Synchronization

/// The door to ROS 2: a thread that writes and a thread that listens, neither of which the decision thread ever waits for.
package final class BridgeDoor: Sendable {
    /// How long the writing thread rests at most: the sensors are looked at so often.
    static let rest = Duration.milliseconds(20)
    /// How long the listening thread waits for a message before it shows that it goes on.
    static let listening: Int32 = 200
    /// How long until a library that refused is tried again, as when the network interface was not up.
    static let retry = Duration.seconds(10)
    /// How often it is counted who is at the other ends.
    static let count = Duration.milliseconds(500)
    /// How long the listening thread may take to end.
    static let listenerLimit = Duration.milliseconds(400)

    /// What a door is made of.
    package struct Parts: Sendable {
        /// What the settings say.
        package var settings: BridgeSettings
        /// The clock that stamps everything.
        package var clock: MonotonicClock
        /// The journal.
        package var log: ServiceLog
        /// What the sensors showed last; never waits.
        package var readings: @Sendable () -> BridgeReadings
        /// Hands an event to the core; never waits.
        package var deliver: @Sendable (Instant, Event) -> Void

        /// Gathers them.
        package init(
            settings: BridgeSettings, clock: MonotonicClock, log: ServiceLog,
            readings: @escaping @Sendable () -> BridgeReadings, deliver: @escaping @Sendable (Instant, Event) -> Void
        ) {
            (self.settings, self.clock, self.log) = (settings, clock, log)
            (self.readings, self.deliver) = (readings, deliver)
        }
    }

    /// Where the decision thread leaves what is to be told.
    package let board: BridgeBoard
    /// When the writing thread last showed that it goes on.
    package let life: SignOfLife
    /// What the settings say.
    package let settings: BridgeSettings
    private let work: BridgeWork
    private let thread: WorkerThread

    /// Opens it; throws where the process has no thread or descriptor left.
    package init(_ parts: Parts) throws(SystemError) {
        let work = try BridgeWork(parts)
        self.work = work
        (board, life, settings) = (work.board, work.life, parts.settings)
        thread = try WorkerThread(name: "ros2") { work.run() }
    }

    /// How it is.
    package var status: BridgeStatus { work.keeper.now }

    /// Closes it; false where that took longer than `limit`, and it was left behind.
    package func end(limit: Duration) -> Bool {
        work.ended.raise()
        return thread.join(limit: limit)
    }
}

/// What the two threads of the bridge do.
final class BridgeWork: Sendable {
    private let parts: BridgeDoor.Parts
    let board: BridgeBoard
    let life: SignOfLife
    let keeper = StatusKeeper()
    /// Raised once, for the end.
    let ended: WakeUp
    private let probe = Mutex(ProbeExchange())

    init(_ parts: BridgeDoor.Parts) throws(SystemError) {
        self.parts = parts
        board = try BridgeBoard()
        ended = try WakeUp()
        life = SignOfLife(at: parts.clock.now())
    }

    private var hasEnded: Bool { ended.wait(limit: .zero) }

    /// Opens the bus and serves it; what cannot be opened is tried again, but for a library that is not there.
    func run() {
        while !hasEnded {
            do throws(BridgeBus.Failure) {
                serve(try BridgeBus(parts.settings))
            } catch {
                guard note(error) else { return rest(until: nil) }
                rest(until: parts.clock.now() + BridgeDoor.retry)
            }
        }
    }

    /// Says why there is no bus; false where another try can change nothing.
    private func note(_ failure: BridgeBus.Failure) -> Bool {
        switch failure {
        case .notBuilt:
            keeper.become(.notBuilt)
            parts.log.say(
                .error, "ROS 2 is turned on, but this program was built without Cyclone DDS; it goes on without.")
            return false
        case .libraryMissing:
            keeper.become(.libraryMissing)
            parts.log.say(
                .error,
                "ROS 2 is turned on, but Cyclone DDS is not installed; it goes on without — install libddsc0debian.")
            return false
        case .refused(let why):
            keeper.become(.refused(why))
            parts.log.fault(
                .warning,
                "ROS 2 cannot be reached on \(parts.settings.interface): \(why). The next try follows by itself.",
                kind: "ros2 refused", at: parts.clock.now())
            return true
        }
    }

    /// Waits for the end, or for a moment, and shows that it goes on.
    private func rest(until moment: Instant?) {
        while !hasEnded, moment.map({ parts.clock.now() < $0 }) ?? true {
            life.show(at: parts.clock.now())
            _ = ended.wait(limit: .seconds(1))
        }
    }

    private func serve(_ bus: BridgeBus) {
        keeper.become(.running)
        greet()
        board.dropSayings()
        let listener: WorkerThread
        do throws(SystemError) {
            listener = try WorkerThread(name: "ros2 listening") { self.listen(bus) }
        } catch {
            parts.log.say(.error, "ROS 2 is not listened to: \(error.description).")
            return rest(until: parts.clock.now() + BridgeDoor.retry)
        }
        write(to: bus)
        if !listener.join(limit: BridgeDoor.listenerLimit) {
            parts.log.say(.warning, "The thread that listens to ROS 2 did not end in time and was left behind.")
        }
    }

    private func greet() {
        let settings = parts.settings
        parts.log.say(
            .info, "ROS 2: \(settings.names.node) on domain \(settings.domain), interface \(settings.interface).")
        guard !settings.isLoopback else { return }
        parts.log.say(
            .warning,
            "ROS 2 is open on \(settings.interface): whoever reaches it can hear what is published and send poses.")
    }

    // MARK: the writing thread

    private func write(to bus: BridgeBus) {
        var publisher = BridgePublisher(parts.settings, keeper: keeper)
        var nextCount = Instant.start
        var complaints = BridgeBus.complaint.count
        var poll = PollSet()
        while !hasEnded {
            poll.removeAll()
            poll.watch(board.wake.number, for: .reading)
            poll.watch(ended.number, for: .reading)
            poll.wait(limit: BridgeDoor.rest)
            let now = parts.clock.now()
            life.show(at: now)
            let news = board.takeNews()
            let question = news.probe.map { asked in
                probe.withLock { $0.ask(id: asked.id, places: asked.places, why: asked.why) }
            }
            publisher.publish(news, parts.readings(), question: question, at: now, wall: WallClock.nanoseconds) {
                bus.write($1, to: $0)
            }
            guard now >= nextCount else { continue }
            nextCount = now + BridgeDoor.count
            lookAround(bus, &complaints, at: now)
        }
    }

    private func lookAround(_ bus: BridgeBus, _ complaints: inout UInt64, at now: Instant) {
        let (written, read) = (BridgeTopic.allCases.filter(\.isWritten), BridgeTopic.allCases.filter { !$0.isWritten })
        keeper.meet(
            readers: written.reduce(0) { $0 + bus.peers($1) }, writers: read.reduce(0) { $0 + bus.peers($1) })
        let complaint = BridgeBus.complaint
        guard complaint.count > complaints else { return }
        complaints = complaint.count
        parts.log.fault(.warning, "Cyclone DDS says: \(complaint.text)", kind: "ros2 complaint", at: now)
    }

    // MARK: the listening thread

    private func listen(_ bus: BridgeBus) {
        var listener = BridgeListener(parts.settings, board: board, keeper: keeper, deliver: parts.deliver)
        var buffer = [UInt8](repeating: 0, count: BridgeBus.longestMessage)
        while !hasEnded {
            switch bus.wait(milliseconds: BridgeDoor.listening) {
            case true?: break
            case false?: continue
            case nil:
                // never round and round where waiting itself fails
                _ = ended.wait(limit: .milliseconds(Int64(BridgeDoor.listening)))
            }
            for topic in BridgeTopic.allCases where !topic.isWritten {
                takeAll(topic, bus, &buffer, &listener)
            }
        }
    }

    /// As many as the reader holds, and no more in one go, so that no topic can keep the others waiting.
    private func takeAll(
        _ topic: BridgeTopic, _ bus: BridgeBus, _ buffer: inout [UInt8], _ listener: inout BridgeListener
    ) {
        for _ in 0..<topic.depth {
            switch bus.take(topic, into: &buffer) {
            case .nothing: return
            case .tooLong: keeper.ignore("tooLong")
            case .message(let bytes):
                listener.take(bytes, of: topic, at: parts.clock.now()) { text in
                    probe.withLock { $0.answer(text) }
                }
            }
        }
    }
}
