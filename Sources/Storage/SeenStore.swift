import CSQLite
import Glibc
import Platform

/// What the robot has seen, in an SQLite file: what is erased is gone from its bytes.
///
/// Every call waits for the disk; it belongs on a thread of its own, and one thread at a time uses it.
package final class SeenStore {
    private static let setUp = """
        CREATE TABLE IF NOT EXISTS observation (
            id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, place TEXT, kind TEXT NOT NULL,
            text TEXT NOT NULL)
        """
    /// SQLITE_READONLY_ROLLBACK and SQLITE_READONLY_RECOVERY, which are no plain numbers in the header.
    private static let leftByWriter = SQLITE_READONLY | 3 << 8
    private static let leftInLog = SQLITE_READONLY | 1 << 8
    private let database: SQLiteDatabase
    private let path: String

    private init(_ database: SQLiteDatabase, path: String) {
        self.database = database
        self.path = path
    }

    /// Reads the observations, newest first, taking no lock and writing nothing; a file that is not there has none.
    package static func read(_ path: String) throws(StorageError) -> [Observation] {
        guard try isThere(path) else { return [] }
        do throws(SQLiteDatabase.Failure) {
            let store = SeenStore(try SQLiteDatabase(path, isReadOnly: true), path: path)
            return try store.rows()
        } catch {
            // A file that a killed writer left can only be read once somebody who may write has rolled it back.
            let isLeft = error.code == leftByWriter || error.code == leftInLog
            throw isLeft ? .needsWriter(path: path) : refusal(error, path, isWriting: false)
        }
    }

    /// Opens the file for writing, made where it is not there; one that fails its integrity check is kept under a dated
    /// name and begun anew.
    static func openForWriting(
        _ path: String, by lock: borrowing StateLock, now: Int64
    ) throws(StorageError) -> (store: SeenStore, setAside: String?) {
        var aside: String?
        if try isThere(path), try isDamaged(path) { aside = try setAside(path, now: now) }
        try create(path)
        do throws(SQLiteDatabase.Failure) {
            let database = try SQLiteDatabase(path, isReadOnly: false)
            // What is deleted is overwritten with zeros; nothing is left beside the file once a change is made, and
            // nothing is written to a folder for temporary files.
            for setting in [
                "secure_delete = ON", "journal_mode = DELETE", "synchronous = FULL", "temp_store = MEMORY",
            ] { try database.run("PRAGMA " + setting) }
            try database.run(setUp)
            return (SeenStore(database, path: path), aside)
        } catch {
            throw refusal(error, path, isWriting: true)
        }
    }

    /// Adds an observation and gives its number; on the disk when this returns.
    @discardableResult
    package func append(at: Int64, place: String?, kind: String, text: String) throws(StorageError) -> Int64 {
        try perform { database throws(SQLiteDatabase.Failure) in
            try database.run(
                "INSERT INTO observation (at, place, kind, text) VALUES (?, ?, ?, ?)",
                [.integer(at), place.map { .text($0) } ?? .null, .text(kind), .text(text)])
            return database.lastId
        }
    }

    /// All observations, newest first.
    package func all() throws(StorageError) -> [Observation] {
        do throws(SQLiteDatabase.Failure) {
            return try rows()
        } catch {
            throw Self.refusal(error, path, isWriting: false)
        }
    }

    /// Erases one observation, and says whether it was there.
    package func remove(_ id: Int64) throws(StorageError) -> Bool {
        try perform { database throws(SQLiteDatabase.Failure) in
            try database.run("DELETE FROM observation WHERE id = ?", [.integer(id)])
            let wasThere = database.changes > 0
            if wasThere { try database.run("VACUUM") }
            return wasThere
        }
    }

    /// Erases all observations, those in damaged files that were kept as well, and gives how many rows and files.
    package func clear() throws(StorageError) -> (observations: Int, damagedFiles: Int) {
        let count = try perform { database throws(SQLiteDatabase.Failure) in
            try database.run("DELETE FROM observation")
            let count = database.changes
            try database.run("VACUUM")
            return count
        }
        let (folder, stem, _) = SetAside.parts(of: path)
        let kept = try FolderNames.orNone(in: folder).filter { $0.hasPrefix(stem + ".damaged-") }
        for name in kept where unlink(folder + "/" + name) != 0 && errno != ENOENT {
            throw .cannotWrite(path: folder + "/" + name, .last("remove \(name)"))
        }
        return (count, kept.count)
    }

    private func perform<Result>(
        _ body: (SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Result
    ) throws(StorageError) -> Result {
        do throws(SQLiteDatabase.Failure) {
            return try body(database)
        } catch {
            throw Self.refusal(error, path, isWriting: true)
        }
    }

    private func rows() throws(SQLiteDatabase.Failure) -> [Observation] {
        let tables = try database.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'observation'")
        guard !tables.isEmpty else { return [] }
        let rows = try database.run("SELECT id, at, place, kind, text FROM observation ORDER BY at DESC, id DESC")
        return rows.compactMap(Self.observation)
    }

    private static func observation(_ row: [SQLiteDatabase.Value]) -> Observation? {
        guard case .integer(let id) = row[0], case .integer(let at) = row[1], case .text(let kind) = row[3],
            case .text(let text) = row[4]
        else { return nil }
        let place: String? = if case .text(let place) = row[2] { place } else { nil }
        return Observation(id: id, at: at, place: place, kind: kind, text: text)
    }
}

/// The file under the observations.
extension SeenStore {
    private static func isThere(_ path: String) throws(StorageError) -> Bool {
        do throws(SystemError) {
            return try FolderNames.status(path) != nil
        } catch {
            throw .cannotRead(path: path, error)
        }
    }

    /// Makes an empty file that only its owner may read, where there is none.
    private static func create(_ path: String) throws(StorageError) {
        do throws(SystemError) {
            _ = try Descriptor.open(path, O_RDWR | O_CREAT, mode: StateFile.freshMode)
        } catch {
            throw .cannotWrite(path: path, error)
        }
    }

    /// Whether the file is no database or fails its integrity check; what a killed writer left is rolled back first.
    private static func isDamaged(_ path: String) throws(StorageError) -> Bool {
        do throws(SQLiteDatabase.Failure) {
            let database = try SQLiteDatabase(path, isReadOnly: false)
            return try database.run("PRAGMA integrity_check(1)") != [[.text("ok")]]
        } catch {
            if error.isDamage { return true }
            throw refusal(error, path, isWriting: true)
        }
    }

    /// Why the file is no database or fails its integrity check; nil where it is whole, not there, or being written.
    ///
    /// Takes no lock and writes nothing; what a killed writer left is whole once the next has rolled it back.
    static func damage(_ path: String) throws(StorageError) -> String? {
        guard try isThere(path) else { return nil }
        do throws(SQLiteDatabase.Failure) {
            let database = try SQLiteDatabase(path, isReadOnly: true)
            let verdict = try database.run("PRAGMA integrity_check(1)")
            return verdict == [[.text("ok")]] ? nil : "it fails SQLite's check"
        } catch {
            if error.isDamage { return error.words }
            if [leftByWriter, leftInLog].contains(error.code) || error.primary == SQLITE_BUSY { return nil }
            throw refusal(error, path, isWriting: false)
        }
    }

    /// Moves a damaged file out of the way, with what SQLite may have left beside it.
    private static func setAside(_ path: String, now: Int64) throws(StorageError) -> String {
        let aside = try SetAside.keep(path, now: now)
        for ending in ["", "-journal", "-wal", "-shm"] {
            let name = path + ending
            let isDone = ending.isEmpty || ending == "-shm" ? unlink(name) == 0 : rename(name, aside + ending) == 0
            guard isDone || errno == ENOENT else { throw .cannotWrite(path: name, .last("set \(name) aside")) }
        }
        try FolderNames.makeDurable(SetAside.parts(of: path).folder)
        return aside
    }

    private static func refusal(_ failure: SQLiteDatabase.Failure, _ path: String, isWriting: Bool) -> StorageError {
        let numbers: [Int32: Int32] = [
            SQLITE_FULL: ENOSPC, SQLITE_READONLY: EROFS, SQLITE_CANTOPEN: EACCES, SQLITE_PERM: EACCES,
            SQLITE_IOERR: EIO,
        ]
        guard let number = numbers[failure.primary] else { return .database(path: path, failure.words) }
        let error = SystemError(number, failure.words)
        return isWriting ? .cannotWrite(path: path, error) : .cannotRead(path: path, error)
    }
}
