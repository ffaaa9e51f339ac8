/// What TLS says of a connection: who is at its ends, and the value that no other connection has.
package struct LinkEnds: Sendable {
    /// Which end this is.
    package let role: LinkRole
    /// The fingerprint of this end.
    package let own: Fingerprint
    /// The fingerprint of the other end.
    package let other: Fingerprint
    /// The exporter value, 32 bytes.
    package let exporter: [UInt8]

    /// Gathers them.
    package init(role: LinkRole, own: Fingerprint, other: Fingerprint, exporter: [UInt8]) {
        self.role = role
        self.own = own
        self.other = other
        self.exporter = exporter
    }

    var fingerprints: Pair<Fingerprint> { Pair(role, own: own, other: other) }

    /// The proof of one end for a link between this end and the one that calls itself `id`.
    func proof(by role: LinkRole, _ secret: PairingSecret, otherId id: String, nonces: Pair<[UInt8]>) -> [UInt8] {
        Derivation.proof(
            .link, by: role, secret, ids: Pair(self.role, own: own.id, other: id), numbers: nonces, exporter: exporter)
    }
}
