import Glibc

/// A lock file that one process at a time holds; it ends with this value or the process, and holds the process id.
package struct FileLock: ~Copyable, Sendable {
    /// Why a lock is not had.
    package enum Failure: Error, Equatable, Sendable {
        /// Another process has it; its id, where it said one.
        case held(pid: Int32?)
        /// The file cannot be opened or locked.
        case system(SystemError)
    }

    private let file: Descriptor

    /// Takes the lock at a path, or says who has it.
    package init(_ path: String) throws(Failure) {
        let file = try Self.open(path)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .system(.last("lock \(path)")) }
            throw .held(pid: Self.owner(file))
        }
        let text = Array("\(getpid())\n".utf8)
        // On a full disk the number does not fit; the lock holds all the same.
        if ftruncate(file.number, 0) == 0 {
            _ = text.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }
        }
        self.file = file
    }

    private static func open(_ path: String) throws(Failure) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.open(path, O_RDWR | O_CREAT)
        } catch { throw .system(error) }
    }

    private static func owner(_ file: borrowing Descriptor) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
}
