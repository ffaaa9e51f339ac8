import Pairing

extension FuzzSeed {
    /// What phones send, message by message, and what they do in turn.
    static var phones: [FuzzSeed] {
        let bytes = [UInt8](repeating: 0xA5, count: 32)
        let id = String(repeating: "a5", count: 16)
        let position = LinkPosition(
            place: "lobby", placeName: "Lobby", scannedAt: "2026-09-14T09:30:00Z", name: "Sam", x: 1.5, y: -2, z: 0.25,
            yaw: 3)
        let messages: [(String, LinkMessage)] = [
            ("pair", .pair(name: "Ünï \"x\"\n", commitment: bytes)), ("reveal", .reveal(contribution: bytes)),
            ("hello", .hello(id: id, nonce: bytes)), ("challenge", .challenge(nonce: bytes, proof: bytes)),
            ("here", .here(place: nil)), ("position", .position(position)), ("nearest", .nearest(metres: 0.8)),
            ("seen", .seen(LinkObservation(kind: "hazard", text: "A step.", place: nil))),
            ("end", .end(EndMessage(.paused, seconds: 60))),
        ]
        let bare = messages.map { FuzzSeed(entry: .linkMessage, name: $0.0, bytes: LinkMessageWriter.json($0.1)) }
        let stream = FuzzSeed(
            entry: .linkMessage, name: "stream", bytes: messages.flatMap { LinkMessageWriter.frame($0.1) })
        return bare + [stream] + strangers + linked
    }

    /// Each byte is a step of ``PairingFuzz/handshake(_:)``: what is done in the low half, by whom in the highest bits.
    private static var strangers: [FuzzSeed] {
        [
            FuzzSeed(entry: .pairing, name: "asks", bytes: [0, 1, 12, 6, 7, 2]),
            FuzzSeed(entry: .pairing, name: "waits", bytes: [0, 1, 12, 6, 0xC3, 0xC3, 0xC3, 0xC3, 2]),
            FuzzSeed(entry: .pairing, name: "hello", bytes: [0, 1, 8, 9, 2, 0x40, 0x41, 0x48, 0x49, 0x42]),
            FuzzSeed(entry: .pairing, name: "two", bytes: [0, 1, 0x40, 0x41, 12, 0x4C, 6, 0x46, 7, 0x47]),
        ]
    }

    /// Each byte is a step of ``PairingFuzz/link(_:)``.
    private static var linked: [FuzzSeed] {
        [
            FuzzSeed(entry: .link, name: "walks", bytes: [0, 2, 3, 0x14, 2, 3, 0x24, 2, 0x34, 2]),
            FuzzSeed(entry: .link, name: "leaves", bytes: [0, 2, 3, 1, 2, 0, 3, 5, 6, 2, 0xF4]),
            FuzzSeed(entry: .link, name: "raw", bytes: [7] + LinkMessageWriter.json(.alive)),
        ]
    }
}
