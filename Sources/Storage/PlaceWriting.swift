import Documents
import Glibc
import Platform
import Wayfinding

/// A map that may be taken in.
package struct PlaceCandidate: Sendable {
    /// What is written: the bytes as they came, or the canonical form where the id was changed.
    package let bytes: [UInt8]
    /// What it says.
    package let map: PlaceMap
    /// What is doubtful about it.
    package let warnings: [MapFinding]

    /// Makes a candidate of a document; with an id, the map is taken in under that one.
    ///
    /// Nil where the map has an error; the findings tell. `now` is in seconds since 1970 UTC.
    package static func make(
        _ document: Document, as id: String? = nil, now: Int64
    ) throws(DocumentError) -> (candidate: PlaceCandidate?, findings: [MapFinding]) {
        guard let id else { return make(document, document.bytes, now: now) }
        let bytes = DocumentWriter.canonical(JSONValue(document.root).setting("id", .string(id)))
        return make(try Document(bytes), bytes, now: now)
    }

    private static func make(
        _ document: Document, _ bytes: [UInt8], now: Int64
    ) -> (candidate: PlaceCandidate?, findings: [MapFinding]) {
        let (map, findings) = PlaceMapReader.read(document, now: now)
        return (map.map { PlaceCandidate(bytes: bytes, map: $0, warnings: findings) }, findings)
    }

    /// What taking it in would mean.
    package enum Standing: Equatable, Sendable {
        /// It is not here, and would be listed under this name.
        case fresh(name: String)
        /// It is here already, with the same content, under this name.
        case same(name: String)
        /// Another map of this id is here, under this name.
        case other(name: String)
    }

    /// What taking it in beside these places would mean.
    package func standing(beside places: [StoredPlace]) -> Standing {
        let names = places.filter { $0.id != map.id }.map(\.name)
        guard let place = places.first(where: { $0.id == map.id }) else {
            return .fresh(name: PlaceNames.free(map.name, beside: names))
        }
        if case .missing = place.state { return .fresh(name: place.name) }
        return isContent(of: place.path) ? .same(name: place.name) : .other(name: place.name)
    }

    /// Whether a file says the same, whatever its spaces and the order of its members.
    private func isContent(of path: String) -> Bool {
        do {
            let other = try ReadFile.whole(path, limit: Document.Limits().bytes)
            return try other == bytes
                || MapWriter.canonical(Document(other)) == MapWriter.canonical(Document(bytes))
        } catch {
            return false
        }
    }
}

/// What became of a map that was to be taken in.
package enum PlaceImported: Equatable, Sendable {
    /// It is here now, under this name.
    case added(name: String)
    /// It was here already, under this name.
    case alreadyHere(name: String)
    /// It is here in the place of another, which was kept under this name.
    case replaced(name: String, setAside: String)
}

/// Taking places in, naming and removing them.
extension StateWriter {
    /// Takes a map in: the map first, then the index, so that whoever is killed between leaves a place that is found
    /// again.
    ///
    /// Another map of the same id is only replaced where that is said, and kept under a dated name. `now` is in seconds
    /// since 1970 UTC.
    package func take(
        _ candidate: PlaceCandidate, replacing: Bool = false, now: Int64
    ) throws(StorageError) -> PlaceImported {
        let loaded = try load(directory.index)
        let places = try directory.places(of: loaded.records, now: now)
        let id = candidate.map.id
        let folders = try PlaceFolderList(directory.placesFolder)
        let folder = directory.folder(named: folders.folder(of: id))
        let path = folder + "/map.json"
        let stamp = CalendarTime.utc(now)
        var records = places.map(\.record)
        switch candidate.standing(beside: places) {
        case .same(let name):
            try save(records, over: loaded, now: now)
            return .alreadyHere(name: name)
        case .fresh(let name):
            guard try FolderNames.orNone(in: folder).allSatisfy({ $0 != "map.json" }) else {
                throw .folderTaken(id: id, folder: folder)
            }
            try write(candidate, in: folder)
            if let index = records.firstIndex(where: { $0.id == id }) {
                records[index] = records[index].replaced(scannedAt: candidate.map.scannedAt, importedAt: stamp)
            } else {
                let scannedAt = candidate.map.scannedAt
                records.append(PlaceRecord(id: id, name: name, scannedAt: scannedAt, importedAt: stamp))
            }
            try save(records, over: loaded, now: now)
            return .added(name: name)
        case .other(let name):
            guard replacing else { throw .placeExists(id: id, name: name) }
            let isWhole = places.contains { $0.id == id && $0.map != nil }
            let aside = try SetAside.keep(path, word: isWhole ? "replaced" : "damaged", now: now)
            try write(candidate, in: folder)
            records = records.map { record in
                record.id == id ? record.replaced(scannedAt: candidate.map.scannedAt, importedAt: stamp) : record
            }
            try save(records, over: loaded, now: now)
            return .replaced(name: name, setAside: aside)
        }
    }

