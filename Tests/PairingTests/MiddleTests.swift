import COpenSSL
import Deciding
import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Synchronization
import Testing

/// The proof of PROTOCOL.md, made here once more from the words of the document.
enum WrittenProof {
    static func make(
        secret: [UInt8], role: String, prover: String, verifier: String, nonces: [[UInt8]], exporter: [UInt8]
    ) -> [UInt8] {
        let parts = ["companion-link", "1", role, prover, verifier].map { Array($0.utf8) } + nonces + [exporter]
        let text = parts.flatMap { [UInt8($0.count / 256), UInt8($0.count % 256)] + $0 }
        var code = [UInt8](repeating: 0, count: 32)
        #expect(crypto_hmac_sha256(secret, text, text.count, &code) == 0)
        return code
    }
}

extension Sockets {
    /// Somebody between the two ends.
    @Suite(.serialized) struct MiddleTests {
        /// Two TLS sessions that talk to each other in memory, up to the end of the handshake.
        static func handshake(
            _ initiator: LinkIdentity, _ responder: LinkIdentity, pinned: Fingerprint? = nil
        ) throws -> (LinkEnds, LinkEnds) {
            let one = try TLSSession(try TLSContext(initiator, role: .initiator), pinned: pinned)
            let two = try TLSSession(try TLSContext(responder, role: .responder))
            try one.goOn()
            for _ in 0..<4 {
                try two.take(one.outgoing())
                try one.take(two.outgoing())
            }
            return (try #require(one.ends()), try #require(two.ends()))
        }

        @Test func `both ends have the same exporter value, and every session another`() throws {
            let (phone, robot) = (try LinkIdentity.made(), try LinkIdentity.made())
            let (one, two) = try Self.handshake(phone, robot)
            let (three, _) = try Self.handshake(phone, robot)
            #expect(one.exporter == two.exporter && one.exporter.count == 32)
            #expect(one.exporter != three.exporter)
            #expect(one.other == robot.fingerprint && two.other == phone.fingerprint)
        }

        @Test func `a phone ends the handshake of a robot with another certificate before it shows its own`() throws {
            let (phone, robot, mallory) = (try LinkIdentity.made(), try LinkIdentity.made(), try LinkIdentity.made())
            #expect(throws: TLSSession.End.failed) {
                try Self.handshake(phone, mallory, pinned: robot.fingerprint)
            }
            _ = try Self.handshake(phone, robot, pinned: robot.fingerprint)
        }

