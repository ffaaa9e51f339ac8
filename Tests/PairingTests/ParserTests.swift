import Evidence
import Pairing
import Readings
import Testing

/// Reading what anybody may send.
struct ParserTests {
    private static let bytes = [UInt8](repeating: 0xA5, count: 32)
    private static let id = String(repeating: "a5", count: 16)
    private static let messages: [LinkMessage] = [
        .pair(name: "Sam's \"iPhone\"\n", commitment: bytes), .pairing(name: "Ünïcode 🐕", commitment: bytes),
        .reveal(contribution: bytes), .allowed(proof: bytes), .confirm(proof: bytes), .paired,
        .hello(id: id, nonce: bytes), .hello(id: id, nonce: nil), .challenge(nonce: bytes, proof: bytes),
        .proof(bytes), .proof(nil), .welcome(name: ""), .here(place: nil), .here(place: id),
        .position(
            LinkPosition(
                place: "lobby", placeName: "Lobby", scannedAt: nil, name: "Sam", x: -1.5, y: 10_000, z: 0.125, yaw: -3)),
        .nearest(metres: 0.8), .nearest(metres: nil),
        .seen(LinkObservation(kind: "hazard", text: "A step.", place: nil)),
        .alive, .end(EndMessage(.paused, seconds: 60)), .end(EndMessage(.version, version: 1)),
    ]

    @Test func `every message reads back as it was written`() throws {
        for message in Self.messages {
            let reading = try LinkMessageReader.read(LinkMessageWriter.json(message))
            #expect(reading.version == 1 && reading.message == message)
        }
        for word in EndWord.allCases {
            let reading = try LinkMessageReader.read(LinkMessageWriter.json(.end(EndMessage(word))))
            #expect(reading.message == .end(EndMessage(word)))
        }
    }

    @Test func `an end with a word that is not known is an end all the same`() throws {
        let reading = try LinkMessageReader.read(Array(#"{"v":1,"type":"end","word":"tired"}"#.utf8))
        #expect(reading.message == .end(nil))
    }

    @Test func `a stream is cut into the same messages however its bytes come`() throws {
        let stream = Self.messages.flatMap { LinkMessageWriter.frame($0) }
        var chance = SplitMix(seed: 11)
        for _ in 0..<50 {
            var framer = MessageFramer()
            var read: [LinkMessage?] = []
            var rest = stream[...]
            while !rest.isEmpty {
                let count = Int(chance.next() % 40) + 1
                framer.take(rest.prefix(count))
                rest = rest.dropFirst(count)
                while let bytes = try framer.next() { read.append(try LinkMessageReader.read(bytes).message) }
            }
            #expect(read == Self.messages)
        }
    }

    @Test(arguments: [([0, 0, 0, 0], EndWord.malformed), ([0, 1, 0, 1], .tooLong), ([255, 255, 255, 255], .tooLong)])
    func `a length out of range is refused before anything of it is kept`(head: [UInt8], word: EndWord) {
        var framer = MessageFramer()
        framer.take(head)
        #expect(throws: EndMessage(word)) { try framer.next() }
    }

    @Test func `bytes of any kind are read or refused, and never more`() {
        var chance = SplitMix(seed: 5)
        for round in 0..<20_000 {
            var bytes = LinkMessageWriter.json(Self.messages[round % Self.messages.count])
            for _ in 0..<Int(chance.next() % 4) {
                bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.next())
            }
            if chance.next() % 4 == 0 { bytes.removeLast(Int(chance.next() % UInt64(bytes.count))) }
            PairingFuzz.messages(bytes)
        }
        for _ in 0..<2000 {
            PairingFuzz.messages((0..<Int(chance.next() % 300)).map { _ in UInt8(truncatingIfNeeded: chance.next()) })
        }
    }

    @Test func `a handshake of any messages in any order ends or waits, and pairs nobody unasked`() {
        var chance = SplitMix(seed: 9)
        for _ in 0..<3000 {
            let bytes = (0..<Int(chance.next() % 60)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
            #expect(PairingFuzz.handshake(bytes) == 0)
        }
    }
}
