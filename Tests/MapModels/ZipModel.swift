import CZlib

/// Writes zip archives, sound ones and all kinds of unsound ones.
package struct ZipModel {
    /// One file, and what is to be wrong with it.
    package struct Entry {
        /// The name in the archive.
        package var name: String
        /// The bytes, unpacked.
        package var bytes: [UInt8]
        /// Whether it is deflated; else it is stored.
        package var isDeflated: Bool
        /// The general flags; bit 0 says encrypted.
        package var flags: UInt16
        /// The method that is claimed, where it is not the true one.
        package var method: UInt16?
        /// What the directory claims instead of the truth.
        package var claimedBytes: Int?
        /// The checksum that is claimed, where it is not the true one.
        package var checksum: UInt32?
        /// The upper half is the mode of Unix.
        package var attributes: UInt32
        /// The offset that is claimed, where it is not the true one.
        package var offset: Int?
        /// The packed bytes, where they are not those that zlib makes.
        package var packed: [UInt8]?

        /// Makes an entry; what is not said is as it should be.
        package init(
            name: String, bytes: [UInt8], isDeflated: Bool = true, flags: UInt16 = 0, method: UInt16? = nil,
            claimedBytes: Int? = nil, checksum: UInt32? = nil, attributes: UInt32 = 0, offset: Int? = nil,
            packed: [UInt8]? = nil
        ) {
            self.name = name
            self.bytes = bytes
            self.isDeflated = isDeflated
            self.flags = flags
            self.method = method
            self.claimedBytes = claimedBytes
            self.checksum = checksum
            self.attributes = attributes
            self.offset = offset
            self.packed = packed
        }
    }

    /// The entries in their order.
    package var entries: [Entry]

    /// An archive of files by their names.
    package init(_ files: [String: [UInt8]]) {
        entries = files.sorted { $0.key < $1.key }.map { Entry(name: $0.key, bytes: $0.value) }
    }

    /// An archive of entries.
    package init(entries: [Entry]) { self.entries = entries }

    /// Raw deflate data: what zlib makes without its two bytes before and four behind.
    package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var out = [UInt8](repeating: 0, count: Int(size))
        guard compress2(&out, &size, bytes, UInt(bytes.count), 9) == Z_OK else { return [] }
        return Array(out[2..<(Int(size) - 4)])
    }

    /// Deflate data that only stores, the same whatever zlib is installed: blocks of up to 65,535 bytes.
    package static func storedBlocks(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            out += [rest.isEmpty ? 1 : 0] + half(block.count) + half(~block.count & 0xFFFF) + block
        } while !rest.isEmpty
        return out
    }

    private static func half(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    private static func word(_ value: Int) -> [UInt8] { half(value & 0xFFFF) + half(value >> 16) }

    /// The archive.
    package var bytes: [UInt8] {
        var out: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let packed = entry.packed ?? (entry.isDeflated ? Self.deflated(entry.bytes) : entry.bytes)
            let name = Array(entry.name.utf8)
            let sum = Int(entry.checksum ?? UInt32(crc32(0, entry.bytes, UInt32(entry.bytes.count))))
            let method = Int(entry.method ?? (entry.isDeflated ? 8 : 0))
            let start = entry.offset ?? out.count
            let common =
                Self.half(Int(entry.flags)) + Self.half(method) + Self.word(0) + Self.word(sum)
                + Self.word(packed.count) + Self.word(entry.claimedBytes ?? entry.bytes.count) + Self.half(name.count)
                + Self.half(0)
            out += Self.word(0x0403_4B50) + Self.half(20) + common + name + packed
            directory +=
                Self.word(0x0201_4B50) + Self.half(0x0314) + Self.half(20) + common + Self.half(0) + Self.half(0)
                + Self.half(0) + Self.word(Int(entry.attributes)) + Self.word(start) + name
        }
        let start = out.count
        out += directory
        out +=
            Self.word(0x0605_4B50) + Self.half(0) + Self.half(0) + Self.half(entries.count) + Self.half(entries.count)
        out += Self.word(directory.count) + Self.word(start) + Self.half(0)
        return out
    }
}
