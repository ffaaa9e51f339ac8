import Documents
import Platform

/// A file of the state directory that cannot be read, or not whole: what is lost by it, and what to do.
package struct StoreDamage: Equatable, Sendable {
    /// What is kept in a file.
    package enum Store: Equatable, Sendable {
        /// The list of places.
        case index
        /// The map of the place that is listed under this name.
        case map(place: String)
        /// The groups.
        case groups
        /// The paired devices.
        case devices
        /// The observations.
        case seen
    }

    /// Where it is.
    package var path: String
    /// What is kept in it.
    package var store: Store
    /// Why it cannot be read: `byte 1: not UTF-8`.
    package var why: String
    /// What to do before the file itself is mended; nil where it is damaged and not only barred.
    package var access: String?
    /// The dated name under which it was kept, once another stands in its place.
    package var kept: String?

    /// Makes a damage.
    package init(path: String, store: Store, why: String, access: String? = nil, kept: String? = nil) {
        self.path = path
        self.store = store
        self.why = why
        self.access = access
        self.kept = kept
    }

    /// What is wrong and what is lost by it, a sentence part: `/s/devices.json is damaged (byte 1: not UTF-8): …`.
    package var problem: String {
        let state = access == nil ? "\(kept == nil ? "is" : "was") damaged" : "cannot be read"
        return "\(path) \(state) (\(why)): \(loss)"
    }

    /// What to do about it.
    package var remedy: String {
        if let access { return access }
        let file = kept.map { "the damaged file is kept as \($0)" } ?? "the damaged file is kept"
        return "\(file); \(mending)"
    }

    /// A stable code for machines: `damagedPlaces`, `damagedDevices` or `damagedSeen`.
    package var code: String {
        switch store {
        case .index, .map, .groups: "damagedPlaces"
        case .devices: "damagedDevices"
        case .seen: "damagedSeen"
        }
    }

    /// The last of these names under which this very file may have been kept.
    package func copy(among names: [String]) -> String? {
        let (folder, stem, _) = SetAside.parts(of: path)
        return names.last { $0.hasPrefix("\(folder)/\(stem).damaged-") }
    }

    private var loss: String {
        switch store {
        case .index: "names of places that stood in it are lost; every map with a folder is still used"
        case .map(let place): "\"\(place)\" has no map, so nobody can be guided there"
        case .groups: "floors and ways between places that stood in it are lost"
        case .devices: "a device that stood in it and cannot be read must pair again"
        case .seen: "what was seen before cannot be read"
        }
    }

    private var mending: String {
        switch store {
        case .index: "restore it from a copy, or give the places their names anew: companion places rename ID NAME"
        case .map: "restore it from a copy, or take the map in anew: companion places import FILE --replace"
        case .groups: "restore it from a copy, or make the groups anew: companion groups create NAME"
        case .devices: "restore it from a copy, or pair again: companion pair open, then choose the robot on the phone"
        case .seen: "restore it from a copy; what is seen from now on is kept in a new file"
        }
    }
}

extension StateDirectory {
    /// Every file that cannot be read, or not whole; takes no lock and writes nothing.
    ///
    /// `now` is in seconds since 1970 UTC, for warnings about dates.
    package func damage(now: Int64) -> [StoreDamage] {
        if isFile { return [] }  // nothing of this directory is there
        return lists + maps(now: now) + [observations].compactMap { $0 }
    }

    private var lists: [StoreDamage] {
        [look(index, .index), look(buildings, .groups), look(devices, .devices) { SecretMemory.erase($0.secret) }]
            .compactMap { $0 }
    }

    private func look<Record>(
        _ file: RecordFile<Record>, _ store: StoreDamage.Store, forget: (Record) -> Void = { _ in }
    ) -> StoreDamage? {
        do throws(StorageError) {
            guard let why = try file.damage(forget: forget) else { return nil }
            return StoreDamage(path: file.path, store: store, why: why)
        } catch {
            return Self.barred(error, file.path, store)
        }
    }

    private static func barred(_ error: StorageError, _ path: String, _ store: StoreDamage.Store) -> StoreDamage {
        guard case .cannotRead(_, let reason) = error else {
            return StoreDamage(path: path, store: store, why: error.problem, access: error.remedy)
        }
        return StoreDamage(path: path, store: store, why: SystemError.words(for: reason.number), access: error.remedy)
    }

    private func maps(now: Int64) -> [StoreDamage] {
        let places: [StoredPlace]
        do throws(StorageError) {
            places = try self.places(now: now).places
        } catch {
            guard case .cannotRead(let path, _) = error, path != index.path else { return [] }
            return [Self.barred(error, path, .index)]
        }
        return places.compactMap { place in
            switch place.state {
            case .whole: nil
            case .damaged(let why): StoreDamage(path: place.path, store: .map(place: place.name), why: why)
            case .missing: StoreDamage(path: place.path, store: .map(place: place.name), why: "there is no such file")
            }
        }
    }

    private var observations: StoreDamage? {
        do throws(StorageError) {
            return try SeenStore.damage(seenPath).map { StoreDamage(path: seenPath, store: .seen, why: $0) }
        } catch {
            return Self.barred(error, seenPath, .seen)
        }
    }
}
