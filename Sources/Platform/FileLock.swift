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

    /// Lets go by word: a child that is being started at this moment has the file open as well until it has become
    /// another program, and would keep what is let go by closing alone.
    deinit { flock(file.number, LOCK_UN) }

    private static func open(_ path: String) throws(Failure) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.open(path, O_RDWR | O_CREAT)
        } catch { throw .system(error) }
    }

    /// The process that has the lock; it writes its number just after taking it, so one that is empty is read again.
    private static func owner(_ file: borrowing Descriptor) -> Int32? {
        for _ in 0..<ownerReadings {
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
            let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
            if let pid = Int32(String(decoding: digits, as: UTF8.self)) { return pid }
            usleep(ownerPauseMicroseconds)
        }
        return nil
    }

    private static let ownerReadings = 20
    private static let ownerPauseMicroseconds: UInt32 = 5000
}
