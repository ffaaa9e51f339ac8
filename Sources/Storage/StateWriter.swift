import Documents
import Platform
import Wayfinding

/// The one writer of a state directory, as long as it lives.
package struct StateWriter: ~Copyable {
    /// The directory.
    package let directory: StateDirectory
    private let lock: StateLock
    private let kept = KeptFiles()

    /// Takes the lock, and ends removals that a killed writer had begun.
    static func open(_ directory: StateDirectory) throws(StorageError) -> StateWriter {
        let writer = StateWriter(directory, try StateLock.take(folder: directory.path))
        try writer.finishRemovals()
        return writer
    }

    private init(_ directory: StateDirectory, _ lock: consuming StateLock) {
        self.directory = directory
        self.lock = lock
    }

    /// Reads a file for changing it; throws where there is one that cannot be read.
    package func load<Record>(_ file: RecordFile<Record>) throws(StorageError) -> Loaded<Record> {
        try Loaded(file, by: lock)
    }

    /// Puts records in the place of those that were loaded, at once or not at all.
    ///
    /// Gives what is loaded then, and the name under which a damaged file was kept. `now` is in seconds since 1970 UTC.
    @discardableResult
    package func save<Record>(
        _ records: [Record], over loaded: Loaded<Record>, now: Int64
    ) throws(StorageError) -> (loaded: Loaded<Record>, setAside: String?) {
        let saved = try loaded.saving(records, by: lock, now: now)
        if let name = saved.setAside { kept.names.append(name) }
        return saved
    }

    /// The damaged files that this writer has kept under a dated name so far.
    package var keptFiles: [String] { kept.names }

    /// Writes noughts over a text, such as a secret, in every damaged file that was kept in the place of this one.
    package func erase<Record>(_ text: String, fromCopiesOf file: RecordFile<Record>) throws(StorageError) {
        let bytes = Array(text.utf8)
        defer { SecretMemory.erase(bytes) }
        try SetAside.erase(bytes, fromCopiesOf: file.path)
    }

    /// The groups with the file that they were read from, for changing them.
    package func loadGroups(now: Int64) throws(StorageError) -> (groups: GroupList, loaded: Loaded<GroupRecord>) {
        let loaded = try load(directory.buildings)
        return (try StateDirectory.groupList(loaded.records, path: loaded.file.path, now: now), loaded)
    }

    /// Puts groups in the place of those that were loaded; what is written then is loaded.
    @discardableResult
    package func save(
        _ groups: GroupList, over loaded: Loaded<GroupRecord>, now: Int64
    ) throws(StorageError) -> (loaded: Loaded<GroupRecord>, setAside: String?) {
        let records = zip(groups.groups, groups.records).map { GroupRecord(key: $0.id, json: $1) }
        return try save(records, over: loaded, now: now)
    }

    /// Opens the observations for adding and erasing; a damaged file is kept under a dated name, which is given.
    package func openSeen(now: Int64) throws(StorageError) -> (store: SeenStore, setAside: String?) {
        let opened = try SeenStore.openForWriting(directory.seenPath, by: lock, now: now)
        if let name = opened.setAside { kept.names.append(name) }
        return opened
    }
}

/// What one writer has set aside.
private final class KeptFiles {
    var names: [String] = []
}
