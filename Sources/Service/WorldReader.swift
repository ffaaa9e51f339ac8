import Deciding
import Documents
import Platform
import Readings
import Simulation
import Wayfinding

/// Reads places and groups into a world, or says which file is wrong and how.
package enum WorldReader {
    /// A file of places or groups that cannot be used.
    package enum Failure: Error, Sendable {
        /// It cannot be read.
        case cannotRead(path: String, SystemError)
        /// It is no document.
        case noDocument(path: String, DocumentError)
        /// It has errors; the findings are those that refuse it.
        case invalid(path: String, [MapFinding])
        /// Two files have the same place.
        case samePlace(path: String, id: String)
    }

    /// One file: where it came from, and its bytes.
    package struct Source: Sendable {
        /// What to call it.
        package var path: String
        /// Its bytes.
        package var bytes: [UInt8]

        /// Makes a source.
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        /// Reads a file.
        package init(file path: String) throws(Failure) {
            do throws(SystemError) {
                self.init(path: path, bytes: try ReadFile.whole(path, limit: Document.Limits().bytes + 1))
            } catch {
                throw .cannotRead(path: path, error)
            }
        }
    }

    /// The world of some places and groups; `now` is the date in seconds since 1970, for findings about dates.
    package static func world(places: [Source], groups: Source?, now: Int64) throws(Failure) -> World {
        var maps: [PlaceMap] = []
        for source in places {
            let map = try place(source, now: now)
            if maps.contains(where: { $0.id == map.id }) { throw .samePlace(path: source.path, id: map.id) }
            maps.append(map)
        }
        guard let groups else { return World(places: maps) }
        let document = try document(groups)
        let (buildings, findings) = GroupsReader.read(document, now: now, surroundings: .init(maps: maps))
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .invalid(path: groups.path, errors) }
        return World(places: maps, groups: buildings)
    }

    /// The map in a file; one with errors is refused.
    package static func place(_ source: Source, now: Int64) throws(Failure) -> PlaceMap {
        let (map, findings) = PlaceMapReader.read(try document(source), now: now)
        guard let map else { throw .invalid(path: source.path, findings.filter { $0.severity == .error }) }
        return map
    }

    /// The document in a file.
    package static func document(_ source: Source) throws(Failure) -> Document {
        do throws(DocumentError) {
            return try Document(source.bytes)
        } catch {
            throw .noDocument(path: source.path, error)
        }
    }

    /// The demo building that is shipped with the project.
    package static func demo() throws(Failure) -> World {
        func source(_ file: DemoBuilding.File) -> Source { Source(path: file.name, bytes: file.bytes) }
        return try world(places: DemoBuilding.places.map(source), groups: source(DemoBuilding.groups), now: .max)
    }
}
