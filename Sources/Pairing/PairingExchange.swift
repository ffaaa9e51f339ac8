/// One pairing as one end sees it: what was committed, what was revealed, and what follows from both.
struct PairingExchange {
    let ends: LinkEnds
    private let contribution: [UInt8]
    private var otherCommitment: [UInt8]?
    private var otherContribution: [UInt8]?

    /// Begins with 32 fresh random bytes.
    init(_ ends: LinkEnds, contribution: [UInt8]) {
        self.ends = ends
        self.contribution = contribution
    }

    /// What this end commits to.
    var commitment: [UInt8] { Derivation.commitment(ends.role, ends.own, contribution) }

    /// The other end has committed; from now on this one may reveal.
    mutating func takeCommitment(_ commitment: [UInt8]) { otherCommitment = commitment }

    /// What this end reveals; nil before the other has committed.
    var revealed: [UInt8]? { otherCommitment == nil ? nil : contribution }

    /// Takes what the other end reveals; false where it is not what it had committed to.
    mutating func takeReveal(_ revealed: [UInt8]) -> Bool {
        let expected = Derivation.commitment(ends.role.other, ends.other, revealed)
        guard let otherCommitment, Cryptography.areEqual(expected, otherCommitment) else { return false }
        otherContribution = revealed
        return true
    }

    private var contributions: Pair<[UInt8]>? {
        otherContribution.map { Pair(ends.role, own: contribution, other: $0) }
    }

    /// The three digits, once both have revealed.
    var digits: String? { contributions.flatMap { Derivation.digits(ends.fingerprints, $0) } }

    /// The secret, once both have revealed.
    func secret() -> PairingSecret? {
        contributions.flatMap { Derivation.secret(ends.fingerprints, $0, exporter: ends.exporter) }
    }

    /// The proof of one end that it has the secret; empty before both have revealed.
    func proof(by role: LinkRole, _ secret: PairingSecret) -> [UInt8] {
        guard let contributions else { return [] }
        let ids = Pair(ends.role, own: ends.own.id, other: ends.other.id)
        return Derivation.proof(
            .paired, by: role, secret, ids: ids, numbers: contributions, exporter: ends.exporter)
    }
}
