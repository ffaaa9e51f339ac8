import Documents
import Storage
import Wayfinding

/// `places import`: a map is checked, shown, asked about, and taken in.
enum PlacesImport {
    static let description = CommandDescription(
        name: "places import", operands: "FILE",
        summary: "Checks a place map, shows what it is, asks, and takes it in.",
        options: [
            .json, .stateDirectory, .yes,
            CommandOption(name: "--as", value: "ID", meaning: "take it in under another id"),
            CommandOption(
                name: "--replace",
                meaning: "put it in the place of the map of this id, which is kept under a dated name"),
        ],
        examples: [
            ("companion places import ground.json", "asks before anything is written"),
            ("companion places import ground.json --yes --as ground-2024", "without asking, beside another map"),
        ]
    ) { invocation throws(CommandFailure) in
        let path = try invocation.operand("a place map")
        if invocation.value("--as")?.isEmpty ?? false { throw .usage("--as is empty", remedy: "give an id") }
        let directory = try PlacesState.known(invocation)
        let candidate = try candidate(path, invocation)
        let places = try PlacesState.checked { () throws(StorageError) in
            try directory.places(now: WorldFiles.today).places
        }
        let standing = candidate.standing(beside: places)
        if case .same(let name) = standing { return alreadyHere(name, candidate, invocation) }
        if case .other(let name) = standing, !invocation.has("--replace") {
            _ = try PlacesState.checked { () throws(StorageError) -> Int in
                throw .placeExists(id: candidate.map.id, name: name)
            }
        }
        show(candidate, standing, invocation)
        guard try PlacesQuestion.isAllowed("Take it in?", invocation) else { throw PlacesQuestion.refusal }
        let result = try StoreCommand.result(
            "places.import", [.init("replace", .boolean(invocation.has("--replace")))], upload: candidate.bytes,
            invocation)
        return StoreCommand.show(
            result, more: [.init("findings", .array(candidate.warnings.map(\.jsonValue)))], invocation)
    }

    private static func candidate(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> PlaceCandidate {
        let document = try FileReading.document(path)
        let reading: (candidate: PlaceCandidate?, findings: [MapFinding])
        do throws(DocumentError) {
            reading = try PlaceCandidate.make(document, as: invocation.value("--as"), now: WorldFiles.today)
        } catch {
            throw FileReading.failure(error, path: path)
        }
        if let candidate = reading.candidate { return candidate }
        let errors = reading.findings.filter { $0.severity == .error }
        for finding in errors { Output.error("\(path): \(finding.description)") }
        throw CommandFailure(
            code: "invalidMap",
            message: "\(path) has \(PlacesState.count(errors.count, "error"))"
                + (errors.first.map { ": \($0.message)" } ?? ""),
            remedy: "nothing was taken in; companion map check \(path) lists them",
            at: errors.first?.pointer.description, exit: 1)
    }

    private static func show(
        _ candidate: PlaceCandidate, _ standing: PlaceCandidate.Standing, _ invocation: Invocation
    ) {
        let map = candidate.map
        var lines = [
            "\"\(map.name)\" (\(map.id)): \(map.kind == .demo ? "a demo, made up" : "surveyed"), mapped \(map.scannedAt)",
            "\(PlacesState.count(map.landmarks.count, "landmark")), "
                + "\(PlacesState.count(map.connections.count, "connection")), "
                + PlacesState.count(candidate.warnings.count, "warning"),
        ]
        lines += candidate.warnings.map(\.description)
        switch standing {
        case .fresh(let name) where name != map.name:
            lines.append("\"\(map.name)\" is taken, so it will be listed as \"\(name)\"")
        case .other(let name): lines.append("it takes the place of \"\(name)\", which is kept under a dated name")
        case .fresh, .same: break
        }
        if invocation.isJSON {
            lines.forEach(Output.error)
        } else {
            let output = Output()
            lines.forEach(output.line)
        }
    }

    private static func alreadyHere(
        _ name: String, _ candidate: PlaceCandidate, _ invocation: Invocation
    ) -> Int32 {
        let id = candidate.map.id
        let result: [JSONValue.Member] = [
            .init("id", .string(id)), .init("name", .string(name)), .init("outcome", .string("alreadyHere")),
            .init("setAside", .null), .init("text", .string("\"\(name)\" (\(id)) is already here.")),
        ]
        return StoreCommand.show(
            .object(result), more: [.init("findings", .array(candidate.warnings.map(\.jsonValue)))], invocation)
    }
}
