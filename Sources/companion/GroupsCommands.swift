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
        let directory = try PlacesState.directory(invocation)
        let (stored, places) = try PlacesState.checked { () throws(StorageError) in
            let places = try directory.places(now: WorldFiles.today).places
            return (try directory.groups(places: places, now: WorldFiles.today), places)
        }
        PlacesState.report(stored.damage, of: directory.buildings.path, kept: stored.groups.groups.count)
        let output = Output()
        if invocation.isJSON {
            let damage = stored.isList ? [] : PlacesState.json(stored.damage, path: "buildings.json")
            output.line(
                .object([
                    .init("groups", .array(stored.groups.records)),
                    .init("findings", .array(stored.findings.map(\.jsonValue) + damage)),
                ]))
            return 0
        }
        let names = Dictionary(places.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for group in stored.groups.groups { GroupsText.lines(group, names: names).forEach(output.line) }
        if stored.groups.groups.isEmpty { output.line("There are no groups. companion groups create NAME makes one.") }
        for finding in stored.findings { output.line("buildings.json: \(finding.description)") }
        return 0
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
        return try GroupsChange.run(invocation) { groups, _ throws(CommandFailure) in
            let group = try PlacesState.changed { () throws(GroupMutationError) in
                try groups.create(name: name, kind: kind, floors: invocation.all("--floor"))
            }
            let floors = group.floors.map(\.name).joined(separator: ", ")
            return .init(group: group.id, text: "Created \(GroupsText.name(group)) with \(floors).")
        }
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
        let position: GroupList.FloorPosition
        switch (invocation.value("--above"), invocation.value("--below")) {
        case (nil, nil): position = .top
        case (let floor?, nil): position = .above(floor)
        case (nil, let floor?): position = .below(floor)
        default: throw .usage("--above and --below exclude each other", remedy: "keep one")
        }
        return try GroupsChange.run(invocation) { groups, _ throws(CommandFailure) in
            let (building, floor) = try PlacesState.changed { () throws(GroupMutationError) in
                let floor = try groups.addFloor(to: group, name: name, at: position)
                return (try groups.group(group), floor)
            }
            let order = building.floors.map(\.name).joined(separator: ", ")
            return .init(
                group: building.id,
                text:
                    "Added \"\(floor.name)\" (\(floor.id)) to \(GroupsText.name(building)). From the lowest: \(order).")
        }
    }

    static let move = CommandDescription(
        name: "groups move", operands: "PLACE GROUP",
        summary: "Makes a place a member of a group, and of no other.",
        options: [.json, .stateDirectory, floorOption],
        examples: [("companion groups move lobby harbour-house --floor Ground", "onto a floor of a building")]
    ) { invocation throws(CommandFailure) in
        let (place, group) = try PlacesCommands.two(invocation, "a place and a group")
        return try GroupsChange.run(invocation) { groups, places throws(CommandFailure) in
            let id = PlacesState.place(place, among: places)?.id ?? place
            let building = try PlacesState.changed { () throws(GroupMutationError) in
                try groups.move(
                    place: id, to: group, floor: invocation.value("--floor"), known: Set(places.map(\.id)))
                return try groups.group(group)
            }
            let floor = building.floorIndex(ofPlace: id).map { building.floors[$0].name } ?? ""
            return .init(group: building.id, text: "\(id) is now in \(GroupsText.name(building)), \"\(floor)\".")
        }
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
        return try GroupsChange.run(invocation) { groups, _ throws(CommandFailure) in
            let id = try PlacesState.changed { () throws(GroupMutationError) in
                let id = try groups.group(group).id
                if let floor = invocation.value("--floor") {
                    try groups.rename(floor: floor, of: id, to: name)
                } else {
                    try groups.rename(group: id, to: name)
                }
                return id
            }
            return .init(group: id, text: "Renamed to \"\(name)\".")
        }
    }

    static let remove = CommandDescription(
        name: "groups remove", operands: "GROUP",
        summary: "Removes a group; its places stay, and are in no group afterwards.",
        options: [.json, .stateDirectory],
        examples: [("companion groups remove harbour-house", "the maps are not touched")]
    ) { invocation throws(CommandFailure) in
        let group = try invocation.operand("a group")
        return try GroupsChange.run(invocation) { groups, _ throws(CommandFailure) in
            let removed = try PlacesState.changed { () throws(GroupMutationError) in try groups.remove(group: group) }
            let freed = removed.floors.flatMap(\.places)
            let places = freed.isEmpty ? "It had no places." : "Free now: \(freed.joined(separator: ", "))."
            return .init(
                group: nil, text: "Removed \(GroupsText.name(removed)). \(places)",
                json: [
                    .init("removed", .string(removed.id)), .init("freed", .array(freed.map { .string($0) })),
                ])
        }
    }

    static let addPortal = CommandDescription(
        name: "groups add-portal", operands: "GROUP FILE",
        summary: "Adds a way between two places of a group, written as one object in a file.",
        options: [.json, .stateDirectory],
        examples: [("companion groups add-portal harbour-house stairs.json", "its ends are {\"place\",\"landmark\"}")]
    ) { invocation throws(CommandFailure) in
        let (group, path) = try PlacesCommands.two(invocation, "a group and a file")
        let portal = JSONValue(try FileReading.document(path).root)
        return try GroupsChange.run(invocation) { groups, places throws(CommandFailure) in
            let (added, warnings, building) = try PlacesState.changed { () throws(GroupMutationError) in
                let (added, warnings) = try groups.addPortal(
                    portal, to: group, maps: places.compactMap(\.map), now: WorldFiles.today)
                return (added, warnings, try groups.group(group))
            }
            for finding in warnings { Output.error("\(path): \(finding.description)") }
            return .init(
                group: building.id,
                text: "Added the portal \(added.connection.id) from \(added.fromPlace) to \(added.toPlace).",
                json: [.init("findings", .array(warnings.map(\.jsonValue)))])
        }
    }
}
