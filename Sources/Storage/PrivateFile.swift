import Glibc
import Platform

/// A small file of the state directory that is no list of records, and that only its user may read.
package struct PrivateFile: Sendable {
    /// Where it is.
    package let path: String
    /// The most bytes that are read.
    package static let byteLimit = 65_536

    /// Reads what is there; nil where there is no file.
    package func read() throws(StorageError) -> [UInt8]? {
        do throws(SystemError) {
            return try ReadFile.whole(path, limit: Self.byteLimit)
        } catch  where error.number == ENOENT {
            return nil
        } catch {
            throw .cannotRead(path: path, error)
        }
    }
}

extension StateDirectory {
    /// The key and certificate by which paired devices know this robot.
    package var identity: PrivateFile { PrivateFile(path: path + "/identity.pem") }
}

extension StateWriter {
    /// Puts bytes in the place of a private file; what was there is kept under a dated name first, which is given.
    ///
    /// `now` is in seconds since 1970 UTC.
    @discardableResult
    package func replace(
        _ file: PrivateFile, with bytes: [UInt8], now: Int64
    ) throws(StorageError) -> String? {
        let isThere: Bool
        do throws(SystemError) {
            isThere = try FolderNames.status(file.path) != nil
        } catch {
            throw .cannotRead(path: file.path, error)
        }
        let aside = isThere ? try SetAside.keep(file.path, now: now) : nil
        try StateFile.replace(file.path, with: bytes, fixedMode: 0o600)
        return aside
    }
}
