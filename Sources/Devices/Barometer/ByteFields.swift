/// Numbers out of the bytes of registers.
enum ByteFields {
    /// The unsigned number of the bytes from `start` on, the least significant first.
    static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32 {
        (0..<count).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
    }

    /// The unsigned number of the bytes from `start` on, the most significant first.
    static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32 {
        (0..<count).reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
    }

    /// A number of `bits` bits in two's complement: 0xFFF000 of 24 bits is −4096.
    static func signed(_ value: UInt32, bits: Int) -> Int32 { Int32(bitPattern: value << (32 - bits)) >> (32 - bits) }

    /// Two bytes, least significant first, as a signed number.
    static func little16(_ bytes: [UInt8], _ start: Int) -> Double { Double(signed(little(bytes, start, 2), bits: 16)) }

    /// Two bytes, least significant first, as an unsigned number.
    static func unsigned16(_ bytes: [UInt8], _ start: Int) -> Double { Double(little(bytes, start, 2)) }

    /// One byte as a signed number.
    static func signed8(_ bytes: [UInt8], _ start: Int) -> Double { Double(Int8(bitPattern: bytes[start])) }

    /// Whether all bytes are the same, as on a bus without a chip; nothing is as well.
    static func areAlike(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == bytes[0] } }
}
