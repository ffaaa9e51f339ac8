import Control
import Documents
import Glibc
import Platform
import Service
import Storage
import Wayfinding

/// The second door: maps that someone sent are checked, shown, taken in on yes, and put into a group.
struct SetupPlace {
    private let invocation: Invocation
    private let output = Output()

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Takes in what is named or asked for; 1 where a map is not taken in, 2 where one cannot be read.
    func run() throws(CommandFailure) -> Int32 {
        var worst: Int32 = 0
        for path in try files() {
            do throws(CommandFailure) {
                try checkGroup()
                let id = try take(path)
                try join(id)
            } catch {
                if [PlacesQuestion.nobody.code, "notUnderstood"].contains(error.code) { throw error }
                worst = max(worst, CommandLineDoor.report(told(error), asJSON: invocation.isJSON))
            }
        }
        if worst == 0, !invocation.isJSON { output.line("companion places list shows what the robot knows now.") }
        return worst
    }

    /// The failure with what to do about it, where it says nothing of that itself.
    private func told(_ error: CommandFailure) -> CommandFailure {
        guard error.remedy.isEmpty, error.exit == 2 else { return error }
        var told = error
        told.remedy =
            "ask for the file once more; maps of other formats become such files with companion map import"
        return told
    }

    // MARK: - The maps

    private func files() throws(CommandFailure) -> [String] {
        let named = invocation.value("--file")
        let path = if let named { named } else { try askedFile() }
        guard let folder = opendir(path) else { return [path] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), name != "buildings.json" { names.append(name) }
        }
        guard !names.isEmpty else {
            throw CommandFailure(
                code: "noMaps", message: "there is no map in the folder \(path)",
                remedy: "a map is a .json file; companion map import makes them of other formats", at: path)
        }
        return names.sorted().map { path + (path.hasSuffix("/") ? "" : "/") + $0 }
    }

    private func askedFile() throws(CommandFailure) -> String {
        if invocation.isJSON || invocation.has("--yes") {
            throw .usage("door 2 needs a map where nobody is asked", remedy: "name a file or a folder with --file")
        }
        guard let path = try AnswerLine.file("Which map? [a file, or a folder of maps]") else {
            throw CommandFailure(
                code: "notChosen", message: "nobody named a map, so nothing was done",
                remedy: "name a file or a folder: companion setup --door 2 --file ground.json")
        }
        return path
    }

    /// Checks a map, shows it, asks, and takes it in; gives its id.
    private func take(_ path: String) throws(CommandFailure) -> String {
        let document = try FileReading.document(path)
        try SetupCall.run(PlacesImport.description, ["--", path], invocation)
        do throws(DocumentError) {
            let candidate = try PlaceCandidate.make(document, as: nil, now: WorldFiles.today).candidate
            return candidate?.map.id ?? ""
        } catch {
            throw FileReading.failure(error, path: path)
        }
    }

    // MARK: - Their group

    private func join(_ id: String) throws(CommandFailure) {
        guard let group = invocation.value("--group") ?? askedGroup(id), !group.isEmpty else { return }
        var floor = invocation.value("--floor")
        for _ in 0..<3 {
            do throws(CommandFailure) {
                let words = [id, group] + (floor.map { ["--floor", $0] } ?? [])
                try SetupCall.run(GroupsCommands.move, words, invocation)
                return
            } catch {
                switch error.code {
                case "unknownGroup": try make(group, floor)
                case "floorNeeded", "unknownFloor": floor = try askedFloor(error)
                default: throw error
                }
            }
        }
    }

    /// Whether a place could join the group and floor that are named, before its map is taken in.
    private func checkGroup() throws(CommandFailure) {
        guard let group = invocation.value("--group") else {
            return try invocation.refuse(["--floor"], without: "--group")
        }
        guard var groups = storedGroups else { return }
        let stranger = "\u{0}"
        do throws(ControlError) {
            try StoreRefusal.changed { () throws(GroupMutationError) in
                try groups.move(
                    place: stranger, to: group, floor: invocation.value("--floor"), known: [stranger])
            }
        } catch {
            let isAsked =
                ["floorNeeded", "unknownFloor"].contains(error.word) && !invocation.isJSON
                && !invocation.has("--yes")
            if error.word != "unknownGroup", !isAsked { throw CommandFailure(error) }
        }
    }

    private func askedGroup(_ id: String) -> String? {
        if invocation.isJSON || invocation.has("--yes") { return nil }
        let names = groups
        if !names.isEmpty { output.line("The groups so far: " + names.joined(separator: ", ") + ".") }
        output.flush()
        return AnswerLine.ask("Which building or site does \(id) belong to? [a name; nothing for none]")
    }

    private func askedFloor(_ error: CommandFailure) throws(CommandFailure) -> String {
        if invocation.isJSON || invocation.has("--yes") { throw error }
        Output.error(error.message + " — " + error.remedy)
        guard let floor = AnswerLine.ask("Which floor?"), !floor.isEmpty else { throw error }
        return floor
    }

    private func make(_ group: String, _ floor: String?) throws(CommandFailure) {
        guard try PlacesQuestion.isAllowed("There is no group \"\(group)\". Make it?", invocation) else {
            throw PlacesQuestion.refusal
        }
        try SetupCall.run(GroupsCommands.create, [group] + (floor.map { ["--floor", $0] } ?? []), invocation)
    }

    /// The names of the groups.
    private var groups: [String] { storedGroups?.groups.map(\.name) ?? [] }

    /// The groups; nil where they cannot be read, which moving a place then says.
    private var storedGroups: GroupList? {
        do throws(CommandFailure) {
            let directory = try PlacesState.known(invocation)
            return try PlacesState.checked { () throws(StorageError) in
                let places = try directory.places(now: WorldFiles.today).places
                return try directory.groups(places: places, now: WorldFiles.today).groups
            }
        } catch {
            return nil
        }
    }
}
