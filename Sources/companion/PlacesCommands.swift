import Documents
import Glibc
import Platform
import Storage
import Wayfinding

/// `places`: the maps that the robot has.
enum PlacesCommands {
    static let all = [list, PlacesImport.description, export, rename, remove]

    static let list = CommandDescription(
        name: "places list",
        summary: "Lists the places that the robot has a map of.",
        options: [.json, .stateDirectory],
        examples: [("companion places list", "each place with its id, and whether its map can be used")]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let directory = try PlacesState.kept(invocation)
        let (places, damage) = try PlacesState.checked { () throws(StorageError) in
            try directory.places(now: WorldFiles.today)
        }
        PlacesState.report(damage, of: directory.index.path, kept: places.count { !$0.isFound })
        let (output, exit) = (Output(), Int32(damage.isEmpty ? 0 : 1))
        if invocation.isJSON {
            output.line(
                .object([
                    .init("places", .array(places.map(json))),
                    .init("findings", .array(PlacesState.json(damage, path: "places/index.json"))),
                ]))
            return exit
        }
        if places.isEmpty, exit == 0 {
            output.line("There are no places in \(directory.path). companion places import FILE takes one in.")
        }
        let width = places.map(\.name.count).max() ?? 0
        for place in places { output.line(place.name.padded(to: width) + "  " + describe(place)) }
        return exit
    }

    private static func describe(_ place: StoredPlace) -> String {
        var parts = [place.id]
        switch place.state {
        case .whole(let map, _):
            parts.append(PlacesState.count(map.landmarks.count, "landmark"))
            if map.kind == .demo { parts.append("demo") }
        case .damaged(let why): parts.append("damaged: \(why)")
        case .missing: parts.append("its map is missing — import it again, or remove the place")
        }
        if place.isFound { parts.append("found by its folder, not in the list") }
        return parts.joined(separator: ", ")
    }

    private static func json(_ place: StoredPlace) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(place.id)), .init("name", .string(place.name)),
            .init("scannedAt", place.record.scannedAt.map { .string($0) } ?? .null),
            .init("importedAt", place.record.importedAt.map { .string($0) } ?? .null),
        ]
        switch place.state {
        case .whole(let map, _):
            members.append(.init("state", .string("ok")))
            members.append(.init("kind", .string(map.kind.rawValue)))
        case .damaged(let why):
            members.append(.init("state", .string("damaged")))
            members.append(.init("why", .string(why)))
        case .missing: members.append(.init("state", .string("missing")))
        }
        return .object(members)
    }

    static let export = CommandDescription(
        name: "places export", operands: "ID FILE",
        summary: "Writes the map of a place to a file, exactly as it is kept.",
        options: [
            .json, .stateDirectory, CommandOption(name: "--force", meaning: "over a file that is there already"),
        ],
        examples: [
            ("companion places export ground ground.json", "a copy of the map"),
            ("companion places export ground - | companion map check /dev/stdin", "to standard output"),
        ]
    ) { invocation throws(CommandFailure) in
        let (text, path) = try two(invocation, "the id of a place and a file")
        let directory = try PlacesState.kept(invocation)
        let (places, _) = try PlacesState.checked { () throws(StorageError) in
            try directory.places(now: WorldFiles.today)
        }
        let id = try PlacesState.id(of: text, among: places)
        guard let place = places.first(where: { $0.id == id }), place.map != nil else {
            throw CommandFailure(
                code: "damagedPlace", message: "the map of \"\(id)\" cannot be used",
                remedy: "companion places list says why", exit: 1)
        }
        guard invocation.has("--force") || path == "-" || access(path, F_OK) != 0 else {
            throw CommandFailure(
                code: "alreadyThere", message: "\(path) is there already",
                remedy: "choose another name, or give --force to replace it", at: path)
        }
        try write(try FileReading.bytes(place.path), to: path)
        guard path != "-" else { return 0 }
        if invocation.isJSON {
            Output().line(.object([.init("id", .string(id)), .init("file", .string(path))]))
        } else {
            Output().line("Wrote \(place.name) (\(id)) to \(path).")
        }
        return 0
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do throws(SystemError) {
            if path == "-" {
                try Descriptor.copy(of: STDOUT_FILENO).writeAll(bytes)
            } else {
                try AtomicFile.replace(path, with: bytes, mode: 0o644)
            }
        } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }

    static let rename = CommandDescription(
        name: "places rename", operands: "ID NAME",
        summary: "Lists a place under another name; its map is left as it is.",
        options: [.json, .stateDirectory],
        examples: [("companion places rename ground \"Entrance hall\"", "a name that people know")]
    ) { invocation throws(CommandFailure) in
        let (text, name) = try two(invocation, "the id of a place and a name")
        return try StoreCommand.run(
            "places.rename", [.init("place", .string(text)), .init("name", .string(name))], invocation)
    }

    static let remove = CommandDescription(
        name: "places remove", operands: "ID",
        summary: "Removes a place with its map, after asking, and takes it out of its group.",
        options: [.json, .stateDirectory, .yes],
        examples: [("companion places remove old-office", "companion places export keeps a copy first")]
    ) { invocation throws(CommandFailure) in
        let text = try invocation.operand("the id of a place")
        guard try PlacesQuestion.isAllowed("Remove the place \"\(text)\" with its map?", invocation) else {
            throw PlacesQuestion.refusal
        }
        return try StoreCommand.run("places.remove", [.init("place", .string(text))], invocation)
    }

    /// The two operands that a command takes.
    static func two(_ invocation: Invocation, _ what: String) throws(CommandFailure) -> (String, String) {
        guard invocation.operands.count >= 2 else {
            throw .usage(
                "\(invocation.command.name) needs \(what)",
                remedy: "for example: \(invocation.command.examples.first?.line ?? "see --help")")
        }
        try invocation.noMoreOperands(than: 2)
        return (invocation.operands[0], invocation.operands[1])
    }
}
