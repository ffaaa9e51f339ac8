import Platform
import Readings

/// A phone as the protocol has it, for the bench and for tests: asks to be paired, proves itself, says where it is.
///
/// Its calls wait, each with a limit.
package struct Phone {
    /// How long one answer of the robot may take.
    static let answerLimit = Duration.seconds(10)
    /// How long the robot's owner may think.
    static let ownerLimit = Duration.seconds(65)

    /// What it has of a robot that it is paired with.
    package struct Pairing: Sendable {
        /// The robot's certificate.
        package let robot: Fingerprint
        /// The secret that both keep.
        package let secret: PairingSecret

        /// Gathers both.
        package init(robot: Fingerprint, secret: PairingSecret) {
            self.robot = robot
            self.secret = secret
        }
    }

    /// Its key and certificate.
    package let identity: LinkIdentity
    /// What it calls itself.
    package let name: String
    /// What it is paired with.
    package var pairing: Pairing?
    private let clock: MonotonicClock

    /// A phone with a key.
    package init(_ identity: LinkIdentity, name: String, pairing: Pairing? = nil, clock: MonotonicClock) {
        self.identity = identity
        self.name = name
        self.pairing = pairing
        self.clock = clock
    }

    /// Asks a robot, shows the digits, and waits for its owner.
    package mutating func pair(
        at address: String, port: UInt16, show: (_ robot: String, _ digits: String) -> Void
    ) throws(PhoneFailure) {
        let connection = try PhoneConnection(to: address, port: port, identity, clock: clock)
        guard let ends = connection.ends else { throw .gone }
        let contribution = Cryptography.random()
        guard contribution.count == Cryptography.length else { throw .unable(.cryptography("make random bytes")) }
        var ask = PairingAsk()
        connection.send(ask.begin(ends, contribution: contribution, name: name))
        var limit = Self.answerLimit
        while true {
            let message = try connection.expect(limit: limit)
            let step: PairingAsk.Step
            do throws(EndMessage) { step = try ask.receive(message) } catch {
                connection.close(error)
                throw .distrusted(error)
            }
            switch step {
            case .send(let message): connection.send(message)
            case .compare(let digits):
                show(ask.otherName, digits)
                limit = Self.ownerLimit
            case .confirm(let message):
                connection.send(message)
                limit = Self.answerLimit
            case .done(let robot, let secret):
                pairing = Pairing(robot: robot, secret: secret)
                return connection.close()
            }
        }
    }

    /// Connects to the robot that it is paired with, and proves itself.
    package func link(at address: String, port: UInt16) throws(PhoneFailure) -> PhoneLink {
        guard let pairing else { throw .ended(EndMessage(.refused)) }
        let connection = try PhoneConnection(
            to: address, port: port, identity, pinned: pairing.robot, clock: clock)
        guard let ends = connection.ends else { throw .gone }
        var initiator = LinkInitiator(ends, secret: pairing.secret, name: name, nonce: Cryptography.random())
        connection.send(initiator.hello)
        while true {
            let message = try connection.expect(limit: Self.answerLimit)
            let step: LinkInitiator.Step
            do throws(EndMessage) { step = try initiator.receive(message, at: clock.now()) } catch {
                connection.close(error)
                throw .distrusted(error)
            }
            switch step {
            case .send(let proof): connection.send(proof)
            case .up(let peer, let robot):
                return PhoneLink(connection, peer, robotName: robot, clock: clock)
            }
        }
    }
}

/// A phone's link that is up.
package final class PhoneLink {
    /// How long one round waits at most.
    private static let longestRound = Duration.milliseconds(100)

    /// What the robot is called.
    package let robotName: String
    private let connection: PhoneConnection
    private let clock: MonotonicClock
    private var peer: LinkPeer

    init(_ connection: PhoneConnection, _ peer: LinkPeer, robotName: String, clock: MonotonicClock) {
        self.connection = connection
        self.peer = peer
        self.robotName = robotName
        self.clock = clock
    }

    /// Whether the robot is in the same place.
    package var sharesPlace: Bool { peer.sharesPlace }

    /// Stands at a position, or nowhere, and gives what came from the robot within one round.
    package func round(at position: OwnPosition?) throws(PhoneFailure) -> [LinkPeer.Output] {
        if let position { peer.stand(at: position) } else { peer.move(to: nil) }
        var outputs = peer.advance(to: clock.now())
        send(outputs)
        let rest = min(Self.longestRound, max(.zero, peer.nextDeadline - clock.now()))
        if let message = try connection.next(limit: rest) {
            let fresh = peer.receive(message, at: clock.now())
            send(fresh)
            outputs += fresh
        }
        for case .end(let why) in outputs {
            connection.close(why)
            throw .distrusted(why)
        }
        return outputs.filter { if case .send = $0 { false } else { true } }
    }

    private func send(_ outputs: [LinkPeer.Output]) {
        for case .send(let message) in outputs { connection.send(message) }
    }

    /// Ends the link in order.
    package func close() { connection.close() }
}
