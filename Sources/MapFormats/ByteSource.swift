import Glibc
import Platform

/// Takes the next piece of some bytes; the piece lives only during the call.
package typealias ByteTaker = (UnsafeRawBufferPointer) throws(MapFormatError) -> Void

/// Bytes that can be gone through from the start, piece by piece, as often as is wanted.
package struct ByteSource {
    /// What messages call it: a path, or a name inside an archive.
    package let name: String
    private let pass: (ByteTaker) throws(MapFormatError) -> Void

    /// Makes a source of one that goes through the bytes once at every call.
    package init(name: String, pass: @escaping (ByteTaker) throws(MapFormatError) -> Void) {
        self.name = name
        self.pass = pass
    }

    /// Bytes in memory, given in pieces of `piece` bytes.
    package init(name: String, bytes: [UInt8], piece: Int = 65_536) {
        self.init(name: name) { take throws(MapFormatError) in
            var start = 0
            while start < bytes.count {
                let end = min(start + max(piece, 1), bytes.count)
                let part = Array(bytes[start..<end])
                try part.lend(nil, take)
                start = end
            }
        }
    }

    /// A file, opened anew for each pass.
    package init(file path: String) {
        self.init(name: path) { take throws(MapFormatError) in
            let file: Descriptor
            do throws(SystemError) {
                file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
            } catch { throw .cannotRead(path: path, error) }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count: Int
                do throws(SystemError) {
                    count = try file.read(into: &chunk)
                } catch { throw .cannotRead(path: path, error) }
                if count == 0 { return }
                try chunk.lend(count, take)
            }
        }
    }

    /// Goes through the bytes once.
    package func read(_ take: ByteTaker) throws(MapFormatError) { try pass(take) }

    /// All of the bytes, where there are no more than `limit`.
    package func whole(limit: Int) throws(MapFormatError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read { part throws(MapFormatError) in
            guard bytes.count + part.count <= limit else {
                throw .tooMuch(file: name, what: "bytes", limit: limit)
            }
            bytes.append(contentsOf: part)
        }
        return bytes
    }
}

extension [UInt8] {
    /// Gives the first `count` bytes to a taker, without copying them.
    func lend(_ count: Int? = nil, _ take: ByteTaker) throws(MapFormatError) {
        let result = withUnsafeBytes { all -> Result<Void, MapFormatError> in
            do throws(MapFormatError) {
                try take(UnsafeRawBufferPointer(rebasing: all.prefix(count ?? all.count)))
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }
}
