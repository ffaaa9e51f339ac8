import Glibc
import Platform

/// The right to write in a state directory, which one process at a time has; it ends with this value or the process.
package struct StateLock: ~Copyable {
    /// The name of the lock file in the directory; it stays there, and holds the process id of the last writer.
    package static let fileName = "lock"

    private let file: Descriptor

    private init(_ file: consuming Descriptor) { self.file = file }

    /// Takes the right, or says who has it; a directory that is not there is made.
    static func take(folder: String) throws(StorageError) -> StateLock {
        try FolderNames.make(folder)
        let path = folder + "/" + fileName
        let file = try open(path)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .cannotWrite(path: path, .last("lock \(path)")) }
            throw .busy(folder: folder, pid: owner(file))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file.number, 0) == 0 else { throw .cannotWrite(path: path, .last("write \(path)")) }
        // On a full disk the number does not fit; the lock holds all the same.
        _ = text.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }
        return StateLock(file)
    }

    private static func open(_ path: String) throws(StorageError) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.open(path, O_RDWR | O_CREAT)
        } catch {
            throw .cannotWrite(path: path, error)
        }
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
