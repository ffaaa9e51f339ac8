/// Whole numbers that stand in bytes with the least significant byte first, as everything on USB does.
///
/// Each reader answers nil where the bytes end too soon, so that a short answer never traps. Offsets count from the
/// first byte, also in a slice.
package enum LittleEndian {
    /// The byte at an offset; nil past the end.
    package static func byte(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
    }

    /// The 16-bit number at an offset; nil past the end.
    package static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt16? {
        guard offset >= 0, bytes.count - 2 >= offset else { return nil }
        let start = bytes.startIndex + offset
        return UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    }

    /// The 32-bit number at an offset; nil past the end.
    package static func long(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32? {
        guard let low = word(bytes, offset), let high = word(bytes, offset + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    /// The 32-bit floating-point number at an offset; nil past the end, and where it is no finite number.
    package static func float(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Double? {
        guard let bits = long(bytes, offset) else { return nil }
        let value = Float(bitPattern: bits)
        return value.isFinite ? Double(value) : nil
    }

    /// Appends a 16-bit number.
    package static func append(_ value: UInt16, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// Appends a 32-bit number.
    package static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        append(UInt16(truncatingIfNeeded: value), to: &bytes)
        append(UInt16(truncatingIfNeeded: value >> 16), to: &bytes)
    }
}
