import Documents
import MapFormats
import Wayfinding

/// `map export`: places in a format that other programs open.
enum MapExportCommand {
    static let description = CommandDescription(
        name: "map export", operands: "FILE…",
        summary: "Writes places as GeoJSON on standard output: floors, landmarks, connections.",
        options: [
            .json, .groups,
            CommandOption(name: "--to", value: "FORMAT", meaning: "geojson"),
        ],
        examples: [
            ("companion map export ground.json --to geojson > ground.geojson", "one place"),
            (
                "companion map export ground.json first.json --groups buildings.json --to geojson > all.geojson",
                "two places, and the ways between them"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        guard !invocation.operands.isEmpty else {
            throw .usage("map export needs a place map", remedy: "companion map export ground.json --to geojson")
        }
        guard invocation.value("--to") == "geojson" else {
            throw .usage(
                invocation.value("--to").map { "--to is \"\($0)\"" } ?? "map export needs the format",
                remedy: "give --to geojson")
        }
        let documents = try documents(invocation.operands)
        // The same reading as for a route: what has an error is refused with its first finding.
        let world = try WorldFiles.world(places: invocation.operands, groups: invocation.value("--groups"))
        let ids = Set(world.places.map(\.id))
        let portals = try invocation.value("--groups").map { path throws(CommandFailure) in
            try records(path).filter { isInside($0, ids) }
        }
        do throws(MapFormatError) {
            Output().line(try GeoJSONExport.collection(documents, portals: portals ?? []))
        } catch { throw MapImportCommand.failure(error) }
        return 0
    }

    /// The places, each with its file; a map of another format is no place yet.
    private static func documents(
        _ paths: [String]
    ) throws(CommandFailure) -> [(file: String, document: Document)] {
        for path in paths where path.hasSuffix(".zip") || path.hasSuffix(".osm") {
            throw .usage(
                "\(path) is a map to import, and no place",
                remedy: "make places of it with map import first, and export these")
        }
        var documents: [(file: String, document: Document)] = []
        for path in paths { documents.append((path, try FileReading.document(path))) }
        return documents
    }

    /// The portals of all groups, as they are written.
    private static func records(_ path: String) throws(CommandFailure) -> [JSONValue] {
        let document = try FileReading.document(path)
        return document.root.items.flatMap { group in group["portals"]?.items.map { JSONValue($0) } ?? [] }
    }

    /// Whether both places of a portal are among those that are written.
    private static func isInside(_ portal: JSONValue, _ places: Set<String>) -> Bool {
        ["from", "to"].allSatisfy { key in
            if case .string(let place)? = portal[key]?["place"] { places.contains(place) } else { false }
        }
    }
}
