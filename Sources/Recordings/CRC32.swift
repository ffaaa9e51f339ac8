/// The checksum of the MCAP format, as in zlib and PNG: CRC-32 with the reflected polynomial 0xEDB88320.
///
/// Eight tables take eight bytes in a step. The nine bytes "123456789" give 0xCBF43926.
struct CRC32: Equatable, Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of what was taken so far; 0 of nothing.
    var value: UInt32 { state ^ 0xFFFF_FFFF }

    /// The checksum of some bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var checksum = CRC32()
        let fast: Void? = bytes.withContiguousStorageIfAvailable { checksum.take(UnsafeRawBufferPointer($0)) }
        if fast == nil { checksum.take(Array(bytes)) }
        return checksum.value
    }

    /// Takes more bytes.
    mutating func take(_ bytes: [UInt8]) { bytes.withUnsafeBytes { take($0) } }

    /// Takes more bytes.
    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        var index = 0
        Self.tables.withUnsafeBufferPointer { tables in
            while index + 8 <= bytes.count {
                let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ state
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                state = Self.four(low, tables, 1792) ^ Self.four(high, tables, 768)
                index += 8
            }
            while index < bytes.count {
                state = tables[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ (state >> 8)
                index += 1
            }
        }
        self.state = state
    }

    /// The part of four bytes, whose tables begin at `base` and go down.
    private static func four(_ word: UInt32, _ tables: UnsafeBufferPointer<UInt32>, _ base: Int) -> UInt32 {
        tables[base + Int(word & 0xFF)] ^ tables[base - 256 + Int((word >> 8) & 0xFF)]
            ^ tables[base - 512 + Int((word >> 16) & 0xFF)] ^ tables[base - 768 + Int(word >> 24)]
    }

    /// Eight tables of 256, one behind the other.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 2048)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            tables[index] = value
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
        }
        return tables
    }()
}
