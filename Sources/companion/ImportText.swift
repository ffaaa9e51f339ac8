import Documents
import MapFormats
import Wayfinding

/// What an import gave, for a person and for a machine.
enum ImportText {
    /// One object: what was written, each place, the groups, and the report feature by feature.
    static func json(_ result: ImportResult, out: String?) -> JSONValue {
        let places = result.places.map { place in
            JSONValue.object([
                .init("id", .string(place.map.id)), .init("name", .string(place.map.name)),
                .init("file", .string(place.file)), .init("level", .string(place.level)),
                .init("ordinal", .decimal(place.ordinal)), .init("landmarks", .integer(place.map.landmarks.count)),
                .init("connections", .integer(place.map.connections.count)),
                .init("islands", .array(place.islands.map { .integer($0) })),
                .init("valid", .boolean(place.isValid)), .init("findings", .array(place.findings.map(\.jsonValue))),
            ])
        }
        let groups = result.groups.map { group in
            JSONValue.object([
                .init("id", .string(group.id)), .init("name", .string(group.name)),
                .init("floors", .array(group.floors.map { .string($0.name) })),
                .init("portals", .integer(group.portals.count)),
            ])
        }
        let origin = result.origin.map {
            JSONValue.object([.init("longitude", .decimal($0.longitude)), .init("latitude", .decimal($0.latitude))])
        }
        return .object(
            [
                .init("imported", .boolean(out != nil)), .init("out", out.map { .string($0) } ?? .null),
                .init("source", .string(result.source)), .init("origin", origin ?? .null),
                .init("places", .array(places)), .init("groups", .array(groups)),
                .init("groupFindings", .array(result.groupFindings.map(\.jsonValue))),
            ] + result.report.members)
    }

    /// The report first, then the places, then what was written.
    static func lines(_ result: ImportResult, out: String?) -> [String] {
        var lines = result.report.lines
        for place in result.places {
            let warnings = place.findings.count { $0.severity == .warning }
            lines.append(
                "\(place.file): \(place.map.name): \(count(place.map.landmarks.count, "landmark")), "
                    + "\(count(place.map.connections.count, "connection")), \(count(warnings, "warning"))"
                    + islands(place.islands))
            for finding in place.findings where finding.severity == .error {
                lines.append("\(place.file): \(finding.description)")
            }
        }
        for group in result.groups {
            lines.append(
                "buildings.json: \(group.name): \(count(group.floors.count, "floor")), "
                    + count(group.portals.count, "way", plural: "ways") + " between places")
        }
        if let origin = result.origin, out != nil {
            lines.append(
                "x is east and y is north, in metres from longitude \(DecimalText.shortest(origin.longitude)), "
                    + "latitude \(DecimalText.shortest(origin.latitude))")
        }
        if let out { lines.append("Written to \(out). Nothing in it is verified: walk it, and check it.") }
        return lines
    }

    private static func islands(_ sizes: [Int]) -> String {
        guard sizes.count > 1 else { return "" }
        let shown = sizes.prefix(5).map(String.init).joined(separator: ", ")
        return "; \(sizes.count) islands that no way joins (\(shown)\(sizes.count > 5 ? ", …" : "") landmarks)"
    }

    private static func count(_ number: Int, _ word: String, plural: String? = nil) -> String {
        "\(number) \(number == 1 ? word : plural ?? word + "s")"
    }
}
