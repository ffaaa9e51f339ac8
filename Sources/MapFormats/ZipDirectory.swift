/// What is refused in a zip archive, whatever it says.
package enum ZipLimits {
    /// The most entries.
    package static let entries = 4096
    /// The most bytes of one entry, and of all of them, unpacked.
    package static let totalBytes = 1 << 30
    /// The most times that an entry may grow; deflate itself can do 1032.
    package static let ratio = 200
    /// Entries up to this size, in bytes, may grow as they like.
    package static let freeBytes = 1 << 20
}

/// One file of a zip archive, as the archive's directory describes it.
package struct ZipEntry: Equatable, Sendable {
    /// Its name with `/` between folders.
    package var name: String
    /// Whether it is deflated; else it is stored as it is.
    package var isDeflated: Bool
    /// The CRC-32 of the unpacked bytes.
    package var checksum: UInt32
    /// How many bytes it has in the archive.
    package var packedBytes: Int
    /// How many bytes it has unpacked.
    package var unpackedBytes: Int
    /// Where its local header begins in the archive.
    package var offset: Int
}

/// Reads the directory at the end of a zip archive (PKWARE APPNOTE 6.3, §4.3.12 and §4.3.16), trusting none of it.
package enum ZipDirectory {
    /// The length of the end record without its comment.
    static let endBytes = 22
    /// How far from the archive's end the end record can begin: its length and the longest comment.
    package static let tailBytes = endBytes + 65_535

    /// Where the directory is, from the last bytes of an archive of `size` bytes.
    static func place(
        tail: [UInt8], size: Int
    ) throws(ArchiveFault) -> (offset: Int, bytes: Int, count: Int) {
        guard tail.count >= endBytes else { throw .notAnArchive }
        var start = tail.count - endBytes
        while start >= 0 {
            let record = LittleEndian(tail, from: start)
            if record.word(0) == 0x0605_4B50, start + endBytes + record.half(20) == tail.count {
                let count = record.half(10)
                let (bytes, offset) = (record.word(12), record.word(16))
                guard record.half(4) == 0, record.half(6) == 0, record.half(8) == count, count != 0xFFFF,
                    bytes != 0xFFFF_FFFF, offset != 0xFFFF_FFFF
                else { throw .unsupportedArchive }
                guard offset + bytes <= size - tail.count + start else { throw .damagedArchive }
                guard count <= ZipLimits.entries else { throw .tooManyEntries }
                return (offset, bytes, count)
            }
            start -= 1
        }
        throw .notAnArchive
    }

    /// The entries of a directory's bytes, folders left out; the first fault is thrown with the name that it has.
    static func entries(_ bytes: [UInt8], count: Int, end: Int) throws(ZipFault) -> [ZipEntry] {
        var entries: [ZipEntry] = []
        var names: Set<String> = []
        var position = 0
        var total = 0
        for _ in 0..<count {
            guard position + 46 <= bytes.count else { throw ZipFault("", .damagedArchive) }
            let record = LittleEndian(bytes, from: position)
            let length = 46 + record.half(28) + record.half(30) + record.half(32)
            guard record.word(0) == 0x0201_4B50, position + length <= bytes.count else {
                throw ZipFault("", .damagedArchive)
            }
            let name = Array(bytes[(position + 46)..<(position + 46 + record.half(28))])
            position += length
            let entry = try entry(record, name: name)
            guard names.insert(entry.name).inserted else { throw ZipFault(entry.name, .duplicateEntry) }
            total += entry.unpackedBytes
            guard total <= ZipLimits.totalBytes else { throw ZipFault(entry.name, .archiveTooLarge) }
            if !entry.name.hasSuffix("/") { entries.append(entry) }
        }
        guard position == bytes.count else { throw ZipFault("", .damagedArchive) }
        try refuseOverlaps(entries, end: end)
        return entries
    }

    private static func entry(_ record: LittleEndian, name bytes: [UInt8]) throws(ZipFault) -> ZipEntry {
        guard let name = String(validating: bytes, as: UTF8.self), isSafe(name) else {
            throw ZipFault(String(decoding: bytes, as: UTF8.self).filter { $0 >= " " }, .unsafePath)
        }
        let entry = ZipEntry(
            name: name, isDeflated: record.half(10) == 8, checksum: UInt32(record.word(16)),
            packedBytes: record.word(20), unpackedBytes: record.word(24), offset: record.word(42))
        // Bit 0: encrypted; bit 6: strongly; bit 13: the directory itself is masked.
        guard record.half(8) & 0x2041 == 0 else { throw ZipFault(name, .encryptedEntry) }
        guard record.half(10) == 0 || record.half(10) == 8 else { throw ZipFault(name, .unsupportedCompression) }
        guard [entry.packedBytes, entry.unpackedBytes, entry.offset].allSatisfy({ $0 != 0xFFFF_FFFF }) else {
            throw ZipFault(name, .unsupportedArchive)
        }
        // The upper half of the attributes is the mode where Unix made the entry: 0120000 is a link.
        guard record.half(4) >> 8 != 3 || record.half(40) & 0xF000 != 0xA000 else { throw ZipFault(name, .linkEntry) }
        if !entry.isDeflated, entry.packedBytes != entry.unpackedBytes { throw ZipFault(name, .damagedArchive) }
        if entry.unpackedBytes > ZipLimits.freeBytes,
            entry.unpackedBytes / ZipLimits.ratio > entry.packedBytes
        {
            throw ZipFault(name, .suspiciousRatio)
        }
        return entry
    }

    /// Whether a name stays inside: relative, no `..`, no backslash, no drive, nothing unprintable.
    static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 1024, !name.hasPrefix("/") else { return false }
        guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return false }
        guard !name.contains("\\"), !name.contains(":") else { return false }
        return name.split(separator: "/").allSatisfy { $0 != ".." && $0 != "." }
    }

    private static func refuseOverlaps(_ entries: [ZipEntry], end: Int) throws(ZipFault) {
        var reached = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset >= reached else { throw ZipFault(entry.name, .overlappingEntries) }
            // A local header has at least 30 bytes and the name.
            reached = entry.offset + 30 + entry.name.utf8.count + entry.packedBytes
            guard reached <= end else { throw ZipFault(entry.name, .damagedArchive) }
        }
    }
}

/// What is wrong with an archive, and with which entry.
struct ZipFault: Error {
    var entry: String
    var fault: ArchiveFault

    init(_ entry: String, _ fault: ArchiveFault) {
        self.entry = entry
        self.fault = fault
    }
}

/// Numbers in some bytes, least byte first; the caller has checked that they are there.
struct LittleEndian {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8], from start: Int) { self.bytes = bytes[start...] }

    func half(_ offset: Int) -> Int {
        let at = bytes.startIndex + offset
        return Int(bytes[at]) | Int(bytes[at + 1]) << 8
    }

    func word(_ offset: Int) -> Int { half(offset) | half(offset + 2) << 16 }
}
