import Documents
import Storage

/// `seen`: what the robot has seen, where keeping that was turned on.
enum SeenCommands {
    static let all = [seen, list, remove, clear]

    /// `seen` alone is `seen list`.
    private static var seen: CommandDescription {
        var alone = list
        alone.name = "seen"
        return alone
    }

    static let list = CommandDescription(
        name: "seen list",
        summary: "Lists what the robot has seen, by day, the newest first.",
        options: [.json, .stateDirectory],
        examples: [
            ("companion seen list", "kept only while seen.enabled is on; each row ends with its number"),
            ("companion seen list --json", "an object a line"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let directory = try PlacesState.kept(invocation)
        let seen = try PlacesState.checked { () throws(StorageError) in try SeenStore.read(directory.seenPath) }
        let output = Output()
        if invocation.isJSON {
            for observation in seen { output.line(json(observation)) }
            return 0
        }
        if seen.isEmpty {
            output.line("Nothing is kept in \(directory.path). It is only kept while seen.enabled is on.")
        }
        let names = try placeNames(directory)
        for (day, observations) in Observation.days(seen, offset: CalendarTime.localOffset) {
            output.line(day)
            for observation in observations {
                let offset = CalendarTime.localOffset(at: observation.at)
                let place = observation.place.map { " (\(names[$0] ?? $0))" } ?? ""
                let time = CalendarTime.timeOfDay(observation.at, offset: offset)
                output.line("  \(time)  \(observation.text)\(place) #\(observation.id)")
            }
        }
        return 0
    }

    private static func placeNames(_ directory: StateDirectory) throws(CommandFailure) -> [String: String] {
        let records = try PlacesState.checked { () throws(StorageError) in try directory.index.read().records }
        return Dictionary(records.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    private static func json(_ observation: Observation) -> JSONValue {
        let offset = CalendarTime.localOffset(at: observation.at)
        return .object([
            .init("id", .number(String(observation.id))),
            .init("at", .string(CalendarTime.zoned(observation.at, offset: offset))),
            .init("place", observation.place.map { .string($0) } ?? .null), .init("kind", .string(observation.kind)),
            .init("text", .string(observation.text)),
        ])
    }

    static let remove = CommandDescription(
        name: "seen remove", operands: "ID",
        summary: "Erases one observation; it is gone from the file.",
        options: [.json, .stateDirectory],
        examples: [("companion seen remove 12", "the number is at the end of its row")]
    ) { invocation throws(CommandFailure) in
        let text = try invocation.operand("the number of an observation")
        guard let id = Int64(text) else {
            throw .usage("\"\(text)\" is no number of an observation", remedy: "companion seen list shows them")
        }
        return try StoreCommand.run("seen.remove", [.init("id", .number(String(id)))], invocation)
    }

    static let clear = CommandDescription(
        name: "seen clear",
        summary: "Erases all observations, after asking; they are gone from the file.",
        options: [.json, .stateDirectory, .yes],
        examples: [("companion seen clear", "damaged files of observations that were kept are erased as well")]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        guard try PlacesQuestion.isAllowed("Erase everything that the robot has seen?", invocation) else {
            throw PlacesQuestion.refusal
        }
        return try StoreCommand.run("seen.clear", [], invocation)
    }
}
