import Documents
import Evidence
import Foundation
import Platform
import Storage
import Testing
import Wayfinding

/// A fresh state directory for one test, and what is put into it.
struct StateWorld {
    /// 2026-11-30T10:11:12Z.
    static let now: Int64 = 1_796_033_472

    let path: String
    var directory: StateDirectory { StateDirectory(path) }

    /// Runs `body` with a state directory that is not there yet.
    static func run<Result>(_ body: (StateWorld) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { try body(StateWorld(path: $0 + "/state")) }
    }

    /// Puts a file there as nobody's writer did.
    func put(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o640) throws {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try #require(Files.write(bytes, to: file))
        try #require(chmod(file, mode) == 0)
    }

    func put(_ name: String, _ text: String, mode: mode_t = 0o640) throws {
        try put(name, Array(text.utf8), mode: mode)
    }

    func bytes(_ name: String) -> [UInt8]? { Files.read(path + "/" + name) }
    func text(_ name: String) -> String? { Files.text(path + "/" + name) }

    /// Every file and folder, without the lock.
    func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).filter { $0 != "lock" }.sorted()
    }

    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path + "/" + name, &status) == 0)
        return status.st_mode & 0o777
    }

    /// A small map.
    static func map(_ id: String, name: String? = nil, landmark: String = "Door") -> PlaceMap {
        PlaceMap(
            id: id, name: name ?? id.capitalized, scannedAt: "2026-01-02T03:04:05Z", kind: .surveyed,
            landmarks: [Landmark(id: "door", name: landmark, kind: .entrance)], connections: [])
    }

    static func candidate(_ map: PlaceMap, as id: String? = nil) throws -> PlaceCandidate {
        let document = try Document(MapWriter.canonical(map))
        return try #require(try PlaceCandidate.make(document, as: id, now: now).candidate)
    }

    @discardableResult
    func take(_ map: PlaceMap, replacing: Bool = false, now: Int64 = now) throws -> PlaceImported {
        let writer = try directory.writer()
        return try writer.take(try Self.candidate(map), replacing: replacing, now: now)
    }

    func places() throws -> [StoredPlace] { try directory.places(now: Self.now).places }

    /// The ids of the groups after adding one more to what is there.
    func addGroup(_ name: String, now: Int64 = now) throws {
        let writer = try directory.writer()
        var (groups, loaded) = try writer.loadGroups(now: now)
        try groups.create(name: name)
        try writer.save(groups, over: loaded, now: now)
    }
}

extension StoredPlace {
    /// `ok`, `missing`, or why it is damaged.
    var word: String {
        switch state {
        case .whole: "ok"
        case .missing: "missing"
        case .damaged(let why): "damaged: " + why
        }
    }
}
