/// SHA-256 of a certificate: who a device is, whatever it calls itself.
package struct Fingerprint: Hashable, Sendable {
    /// The 32 bytes.
    let bytes: [UInt8]

    /// Takes 32 bytes; nil for any other number.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Cryptography.length else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text, count: Cryptography.length) else { return nil }
        self.bytes = bytes
    }

    /// All 64 digits.
    package var hexadecimal: String { Hexadecimal.text(bytes) }

    /// The id that follows from it: its first 32 digits.
    package var id: String { Hexadecimal.text(bytes.prefix(Self.idBytes)) }

    private static let idBytes = 16

    /// Whether a text has the form of an id.
    static func isId(_ text: String) -> Bool { Hexadecimal.bytes(text, count: idBytes) != nil }
}
