import Documents
import Wayfinding

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
