import Foundation
import Pairing
import Platform
import Testing

extension Sockets {
    /// Somebody who listens while a phone is paired.
    @Suite(.serialized) struct EavesdropTests {
        /// Pairs a phone over the wire that is listened to; the three digits come back.
        private func pair(_ phone: inout TestPhone, over tap: WireTap, _ bench: DoorBench) throws -> String {
            try bench.open()
            let connection = try PhoneConnection(to: "127.0.0.1", port: tap.port, phone.identity, clock: bench.clock)
            var ask = try phone.ask(connection)
            let digits = try #require(ask.digits)
            try bench.wait("the owner is asked") { bench.door.status.request?.digits == digits }
            _ = try bench.ask(.allow(digits: digits)).get()
            guard case .confirm(let confirm) = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
                throw EndMessage(.malformed)
            }
            (phone.pinned, phone.secret) = try #require(ask.agreed.map { ($0.fingerprint, $0.secret) })
            connection.send(confirm)
            guard case .done = try ask.receive(connection.expect(limit: DoorBench.patience)) else {
                throw EndMessage(.malformed)
            }
            connection.close()
            return digits
        }

        @Test func `whoever listens to the pairing itself finds no name, id, word, digits or secret`() throws {
            try DoorBench.run { bench in
                try bench.open()
                var phone = try TestPhone("Samantha's telephone")
                let tap = try WireTap(to: bench.port)
                _ = try pair(&phone, over: tap, bench)
                try bench.wait("the pairing shows") { !bench.door.status.devices.isEmpty }
                tap.end()
                let recorded = tap.recorded
                #expect(recorded.count > 2000)
                let record = try #require(try bench.directory.devices.read().records.first)
                let robot = try #require(phone.pinned)
                let words = [
                    "Samantha", "telephone", "Companion", "companion", "commitment", "contribution", "reveal",
                    "allowed", "digits", record.secret, record.id, robot.id, String(record.id.prefix(8)),
                ]
                for word in words { #expect(!recorded.contains(Array(word.utf8)), "\(word)") }
                for hex in [record.secret, record.fingerprint, robot.hexadecimal] {
                    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
                        UInt8(hex.dropFirst($0).prefix(2), radix: 16)
                    }
                    #expect(!recorded.contains(Array(bytes.prefix(8))), "\(hex)")
                }
            }
        }

        @Test func `two pairings of the same phone have nothing in common that could be followed`() throws {
            try DoorBench.run { bench in
                try bench.open()
                var phone = try TestPhone("Samantha's telephone")
                let recordings = try (0..<2).map { _ in
                    let tap = try WireTap(to: bench.port)
                    _ = try pair(&phone, over: tap, bench)
                    try bench.wait { bench.door.status.request == nil }
                    tap.end()
                    return tap.recorded
                }
                // What TLS says in the clear is the same for everybody; a stretch as long as an id would be too much of
                // anything else, so that the two hellos of the same library are left out.
                let runs = recordings.map { Set(Self.runs($0.dropFirst(Self.helloBytes))) }
                #expect(runs[0].isDisjoint(with: runs[1]))
            }
        }

        /// More than both hellos of TLS have, which are in the clear and say nothing of who speaks.
        private static let helloBytes = 640

        /// Every stretch of sixteen bytes, but those of one byte only.
        private static func runs(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
            bytes.indices.dropLast(16).map { Array(bytes[$0..<$0 + 16]) }.filter { Set($0).count > 4 }
        }
    }
}
