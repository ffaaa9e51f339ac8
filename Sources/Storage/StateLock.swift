import Platform

/// The right to write in a state directory, which one process at a time has; it ends with this value or the process.
package struct StateLock: ~Copyable {
    /// The name of the lock file in the directory; it stays there, and holds the process id of the last writer.
    package static let fileName = "lock"

    private let lock: FileLock

    private init(_ lock: consuming FileLock) { self.lock = lock }

    /// Takes the right, or says who has it; a directory that is not there is made.
    static func take(folder: String) throws(StorageError) -> StateLock {
        try FolderNames.make(folder)
        let path = folder + "/" + fileName
        do throws(FileLock.Failure) {
            return StateLock(try FileLock(path))
        } catch {
            switch error {
            case .held(let pid): throw .busy(folder: folder, pid: pid)
            case .system(let reason): throw .cannotWrite(path: path, reason)
            }
        }
    }
}
