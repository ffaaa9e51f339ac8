import Readings

/// The initiator's side of proving: what a phone does on every connection.
package struct LinkInitiator {
    /// What is to be done next.
    package enum Step: Sendable {
        /// Send this.
        case send(LinkMessage)
        /// The link is up; the other end is called so.
        case up(LinkPeer, otherName: String)
    }

    private enum State {
        case greeted(nonce: [UInt8])
        case proved
        case over
    }

    private let ends: LinkEnds
    private let secret: PairingSecret
    private let name: String
    private var state: State
    /// The first message.
    package let hello: LinkMessage

    /// Begins over a connection that is up; `nonce` is 32 fresh random bytes.
    package init(_ ends: LinkEnds, secret: PairingSecret, name: String, nonce: [UInt8]) {
        self.ends = ends
        self.secret = secret
        self.name = name
        state = .greeted(nonce: nonce)
        hello = .hello(id: ends.own.id, nonce: nonce)
    }

    /// Takes what the responder says; throws where it is out of order, has no proof, or repeats a nonce.
    package mutating func receive(_ message: LinkMessage, at now: Instant) throws(EndMessage) -> Step {
        switch (state, message) {
        case (.greeted(let nonce), .challenge(let other, let proof)):
            guard other != nonce else { throw EndMessage(.replay) }
            let nonces = Pair(ends.role, own: nonce, other: other)
            let expected = ends.proof(by: .responder, secret, otherId: ends.other.id, nonces: nonces)
            let own = ends.proof(by: .initiator, secret, otherId: ends.other.id, nonces: nonces)
            if Cryptography.areEqual(proof, own) { throw EndMessage(.replay) }
            guard Cryptography.areEqual(proof, expected) else { throw EndMessage(.refused) }
            state = .proved
            return .send(.proof(own))
        case (.proved, .welcome(let otherName)):
            state = .over
            return .up(LinkPeer(.initiator, name: name, secret: secret, at: now), otherName: otherName)
        case (.greeted, .welcome), (.greeted, .here), (.greeted, .position): throw EndMessage(.downgrade)
        default: throw EndMessage(.malformed)
        }
    }
}
