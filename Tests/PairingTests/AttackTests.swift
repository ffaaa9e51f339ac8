import Deciding
import Foundation
import Pairing
import Readings
import Testing

extension Sockets {
    /// Somebody who is not who they say, over real TLS.
    @Suite(.serialized) struct AttackTests {
        private static let patience = DoorBench.patience

        /// The word with which the robot ends what `body` begins.
        static func word(_ body: () throws -> Void) throws -> EndWord? {
            do {
                try body()
                return nil
            } catch PhoneFailure.ended(let end) { return end.word } catch PhoneFailure.gone { return nil }
        }

        /// Says hello as `id`, and gives the challenge.
        static func hello(
            _ connection: PhoneConnection, as id: String, nonce: [UInt8]? = TestPhone.random()
        ) throws -> (nonce: [UInt8], proof: [UInt8]) {
            connection.send(.hello(id: id, nonce: nonce))
            guard case .challenge(let nonce, let proof) = try connection.expect(limit: patience) else {
                throw EndMessage(.malformed)
            }
            return (nonce, proof)
        }

        private func world(_ body: (DoorBench, TestPhone) throws -> Void) throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                try body(bench, phone)
                #expect(bench.peers.isEmpty)
            }
        }

        @Test func `whoever has collected an id and not the secret gets neither secret nor position`() throws {
            try world { bench, phone in
                let stranger = try TestPhone("Mallory")
                let connection = try stranger.connect(bench)
                let word = try Self.word {
                    _ = try Self.hello(connection, as: phone.id)
                    connection.send(.proof(TestPhone.random()))
                    _ = try connection.expect(limit: Self.patience)
                }
                #expect(word == .refused)
            }
        }

        @Test func `an id that is paired and one that is not are answered alike`() throws {
            try world { bench, phone in
                let stranger = try TestPhone("Mallory")
                var seen: [[String]] = []
                for id in [phone.id, stranger.id, String(repeating: "0", count: 32)] {
                    let connection = try stranger.connect(bench)
                    var steps: [String] = []
                    let word = try Self.word {
                        let challenge = try Self.hello(connection, as: id)
                        steps.append("challenge \(challenge.nonce.count) \(challenge.proof.count)")
                        connection.send(.proof(TestPhone.random()))
                        _ = try connection.expect(limit: Self.patience)
                    }
                    seen.append(steps + [word?.rawValue ?? "nothing"])
                }
                #expect(Set(seen) == [["challenge 32 32", "refused"]])
            }
        }

        @Test func `the robot's own proof sent back is a replay`() throws {
            try world { bench, phone in
                for attacker in [phone, try TestPhone("Mallory")] {
                    let connection = try attacker.connect(bench)
                    let word = try Self.word {
                        let challenge = try Self.hello(connection, as: phone.id)
                        connection.send(.proof(challenge.proof))
                        _ = try connection.expect(limit: Self.patience)
                    }
                    #expect(word == .replay)
                }
            }
        }

        @Test func `a nonce that was used before is a replay, whoever used it`() throws {
            try world { bench, phone in
                let nonce = TestPhone.random()
                let first = try phone.connect(bench)
                _ = try Self.hello(first, as: phone.id, nonce: nonce)
                first.close()
                for attacker in [phone, try TestPhone("Mallory")] {
                    let connection = try attacker.connect(bench)
                    let word = try Self.word { _ = try Self.hello(connection, as: phone.id, nonce: nonce) }
                    #expect(word == .replay)
                }
            }
        }

        @Test func `the robot's own nonce sent back is a replay`() throws {
            try world { bench, phone in
                let first = try phone.connect(bench)
                let challenge = try Self.hello(first, as: phone.id)
                let second = try phone.connect(bench)
                let word = try Self.word { _ = try Self.hello(second, as: phone.id, nonce: challenge.nonce) }
                #expect(word == .replay)
            }
        }

        @Test(arguments: [
            #"{"v":1,"type":"hello","id":"ID"}"#, #"{"v":1,"type":"hello","id":"ID","nonce":null}"#,
            #"{"v":1,"type":"hello","id":"ID","nonce":""}"#,
            #"{"v":0,"type":"hello","id":"ID","nonce":"NONCE"}"#, #"{"type":"hello","id":"ID","nonce":"NONCE"}"#,
            #"{"v":-1,"type":"hello","id":"ID","nonce":"NONCE"}"#,
            #"{"v":"1","type":"hello","id":"ID","nonce":"NONCE"}"#,
            #"{"v":1,"type":"proof","proof":"NONCE"}"#, #"{"v":1,"type":"here","place":null}"#,
            #"{"v":1,"type":"position","place":"lobby","placeName":"","scannedAt":null,"name":"","x":0,"y":0,"yaw":0}"#,
        ])
        func `no nonce, an older version, or nothing of the kind is refused as a downgrade`(text: String) throws {
            try world { bench, phone in
                let connection = try phone.connect(bench)
                let nonce = TestPhone.random().map { String(format: "%02x", $0) }.joined()
                let json = text.replacingOccurrences(of: "ID", with: phone.id)
                    .replacingOccurrences(of: "NONCE", with: nonce)
                connection.send(frame: LinkMessageWriter.frame(json: Array(json.utf8)))
                let word = try Self.word { _ = try connection.expect(limit: Self.patience) }
                #expect(word == .downgrade)
            }
        }

        @Test(arguments: [
            #"{"v":1,"type":"proof"}"#, #"{"v":1,"type":"proof","proof":null}"#, #"{"v":0,"type":"proof","proof":""}"#,
            #"{"v":1,"type":"alive"}"#,
        ])
        func `a challenge that is not answered with a proof is refused as a downgrade`(text: String) throws {
            try world { bench, phone in
                let connection = try phone.connect(bench)
                _ = try Self.hello(connection, as: phone.id)
                connection.send(frame: LinkMessageWriter.frame(json: Array(text.utf8)))
                let word = try Self.word { _ = try connection.expect(limit: Self.patience) }
                #expect(word == .downgrade)
                try bench.wait { bench.door.status.refusals == 1 }
            }
        }

        @Test(arguments: ["hello", "pair"]) func `a newer version is told which one is spoken here`(type: String) throws
        {
            try world { bench, phone in
                let connection = try phone.connect(bench)
                connection.send(frame: LinkMessageWriter.frame(json: Array(#"{"v":2,"type":"\#(type)"}"#.utf8)))
                #expect(throws: PhoneFailure.ended(EndMessage(.version, version: 1))) {
                    try connection.expect(limit: Self.patience)
                }
                #expect(bench.door.status.refusals == 0)
            }
        }

        @Test func `the right secret with another certificate is refused`() throws {
            try world { bench, phone in
                var thief = try TestPhone("Mallory")
                (thief.secret, thief.pinned) = (phone.secret, phone.pinned)
                let connection = try thief.connect(bench)
                let word = try Self.word {
                    let challenge = try Self.hello(connection, as: phone.id)
                    // The best that somebody with the stolen secret can do: echo, since the certificate is not the pinned one.
                    connection.send(.proof(challenge.proof.reversed()))
                    _ = try connection.expect(limit: Self.patience)
                }
                #expect(word == .refused)
                #expect(throws: EndMessage(.refused)) { try thief.prove(bench, try thief.connect(bench)) }
            }
        }

        @Test func `a wrong secret is refused, and a phone notices that the robot has another`() throws {
            try world { bench, phone in
                var wrong = phone
                wrong.secret = PairingSecret(hexadecimal: String(repeating: "5a", count: 32))
                #expect(throws: EndMessage(.refused)) { try wrong.link(bench) }
                let connection = try phone.connect(bench)
                let word = try Self.word {
                    _ = try Self.hello(connection, as: phone.id)
                    connection.send(.proof(TestPhone.random()))
                    _ = try connection.expect(limit: Self.patience)
                }
                #expect(word == .refused)
            }
        }

        @Test func `the secret itself sent in place of a proof is refused`() throws {
            try world { bench, phone in
                let secret = try Self.secretOnDisk(bench) ?? []
                #expect(secret.count == 32)
                let connection = try phone.connect(bench)
                let word = try Self.word {
                    _ = try Self.hello(connection, as: phone.id)
                    connection.send(.proof(secret))
                    _ = try connection.expect(limit: Self.patience)
                }
                #expect(word == .refused)
            }
        }

        private static func secretOnDisk(_ bench: DoorBench) throws -> [UInt8]? {
            let text = try bench.directory.devices.read().records.first?.secret
            return text.map { text in
                stride(from: 0, to: 64, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
            }
        }

        @Test func `five refusals within a minute bring a pause, said once, and do not keep the owner's phone out`()
            throws
        {
            try world { bench, phone in
                let stranger = try TestPhone("Mallory")
                for round in 1...7 {
                    let connection = try stranger.connect(bench)
                    let word = try Self.word { _ = try Self.hello(connection, as: phone.id, nonce: nil) }
                    #expect(word == (round <= 5 ? .downgrade : .paused))
                }
                #expect(bench.notices.filter { $0.contains("refused five times") }.count == 1)
                let (connection, _) = try phone.link(bench)
                connection.close()
                for _ in 1...5 {
                    let connection = try phone.connect(bench)
                    #expect(try Self.word { _ = try Self.hello(connection, as: phone.id, nonce: nil) } == .downgrade)
                }
                let last = try phone.connect(bench)
                do {
                    _ = try Self.hello(last, as: phone.id)
                    Issue.record("a paused id was answered")
                } catch PhoneFailure.ended(let end) {
                    #expect(end.word == .paused && (55...60).contains(end.seconds ?? 0))
                }
                #expect(bench.notices.filter { $0.contains("refused five times") }.count == 1)
            }
        }

        @Test func `a device that was removed is cut off at once, forgotten on disk, and refused when it comes again`()
            throws
        {
            try world { bench, phone in
                let (connection, _) = try phone.link(bench)
                try bench.wait { bench.door.status.devices.first?.isConnected == true }
                _ = try bench.ask(.remove(device: "Sam's iPhone")).get()
                let word = try Self.word { while true { _ = try connection.expect(limit: Self.patience) } }
                #expect(word == .removed)
                #expect(try bench.directory.devices.read().records.isEmpty)
                _ = try bench.ask(.close).get()
                try bench.wait("nobody is listened to") { bench.door.status.port == nil }
                try bench.open()
                let again = try phone.connect(bench)
                #expect(throws: EndMessage(.refused)) { try phone.prove(bench, again) }
            }
        }
    }
}
