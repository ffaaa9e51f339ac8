import Documents
import Glibc
import Platform
import Wayfinding

/// The one directory that the robot remembers in: maps, groups, paired devices, what was seen.
///
/// Reading takes no lock and writes nothing. Writing is ``StateWriter``'s.
package struct StateDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// The directory at a path.
    package init(_ path: String) { self.path = path }

    /// Where the directory is by rule: the first of `$STATE_DIRECTORY`, else `/var/lib/companion`; as an ordinary user
    /// `companion` in `$XDG_STATE_HOME` or `~/.local/state`.
    ///
    /// `variable` gives a variable of the environment.
    package static func standardPath(isRoot: Bool, variable: (String) -> String?) -> String {
        func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let given = variable("STATE_DIRECTORY")?.split(separator: ":").first { return String(given) }
        if isRoot { return "/var/lib/companion" }
        if let folder = absolute("XDG_STATE_HOME") { return folder + "/companion" }
        return (absolute("HOME") ?? "") + "/.local/state/companion"
    }

    /// The list of places.
    package var index: RecordFile<PlaceRecord> { RecordFile(placesFolder + "/index.json") }
    /// The groups.
    package var buildings: RecordFile<GroupRecord> { RecordFile(path + "/buildings.json") }
    /// The paired devices; secrets are in it, so nobody else may read it.
    package var devices: RecordFile<DeviceRecord> { RecordFile(path + "/devices.json", fixedMode: 0o600) }
    /// The observations.
    package var seenPath: String { path + "/seen.sqlite" }

    var placesFolder: String { path + "/places" }

    func folder(named name: String) -> String { placesFolder + "/" + name }

    /// Whether a file stands in its place, or in that of a folder above it.
    package var isFile: Bool { FolderNames.fileInTheWay(of: path) != nil }

    /// Makes the directory, and those above it, for this user alone; one that is there is fine.
    package func make() throws(SystemError) {
        do throws(StorageError) { try FolderNames.make(path) } catch {
            if case .cannotWrite(_, let why) = error { throw why }
            if case .notFolder(let file) = error { throw SystemError(ENOTDIR, "make \(path), as \(file) is a file") }
            throw SystemError(EIO, "make \(path)")
        }
    }

    /// The right to write here, until the writer is let go.
    package func writer() throws(StorageError) -> StateWriter { try StateWriter.open(self) }

    /// The places, those of the index first and in its order, and what is wrong with the index.
    ///
    /// `now` is in seconds since 1970 UTC, for warnings about dates.
    package func places(now: Int64) throws(StorageError) -> (places: [StoredPlace], damage: [RecordDamage]) {
        let reading = try index.read()
        return (try places(of: reading.records, now: now), reading.damage)
    }

    func places(of records: [PlaceRecord], now: Int64) throws(StorageError) -> [StoredPlace] {
        let folders = try PlaceFolderList(placesFolder)
        var places: [StoredPlace] = []
        var claimed: Set<String> = []
        for record in records where !folders.isRemoved(record.id) {
            let folder = folders.folder(of: record.id)
            claimed.insert(folder)
            let file = self.folder(named: folder) + "/map.json"
            let state = MapFile.state(file, id: record.id, now: now)
            places.append(StoredPlace(record: record, state: state, isFound: false, path: file))
        }
        for folder in folders.names where !claimed.contains(folder) {
            if let place = found(folder, beside: places, now: now) { places.append(place) }
        }
        return places
    }

    /// A place that the index has lost, from its folder; nil where there is no map in it.
    private func found(_ folder: String, beside others: [StoredPlace], now: Int64) -> StoredPlace? {
        let file = self.folder(named: folder) + "/map.json"
        let id = PlaceFolders.id(of: folder)
        var state = MapFile.state(file, id: id, now: now)
        if case .missing = state { return nil }
        if case .whole(let map, _) = state, PlaceFolders.name(of: map.id) != folder, id == nil {
            state = .damaged("it is the map of the place \(DocumentWriter.quoted(map.id))")
        }
        var name = id ?? folder
        var scannedAt: String?
        var foundId = id ?? folder
        if case .whole(let map, _) = state { (foundId, name, scannedAt) = (map.id, map.name, map.scannedAt) }
        guard !others.contains(where: { $0.id == foundId }) else { return nil }
        let record = PlaceRecord(
            id: foundId, name: PlaceNames.free(name, beside: others.map(\.name)), scannedAt: scannedAt,
            importedAt: MapFile.writtenAt(file).map(CalendarTime.utc))
        return StoredPlace(record: record, state: state, isFound: true, path: file)
    }

    /// The groups, and what is wrong or doubtful in their file.
    ///
    /// `places` are the places of ``places(now:)``.
    package func groups(places: [StoredPlace], now: Int64) throws(StorageError) -> StoredGroups {
        let bytes = try buildings.bytes()
        let reading = bytes.map { RecordReading<GroupRecord>($0) } ?? RecordReading()
        let list = try Self.groupList(reading.records, path: buildings.path, now: now)
        let findings = bytes.flatMap { Self.findings($0, places: places, now: now) }
        return StoredGroups(
            groups: list, findings: findings ?? [], damage: reading.damage,
            isList: findings != nil || bytes == nil)
    }

    static func groupList(
        _ records: [GroupRecord], path: String, now: Int64
    ) throws(StorageError) -> GroupList {
        do throws(DocumentError) {
            return try GroupList(records: records.map(\.json), now: now)
        } catch {
            throw .cannotRead(path: path, SystemError(EFBIG, error.description))
        }
    }

    /// Everything that is wrong or doubtful in the file, now that the places are known; nil where it is no list.
    private static func findings(_ bytes: [UInt8], places: [StoredPlace], now: Int64) -> [MapFinding]? {
        do throws(DocumentError) {
            let document = try Document(bytes)
            guard document.root.kind == .array else { return nil }
            let known = GroupsReader.Surroundings(known: Set(places.map(\.id)), maps: places.compactMap(\.map))
            return GroupsReader.read(document, now: now, surroundings: known).findings
        } catch {
            return nil
        }
    }
}

