import Deciding
import Documents
import Glibc
import Service
import Storage
import Wayfinding

/// Reads the places and groups that commands name.
enum WorldFiles {
    /// The date in seconds since 1970 UTC, for findings about dates only.
    static var today: Int64 { Int64(time(nil)) }

    /// The world of `--place` and `--groups`, or of the state directory where only `--state` is given.
    static func world(_ invocation: Invocation) throws(CommandFailure) -> World {
        let (places, groups) = (invocation.all("--place"), invocation.value("--groups"))
        guard invocation.has("--state") else { return try world(places: places, groups: groups) }
        if places.isEmpty, groups == nil { return try stored(invocation) }
        guard invocation.command.name != "replay" else {
            throw .usage("--state and --place or --groups exclude each other", remedy: "keep one")
        }
        return try world(places: places, groups: groups)
    }

    /// Whether ``world(_:)`` is that of the state directory.
    static func isStored(_ invocation: Invocation) -> Bool {
        invocation.has("--state") && invocation.all("--place").isEmpty && !invocation.has("--groups")
    }

    /// The world that a state directory keeps; nothing is written.
    ///
    /// A place whose map is damaged is known by its group only.
    static func stored(_ invocation: Invocation) throws(CommandFailure) -> World {
        let directory = try PlacesState.directory(invocation)
        return try PlacesState.checked { () throws(StorageError) in try StoredWorld.read(directory, now: today) }
    }

    /// The world of some files.
    static func world(places: [String], groups: String?) throws(CommandFailure) -> World {
        do throws(WorldReader.Failure) {
            var sources: [WorldReader.Source] = []
            for path in places { sources.append(try WorldReader.Source(file: path)) }
            var groupSource: WorldReader.Source?
            if let groups { groupSource = try WorldReader.Source(file: groups) }
            return try WorldReader.world(places: sources, groups: groupSource, now: today)
        } catch {
            if case .invalid(let path, let findings) = error, path == groups {
                throw groupsFailure(path, findings)
            }
            throw failure(error)
        }
    }

    /// What is wrong with a file of groups, which `map check` alone does not look at.
    static func groupsFailure(_ path: String, _ findings: [MapFinding]) -> CommandFailure {
        let first = findings.first.map(text) ?? "it cannot be used"
        let isList = !(findings.first?.pointer.description.isEmpty ?? true)
        return CommandFailure(
            code: "invalidGroups",
            message: isList
                ? "the groups in \(path) have \(count(findings.count)): \(first)" : "\(path) is no file of groups",
            remedy: isList ? "mend it there" : "name a file in the form of buildings.json; --place takes a place map",
            at: isList ? findings.first?.pointer.description : path)
    }

    static func failure(_ failure: WorldReader.Failure) -> CommandFailure {
        switch failure {
        case .cannotRead(let path, let error):
            FileReading.failure(error, path: path, limit: Document.Limits().bytes)
        case .noDocument(let path, let error): FileReading.failure(error, path: path)
        case .samePlace(let path, let id):
            CommandFailure(
                code: "duplicateId", message: "\(path): the place \"\(id)\" is given twice", remedy: "leave one out",
                at: path)
        case .invalid(let path, let findings):
            CommandFailure(
                code: "invalidMap",
                message: "\(path) has \(count(findings.count)): \(findings.first.map(text) ?? "it cannot be used")",
                remedy: "companion map check \(path) lists them all",
                at: findings.first.map { $0.pointer.description })
        }
    }

    /// A finding after words that call it an error already.
    private static func text(_ finding: MapFinding) -> String {
        let at = finding.pointer.description
        return "\(at.isEmpty ? "the document" : at) \(finding.code.rawValue): \(finding.message)"
    }

    private static func count(_ errors: Int) -> String { errors == 1 ? "an error" : "\(errors) errors" }
}
