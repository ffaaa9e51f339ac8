import Documents
import Storage
import Wayfinding

/// One change to the groups: read, changed, written at once, and said.
enum GroupsChange {
    /// What is said of it.
    struct Answer {
        /// The id of the group that `--json` shows.
        var group: String?
        /// For a person.
        var text: String
        /// Further members for a machine.
        var json: [JSONValue.Member] = []
    }

    /// Runs `change` on the groups as the one writer, with the places that are there; gives the exit code.
    static func run(
        _ invocation: Invocation,
        _ change: (inout GroupList, [StoredPlace]) throws(CommandFailure) -> Answer
    ) throws(CommandFailure) -> Int32 {
        let (answer, record) = try PlacesState.write(invocation) { writer throws(CommandFailure) in
            let now = WorldFiles.today
            var (groups, loaded) = try PlacesState.checked { () throws(StorageError) in try writer.loadGroups(now: now)
            }
            let places = try PlacesState.checked { () throws(StorageError) in
                try writer.directory.places(now: now).places
            }
            let answer = try change(&groups, places)
            try PlacesState.checked { () throws(StorageError) in _ = try writer.save(groups, over: loaded, now: now) }
            let index = groups.groups.firstIndex { $0.id == answer.group }
            return (answer, index.map { groups.records[$0] })
        }
        if invocation.isJSON {
            Output().line(.object((record.map { [.init("group", $0)] } ?? []) + answer.json))
        } else {
            Output().line(answer.text)
        }
        return 0
    }
}

/// How groups are shown to a person.
enum GroupsText {
    /// `"Harbour House" (b-home)`.
    static func name(_ group: Building) -> String { "\"\(group.name)\" (\(group.id))" }

    /// The group with its floors, the highest first, each with its places by name.
    static func lines(_ group: Building, names: [String: String]) -> [String] {
        var lines = [name(group) + (group.kind == .site ? ", a site" : "")]
        for floor in group.floors.reversed() {
            let places = floor.places.map { names[$0] ?? "\($0) (not here)" }
            let height = floor.elevationMetres.map { " at \(DecimalText.fixed($0, digits: 1)) m" } ?? ""
            let members = places.isEmpty ? "no places" : places.joined(separator: ", ")
            lines.append("  \(floor.name) (\(floor.id))\(height): \(members)")
        }
        for portal in group.portals {
            lines.append("  portal \(portal.connection.id): \(portal.fromPlace) to \(portal.toPlace)")
        }
        return lines
    }
}
