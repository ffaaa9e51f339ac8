/// The initiator's side of a pairing, for phones and for robots that ask.
package struct PairingAsk {
    /// What is to be done next.
    package enum Step: Sendable {
        /// Send this.
        case send(LinkMessage)
        /// Show these digits until the other's owner has answered.
        case compare(digits: String)
        /// The other's owner has allowed: keep ``PairingAsk/agreed``, and send this.
        case confirm(LinkMessage)
        /// It is done.
        case done(Fingerprint, PairingSecret)
    }

    private enum State {
        case silent
        case asked(PairingExchange)
        case revealed(PairingExchange)
        case comparing(PairingExchange)
        case confirmed(Fingerprint, PairingSecret)
        case over
    }

    private var state = State.silent
    /// What the other end calls itself, as it came.
    package private(set) var otherName = ""
    /// The three digits, once they are known.
    package private(set) var digits: String?

    /// Nothing was said yet.
    package init() {}

    /// The other end's fingerprint and the secret, once its owner has allowed.
    package var agreed: (fingerprint: Fingerprint, secret: PairingSecret)? {
        if case .confirmed(let fingerprint, let secret) = state { return (fingerprint, secret) }
        return nil
    }

    /// Begins, over a connection that is up; `contribution` is 32 fresh random bytes.
    package mutating func begin(_ ends: LinkEnds, contribution: [UInt8], name: String) -> LinkMessage {
        let exchange = PairingExchange(ends, contribution: contribution)
        state = .asked(exchange)
        return .pair(name: name, commitment: exchange.commitment)
    }

    /// Takes what the other end says; throws where it is out of order, or not what it had committed to.
    package mutating func receive(_ message: LinkMessage) throws(EndMessage) -> Step {
        switch (state, message) {
        case (.asked(var exchange), .pairing(let name, let commitment)):
            otherName = name
            exchange.takeCommitment(commitment)
            guard let revealed = exchange.revealed else { throw EndMessage(.malformed) }
            state = .revealed(exchange)
            return .send(.reveal(contribution: revealed))
        case (.revealed(var exchange), .reveal(let contribution)):
            guard exchange.takeReveal(contribution), let digits = exchange.digits else { throw EndMessage(.mismatch) }
            self.digits = digits
            state = .comparing(exchange)
            return .compare(digits: digits)
        case (.comparing(let exchange), .allowed(let proof)):
            guard let secret = exchange.secret(),
                Cryptography.areEqual(proof, exchange.proof(by: .responder, secret))
            else { throw EndMessage(.mismatch) }
            state = .confirmed(exchange.ends.other, secret)
            return .confirm(.confirm(proof: exchange.proof(by: .initiator, secret)))
        case (.confirmed(let fingerprint, let secret), .paired):
            state = .over
            return .done(fingerprint, secret)
        default: throw EndMessage(.malformed)
        }
    }
}
