import Glibc

/// Reading a file whole, up to a limit.
package enum ReadFile {
    /// Why a file is not read.
    package enum Refusal: Error, Equatable, Sendable {
        /// It is a folder, a device or a pipe.
        case notAFile
        /// It has more bytes than the limit; how many.
        case tooLarge(bytes: Int)
        /// The kernel said no.
        case cannotRead(SystemError)
    }

    /// The bytes of the regular file at `path`; a pipe or a device is refused rather than waited for.
    package static func regular(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        let file = try opened(path)
        var facts = stat()
        guard fstat(file.number, &facts) == 0 else { throw .cannotRead(.last("look at \(path)")) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard facts.st_size <= limit else { throw .tooLarge(bytes: Int(facts.st_size)) }
        do throws(SystemError) { return try bytes(of: file, path, limit: limit) } catch {
            throw error.number == EFBIG ? .tooLarge(bytes: limit + 1) : .cannotRead(error)
        }
    }

    private static func opened(_ path: String) throws(Refusal) -> Descriptor {
        do throws(SystemError) { return try Descriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK) } catch {
            throw .cannotRead(error)
        }
    }

    /// The bytes of the file at `path`; throws what the kernel said, or `EFBIG` where there are more than `limit`.
    package static func whole(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try bytes(of: try Descriptor.open(path, O_RDONLY | O_NOCTTY), path, limit: limit)
    }

    private static func bytes(
        of file: borrowing Descriptor, _ path: String, limit: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        defer { SecretMemory.erase(chunk) }  // some of what is read is secret
        while true {
            let count: Int
            do throws(SystemError) {
                count = try file.read(into: &chunk)
            } catch { throw SystemError(error.number, "read \(path)") }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw SystemError(EFBIG, "read \(path)") }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}
