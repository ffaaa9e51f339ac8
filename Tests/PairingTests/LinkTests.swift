import Deciding
import Foundation
import Pairing
import Readings
import Testing

extension Sockets {
    @Suite(.serialized) struct LinkTests {
        static let lobby = OwnPlace(id: "lobby", name: "Lobby", scannedAt: "2026-11-30T10:11:12Z")

        @Test func `a phone asks, shows the robot's digits, is allowed, and proves itself on a new connection`() throws
        {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                #expect(bench.changes == [.asked, .allowed])
                #expect(bench.notices == ["Sam's iPhone is paired."])
                let (connection, _) = try phone.link(bench)
                try bench.wait { bench.door.status.devices.first?.isConnected == true }
                #expect(bench.door.status.devices.map(\.name) == ["Sam's iPhone"])
                connection.close()
                try bench.wait { bench.door.status.devices.first?.isConnected == false }
            }
        }

        @Test func `positions go both ways while both are in the same place, and only then`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                var (connection, peer) = try phone.link(bench)
                peer.stand(at: OwnPosition(place: Self.lobby, x: 3, y: 4, yaw: 1, time: bench.clock.now()))
                bench.door.stand(at: OwnPosition(place: Self.lobby, x: 1, y: 2, time: bench.clock.now()))
                var heard: LinkPosition?
                try bench.wait {
                    bench.door.stand(at: OwnPosition(place: Self.lobby, x: 1, y: 2, time: bench.clock.now()))
                    heard = heard ?? (try? Self.exchange(connection, &peer, bench))
                    return heard != nil && !bench.peers.isEmpty
                }
                #expect(heard?.x == 1 && heard?.name == "Companion" && heard?.placeName == "Lobby")
                let expected = PeerPosition(
                    device: phone.id, name: "Sam's iPhone", place: "lobby", position: .init(x: 3, y: 4), yaw: 1)
                #expect(bench.peers.first == expected)
                peer.move(to: OwnPlace(id: "lobby", name: "Lobby", scannedAt: "2027-01-01T00:00:00Z"))
                try bench.wait {
                    _ = try? Self.exchange(connection, &peer, bench)
                    return bench.events.contains(.peerQuiet(device: phone.id))
                }
                connection.close()
            }
        }

        /// Sends what the phone has to send, and gives a position that came.
        static func exchange(
            _ connection: PhoneConnection, _ peer: inout LinkPeer, _ bench: DoorBench
        ) throws -> LinkPosition? {
            var outputs = peer.advance(to: bench.clock.now())
            if let message = try connection.next(limit: .milliseconds(20)) {
                outputs += peer.receive(message, at: bench.clock.now())
            }
            var heard: LinkPosition?
            for output in outputs {
                switch output {
                case .send(let message): connection.send(message)
                case .heard(let position): heard = position
                default: break
                }
            }
            return heard
        }
    }
}
