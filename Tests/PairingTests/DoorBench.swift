import Deciding
import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Storage
import Synchronization
import Testing

/// All suites that open sockets, one test at a time, so that times and descriptors can be looked at.
@Suite(.serialized, .ownThreads) enum Sockets {}

/// A running door on loopback, with everything that it tells written down.
final class DoorBench: Sendable {
    private struct Told {
        var events: [(time: Instant, event: Event)] = []
        var lines: [String] = []
    }

    let door: PairingDoor
    let clock: MonotonicClock
    let directory: StateDirectory
    private let told: TellTale
    /// How long a test waits for anything before it has failed.
    static let patience = Duration.seconds(40)

    private final class TellTale: Sendable {
        let told = Mutex(Told())
        let wake: WakeUp
        init() throws { wake = try WakeUp() }
    }

    init(
        in folder: String, name: String = "Companion", clock: MonotonicClock = MonotonicClock(),
        _ change: (inout PairingDoor.Parts) -> Void = { _ in }
    ) throws {
        SystemSignals.ignoreBrokenPipes()
        let told = try TellTale()
        (self.told, self.clock, directory) = (told, clock, StateDirectory(folder + "/state"))
        let log = ServiceLog(hasPriorities: true) { line in
            told.told.withLock { $0.lines.append(line) }
            return true
        }
        var parts = PairingDoor.Parts(directory: directory, name: name, clock: clock, log: log) { time, event in
            told.told.withLock { $0.events.append((time, event)) }
            told.wake.raise()
        }
        (parts.port, parts.onlyLoopback) = (0, true)
        change(&parts)
        door = try PairingDoor(parts)
    }

    /// Runs `body` with a door over a fresh state directory, and ends it.
    static func run<Result>(
        _ change: (inout PairingDoor.Parts) -> Void = { _ in }, _ body: (DoorBench) throws -> Result
    ) throws -> Result {
        try Files.withTemporaryFolder { folder in
            let bench = try DoorBench(in: folder, change)
            defer { #expect(bench.door.end(limit: .seconds(20))) }
            return try body(bench)
        }
    }

    var events: [Event] { told.told.withLock { $0.events.map(\.event) } }
    var lines: [String] { told.told.withLock { $0.lines } }
    var port: UInt16 { UInt16(door.status.port ?? 0) }

    /// What was said to the person.
    var notices: [String] {
        events.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
    }

    /// What became of requests.
    var changes: [PairingChange.State] {
        events.compactMap { if case .pairing(let change) = $0 { change.state } else { nil } }
    }

    var peers: [PeerPosition] { events.compactMap { if case .peer(let peer) = $0 { peer } else { nil } } }

    /// Waits until something holds; the test has failed where it does not in time.
    func wait(
        _ what: Comment? = nil, limit: Duration = patience, at location: SourceLocation = #_sourceLocation,
        until isSo: () -> Bool
    ) throws {
        let end = clock.now() + limit
        while !isSo() {
            try #require(clock.now() < end, what, sourceLocation: location)
            usleep(2000)
        }
    }

    /// Asks the door and waits for the answer.
    @discardableResult
    func ask(_ command: PairingCommand) throws -> Swift.Result<PairingAnswer, PairingRefusal> {
        let box = try Mailbox<Swift.Result<PairingAnswer, PairingRefusal>>(capacity: 1)
        door.ask(command) { box.put($0) }
        return try #require(box.take(limit: Self.patience))
    }

    func open() throws { _ = try ask(.open).get() }
}

/// A phone for tests, which says whatever it is told to.
struct TestPhone {
    let identity: LinkIdentity
    var name: String
    var pinned: Fingerprint?
    var secret: PairingSecret?

    init(_ name: String = "Sam's iPhone") throws {
        identity = try LinkIdentity.made()
        self.name = name
    }

    var id: String { identity.fingerprint.id }

    func connect(_ bench: DoorBench, isPinned: Bool = true) throws -> PhoneConnection {
        try PhoneConnection(
            to: "127.0.0.1", port: bench.port, identity, pinned: isPinned ? pinned : nil, clock: bench.clock)
    }

    /// Asks, up to the digits.
    func ask(_ connection: PhoneConnection) throws -> PairingAsk {
        var ask = PairingAsk()
        let ends = try #require(connection.ends)
        connection.send(ask.begin(ends, contribution: Self.random(), name: name))
        guard case .send(let reveal) = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
            throw EndMessage(.malformed)
        }
        connection.send(reveal)
        guard case .compare = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
            throw EndMessage(.malformed)
        }
        return ask
    }

    /// Is paired: opens pairing, asks, is allowed.
    mutating func pair(_ bench: DoorBench) throws {
        try bench.open()
        let connection = try connect(bench, isPinned: false)
        var ask = try ask(connection)
        let digits = ask.digits
        try bench.wait("the owner is asked") { bench.door.status.request?.digits == digits }
        _ = try bench.ask(.allow(digits: digits)).get()
        guard case .confirm(let confirm) = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
            throw EndMessage(.malformed)
        }
        let agreed = try #require(ask.agreed)
        (pinned, secret) = (agreed.fingerprint, agreed.secret)
        connection.send(confirm)
        guard case .done = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
            throw EndMessage(.malformed)
        }
        connection.close()
        try bench.wait("the pairing shows") { [id] in bench.door.status.devices.contains { $0.id == id } }
    }

    /// Connects and proves itself.
    func link(_ bench: DoorBench) throws -> (connection: PhoneConnection, peer: LinkPeer) {
        let connection = try connect(bench)
        return (connection, try prove(bench, connection))
    }

    func prove(_ bench: DoorBench, _ connection: PhoneConnection) throws -> LinkPeer {
        let ends = try #require(connection.ends)
        let secret = try #require(secret)
        var initiator = LinkInitiator(ends, secret: secret, name: name, nonce: Self.random())
        connection.send(initiator.hello)
        while true {
            let message = try connection.expect(limit: DoorBench.patience)
            switch try initiator.receive(message, at: bench.clock.now()) {
            case .send(let proof): connection.send(proof)
            case .up(let peer, _): return peer
            }
        }
    }

    static func random() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255) } }
}
