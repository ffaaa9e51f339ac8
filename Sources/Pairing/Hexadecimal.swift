/// Bytes as lower-case hexadecimal digits, two a byte.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The digits, written once and where they stay: bytes that are secret leave no copy behind.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { room in
            for (index, byte) in bytes.enumerated() {
                room.initializeElement(at: 2 * index, to: digits[Int(byte >> 4)])
                room.initializeElement(at: 2 * index + 1, to: digits[Int(byte & 15)])
            }
            return bytes.count * 2
        }
    }

    /// The bytes of exactly `count` pairs of lower-case digits; nil for anything else.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let text = text.utf8
        guard text.count == count * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var digits = text.makeIterator()
        while let first = digits.next(), let second = digits.next() {
            guard let high = value(first), let low = value(second) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
