import CZlib
import Glibc
import Platform

/// A zip archive: its entries, each to be gone through unpacked, in bounded memory.
package struct ZipArchive {
    /// What messages call it.
    package let path: String
    /// The files in it, in the directory's order.
    package let entries: [ZipEntry]
    private let input: ZipInput

    /// Reads the directory of the archive in a file.
    package init(file path: String) throws(MapFormatError) {
        try self.init(path: path, input: .file(path))
    }

    /// Reads the directory of an archive in memory.
    package init(name: String, bytes: [UInt8]) throws(MapFormatError) {
        try self.init(path: name, input: .memory(bytes))
    }

    private init(path: String, input: ZipInput) throws(MapFormatError) {
        self.path = path
        self.input = input
        let size = try Self.checked(path) { () throws(SystemError) in try input.size() }
        let tailBytes = min(size, ZipDirectory.tailBytes)
        let tail = try Self.checked(path) { () throws(SystemError) in
            try input.bytes(from: size - tailBytes, count: tailBytes)
        }
        let place: (offset: Int, bytes: Int, count: Int)
        do throws(ArchiveFault) {
            place = try ZipDirectory.place(tail: tail, size: size)
        } catch { throw .archive(path: path, entry: "", error) }
        let directory = try Self.checked(path) { () throws(SystemError) in
            try input.bytes(from: place.offset, count: place.bytes)
        }
        do throws(ZipFault) {
            guard directory.count == place.bytes else { throw ZipFault("", .damagedArchive) }
            entries = try ZipDirectory.entries(directory, count: place.count, end: place.offset)
        } catch { throw .archive(path: path, entry: error.entry, error.fault) }
    }

    private static func checked<Value>(
        _ path: String, _ body: () throws(SystemError) -> Value
    ) throws(MapFormatError) -> Value {
        do throws(SystemError) { return try body() } catch { throw .cannotRead(path: path, error) }
    }

    /// The unpacked bytes of an entry; more than its directory says, or others, are refused on the way.
    package func source(_ entry: ZipEntry) -> ByteSource {
        ByteSource(name: path + ":" + entry.name) { take throws(MapFormatError) in try read(entry, take) }
    }

    private func read(_ entry: ZipEntry, _ take: ByteTaker) throws(MapFormatError) {
        func fault(_ fault: ArchiveFault) -> MapFormatError { .archive(path: path, entry: entry.name, fault) }
        let header = try Self.checked(path) { () throws(SystemError) in try input.bytes(from: entry.offset, count: 30) }
        guard header.count == 30 else { throw fault(.damagedArchive) }
        let record = LittleEndian(header, from: 0)
        guard record.word(0) == 0x0403_4B50, record.half(26) == entry.name.utf8.count,
            record.half(8) == (entry.isDeflated ? 8 : 0)
        else { throw fault(.damagedArchive) }
        let start = entry.offset + 30 + record.half(26) + record.half(28)
        let inflater = entry.isDeflated ? Inflater() : nil
        var state = ZipUnpacking(entry)
        var done = 0
        while done < entry.packedBytes {
            let count = min(65_536, entry.packedBytes - done)
            let packed = try Self.checked(path) { () throws(SystemError) in
                try input.bytes(from: start + done, count: count)
            }
            guard packed.count == count else { throw fault(.damagedArchive) }
            done += count
            if let inflater {
                guard
                    try inflater.inflate(
                        packed,
                        { part throws(MapFormatError) in
                            if let wrong = state.count(part) { throw fault(wrong) }
                            try take(part)
                        })
                else { throw fault(.damagedArchive) }
            } else {
                try packed.lend(nil) { part throws(MapFormatError) in
                    if let wrong = state.count(part) { throw fault(wrong) }
                    try take(part)
                }
            }
            if inflater?.hasEnded ?? false { break }
        }
        if let wrong = state.end(hasEnded: inflater?.hasEnded ?? true) { throw fault(wrong) }
    }
}

/// What has come out of an entry so far.
private struct ZipUnpacking {
    private let entry: ZipEntry
    private var bytes = 0
    private var checksum: UInt = 0

    init(_ entry: ZipEntry) { self.entry = entry }

    /// Counts a piece; more than the directory promised is a fault.
    mutating func count(_ part: UnsafeRawBufferPointer) -> ArchiveFault? {
        bytes += part.count
        guard bytes <= entry.unpackedBytes else { return .suspiciousRatio }
        checksum = crc32(checksum, part.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(part.count))
        return nil
    }

    func end(hasEnded: Bool) -> ArchiveFault? {
        guard hasEnded, bytes == entry.unpackedBytes else { return .damagedArchive }
        return UInt32(truncatingIfNeeded: checksum) == entry.checksum ? nil : .wrongChecksum
    }
}

/// The bytes of an archive, at any place.
private enum ZipInput {
    case file(String)
    case memory([UInt8])

    func size() throws(SystemError) -> Int {
        switch self {
        case .memory(let bytes): return bytes.count
        case .file(let path):
            let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
            let size = lseek(file.number, 0, SEEK_END)
            guard size >= 0 else { throw .last("read \(path)") }
            return size
        }
    }

    /// The bytes from a place on; fewer where the archive ends.
    func bytes(from start: Int, count: Int) throws(SystemError) -> [UInt8] {
        switch self {
        case .memory(let bytes): return Array(bytes[min(start, bytes.count)..<min(start + count, bytes.count)])
        case .file(let path):
            let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let got = bytes.withUnsafeMutableBytes { part in
                    pread(file.number, part.baseAddress.map { $0 + done }, count - done, off_t(start + done))
                }
                if got < 0 && errno == EINTR { continue }
                guard got >= 0 else { throw .last("read \(path)") }
                if got == 0 { break }
                done += got
            }
            return Array(bytes.prefix(done))
        }
    }
}
