import Documents
import Glibc
import Platform
import Storage
import Wayfinding

/// A writer for tests to kill: it goes on writing new states until that happens, or holds the lock.
///
/// usage: StorageWriter hold|groups|devices|places|seen FOLDER
enum StorageWriter {
    static let recordCount = 1000

    static func run(_ words: [String]) throws -> Int32 {
        guard words.count == 3 else { return 2 }
        let writer = try StateDirectory(words[2]).writer()
        switch words[1] {
        case "hold": hold(writer)
        case "groups": try groups(writer)
        case "devices": try devices(writer)
        case "places": try places(writer)
        case "seen": try seen(writer)
        default: return 2
        }
        return 0
    }

    /// Keeps the lock; it would be let go of before a loop that does not use it.
    static func hold(_ writer: borrowing StateWriter) {
        while writer.keptFiles.isEmpty { pause() }
    }

    /// Every group is called after the round, so that a mixed state shows.
    static func groups(_ writer: borrowing StateWriter) throws {
        var (_, loaded) = try writer.loadGroups(now: 0)
        for round in 1... {
            let records = (0..<recordCount).map { number in
                JSONValue.object([
                    .init("id", .string("g\(number)")), .init("name", .string("round \(round)")),
                    .init("floors", .array([])),
                ])
            }
            loaded = try writer.save(try GroupList(records: records), over: loaded, now: 1_796_033_472).loaded
        }
    }

    static func devices(_ writer: borrowing StateWriter) throws {
        var loaded = try writer.load(writer.directory.devices)
        for round in 1... {
            let records = (0..<recordCount).map { number in
                DeviceRecord(
                    id: "d\(number)", name: "round \(round)", kind: .phone, fingerprint: "00ff", secret: "ab12",
                    pairedAt: "2026-11-30T10:11:12Z")
            }
            loaded = try writer.save(records, over: loaded, now: 1_796_033_472).loaded
        }
    }

    /// A place comes, changes, and goes, for ever.
    static func places(_ writer: borrowing StateWriter) throws {
        for round in 1... {
            let candidate = try candidate(round)
            _ = try writer.take(candidate, replacing: true, now: Int64(round))
            if round % 3 == 0 { _ = try writer.remove(place: candidate.map.id, now: Int64(round)) }
        }
    }

    static func candidate(_ round: Int) throws -> PlaceCandidate {
        let landmarks = (0..<recordCount).map { number in
            Landmark(id: "l\(number)", name: "round \(round)", kind: .spot)
        }
        let map = PlaceMap(
            id: "hall", name: "Hall", scannedAt: "2026-01-01T00:00:00Z", kind: .demo, landmarks: landmarks,
            connections: [])
        guard let candidate = try PlaceCandidate.make(Document(MapWriter.canonical(map)), now: 0).candidate else {
            throw SystemError(EINVAL, "make a map")
        }
        return candidate
    }

    /// Observations come by threes and one of each three goes.
    static func seen(_ writer: borrowing StateWriter) throws {
        let store = try writer.openSeen(now: 1_796_033_472).store
        for round in 1... {
            let text = "round \(round) " + String(repeating: "x", count: 400)
            let id = try store.append(at: Int64(round), place: "hall", kind: "arrival", text: text)
            if round % 3 == 0 { _ = try store.remove(id) }
        }
    }
}

do {
    exit(try StorageWriter.run(CommandLine.arguments))
} catch {
    let words = Array("\(error)\n".utf8)
    _ = words.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
}
