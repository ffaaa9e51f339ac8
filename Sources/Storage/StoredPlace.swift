import Documents
import Glibc
import Platform
import Wayfinding

/// A place of the state directory, as it is listed.
package struct StoredPlace: Sendable {
    /// Whether its map can be used.
    package enum State: Sendable {
        /// It can; with what is doubtful about it.
        case whole(PlaceMap, warnings: [MapFinding])
        /// It cannot, and why.
        case damaged(String)
        /// There is none.
        case missing
    }

    /// What the index says, or would say.
    package var record: PlaceRecord
    /// Its map.
    package var state: State
    /// Whether it was not in the index and was found by its folder.
    package var isFound: Bool
    /// The file of its map, whether it is there or not.
    package var path: String

    /// The id.
    package var id: String { record.id }
    /// What it is listed as.
    package var name: String { record.name }
    /// The map, where it can be used.
    package var map: PlaceMap? { if case .whole(let map, _) = state { map } else { nil } }
}

/// Reading one map file.
enum MapFile {
    /// What a file has to say about a place; with an id, the map must be of that place.
    ///
    /// `now` is in seconds since 1970 UTC, for warnings about dates.
    static func state(_ path: String, id: String?, now: Int64) -> StoredPlace.State {
        do throws(SystemError) {
            let bytes = try ReadFile.whole(path, limit: Document.Limits().bytes)
            return state(of: bytes, id: id, now: now)
        } catch {
            return error.number == ENOENT ? .missing : .damaged(SystemError.words(for: error.number))
        }
    }

    private static func state(of bytes: [UInt8], id: String?, now: Int64) -> StoredPlace.State {
        do throws(DocumentError) {
            let (map, findings) = PlaceMapReader.read(try Document(bytes), now: now)
            guard let map else {
                let errors = findings.filter { $0.severity == .error }
                return .damaged(errors.first.map { "\($0.pointer.description) \($0.message)" } ?? "it is no place map")
            }
            guard id == nil || map.id == id else {
                return .damaged("it is the map of the place \(DocumentWriter.quoted(map.id))")
            }
            return .whole(map, warnings: findings)
        } catch {
            return .damaged(error.problem)
        }
    }

    /// When a file was last written, in seconds since 1970 UTC.
    static func writtenAt(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
    }
}
