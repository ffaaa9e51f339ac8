import Glibc

/// Replacing a file so that at every moment, a power cut included, the old or the new one is there whole.
package enum AtomicFile {
    /// Writes `bytes` beside `path`, makes them durable, and puts them in its place; the old file stays where this
    /// throws.
    ///
    /// `mode` holds the permissions of the new file.
    package static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o600) throws(SystemError) {
        let temporary = path + ".new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        do throws(SystemError) {
            try write(bytes, to: temporary, mode: mode)
            guard rename(temporary, path) == 0 else { throw SystemError.last("replace \(path)") }
        } catch {
            _ = unlink(temporary)
            throw error
        }
        try makeDurable(folderOf: path)
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        do throws(SystemError) { try file.writeAll(bytes) } catch { throw SystemError(error.number, "write \(path)") }
        guard fsync(file.number) == 0 else { throw .last("write \(path)") }
    }

    private static func makeDurable(folderOf path: String) throws(SystemError) {
        let folder: String
        switch path.lastIndex(of: "/") {
        case nil: folder = "."
        case path.startIndex: folder = "/"
        case .some(let slash): folder = String(path[..<slash])
        }
        let descriptor = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.number) == 0 else { throw .last("make \(folder) durable") }
    }
}
