import Documents
import Wayfinding

/// What the group of a map says of it: where other places join it.
enum MapSurroundings {
    /// The landmarks of a map that portals lead to or from: of the groups that `--groups` names, else of `buildings.json`
    /// beside the map; a file there that is none is passed over.
    static func portals(
        of map: Document, at path: String, _ invocation: Invocation
    ) throws(CommandFailure) -> Set<String> {
        let named = invocation.value("--groups")
        let groups: Document? = if let named { try self.groups(named) } else { nil }
        guard let id = map.root["id"]?.string else { return [] }
        if let groups { return portals(of: id, in: groups) }
        guard path != "-" else { return [] }
        do throws(CommandFailure) {
            return portals(of: id, in: try FileReading.document(folder(of: path) + "buildings.json"))
        } catch {
            return []
        }
    }

    /// A file of groups that is named, which has to be one.
    private static func groups(_ path: String) throws(CommandFailure) -> Document {
        let document = try FileReading.document(path)
        let errors = GroupsReader.read(document, now: WorldFiles.today).findings.filter { $0.severity == .error }
        guard errors.allSatisfy({ !$0.pointer.description.isEmpty }) else {
            throw WorldFiles.groupsFailure(path, errors)
        }
        return document
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func portals(of place: String, in groups: Document) -> Set<String> {
        let portals = GroupsReader.read(groups, now: WorldFiles.today).buildings.flatMap(\.portals)
        let ends = portals.flatMap { portal in
            [(portal.fromPlace, portal.connection.from), (portal.toPlace, portal.connection.to)]
        }
        return Set(ends.filter { $0.0 == place }.map(\.1))
    }
}
