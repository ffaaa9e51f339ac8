/// The words of the MCAP format, version 0 (mcap.dev/spec): what kinds of records there are, and what bounds them here.
enum MCAPFormat {
    /// The first and the last bytes of a file.
    static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    /// Bytes of a record before its content: the opcode and the length.
    static let prefix = 9

    /// The kinds of records.
    enum Opcode: UInt8 {
        case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex, attachment
        case attachmentIndex, statistics, metadata, metadataIndex, summaryOffset, dataEnd
    }

    /// The most bytes that a record may have: 64 MiB.
    static let longestRecord = 64 << 20
    /// The most bytes that a chunk may expand to: 64 MiB.
    static let largestChunk = 64 << 20
    /// The most channels, and the most schemas, that are told apart.
    static let mostChannels = 4096
    /// The most members of a map.
    static let mostMembers = 4096
}

extension [UInt8] {
    /// Appends a number, the least byte first.
    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends a text with its length in front.
    mutating func put(text: String) {
        put(UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// Appends a map of texts; its length is counted in bytes.
    mutating func put(map: [(key: String, value: String)]) {
        put(UInt32(map.reduce(0) { $0 + 8 + $1.key.utf8.count + $1.value.utf8.count }))
        for (key, value) in map {
            put(text: key)
            put(text: value)
        }
    }

    /// Appends a record: its kind, its length, and what `content` appends.
    mutating func put(_ opcode: MCAPFormat.Opcode, _ content: (inout [UInt8]) -> Void) {
        append(opcode.rawValue)
        let start = count
        put(UInt64(0))
        content(&self)
        let length = UInt64(count - start - 8)
        Swift.withUnsafeBytes(of: length.littleEndian) { bytes in
            for index in 0..<8 { self[start + index] = bytes[index] }
        }
    }
}

/// Reads the fields of one record; every length is checked against what is there.
struct MCAPFields {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next number, the least byte first; nil where too few bytes are left.
    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { return nil }
        var number: Number = 0
        for (shift, byte) in rest.prefix(size).enumerated() { number |= Number(byte) << Number(shift * 8) }
        rest = rest.dropFirst(size)
        return number
    }

    /// The number at the front.
    func first<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> Number? {
        var copy = self
        return copy.number(type)
    }

    /// So many of the next bytes; nil where fewer are left.
    mutating func bytes(_ count: some BinaryInteger) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// A text with its length in front; nil where it is longer than what is left, or no UTF-8.
    mutating func text() -> String? {
        guard let count = number(UInt32.self), let bytes = bytes(count) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A map of texts; of a key that comes twice the first counts.
    mutating func map() -> [String: String]? {
        guard let length = number(UInt32.self), let bytes = bytes(length) else { return nil }
        var fields = MCAPFields(bytes)
        var map: [String: String] = [:]
        while !fields.rest.isEmpty {
            guard let key = fields.text(), let value = fields.text(), map.count < MCAPFormat.mostMembers else {
                return nil
            }
            if map[key] == nil { map[key] = value }
        }
        return map
    }
}
