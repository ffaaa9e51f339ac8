import Readings

/// Where a fuzzer puts its bytes in.
package enum PairingFuzz {
    /// Takes bytes as a stream of messages, and as one.
    package static func messages(_ bytes: [UInt8]) {
        var framer = MessageFramer()
        framer.take(bytes)
        do throws(EndMessage) {
            _ = try LinkMessageReader.read(bytes)
            while let message = try framer.next() { _ = try LinkMessageReader.read(message) }
        } catch {
            return
        }
    }

    /// Takes bytes as what strangers do at a door where pairing is open, and gives how many were paired: always none.
    ///
    /// Each byte chooses a message, a connection, or time that passes; some messages are built from the bytes after it.
    package static func handshake(_ bytes: [UInt8]) -> Int {
        guard let (fresh, ends) = door() else { return 0 }
        var core = fresh
        var now = Instant.start
        _ = core.perform(.open, at: now)
        for (index, byte) in bytes.enumerated() {
            let number = Int(byte >> 6)
            switch byte & 0x0F {
            case 0: _ = core.opened(number, at: now)
            case 1: _ = core.secured(number, ends, at: now)
            case 2: _ = core.closed(number, at: now)
            case 3:
                now = now + .milliseconds(Int(byte) * 20)
                _ = core.advance(to: now)
            case 4: _ = core.received(number, Array(bytes[index...]), at: now)
            case let kind:
                _ = core.received(number, LinkMessageWriter.json(message(kind, bytes[index...], ends)), at: now)
            }
        }
        return core.status(at: now).devices.count
    }

    private static func message(_ kind: UInt8, _ rest: ArraySlice<UInt8>, _ ends: LinkEnds) -> LinkMessage {
        let filled = Array(
            (Array(rest) + [UInt8](repeating: 0, count: Cryptography.length)).prefix(Cryptography.length))
        switch kind {
        case 5: return .pair(name: String(decoding: rest, as: UTF8.self), commitment: filled)
        case 6: return .reveal(contribution: filled)
        case 7: return .confirm(proof: filled)
        case 8: return .hello(id: ends.other.id, nonce: filled)
        case 9: return .proof(filled)
        case 10: return .allowed(proof: filled)
        case 11: return .here(place: ends.other.id)
        case 12: return .pair(name: "x", commitment: Derivation.commitment(.initiator, ends.other, filled))
        case 13: return .challenge(nonce: filled, proof: filled)
        case 14: return .end(EndMessage(.stopping))
        default: return .paired
        }
    }

    private static func door() -> (DoorCore, LinkEnds)? {
        let zeros = [UInt8](repeating: 0, count: Cryptography.length)
        guard let own = Fingerprint(zeros.map { _ in 1 }), let other = Fingerprint(zeros.map { _ in 2 }) else {
            return nil
        }
        let keeping = DeviceKeeping(keep: { _ in nil }, remove: { _ in nil }, rename: { _, _ in nil })
        let parts = DoorCore.Parts(
            own: own, name: "Companion", devices: [], keeping: keeping, random: { [UInt8](repeating: 3, count: $0) },
            date: { "" })
        return (DoorCore(parts), LinkEnds(role: .responder, own: own, other: other, exporter: zeros))
    }
}
