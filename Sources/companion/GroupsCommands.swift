import Documents
import Storage
import Wayfinding

/// `groups`: buildings and sites.
enum GroupsCommands {
    static let all = [list, create, addFloor, move, rename, remove, addPortal]

    private static let floorOption = CommandOption(name: "--floor", value: "FLOOR", meaning: "a floor, by id or name")

    static let list = CommandDescription(
        name: "groups list",
        summary: "Lists the buildings and sites with their floors and places, and what is doubtful about them.",
        options: [.json, .stateDirectory],
        examples: [("companion groups list", "each group, its floors from the top")]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let directory = try PlacesState.kept(invocation)
        let (stored, places) = try PlacesState.checked { () throws(StorageError) in
            let places = try directory.places(now: WorldFiles.today).places
            return (try directory.groups(places: places, now: WorldFiles.today), places)
        }
        PlacesState.report(stored.damage, of: directory.buildings.path, kept: stored.groups.groups.count)
        let (output, exit) = (Output(), Int32(stored.damage.isEmpty ? 0 : 1))
        if invocation.isJSON {
            let damage = stored.isList ? [] : PlacesState.json(stored.damage, path: "buildings.json")
            output.line(
                .object([
                    .init("groups", .array(stored.groups.records)),
                    .init("findings", .array(stored.findings.map(\.jsonValue) + damage)),
                ]))
            return exit
        }
        let names = Dictionary(places.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for group in stored.groups.groups { GroupsText.lines(group, names: names).forEach(output.line) }
        if stored.groups.groups.isEmpty, exit == 0 {
            output.line("There are no groups in \(directory.path). companion groups create NAME makes one.")
        }
        for finding in stored.findings { output.line("buildings.json: \(finding.description)") }
        return exit
    }

    static let create = CommandDescription(
        name: "groups create", operands: "NAME",
        summary: "Makes a building, or a site of places side by side.",
        options: [
            .json, .stateDirectory,
            CommandOption(name: "--kind", value: "KIND", meaning: "building or site (not written, and so a building)"),
            CommandOption(
                name: "--floor", value: "NAME", repeats: true, meaning: "a floor, the lowest first (one, \"Ground\")"),
        ],
        examples: [
            (
                "companion groups create \"Harbour House\" --floor Ground --floor \"Floor 1\"",
                "a building of two floors"
            ),
            ("companion groups create Yard --kind site", "garage, yard and house side by side"),
        ]
    ) { invocation throws(CommandFailure) in
        let name = try invocation.operand("a name")
        let kind = try kind(invocation)
        var members: [JSONValue.Member] = [
            .init("name", .string(name)),
            .init("floors", .array(invocation.all("--floor").map { .string($0) })),
        ]
        if let kind { members.append(.init("kind", .string(kind.rawValue))) }
        return try StoreCommand.run("groups.create", members, invocation)
    }

    private static func kind(_ invocation: Invocation) throws(CommandFailure) -> Building.Kind? {
        guard let word = invocation.value("--kind") else { return nil }
        guard let kind = Building.Kind(rawValue: word) else {
            throw .usage("--kind is \"\(word)\"", remedy: "building or site")
        }
        return kind
    }

    static let addFloor = CommandDescription(
        name: "groups add-floor", operands: "GROUP NAME",
        summary: "Adds a floor to a building, on top or beside another floor.",
        options: [
            .json, .stateDirectory,
            CommandOption(name: "--above", value: "FLOOR", meaning: "just above this floor"),
            CommandOption(name: "--below", value: "FLOOR", meaning: "just below this floor"),
        ],
        examples: [
            ("companion groups add-floor harbour-house \"Floor 2\"", "on top"),
            ("companion groups add-floor harbour-house Cellar --below Ground", "at the bottom"),
        ]
    ) { invocation throws(CommandFailure) in
        let (group, name) = try PlacesCommands.two(invocation, "a group and the name of a floor")
        let beside = ["--above", "--below"].filter(invocation.has)
        guard beside.count < 2 else { throw .usage("--above and --below exclude each other", remedy: "keep one") }
        var members: [JSONValue.Member] = [.init("group", .string(group)), .init("name", .string(name))]
        for option in beside {
            members.append(.init(String(option.dropFirst(2)), .string(invocation.value(option) ?? "")))
        }
        return try StoreCommand.run("groups.addFloor", members, invocation)
    }

    static let move = CommandDescription(
        name: "groups move", operands: "PLACE GROUP",
        summary: "Makes a place a member of a group, and of no other.",
        options: [.json, .stateDirectory, floorOption],
        examples: [("companion groups move lobby harbour-house --floor Ground", "onto a floor of a building")]
    ) { invocation throws(CommandFailure) in
        let (place, group) = try PlacesCommands.two(invocation, "a place and a group")
        let members: [JSONValue.Member] = [.init("place", .string(place)), .init("group", .string(group))]
        return try StoreCommand.run("groups.move", members + floor(invocation), invocation)
    }

    private static func floor(_ invocation: Invocation) -> [JSONValue.Member] {
        invocation.value("--floor").map { [.init("floor", .string($0))] } ?? []
    }

    static let rename = CommandDescription(
        name: "groups rename", operands: "GROUP NAME",
        summary: "Gives a group, or one of its floors, another name.",
        options: [.json, .stateDirectory, floorOption],
        examples: [
            ("companion groups rename harbour-house Home", "the group"),
            ("companion groups rename home Lobby --floor Ground", "a floor of it"),
        ]
    ) { invocation throws(CommandFailure) in
        let (group, name) = try PlacesCommands.two(invocation, "a group and a name")
        let members: [JSONValue.Member] = [.init("group", .string(group)), .init("name", .string(name))]
        return try StoreCommand.run("groups.rename", members + floor(invocation), invocation)
    }

    static let remove = CommandDescription(
        name: "groups remove", operands: "GROUP",
        summary: "Removes a group; its places stay, and are in no group afterwards.",
        options: [.json, .stateDirectory],
        examples: [("companion groups remove harbour-house", "the maps are not touched")]
    ) { invocation throws(CommandFailure) in
        let group = try invocation.operand("a group")
        return try StoreCommand.run("groups.remove", [.init("group", .string(group))], invocation)
    }

    static let addPortal = CommandDescription(
        name: "groups add-portal", operands: "GROUP FILE",
        summary: "Adds a way between two places of a group, written as one object in a file.",
        options: [.json, .stateDirectory],
        examples: [("companion groups add-portal harbour-house stairs.json", "its ends are {\"place\",\"landmark\"}")]
    ) { invocation throws(CommandFailure) in
        let (group, path) = try PlacesCommands.two(invocation, "a group and a file")
        let portal = JSONValue(try FileReading.document(path).root)
        let result = try StoreCommand.result(
            "groups.addPortal", [.init("group", .string(group)), .init("portal", portal)], invocation)
        StoreCommand.findings(of: result).forEach { Output.error("\(path): \($0)") }
        return StoreCommand.show(result, invocation)
    }
}
