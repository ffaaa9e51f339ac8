import Glibc

/// Reading a file whole, up to a limit.
package enum ReadFile {
    /// The bytes of the file at `path`; throws what the kernel said, or `EFBIG` where there are more than `limit`.
    package static func whole(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
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