        @Test func `a proof relayed by somebody who ends TLS on both sides is refused by both`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let mallory = try TestPhone("Mallory")
                // A careless phone that pins nothing talks to Mallory, who passes everything on.
                let (ends, _) = try Self.handshake(phone.identity, mallory.identity)
                let secret = try #require(phone.secret)
                let nonce = TestPhone.random()
                var initiator = LinkInitiator(ends, secret: secret, name: "x", nonce: nonce)
                let toRobot = try mallory.connect(bench)
                toRobot.send(initiator.hello)
                let challenge = try toRobot.expect(limit: DoorBench.patience)
                #expect(throws: EndMessage(.refused)) { try initiator.receive(challenge, at: bench.clock.now()) }
                // Even a phone that does not check sends a proof for its own connection, which is not the robot's.
                guard case .challenge(let other, _) = challenge else { throw EndMessage(.malformed) }
                let record = try #require(try bench.directory.devices.read().records.first)
                let bytes = stride(from: 0, to: 64, by: 2).compactMap {
                    UInt8(record.secret.dropFirst($0).prefix(2), radix: 16)
                }
                let robot = try #require(phone.pinned)
                toRobot.send(
                    .proof(
                        WrittenProof.make(
                            secret: bytes, role: "initiator", prover: phone.id, verifier: robot.id,
                            nonces: [nonce, other], exporter: ends.exporter)))
                let word = try AttackTests.word { _ = try toRobot.expect(limit: DoorBench.patience) }
                #expect(word == .refused)
            }
        }

        @Test func `a proof that follows the document alone is accepted`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let record = try #require(try bench.directory.devices.read().records.first)
                let secret = stride(from: 0, to: 64, by: 2).compactMap {
                    UInt8(record.secret.dropFirst($0).prefix(2), radix: 16)
                }
                let connection = try phone.connect(bench)
                let nonce = TestPhone.random()
                let challenge = try AttackTests.hello(connection, as: phone.id, nonce: nonce)
                let ends = try #require(connection.ends)
                func proof(_ role: String, _ prover: String, _ verifier: String) -> [UInt8] {
                    WrittenProof.make(
                        secret: secret, role: role, prover: prover, verifier: verifier,
                        nonces: [nonce, challenge.nonce], exporter: ends.exporter)
                }
                #expect(challenge.proof == proof("responder", ends.other.id, phone.id))
                connection.send(.proof(proof("initiator", phone.id, ends.other.id)))
                let welcome = try connection.expect(limit: DoorBench.patience)
                #expect(welcome == .welcome(name: "Companion"))
            }
        }

        @Test func `whoever stands in the middle of a pairing makes both ends show digits that do not agree`() throws {
            let (phone, robot, mallory) = (try LinkIdentity.made(), try LinkIdentity.made(), try LinkIdentity.made())
            var same = 0
            for _ in 0..<40 {
                let (phoneEnds, malloryAsRobot) = try Self.handshake(phone, mallory)
                let (malloryAsPhone, robotEnds) = try Self.handshake(mallory, robot)
                let one = try Self.digits(phoneEnds, malloryAsRobot)
                let two = try Self.digits(malloryAsPhone, robotEnds)
                if one == two { same += 1 }
            }
            // By chance one in a thousand: three of forty would happen once in 100,000 runs.
            #expect(same < 3)
        }

        /// What both ends of one connection show.
        private static func digits(_ one: LinkEnds, _ two: LinkEnds) throws -> String {
            let bench = try CoreBench(own: two.own)
            _ = bench.perform(.open)
            _ = bench.opened(0)
            _ = bench.secured(0, two)
            var ask = PairingAsk()
            var message = ask.begin(one, contribution: TestPhone.random(), name: "x")
            for _ in 0..<2 {
                let sent = bench.received(0, message).compactMap {
                    if case .send(_, let sent) = $0 { sent } else { nil }
                }
                switch try ask.receive(try #require(sent.first)) {
                case .send(let next): message = next
                case .compare(let digits):
                    #expect(bench.core.status(at: bench.now).request?.digits == digits)
                    return digits
                default: throw EndMessage(.malformed)
                }
            }
            throw EndMessage(.malformed)
        }

        @Test func `whoever listens to everything after the pairing finds no id, name, secret or position`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone("Samantha's telephone")
                try phone.pair(bench)
                let tap = try WireTap(to: bench.port)
                let connection = try PhoneConnection(
                    to: "127.0.0.1", port: tap.port, phone.identity, pinned: phone.pinned, clock: bench.clock)
                var peer = try phone.prove(bench, connection)
                let place = OwnPlace(id: "grandmothers-house", name: "Grandmother's house", scannedAt: nil)
                try bench.wait {
                    let now = bench.clock.now()
                    bench.door.stand(at: OwnPosition(place: place, x: 1234.567, y: 2345.678, time: now))
                    peer.stand(at: OwnPosition(place: place, x: 3456.789, y: 4567.891, time: now))
                    _ = try? LinkTests.exchange(connection, &peer, bench)
                    return bench.peers.count > 3
                }
                connection.close()
                tap.end()
                let record = try #require(try bench.directory.devices.read().records.first)
                let robot = try #require(phone.pinned)
                let words = [
                    "Samantha", "telephone", "Companion", "companion", "Grandmother", "grandmothers-house", "1234",
                    "3456", "position", "hello", record.secret, phone.id, robot.id, String(phone.id.prefix(8)),
                ]
                let recorded = tap.recorded
                #expect(recorded.count > 2000)
                for word in words { #expect(!recorded.contains(Array(word.utf8)), "\(word)") }
                for hex in [record.secret, phone.id, robot.id, record.fingerprint] {
                    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
                        UInt8(hex.dropFirst($0).prefix(2), radix: 16)
                    }
                    #expect(!recorded.contains(Array(bytes.prefix(8))), "\(hex)")
                }
            }
        }
    }
}

/// A stretch of wire between a phone and a robot, which writes down every byte that passes.
final class WireTap: Sendable {
    let port: UInt16
    private let bytes = TapBytes()
    private let thread: WorkerThread

    final class TapBytes: Sendable {
        let all = Mutex<[UInt8]>([])
        let isOver = Atomic(false)
    }

    init(to target: UInt16) throws {
        let listener = try TCPListener(port: 0, onlyLoopback: true)
        port = listener.port
        let (bytes, held) = (bytes, HeldListener(listener))
        thread = try WorkerThread(name: "wiretap") { Self.pass(held, target, bytes) }
    }

    var recorded: [UInt8] { bytes.all.withLock { $0 } }

    func end() {
        bytes.isOver.store(true, ordering: .releasing)
        #expect(thread.join(limit: .seconds(20)))
    }

    private final class HeldListener: Sendable {
        let listener: TCPListener
        init(_ listener: consuming TCPListener) { self.listener = listener }
    }

    private static func pass(_ held: HeldListener, _ target: UInt16, _ bytes: TapBytes) {
        var poll = PollSet()
        poll.watch(held.listener.number, for: .reading)
        guard poll.wait(limit: .seconds(20)), let accepted = try? held.listener.accept() else { return }
        let near = accepted.take()
        guard let far = try? TCPSocket.connect(to: "127.0.0.1", port: target) else { return }
        while !bytes.isOver.load(ordering: .acquiring) {
            var set = PollSet()
            set.watch(near.number, for: .reading)
            set.watch(far.number, for: .reading)
            guard set.wait(limit: .milliseconds(50)) else { continue }
            guard move(near, far, bytes), move(far, near, bytes) else { return }
        }
    }

    private static func move(_ from: borrowing TCPSocket, _ to: borrowing TCPSocket, _ bytes: TapBytes) -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        do {
            guard let count = try from.read(into: &room) else { return true }
            guard count > 0 else { return false }
            bytes.all.withLock { $0 += room[..<count] }
            var rest = room[..<count]
            while !rest.isEmpty { rest = rest.dropFirst(try to.write(rest)) }
            return true
        } catch { return false }
    }
}