/// The groups of the state directory, as they were read.
package struct StoredGroups: Sendable {
    /// The groups that can be used.
    package var groups: GroupList
    /// What is wrong or doubtful, with pointers into the file.
    package var findings: [MapFinding]
    /// What could not be read; the file is kept under a dated name before it is replaced.
    package var damage: [RecordDamage]
    /// Whether the file is a list, so that `findings` tell of everything; else `damage` alone does.
    package var isList: Bool
}

/// The names that places are listed as.
package enum PlaceNames {
    /// The name, or "Name (2)" and so on where it is taken.
    package static func free(_ name: String, beside taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name) (\(number))") { number += 1 }
        return "\(name) (\(number))"
    }
}

/// The folders that are there.
struct PlaceFolderList {
    /// Folders that may hold a map, by bytes.
    let names: [String]
    /// Folders of places that were removed.
    let removed: Set<String>

    init(_ folder: String) throws(StorageError) {
        let all = try FolderNames.orNone(in: folder)
        names = all.filter { !$0.hasPrefix(".") && FolderNames.isFolder(folder + "/" + $0) }
        removed = Set(
            all.filter { $0.hasPrefix(PlaceFolders.removedMark) }
                .map { String($0.dropFirst(PlaceFolders.removedMark.count)) })
    }

    /// The folder of an id: the one that is named by the rule, else one that somebody named plainly after it.
    func folder(of id: String) -> String {
        let name = PlaceFolders.name(of: id)
        return names.contains(name) ? name : names.first { PlaceFolders.id(of: $0) == id } ?? name
    }

    /// Whether the place was removed and something is left of it.
    func isRemoved(_ id: String) -> Bool { removed.contains(PlaceFolders.name(of: id)) }
}
