import MapFormats

extension FuzzEntry {
    /// The files of an IMDF archive in the order in which the pieces of the bytes stand for them.
    static let venueFiles = [
        "manifest.json", "venue.geojson", "building.geojson", "level.geojson", "unit.geojson", "opening.geojson",
        "relationship.geojson", "anchor.geojson", "occupant.geojson", "amenity.geojson", "kiosk.geojson",
        "fixture.geojson", "section.geojson",
    ]

    static func unpack(_ bytes: [UInt8]) {
        do throws(MapFormatError) {
            let archive = try ZipArchive(name: "fuzz.zip", bytes: bytes)
            precondition(archive.entries.count <= ZipLimits.entries, "more entries than the limit")
            for entry in archive.entries {
                let leadsOut = entry.name.hasPrefix("/") || entry.name.split(separator: "/").contains("..")
                precondition(!leadsOut, "a name that may lead outside")
                var total = 0
                try archive.source(entry).read { part throws(MapFormatError) in total += part.count }
                precondition(total == entry.unpackedBytes, "an entry of another size than it says")
            }
        } catch {
            precondition(!error.description.isEmpty && !error.code.isEmpty, "an error without words")
        }
    }

    static func importVenue(_ bytes: [UInt8]) {
        let pieces = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        var files: [String: [UInt8]] = [:]
        for (name, piece) in Swift.zip(venueFiles, pieces) where !piece.isEmpty { files[name] = piece }
        judge { () throws(MapFormatError) in
            try IMDFImport.run(try IMDFArchive(name: "fuzz", files: files), options(bytes))
        }
    }

    static func importBuilding(_ bytes: [UInt8], pieces: Int) {
        judge { () throws(MapFormatError) in
            let source = ByteSource(name: "fuzz.osm", bytes: bytes, piece: pieces)
            return try OSMImport.run(try OSMFile(source), options(bytes))
        }
    }

    private static func options(_ bytes: [UInt8]) -> ImportOptions {
        ImportOptions(
            trustsWheelchair: bytes.count % 2 == 0, speaksLengths: bytes.count % 3 == 0,
            language: bytes.count % 5 == 0 ? "en" : nil, now: 1_780_272_000)
    }

    /// Whatever can be read gives maps that pass their check, and can be exported.
    private static func judge(_ run: () throws(MapFormatError) -> ImportResult) {
        do throws(MapFormatError) {
            let result = try run()
            for place in result.places {
                precondition(place.isValid, "a map that does not pass its check: \(place.findings)")
            }
            precondition(
                !result.groupFindings.contains { $0.severity == .error }, "groups that do not pass their check")
            precondition(result.report.lines.allSatisfy { !$0.isEmpty }, "a line without words")
        } catch {
            precondition(!error.description.isEmpty && !error.code.isEmpty, "an error without words")
        }
    }
}
