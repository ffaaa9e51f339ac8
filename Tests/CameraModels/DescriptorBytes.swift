/// Descriptors written one after the other; lengths and counts are filled in.
struct DescriptorBytes {
    var bytes: [UInt8] = []

    /// One descriptor: its length is put before it.
    mutating func add(_ type: UInt8, _ body: [UInt8]) {
        bytes.append(UInt8(body.count + 2))
        bytes.append(type)
        bytes += body
    }

    /// The number in two bytes, the lower first.
    static func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

    /// The number in four bytes, the lowest first.
    static func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16 & 0xFFFF) }
}
