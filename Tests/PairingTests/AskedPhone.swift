import Foundation
import Pairing
import Platform
import Readings
import Testing

/// A phone that a robot asks: it accepts a connection, shows the digits, and its owner allows.
final class AskedPhone {
    private let listener: TCPListener
    private let identity: LinkIdentity
    private let core: CoreBench
    /// Where the robot reaches it.
    var port: UInt16 { listener.port }

    init() throws {
        listener = try TCPListener(port: 0, onlyLoopback: true)
        identity = try LinkIdentity.made()
        core = try CoreBench(own: identity.fingerprint, name: "Kim's phone")
        core.perform(.open)
    }

    /// Answers one robot up to the end, and gives the digits that both ends show.
    func answer(_ bench: DoorBench) throws -> (robot: String?, phone: String?) {
        var poll = PollSet()
        poll.watch(listener.number, for: .reading)
        guard poll.wait(limit: .seconds(20)), let accepted = try listener.accept() else { throw EndMessage(.silent) }
        let session = try TLSSession(try TLSContext(identity, role: .responder))
        let connection = LinkConnection(accepted.take(), session, isConnecting: false)
        _ = core.opened(0)
        var digits: (robot: String?, phone: String?) = (nil, nil)
        try bench.wait("the pairing ends") {
            var set = PollSet()
            connection.watch(in: &set)
            set.wait(limit: .milliseconds(20))
            for happening in connection.service() {
                switch happening {
                case .secured(let ends): perform(core.secured(0, ends), connection)
                case .message(let bytes): perform(core.core.received(0, bytes, at: core.now), connection)
                default: break
                }
            }
            if let shown = core.core.status(at: core.now).request?.digits, digits.phone == nil {
                digits.phone = shown
                try? bench.wait { bench.door.status.asked?.digits != nil }
                digits.robot = bench.door.status.asked?.digits
                perform(core.perform(.allow(digits: nil)).1, connection)
            }
            return connection.leavesBy != nil || connection.isGone
        }
        return digits
    }

    private func perform(_ actions: [DoorCore.Action], _ connection: LinkConnection) {
        for action in actions {
            switch action {
            case .send(_, let message): connection.send(message)
            case .end(_, let why): connection.leave(why, at: MonotonicClock().now() + .seconds(5))
            default: break
            }
        }
    }
}
