/// The 16 bytes that name a pixel format or an extension unit, in the order in which they stand on the wire.
package struct UVCIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes.
    package let bytes: [UInt8]

    /// Takes 16 bytes; nil for any other number of them.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    private init(head: [UInt8], tail: [UInt8]) { bytes = head + tail }

    /// The identifier of a format that is named by four letters: the letters, then what all of them end with
    /// (USB Video Payload Uncompressed 1.5, table 2-1).
    package init(letters: (UInt8, UInt8, UInt8, UInt8)) {
        self.init(
            head: [letters.0, letters.1, letters.2, letters.3],
            tail: [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71])
    }

    /// The extension unit of RealSense D400 and L515 and of Orbbec's 330 series.
    package static let depthUnit = UVCIdentifier(
        head: [0xCB, 0x6C, 0x60, 0xC9], tail: [0x4C, 0x59, 0x25, 0x4D, 0xAF, 0x47, 0xCC, 0xC4, 0x96, 0x43, 0x59, 0x95])

    /// The extension unit of SR300 and of Orbbec's older series.
    package static let codedLightUnit = UVCIdentifier(
        head: [0xA1, 0x51, 0x57, 0xA5], tail: [0xC5, 0xF3, 0x5E, 0x4A, 0x8D, 0x5A, 0x68, 0x54, 0xB8, 0xFA, 0x27, 0x16])

    static let invz = UVCIdentifier(
        head: [0x49, 0x4E, 0x56, 0x5A], tail: [0x90, 0x2D, 0x58, 0x4A, 0x92, 0x0B, 0x77, 0x3F, 0x1F, 0x2C, 0x55, 0x6B])
    static let inzi = UVCIdentifier(
        head: [0x49, 0x4E, 0x5A, 0x49], tail: [0x66, 0x1A, 0x42, 0xA2, 0x90, 0x65, 0xD0, 0x18, 0x14, 0xA8, 0xEF, 0x8A])
    static let invi = UVCIdentifier(
        head: [0x49, 0x4E, 0x56, 0x49], tail: [0xDB, 0x57, 0x49, 0x5E, 0x8E, 0x3F, 0xF4, 0x79, 0x53, 0x2B, 0x94, 0x6F])

    /// The first four bytes as letters where they are letters, and all bytes otherwise.
    package var description: String {
        let isText = bytes[..<4].allSatisfy { (0x20..<0x7F).contains($0) }
        if isText { return String(decoding: bytes[..<4], as: UTF8.self) }
        return bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
