import Platform
import Readings

/// Why a phone's connection came to its end.
package enum PhoneFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The robot said why.
    case ended(EndMessage)
    /// What the robot said was not right.
    case distrusted(EndMessage)
    /// The connection is gone, without a word.
    case gone
    /// Nothing came in time.
    case late
    /// It could not be reached.
    case unreachable(SystemError)
    /// OpenSSL or the state refused.
    case unable(PairingError)

    /// In a few words, for a person.
    package var description: String {
        switch self {
        case .ended(let end): "the robot ended it: \(end.word.rawValue)"
        case .distrusted(let end): "the robot cannot be trusted: \(end.word.rawValue)"
        case .gone: "the robot closed the connection"
        case .late: "the robot did not answer in time"
        case .unreachable(let error): error.description
        case .unable(let error): error.description
        }
    }
}

/// A phone's connection to a robot, whose calls wait up to a limit each: for the bench and for tests.
package final class PhoneConnection {
    /// How long reaching the robot and TLS may take.
    package static let handshakeLimit = Duration.seconds(10)

    private let connection: LinkConnection
    private let clock: MonotonicClock
    private var queue: [LinkConnection.Happening] = []
    /// What is at both ends, once TLS is up.
    package private(set) var ends: LinkEnds?

    /// Connects and shakes hands; with a pin, only with the robot that has this certificate.
    package init(
        to address: String, port: UInt16, _ identity: LinkIdentity, pinned: Fingerprint? = nil,
        clock: MonotonicClock, limit: Duration = handshakeLimit
    ) throws(PhoneFailure) {
        self.clock = clock
        connection = try Self.begun(address, port, identity, pinned)
        connection.begin()
        guard case .secured(let ends)? = try happening(by: clock.now() + limit) else { throw .late }
        self.ends = ends
    }

    private static func begun(
        _ address: String, _ port: UInt16, _ identity: LinkIdentity, _ pinned: Fingerprint?
    ) throws(PhoneFailure) -> LinkConnection {
        let session: TLSSession
        do throws(PairingError) {
            session = try TLSSession(try TLSContext(identity, role: .initiator), pinned: pinned)
        } catch { throw .unable(error) }
        do throws(SystemError) {
            return LinkConnection(try TCPSocket.connect(to: address, port: port), session, isConnecting: true)
        } catch { throw .unreachable(error) }
    }

    private func happening(by end: Instant) throws(PhoneFailure) -> LinkConnection.Happening? {
        while true {
            if !queue.isEmpty {
                let next = queue.removeFirst()
                if case .gone = next { throw connection.unreached.map { .unreachable($0) } ?? .gone }
                return next
            }
            if connection.isGone { throw .gone }
            guard clock.now() < end else { return nil }
            var poll = PollSet()
            connection.watch(in: &poll)
            if poll.wait(limit: end - clock.now()) { queue += connection.service() }
        }
    }

    /// Sends a message.
    package func send(_ message: LinkMessage) { connection.send(message) }

    /// Sends bytes as they are, inside TLS.
    package func send(frame: [UInt8]) { connection.send(frame: frame) }

    /// The next message, if one comes within `limit`; one that ends the connection is thrown.
    package func next(limit: Duration) throws(PhoneFailure) -> LinkMessage? {
        let end = clock.now() + limit
        while let happening = try happening(by: end) {
            switch happening {
            case .message(let bytes):
                let message = try Self.message(of: bytes)
                if case .end(let why)? = message { throw .ended(why ?? EndMessage(.stopping)) }
                if let message { return message }
            case .broken(let why): throw .distrusted(why)
            case .secured, .gone: break
            }
        }
        return nil
    }

    private static func message(of bytes: [UInt8]) throws(PhoneFailure) -> LinkMessage? {
        do throws(EndMessage) { return try LinkMessageReader.read(bytes).message } catch { throw .distrusted(error) }
    }

    /// The next message; throws where none comes within `limit`.
    package func expect(limit: Duration) throws(PhoneFailure) -> LinkMessage {
        guard let message = try next(limit: limit) else { throw .late }
        return message
    }

    /// Ends the connection in order.
    package func close(_ why: EndMessage? = nil) {
        connection.leave(why, at: clock.now())
        let end = clock.now() + LinkConnection.farewellLimit
        var poll = PollSet()
        while !connection.isGone, clock.now() < end {
            poll.removeAll()
            connection.watch(in: &poll)
            guard poll.wait(limit: end - clock.now()) else { return }
            _ = connection.service()
        }
    }
}
