/// The derived values of PROTOCOL.md's table, for checking this implementation against another.
package struct ProtocolVectors {
    private let fingerprints: Pair<Fingerprint>
    private let contributions: Pair<[UInt8]>
    private let exporter: [UInt8]
    private let nonces: Pair<[UInt8]>

    /// Takes what stands at the top of the table: 32 bytes each; I is the initiator, R the responder.
    package init(
        fingerprintI: [UInt8], fingerprintR: [UInt8], contributionI: [UInt8], contributionR: [UInt8],
        exporter: [UInt8], nonceI: [UInt8], nonceR: [UInt8]
    ) throws(PairingError) {
        guard let initiator = Fingerprint(fingerprintI), let responder = Fingerprint(fingerprintR) else {
            throw .cryptography("take a fingerprint that is not of 32 bytes")
        }
        fingerprints = Pair(.initiator, own: initiator, other: responder)
        contributions = Pair(.initiator, own: contributionI, other: contributionR)
        self.exporter = exporter
        nonces = Pair(.initiator, own: nonceI, other: nonceR)
    }

    /// The derived values by the names of the table; nil where OpenSSL refuses.
    package var values: [String: String]? {
        guard let secret = Derivation.secret(fingerprints, contributions, exporter: exporter),
            let digits = Derivation.digits(fingerprints, contributions)
        else { return nil }
        let ids = Pair(.initiator, own: fingerprints.initiator.id, other: fingerprints.responder.id)
        var values = [
            "id, initiator": ids.initiator, "id, responder": ids.responder, "digits": digits,
            "secret": secret.hexadecimal, "find name, hour 0": Derivation.findName(secret, hour: 0),
            "find name, hour 498898": Derivation.findName(secret, hour: 498_898),
        ]
        for role in [LinkRole.initiator, .responder] {
            let name = role.rawValue
            values["place tag, \(name), `lobby` scanned `2026-11-30T10:11:12Z`"] = Derivation.placeTag(
                secret, role, place: "lobby", scannedAt: "2026-11-30T10:11:12Z")
            values["place tag, \(name), `lobby` never scanned"] = Derivation.placeTag(
                secret, role, place: "lobby", scannedAt: nil)
            values["commitment, \(name)"] = Hexadecimal.text(
                Derivation.commitment(role, fingerprints[role], contributions[role]))
            let labels: [(Derivation.ProofLabel, Pair<[UInt8]>)] = [(.paired, contributions), (.link, nonces)]
            for (label, numbers) in labels {
                let proof = Derivation.proof(
                    label, by: role, secret, ids: ids, numbers: numbers, exporter: exporter)
                values["\(label == .link ? "link" : "pairing") proof, \(name)"] = Hexadecimal.text(proof)
            }
        }
        return values
    }
}