    private func write(_ candidate: PlaceCandidate, in folder: String) throws(StorageError) {
        let path = folder + "/map.json"
        let isNew = !FolderNames.isFolder(folder)
        try FolderNames.make(folder)
        if isNew { try FolderNames.makeDurable(directory.placesFolder) }
        try Leftovers.sweep(path)
        try StateFile.replace(path, with: candidate.bytes)
    }

    /// Lists a place under another name, "Name (2)" where that is taken, and gives it; the map is left as it is.
    package func rename(place id: String, to name: String, now: Int64) throws(StorageError) -> String {
        let loaded = try load(directory.index)
        let places = try directory.places(of: loaded.records, now: now)
        guard places.contains(where: { $0.id == id }) else { throw .unknownPlace(id: id) }
        let free = PlaceNames.free(name, beside: places.filter { $0.id != id }.map(\.name))
        try save(places.map { $0.id == id ? $0.record.named(free) : $0.record }, over: loaded, now: now)
        return free
    }

    /// Removes a place with its map, and takes it out of its group; gives what it was called.
    ///
    /// One that is in use is not removed. It is gone with the first step, the renaming of its folder; what a killed
    /// writer leaves to do, the next one does.
    package func remove(place id: String, inUse: Set<String> = [], now: Int64) throws(StorageError) -> String {
        let places = try directory.places(now: now).places
        guard let place = places.first(where: { $0.id == id }) else { throw .unknownPlace(id: id) }
        guard !inUse.contains(id) else { throw .placeInUse(id: id, name: place.name) }
        // The groups are read first: where they cannot be, nothing is removed.
        _ = try loadGroups(now: now)
        let marker = directory.folder(named: PlaceFolders.removedMark + PlaceFolders.name(of: id))
        let folder = SetAside.parts(of: place.path).folder
        if FolderNames.isFolder(folder) {
            guard Glibc.rename(folder, marker) == 0 else {
                throw .cannotWrite(path: folder, .last("remove \(folder)"))
            }
        } else {
            try FolderNames.make(marker)
        }
        try FolderNames.makeDurable(directory.placesFolder)
        try finish(removalOf: id, marker: marker, now: now)
        return place.name
    }

    /// Ends what killed writers have begun.
    func finishRemovals() throws(StorageError) {
        let folders = try PlaceFolderList(directory.placesFolder)
        guard !folders.removed.isEmpty else { return }
        for name in folders.removed.sorted() {
            let marker = directory.folder(named: PlaceFolders.removedMark + name)
            let ids = try idsOfRemoved(name)
            for id in ids { try finish(removalOf: id, marker: marker, now: CalendarTime.now) }
            try FolderNames.remove(marker)
        }
    }

    private func idsOfRemoved(_ name: String) throws(StorageError) -> [String] {
        let listed = try directory.index.read().records.map(\.id).filter { PlaceFolders.name(of: $0) == name }
        guard listed.isEmpty else { return listed }
        return PlaceFolders.id(of: name).map { [$0] } ?? []
    }

    private func finish(removalOf id: String, marker: String, now: Int64) throws(StorageError) {
        var (groups, loadedGroups) = try loadGroups(now: now)
        if groups.removePlace(id) { try save(groups, over: loadedGroups, now: now) }
        let index = try load(directory.index)
        // Read while the folder has its mark, so that the removed place is not among them.
        let rest = try directory.places(of: index.records, now: now).map(\.record)
        try save(rest, over: index, now: now)
        try FolderNames.remove(marker)
    }
}
