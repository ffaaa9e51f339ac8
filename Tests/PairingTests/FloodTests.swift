import Deciding
import Foundation
import Glibc
import Pairing
import Platform
import Readings
import Testing

extension Sockets {
    /// Too much, too long, or nothing at all, over real TLS.
    @Suite(.serialized) struct FloodTests {
        private static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"
        private static let patience = DoorBench.patience

        private func linked(_ body: (DoorBench, TestPhone, PhoneConnection) throws -> Void) throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let (connection, _) = try phone.link(bench)
                try body(bench, phone, connection)
            }
        }

        private static func lastWord(_ connection: PhoneConnection) throws -> EndWord? {
            try AttackTests.word { while true { _ = try connection.expect(limit: Self.patience) } }
        }

        /// The next message within a moment.
        private static func next(_ connection: PhoneConnection) throws -> LinkMessage? {
            try connection.next(limit: .milliseconds(300))
        }

        @Test func `a message of 65,536 bytes is taken and one of 65,537 ends the connection`() throws {
            try linked { bench, _, connection in
                let head = Array(#"{"v":1,"type":"nonsense","text":""#.utf8)
                let tail = Array(#""}"#.utf8)
                let filler = [UInt8](repeating: 0x61, count: 65_536 - head.count - tail.count)
                connection.send(frame: LinkMessageWriter.frame(json: head + filler + tail))
                let answer1 = try Self.next(connection)
                #expect(answer1 == .here(place: nil))
                try bench.wait("still connected") { bench.door.status.devices.first?.isConnected == true }
                connection.send(frame: LinkMessageWriter.frame(json: head + filler + [0x61] + tail))
                let answer2 = try Self.lastWord(connection)
                #expect(answer2 == .tooLong)
            }
        }

        @Test(arguments: [
            "", "[]", "{}", "null", #"{"v":1}"#, #"{"v":1,"type":7}"#, #"{"v":1,"type":"here"}"#,
            #"{"v":1,"type":"here","place":"lobby"}"#, #"{"v":2,"type":"alive"}"#, #"{"type":"alive"}"#,
            #"{"v":1,"type":"alive","type":"alive"}"#, #"{"v":1,"type":"hello","id":"x","nonce":"y"}"#,
            #"{"v":1,"type":"welcome","name":"me"}"#, #"{"v":1,"type":"pair","name":"x","commitment":"00"}"#,
            #"{"v":1,"type":"position","place":"","placeName":"","scannedAt":null,"name":"","x":0,"y":0,"yaw":0}"#,
            #"{"v":1,"type":"position","place":"a","placeName":"","scannedAt":null,"name":"","x":1e5,"y":0,"yaw":0}"#,
            #"{"v":1,"type":"position","place":"a","placeName":"","scannedAt":null,"name":"","x":"1","y":0,"yaw":0}"#,
            #"{"v":1,"type":"x","y":[[[[[[[[[1]]]]]]]]]}"#, "\u{0}\u{1}\u{2}", "{\"v\":1,\"type\":\"alive\"",
        ])
        func `what is malformed ends the connection, and only that one`(text: String) throws {
            try linked { bench, phone, connection in
                connection.send(frame: LinkMessageWriter.frame(json: Array(text.utf8)))
                let answer3 = try Self.lastWord(connection)
                #expect(answer3 == .malformed)
                let (again, _) = try phone.link(bench)
                again.close()
            }
        }

        @Test func `a type that is not known is passed over`() throws {
            try linked { bench, _, connection in
                for _ in 0..<5 {
                    connection.send(frame: LinkMessageWriter.frame(json: Array(#"{"v":1,"type":"colour"}"#.utf8)))
                }
                let answer4 = try Self.next(connection)
                #expect(answer4 == .here(place: nil))
                let answer5 = try Self.next(connection)
                #expect(answer5 == nil)
                try bench.wait("still connected") { bench.door.status.devices.first?.isConnected == true }
            }
        }

        @Test func `a flood of positions reaches the core five times a second at most, then ends the connection`()
            throws
        {
            try linked { bench, phone, connection in
                bench.door.move(to: LinkTests.lobby)
                _ = try Self.tagged(connection)
                connection.send(.here(place: try LinkPeerTests.tag(phone.secret, LinkTests.lobby)))
                let position = LinkPosition(
                    place: "lobby", placeName: "Lobby", scannedAt: LinkTests.lobby.scannedAt, name: "x", x: 1, y: 1)
                let start = bench.clock.now()
                for _ in 0..<200 { connection.send(.position(position)) }
                let answer6 = try Self.lastWord(connection)
                #expect(answer6 == .tooFast)
                let seconds = (bench.clock.now() - start).inSeconds
                #expect(!bench.peers.isEmpty && bench.peers.count <= 5 + Int(seconds * 5) + 1)
            }
        }

        private static func tagged(_ connection: PhoneConnection) throws -> LinkMessage {
            while true {
                let message = try connection.expect(limit: patience)
                if case .here(_?) = message { return message }
            }
        }

        @Test func `a name of ten kilobytes with control characters and markup is cleaned at the door`() throws {
            try DoorBench.run { bench in
                let wild = "\u{202E}<speak>\u{1B}[31mSam\r\n</speak>" + String(repeating: "x\u{7}", count: 5000)
                var phone = try TestPhone(wild)
                try phone.pair(bench)
                let name = try #require(bench.door.status.devices.first?.name)
                #expect(name == DeviceName.cleaned(wild) && name.count == 64 && name.utf8.count <= 256)
                #expect(!name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
                #expect(try bench.directory.devices.read().records.map(\.name) == [name])
            }
        }

        @Test func `two phones of the same name are told apart, and a removed one's name is free again`() throws {
            try DoorBench.run { bench in
                var phones = [try TestPhone(), try TestPhone(), try TestPhone()]
                try phones[0].pair(bench)
                try phones[1].pair(bench)
                #expect(bench.door.status.devices.map(\.name) == ["Sam's iPhone", "Sam's iPhone 2"])
                _ = try bench.ask(.remove(device: phones[0].id)).get()
                try phones[2].pair(bench)
                #expect(bench.door.status.devices.map(\.name) == ["Sam's iPhone 2", "Sam's iPhone"])
            }
        }

        @Test func `seven handshakes that stall and a link make room for the next, once they are two seconds old`()
            throws
        {
            try linked { bench, phone, connection in
                let stalled = try (0..<7).map { _ in try HeldSocket(bench.port) }
                usleep(2_100_000)
                let (again, _) = try phone.link(bench)
                again.close()
                #expect(stalled.count { $0.isEnded } == 1)
                connection.close()
            }
        }

        /// A connection that says nothing.
        private final class HeldSocket {
            let socket: TCPSocket

            init(_ port: UInt16) throws { socket = try TCPSocket.connect(to: "127.0.0.1", port: port) }

            /// Whether the other end has closed it.
            var isEnded: Bool {
                var room = [UInt8](repeating: 0, count: 64)
                return (try? socket.read(into: &room)) == 0
            }
        }

        @Test func `many connections in turn leave no descriptor and no connection behind`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let before = try Self.descriptors()
                let (rounds, start) = (Self.isLong ? 10_000 : 500, bench.clock.now())
                for round in 0..<rounds {
                    switch round % 4 {
                    case 0:
                        let (connection, _) = try phone.link(bench)
                        connection.close()
                    case 1: _ = try phone.connect(bench)
                    case 2: _ = try TCPSocket.connect(to: "127.0.0.1", port: bench.port)
                    default: _ = try? AttackTests.hello(try phone.connect(bench), as: phone.id)
                    }
                }
                usleep(1_200_000)
                // Other suites of the same program open a few meanwhile; a leak would be a quarter of the rounds at least.
                try bench.wait { (try? Self.descriptors()) ?? .max <= before + 40 }
                let (connection, _) = try phone.link(bench)
                connection.close()
                let seconds = Int((bench.clock.now() - start).inSeconds)
                print("\(rounds) connections in turn, of four kinds, in \(seconds) s; the paired phone still links")
            }
        }

        private static func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
    }
}
