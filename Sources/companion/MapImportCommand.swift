import Documents
import MapFormats
import Wayfinding

/// `map import`: maps that others have drawn become places.
enum MapImportCommand {
    static let description = CommandDescription(
        name: "map import", operands: "FILE",
        summary: "Makes places and their group of an indoor map: one file a level, and buildings.json.",
        options: options,
        examples: [
            ("companion map import --from imdf venue.zip --out venue", "places and buildings.json in a new folder"),
            (
                "companion map import --from osm station.osm --out station --trust-wheelchair",
                "the same of OpenStreetMap, with its word on wheelchairs"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        let path = try invocation.operand("a map to import")
        guard let out = invocation.value("--out"), !out.isEmpty else {
            throw .usage("map import needs a folder to write", remedy: "give --out DIR")
        }
        let result = try result(path, invocation)
        guard result.isUsable else {
            show(result, out: nil, invocation)
            throw refusal(result, path)
        }
        do throws(MapFormatError) {
            try ImportWriter.write(result, to: out, force: invocation.has("--force"))
        } catch { throw failure(error) }
        show(result, out: out, invocation)
        return 0
    }

    private static let formats = ["imdf", "osm"]

    private static let options: [CommandOption] = [
        .json,
        CommandOption(
            name: "--from", value: "FORMAT", choices: formats,
            meaning: "imdf (an archive or its folder) or osm (OpenStreetMap indoor, XML or Overpass JSON)"),
        CommandOption(name: "--out", value: "DIR", meaning: "the folder to write; it must be new or empty"),
        CommandOption(
            name: "--force", meaning: "write into a folder that has something in it, over files of these names"),
        CommandOption(
            name: "--trust-wheelchair", meaning: "take what is marked for wheelchairs as confirmed to be step-free"),
        CommandOption(
            name: "--spoken-lengths", meaning: "write lengths from the drawing down, so that guidance says them"),
        CommandOption(
            name: "--language", value: "CODE", meaning: "the language of names, such as en (the file's own)"),
        CommandOption(name: "--name", value: "NAME", meaning: "what the whole is called, if the file does not say"),
    ]

    private static func result(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> ImportResult {
        let options = ImportOptions(
            trustsWheelchair: invocation.has("--trust-wheelchair"), speaksLengths: invocation.has("--spoken-lengths"),
            language: invocation.value("--language"), name: invocation.value("--name"), now: WorldFiles.today)
        let format = invocation.value("--from")
        guard let format, formats.contains(format) else {
            throw .usage(
                format.map { "--from is \"\($0)\"" } ?? "map import needs the format",
                remedy: "give --from imdf or --from osm")
        }
        do throws(MapFormatError) {
            if format == "imdf" { return try IMDFImport.run(IMDFArchive(path: path), options) }
            return try OSMImport.run(OSMFile(ByteSource(file: path)), options)
        } catch { throw failure(error) }
    }

    static func failure(_ error: MapFormatError) -> CommandFailure {
        CommandFailure(code: error.code, message: error.description, at: error.at)
    }

    /// Why nothing was written although the file could be read.
    private static func refusal(_ result: ImportResult, _ path: String) -> CommandFailure {
        guard !result.places.isEmpty else {
            return CommandFailure(
                code: "nothingUsable", message: "\(path) has no level with anything to walk to",
                remedy:
                    "nothing was written; a map needs rooms or corridors with their level (in OpenStreetMap indoor=* and "
                    + "level=*, in IMDF units and levels)", at: path, exit: 1)
        }
        let findings = result.places.flatMap { place in place.findings.map { (place.file, $0) } }
        let all = findings + result.groupFindings.map { ("buildings.json", $0) }
        let first = all.first { $0.1.severity == .error }
        return CommandFailure(
            code: "invalidMap",
            message: "what \(path) gives would not pass map check: "
                + (first.map { "\($0.0): \($0.1.description)" } ?? "it cannot be used"),
            remedy: "nothing was written", at: first?.1.pointer.description, exit: 1)
    }

    private static func show(_ result: ImportResult, out: String?, _ invocation: Invocation) {
        let output = Output()
        guard !invocation.isJSON else { return output.line(ImportText.json(result, out: out)) }
        for line in ImportText.lines(result, out: out) { output.line(line) }
    }
}
