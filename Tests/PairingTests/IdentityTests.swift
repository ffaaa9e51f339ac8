import Deciding
import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Storage
import Testing

/// The robot's key, and the devices on disk.
struct IdentityTests {
    private static let now: Int64 = 1_796_033_472

    private func world(_ body: (StateDirectory) throws -> Void) throws {
        try Files.withTemporaryFolder { try body(StateDirectory($0 + "/state")) }
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test func `a key is made once, and only the robot's user may read it`() throws {
        try world { directory in
            let first = try IdentityFile.load(directory, now: Self.now)
            let second = try IdentityFile.load(directory, now: Self.now)
            #expect(first.isFresh && !second.isFresh)
            #expect(first.identity.fingerprint == second.identity.fingerprint)
            #expect(try mode(directory.path + "/identity.pem") == 0o600)
        }
    }

    @Test(arguments: ["", "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func `a key that cannot be read is kept under a dated name, and another is made`(text: String) throws {
        try world { directory in
            _ = try IdentityFile.load(directory, now: Self.now)
            try #require(Files.write(text, to: directory.path + "/identity.pem"))
            let loaded = try IdentityFile.load(directory, now: Self.now)
            let aside = directory.path + "/identity.damaged-2026-11-30T101112Z.pem"
            #expect(loaded.isFresh && loaded.setAside == aside)
            #expect(Files.text(aside) == text)
        }
    }

    @Test func `a key and a certificate that do not belong together are none`() throws {
        let (one, two) = (try LinkIdentity.made(), try LinkIdentity.made())
        #expect(one.fingerprint != two.fingerprint)
        let texts = try [one, two].map { identity in
            try identity.withPEM { pem throws(PairingError) in String(decoding: pem, as: UTF8.self) }
        }
        let certificate = try #require(texts[1].range(of: "-----BEGIN CERTIFICATE-----"))
        let key = try #require(texts[0].range(of: "-----BEGIN CERTIFICATE-----"))
        let mixed = texts[0][..<key.lowerBound] + texts[1][certificate.lowerBound...]
        #expect(try LinkIdentity.read(pem: Array(mixed.utf8)) == nil)
        #expect(try LinkIdentity.read(pem: Array(texts[0].utf8))?.fingerprint == one.fingerprint)
    }

    @Test func `devices are kept, renamed and removed on disk, each change alone, the others as they were`() throws {
        try world { directory in
            let store = DeviceStore(directory)
            let devices = try (1...3).map { try CoreBench.device($0, name: "Phone \($0)") }
            for device in devices { #expect(store.keeping.keep(device) == nil) }
            #expect(store.keeping.rename(devices[1].id, "Kim") == nil)
            #expect(store.keeping.remove(devices[0].id) == nil)
            let loaded = try store.load()
            #expect(loaded.devices.map(\.name) == ["Kim", "Phone 3"] && loaded.flaws.isEmpty)
            #expect(loaded.devices.map(\.fingerprint) == [devices[1].fingerprint, devices[2].fingerprint])
            #expect(try mode(directory.path + "/devices.json") == 0o600)
            let text = try #require(Files.text(directory.path + "/devices.json"))
            #expect(!text.contains(devices[0].fingerprint.hexadecimal))
        }
    }

    @Test func `a record whose id is not that of its fingerprint cannot be used, and is told of without its secret`()
        throws
    {
        try world { directory in
            let good = try CoreBench.device(1)
            #expect(DeviceStore(directory).keeping.keep(good) == nil)
            let path = directory.path + "/devices.json"
            let text = try #require(Files.text(path))
            try #require(
                Files.write(
                    text.replacingOccurrences(of: good.id + "\"", with: String(repeating: "f", count: 32) + "\""),
                    to: path))
            let loaded = try DeviceStore(directory).load()
            #expect(loaded.devices.isEmpty && loaded.flaws == ["Sam's iPhone cannot be used and must pair again"])
        }
    }

    private static func heldWhile(_ directory: StateDirectory, _ body: () throws -> Void) throws {
        let writer = try directory.writer()
        try body()
        #expect(writer.directory.path == directory.path)
    }

    @Test func `a writer that is busy for a moment is waited for, and one that stays is told of`() throws {
        try world { directory in
            try Self.heldWhile(directory) {
                let why = DeviceStore(directory).keeping.keep(try CoreBench.device(1))
                #expect(why?.contains("is being written by") == true)
            }
            #expect(DeviceStore(directory).keeping.keep(try CoreBench.device(1)) == nil)
        }
    }
}

extension Sockets {
    @Suite(.serialized) struct StateTests {
        @Test
        func `home-assistant/core#33140: being stopped while devices load or are linked leaves the list as it was`()
            throws
        {
            try Files.withTemporaryFolder { folder in
                var phone = try TestPhone()
                let first = try DoorBench(in: folder)
                try phone.pair(first)
                let before = Files.read(first.directory.path + "/devices.json")
                #expect(first.door.end(limit: .seconds(20)))
                for round in 0..<20 {
                    let bench = try DoorBench(in: folder)
                    if round % 2 == 1 {
                        try bench.wait { bench.door.status.port != nil }
                        _ = try phone.link(bench)
                    }
                    usleep(UInt32(round) * 200)
                    #expect(bench.door.end(limit: .seconds(20)))
                    #expect(Files.read(bench.directory.path + "/devices.json") == before)
                }
            }
        }

        @Test func `a restarted robot knows its phones, and they know it`() throws {
            try Files.withTemporaryFolder { folder in
                var phone = try TestPhone()
                let first = try DoorBench(in: folder)
                try phone.pair(first)
                #expect(first.door.end(limit: .seconds(20)))
                let second = try DoorBench(in: folder, name: "Another name")
                defer { #expect(second.door.end(limit: .seconds(20))) }
                try second.wait { second.door.status.port != nil }
                let (connection, _) = try phone.link(second)
                connection.close()
            }
        }

        @Test func `a door that cannot read its state answers that, and works once it can`() throws {
            try Files.withTemporaryFolder { folder in
                try FileManager.default.createDirectory(
                    atPath: folder + "/state/devices.json", withIntermediateDirectories: true)
                let bench = try DoorBench(in: folder)
                defer { #expect(bench.door.end(limit: .seconds(20))) }
                guard case .failure(let refusal) = try bench.ask(.open) else { throw EndMessage(.malformed) }
                #expect(refusal.code == "off")
                #expect(bench.lines.contains { $0.contains("Phones cannot be paired") })
            }
        }

        @Test func `no line of the log shows a secret, an id or a key`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let stranger = try TestPhone()
                for _ in 0..<6 {
                    let connection = try stranger.connect(bench)
                    _ = try AttackTests.word { _ = try AttackTests.hello(connection, as: phone.id, nonce: nil) }
                }
                let record = try #require(try bench.directory.devices.read().records.first)
                let text = bench.lines.joined() + bench.notices.joined()
                #expect(text.contains("refused"))
                for secret in [record.secret, record.id, record.fingerprint, "PRIVATE"] {
                    #expect(!text.contains(secret))
                }
            }
        }

        @Test func `an unknown id and a wrong proof take the same time, within noise`() throws {
            let devices = try (1...8).map { try CoreBench.device($0, name: "Phone \($0)") }
            let bench = try CoreBench(devices: devices)
            let known = try CoreBench.fingerprint(8).id
            let unknown = String(repeating: "0", count: 32)
            let clock = ContinuousClock()
            var spans: [String: [Double]] = [:]
            for round in 0..<600 {
                let id = round % 2 == 0 ? known : unknown
                _ = try bench.connect(round, 0x99)
                let span = clock.measure {
                    _ = bench.received(round, .hello(id: id, nonce: TestPhone.random()))
                    _ = bench.received(round, .proof(TestPhone.random()))
                }
                spans[id, default: []].append(Double(span.components.attoseconds) / 1e12)
                _ = bench.advance(61)  // no pause, so that every round goes the whole way
            }
            let medians = [known, unknown].map { id in spans[id, default: []].sorted()[150] }
            let spread = spans[known, default: []].sorted()
            // The difference of the medians stays within the middle half of one of them, and 20 µs at the least.
            #expect(abs(medians[0] - medians[1]) <= max(20, spread[225] - spread[75]), "\(medians) µs")
        }
    }
}

struct PairingFieldReportTests {
    @Test func `cesanta/mongoose-os#454: an answer to one nonce is worth nothing for the next`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        var proofs: Set<[UInt8]> = []
        var nonces: Set<[UInt8]> = []
        let nonce = TestPhone.random()
        for number in 0..<50 {
            let (ends, _) = try bench.connect(number, 1)
            let fresh = number == 0 ? nonce : TestPhone.random()
            let actions = bench.received(number, .hello(id: ends.own.id, nonce: fresh))
            guard case .challenge(let own, let proof) = try CoreBench.sent(actions) else {
                throw EndMessage(.malformed)
            }
            nonces.insert(own)
            proofs.insert(proof)
            _ = bench.closed(number)
        }
        #expect(nonces.count == 50 && proofs.count == 50)
    }

    @Test func `xDarkicex/openclaw-memory-libravdb#192: a proof is bound to nonces, roles, ids and connection`() throws
    {
        let exporter = TestPhone.random()
        let (phone, robot) = (try CoreBench.fingerprint(1), try CoreBench.fingerprint(2))
        let base = (nonceI: TestPhone.random(), nonceR: TestPhone.random())
        func proofs(_ one: Fingerprint, _ two: Fingerprint, _ i: [UInt8], _ r: [UInt8], _ exporter: [UInt8]) throws
            -> [String]
        {
            let bytes = [one, two].map { fingerprint in
                stride(from: 0, to: 64, by: 2).compactMap {
                    UInt8(fingerprint.hexadecimal.dropFirst($0).prefix(2), radix: 16)
                }
            }
            let vectors = try ProtocolVectors(
                fingerprintI: bytes[0], fingerprintR: bytes[1], contributionI: Array(repeating: 1, count: 32),
                contributionR: Array(repeating: 2, count: 32), exporter: exporter, nonceI: i, nonceR: r)
            let values = try #require(vectors.values)
            return ["link proof, initiator", "link proof, responder"].compactMap { values[$0] }
        }
        var all = try proofs(phone, robot, base.nonceI, base.nonceR, exporter)
        all += try proofs(robot, phone, base.nonceI, base.nonceR, exporter)
        all += try proofs(phone, robot, TestPhone.random(), base.nonceR, exporter)
        all += try proofs(phone, robot, base.nonceI, TestPhone.random(), exporter)
        all += try proofs(phone, robot, base.nonceI, base.nonceR, TestPhone.random())
        #expect(Set(all).count == 10)
    }
}
