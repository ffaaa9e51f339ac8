import Glibc
import Platform

/// Where the bytes of a recording come from, read from front to back.
package struct MCAPInput: ~Copyable {
    private enum Source: ~Copyable {
        case file(Descriptor)
        case memory([UInt8])
    }

    private let source: Source
    /// How many bytes there are; of a pipe as many as can be.
    let size: UInt64
    /// How many bytes were read.
    private(set) var offset: UInt64 = 0
    /// The checksum of what was read since it was set last.
    var checksum = CRC32()

    /// Opens a file.
    package init(path: String) throws(MCAPError) {
        do throws(SystemError) {
            let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
            var facts = stat()
            guard fstat(file.number, &facts) == 0 else { throw .last("open \(path)") }
            guard facts.st_mode & S_IFMT != S_IFDIR else { throw SystemError(EISDIR, "open \(path)") }
            size = facts.st_mode & S_IFMT == S_IFREG ? UInt64(facts.st_size) : .max
            source = .file(file)
        } catch { throw .cannotRead(error) }
    }

    /// Takes bytes in memory.
    package init(bytes: [UInt8]) {
        size = UInt64(bytes.count)
        source = .memory(bytes)
    }

    /// Fills `room` with the next `count` bytes; false where there are fewer, and then the input is at its end.
    mutating func read(_ count: Int, into room: inout [UInt8]) throws(MCAPError) -> Bool {
        guard UInt64(count) <= size - min(offset, size) else { return false }
        if room.count != count { room = [UInt8](repeating: 0, count: count) }
        switch source {
        case .memory(let bytes):
            room.replaceSubrange(0..<count, with: bytes[Int(offset)..<Int(offset) + count])
            offset += UInt64(count)
            checksum.take(room)
            return true
        case .file(let file):
            let done = try Self.fill(&room, from: file.number)
            offset += UInt64(done)
            checksum.take(room)
            return done == count
        }
    }

    private static func fill(_ room: inout [UInt8], from number: Int32) throws(MCAPError) -> Int {
        var done = 0
        var failure: Int32 = 0
        room.withUnsafeMutableBytes { bytes in
            while done < bytes.count {
                let count = Glibc.read(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                if count < 0 { failure = errno }
                if count <= 0 { return }
                done += count
            }
        }
        guard failure == 0 else { throw .cannotRead(SystemError(failure, "read the recording")) }
        return done
    }
}
