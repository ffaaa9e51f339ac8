import Deciding
import Platform
import Readings
import Storage
import Synchronization

/// The door for phones: pairing and the link, on a thread of its own.
///
/// No call here waits. What happens comes as events, on the door's thread, so that a receiver should only put them into a
/// mailbox. A door that cannot work says so in the log and in its status, and tries again.
package final class PairingDoor: Sendable {
    /// The port that is listened on unless it is taken.
    package static let standardPort: UInt16 = 28_467
    /// How long until a door that could not be opened is tried again.
    static let retryPause = Duration.seconds(10)
    /// How long withdrawing from the network's directory may take at the end.
    static let withdrawalLimit = Duration.milliseconds(500)

    /// What the door is made of.
    package struct Parts: Sendable {
        /// Where identity and devices are kept.
        package var directory: StateDirectory
        /// Who makes changes there; nil takes the right to write for each.
        package var writing: StateWriting?
        /// What the robot is called.
        package var name: String
        /// What phones are sent beside positions.
        package var sharing = PairingSharing()
        /// The clock that stamps everything.
        package var clock: MonotonicClock
        /// The journal.
        package var log: ServiceLog
        /// The port that is wanted; 0 takes any.
        package var port = PairingDoor.standardPort
        /// Whether only this machine may connect: for tests and the bench.
        package var onlyLoopback = false
        /// Opens the local network's directory; nil where there is none, and phones need an address.
        package var discovery: (@Sendable (ServiceLog, MonotonicClock) -> (any Discovering)?)?
        /// Takes what happens.
        package var events: @Sendable (Instant, Event) -> Void

        /// Gathers the parts.
        package init(
            directory: StateDirectory, name: String, clock: MonotonicClock, log: ServiceLog,
            events: @escaping @Sendable (Instant, Event) -> Void
        ) {
            self.directory = directory
            self.name = name
            self.clock = clock
            self.log = log
            self.events = events
        }
    }

    /// A thread, and what others share with it.
    private struct Working: Sendable {
        let inbox: DoorInbox
        let shared: DoorShared
        let thread: WorkerThread

        init(_ parts: Parts) throws(SystemError) {
            let inbox = try DoorInbox()
            let shared = DoorShared(at: parts.clock.now())
            var heard = parts
            heard.events = { if !shared.isAbandoned { parts.events($0, $1) } }
            let own = heard
            (self.inbox, self.shared) = (inbox, shared)
            thread = try WorkerThread(name: "pairing") { PairingDoor.run(own, inbox, shared) }
        }
    }

    private let parts: Parts
    private let working: Mutex<Working>
    /// What was told last of the robot's name and of what is shared, for a thread that begins later.
    private let applied = Mutex<(name: String, sharing: PairingSharing)?>(nil)

    /// Opens the door; throws where the process has no thread or descriptor left.
    package init(_ parts: Parts) throws(SystemError) {
        self.parts = parts
        working = Mutex(try Working(parts))
    }

    deinit { inbox.put { $0.isClosed = true } }

    private var inbox: DoorInbox { working.withLock { $0.inbox } }
    private var shared: DoorShared { working.withLock { $0.shared } }

    /// Leaves a thread behind that does not come round any more, and opens the door afresh on another; throws where the
    /// process has no thread or descriptor left.
    ///
    /// Should the old one go on after all, it ends its connections, and nothing that it tells is heard. The port may still
    /// be its own; the new one then takes any other, and announces that.
    package func renew() throws(SystemError) {
        let fresh = try Working(parts)
        let old = working.withLock { working in
            defer { working = fresh }
            return working
        }
        old.shared.abandon()
        let content = old.inbox.take()
        old.inbox.put { $0.isClosed = true }
        if let settings = applied.withLock({ $0 }) { fresh.inbox.put { $0.settings = settings } }
        let refusal = PairingRefusal("off", "the phone link did not answer and was opened afresh — ask again")
        for (_, reply) in content.commands { reply(.failure(refusal)) }
    }

    private static func run(_ parts: Parts, _ inbox: DoorInbox, _ shared: DoorShared) {
        let discovery = parts.discovery?(parts.log, parts.clock)
        defer {
            if let discovery, !discovery.end(limit: withdrawalLimit) {
                parts.log.say(.warning, "The network's directory did not answer in time.")
            }
        }
        while true {
            do throws(PairingError) {
                var loop = try DoorLoop(parts, inbox, shared, discovery)
                return loop.run()
            } catch {
                parts.log.fault(.error, "Phones cannot be paired: \(error).", at: parts.clock.now())
                if isClosedWhileOff(parts, inbox, shared, why: "\(error)") { return }
            }
        }
    }

    /// Answers commands while the door cannot work; true where it was told to end.
    private static func isClosedWhileOff(
        _ parts: Parts, _ inbox: DoorInbox, _ shared: DoorShared, why: String
    ) -> Bool {
        let end = parts.clock.now() + retryPause
        while parts.clock.now() < end {
            var poll = PollSet()
            poll.watch(inbox.number, for: .reading)
            poll.wait(limit: min(end - parts.clock.now(), DoorLoop.longestRest))
            shared.life.show(at: parts.clock.now())
            let content = inbox.take()
            for (_, reply) in content.commands { reply(.failure(PairingRefusal("off", why))) }
            if content.isClosed { return true }
        }
        return false
    }

    // MARK: what is asked of it

    /// Asks for something; `reply` is called once, on the door's thread, or at once where too much waits already.
    package func ask(
        _ command: PairingCommand, reply: @escaping @Sendable (Result<PairingAnswer, PairingRefusal>) -> Void
    ) {
        guard !inbox.put(command, reply) else { return }
        reply(.failure(PairingRefusal("busy", "too many commands wait — try again in a moment")))
    }

    /// The robot is here; at most five times a second are of use.
    package func stand(at position: OwnPosition) { inbox.put { $0.standing = .at(position) } }

    /// The robot is in this place, or in none, and does not know where in it.
    package func move(to place: OwnPlace?) { inbox.put { $0.standing = .within(place) } }

    /// What is ahead, in metres; nil is no reading.
    package func tell(nearestMetres: Double?) { inbox.put { $0.nearest = .some(nearestMetres) } }

    /// What the robot has seen.
    package func tell(_ observation: LinkObservation) { inbox.put { $0.observations.append(observation) } }

    /// The robot is called otherwise, or other things are shared, from now on.
    package func apply(name: String, sharing: PairingSharing) {
        applied.withLock { $0 = (name, sharing) }
        inbox.put { $0.settings = (name, sharing) }
    }

    /// How everything stood when the door's thread last came round.
    package var status: PairingStatus { shared.status }

    /// When the door's thread last came round: once a second at least, unless it is stuck.
    package var lastSignOfLife: Instant { shared.life.last }

    /// Ends every connection in order, and withdraws what is announced; false where that took longer than `limit`, and
    /// the thread was left behind.
    @discardableResult
    package func end(limit: Duration) -> Bool {
        let working = working.withLock { $0 }
        working.inbox.put { $0.isClosed = true }
        return working.thread.join(limit: limit)
    }
}

/// What the door's thread shows to others.
final class DoorShared: Sendable {
    let life: SignOfLife
    private let held: Mutex<PairingStatus>
    private let abandoned = Atomic<Bool>(false)

    init(at now: Instant) {
        life = SignOfLife(at: now)
        held = Mutex(PairingStatus(devices: [], refusals: 0))
    }

    var status: PairingStatus { held.withLock { $0 } }

    func set(_ status: PairingStatus) { held.withLock { $0 = status } }

    /// Whether nothing that the thread tells is heard any more.
    var isAbandoned: Bool { abandoned.load(ordering: .acquiring) }

    func abandon() { abandoned.store(true, ordering: .releasing) }
}
