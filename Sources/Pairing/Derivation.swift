import Platform

/// The two ends of a connection.
package enum LinkRole: String, Sendable {
    /// Whoever opened it.
    case initiator
    /// Whoever accepted it.
    case responder

    /// The other end.
    var other: LinkRole { self == .initiator ? .responder : .initiator }
}

/// What follows from fingerprints, contributions, nonces and the secret, as PROTOCOL.md has it.
enum Derivation {
    /// The protocol version, as it stands in everything that is derived.
    static let version = "1"

    /// What a proof is for.
    enum ProofLabel: String {
        case paired = "companion-paired"
        case link = "companion-link"
    }

    /// Each part preceded by its length in two bytes.
    static func parts(_ parts: [UInt8]...) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(parts.reduce(0) { $0 + 2 + $1.count })  // written once: some parts are secret
        for part in parts {
            precondition(part.count <= Int(UInt16.max), "a part has at most 65,535 bytes")
            all.append(UInt8(part.count >> 8))
            all.append(UInt8(part.count & 0xFF))
            all.append(contentsOf: part)
        }
        return all
    }

    /// SHA-256 over a label, the version, who commits, its fingerprint and its contribution.
    static func commitment(_ role: LinkRole, _ fingerprint: Fingerprint, _ contribution: [UInt8]) -> [UInt8] {
        Cryptography.digest(
            parts(text("companion-commit"), text(version), text(role.rawValue), fingerprint.bytes, contribution))
    }

    /// The three digits that both ends show; nil where OpenSSL refuses.
    ///
    /// The first eight bytes of the digest, big-endian, modulo 1000: no digit is likelier than another by more than
    /// 1000 in 2⁶⁴.
    static func digits(_ pair: Pair<Fingerprint>, _ contributions: Pair<[UInt8]>) -> String? {
        let digest = Cryptography.digest(
            parts(
                text("companion-digits"), text(version), pair.initiator.bytes, pair.responder.bytes,
                contributions.initiator, contributions.responder))
        guard digest.count == Cryptography.length else { return nil }
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1000
        return String(String(number + 1000).dropFirst())
    }

    /// The secret of a pairing: HKDF with the exporter value for its salt; nil where OpenSSL refuses.
    static func secret(
        _ pair: Pair<Fingerprint>, _ contributions: Pair<[UInt8]>, exporter: [UInt8]
    ) -> PairingSecret? {
        var input = contributions.initiator + contributions.responder
        let info = parts(text("companion-secret"), text(version), pair.initiator.bytes, pair.responder.bytes)
        var key = Cryptography.derived(salt: exporter, input: input, info: info)
        Cryptography.erase(&input)
        return PairingSecret(taking: &key)
    }

    /// The proof of one end that it has the secret, on this very connection; empty where OpenSSL refuses.
    ///
    /// `numbers` are the nonces, or the contributions of a pairing.
    static func proof(
        _ label: ProofLabel, by role: LinkRole, _ secret: PairingSecret, ids: Pair<String>, numbers: Pair<[UInt8]>,
        exporter: [UInt8]
    ) -> [UInt8] {
        let all = parts(
            text(label.rawValue), text(version), text(role.rawValue), text(ids[role]), text(ids[role.other]),
            numbers.initiator, numbers.responder, exporter)
        defer { SecretMemory.erase(all) }
        return secret.code(all)
    }

    /// The instance name under which a paired phone finds the robot in an hour, counted since 1970 UTC.
    static func findName(_ secret: PairingSecret, hour: Int64) -> String {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: hour >> (56 - 8 * $0)) }
        return Hexadecimal.text(secret.code(text("find") + bytes).prefix(8))
    }

    /// What tells another device whether it is in the same place of the same scan, and nothing else.
    ///
    /// Each end has a tag of its own, so that one who sends back what it got does not pass for being there.
    static func placeTag(_ secret: PairingSecret, _ role: LinkRole, place: String, scannedAt: String?) -> String {
        let text = parts(
            text("companion-place"), text(version), text(role.rawValue), text(place), text(scannedAt ?? ""))
        return Hexadecimal.text(secret.code(text).prefix(16))
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// A value of each end.
struct Pair<Value> {
    var initiator: Value
    var responder: Value

    /// From the view of the end that has `role`.
    init(_ role: LinkRole, own: Value, other: Value) {
        (initiator, responder) = role == .initiator ? (own, other) : (other, own)
    }

    subscript(role: LinkRole) -> Value { role == .initiator ? initiator : responder }
}

extension Pair: Sendable where Value: Sendable {}
