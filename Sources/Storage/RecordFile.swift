import Documents
import Glibc
import Platform

/// A file that is a JSON list of records, each found by its key.
package struct RecordFile<Record: StoredRecord>: Sendable {
    /// Where it is.
    package let path: String
    /// The permissions that it always has; nil where those of the file that is replaced are kept.
    let fixedMode: mode_t?
    /// The most bytes that are read.
    static var byteLimit: Int { 64 << 20 }

    init(_ path: String, fixedMode: mode_t? = nil) {
        self.path = path
        self.fixedMode = fixedMode
    }

    /// Reads what is there, taking no lock and writing nothing; a file that is not there has no records.
    ///
    /// Throws where there is a file that cannot be read at all.
    package func read() throws(StorageError) -> RecordReading<Record> {
        guard let bytes = try bytes() else { return RecordReading() }
        defer { if isPrivate { SecretMemory.erase(bytes) } }
        return RecordReading(bytes)
    }

    /// The first thing in the file that could not be read, with how many more; nil where it is whole or not there.
    ///
    /// `forget` overwrites what is secret in a record.
    func damage(forget: (Record) -> Void) throws(StorageError) -> String? {
        let reading = try read()
        reading.records.forEach(forget)
        guard let first = reading.damage.first else { return nil }
        return reading.damage.count == 1 ? first.description : "\(first), and \(reading.damage.count - 1) more"
    }

    /// Whether only its user may read it, since there are secrets in it.
    var isPrivate: Bool { fixedMode != nil }

    /// Whether a file that is there has the permissions that it must have.
    fileprivate func hasFixedMode() throws(StorageError) -> Bool {
        guard let fixedMode else { return true }
        do throws(SystemError) {
            return try FolderNames.status(path).map { $0.st_mode & 0o777 == fixedMode } ?? true
        } catch {
            throw .cannotRead(path: path, error)
        }
    }

    /// The bytes that are there; nil where there is no file.
    func bytes() throws(StorageError) -> [UInt8]? {
        do throws(SystemError) {
            return try ReadFile.whole(path, limit: Self.byteLimit)
        } catch  where error.number == ENOENT {
            return nil
        } catch  where error.number == ENOTDIR {
            throw .notFolder(path: FolderNames.fileInTheWay(of: path) ?? path)
        } catch {
            throw .cannotRead(path: path, error)
        }
    }
}

/// What a file of records held when a writer read it: without one nothing can be saved.
///
/// It is only made by reading. What could not be read throws, and leaves nothing to save over; what was damaged remembers
/// that, and is kept under a dated name first.
package struct Loaded<Record: StoredRecord>: Sendable {
    /// The file.
    package let file: RecordFile<Record>
    /// What can be used, and what could not be read.
    package let reading: RecordReading<Record>
    /// The most bytes that are expected of a fresh record of a private file: more would be moved while they are written.
    private static var privateBytes: Int { 4096 }
    /// The bytes that were read; nil where there was no file.
    private let bytes: [UInt8]?

    /// The records, in the order of the file.
    package var records: [Record] { reading.records }

    init(_ file: RecordFile<Record>, by lock: borrowing StateLock) throws(StorageError) {
        self.file = file
        bytes = try file.bytes()
        reading = bytes.map { RecordReading($0) } ?? RecordReading()
    }

    /// Overwrites the bytes of the file; nothing can be saved over it afterwards.
    package func erase() { if let bytes { SecretMemory.erase(bytes) } }

    private init(_ file: RecordFile<Record>, _ records: [Record], _ bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        reading = RecordReading(records: records)
    }

    /// Puts records in the place of those that were loaded, and gives what is loaded then, with the dated name under
    /// which a damaged file was kept.
    ///
    /// The old file stays whole until the new one is; what would be the same bytes is not written again. Throws where
    /// the file is not as it was loaded. `now` is in seconds since 1970 UTC.
    func saving(
        _ records: [Record], by lock: borrowing StateLock, now: Int64
    ) throws(StorageError) -> (loaded: Loaded, setAside: String?) {
        let found = try file.bytes()
        defer { if file.isPrivate, let found { SecretMemory.erase(found) } }
        guard found == bytes else { throw .changedMeanwhile(path: file.path) }
        let capacity = file.isPrivate ? (bytes?.count ?? 0) + records.count * Self.privateBytes : 0
        let fresh = DocumentWriter.compact(.array(records.map(\.json)), sorted: true, capacity: capacity)
        let isDamaged = !reading.damage.isEmpty
        try Leftovers.sweep(file.path)
        let hasMode = try file.hasFixedMode()
        guard fresh != bytes || isDamaged || !hasMode else {
            return (Loaded(file, records, fresh), nil)
        }
        let aside = isDamaged ? try SetAside.keep(file.path, now: now) : nil
        try StateFile.replace(file.path, with: fresh, fixedMode: file.fixedMode)
        return (Loaded(file, records, fresh), aside)
    }
}

/// Replacing one file of the state directory.
enum StateFile {
    /// The permissions of a file that was not there before: what it says describes a home.
    static let freshMode: mode_t = 0o600

    /// Replaces a file at once, with the permissions that it had unless they are fixed.
    static func replace(_ path: String, with bytes: [UInt8], fixedMode: mode_t? = nil) throws(StorageError) {
        do throws(SystemError) {
            let earlier = try FolderNames.status(path)
            let mode = fixedMode ?? earlier.map { $0.st_mode & 0o777 } ?? freshMode
            try AtomicFile.replace(path, with: bytes, mode: mode)
        } catch {
            throw .cannotWrite(path: path, error)
        }
    }
}
