import Documents
import Glibc
import Platform
import Storage
import Wayfinding

extension CommandOption {
    static let stateDirectory = CommandOption(
        name: "--state", value: "DIR", meaning: "the state directory, instead of the standard one")
    static let yes = CommandOption(name: "--yes", meaning: "do not ask")
}

/// The state directory of a command.
enum PlacesState {
    /// The directory that `--state` names, else the standard one.
    static func directory(_ invocation: Invocation) throws(CommandFailure) -> StateDirectory {
        if let path = invocation.value("--state") {
            guard !path.isEmpty else { throw .usage("--state is empty", remedy: "name a folder") }
            return StateDirectory(path)
        }
        return StateDirectory(ConfigurationPaths.state)
    }

    /// Runs `body` as the one writer of the directory, and says which damaged files were kept.
    static func write<Result>(
        _ invocation: Invocation, _ body: (borrowing StateWriter) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let directory = try directory(invocation)
        try takeIdentity(ofOwner: directory.path)
        let writer = try checked { () throws(StorageError) in try directory.writer() }
        let result = try body(writer)
        for name in writer.keptFiles where access(name, F_OK) == 0 {
            Output.error("companion: the damaged file was kept as \(name)")
        }
        return result
    }

    /// Root writes as whoever the directory belongs to, so that the service can read afterwards what was written.
    private static func takeIdentity(ofOwner path: String) throws(CommandFailure) {
        var status = stat()
        guard geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
        guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
            throw CommandFailure(
                code: "cannotWrite", message: "cannot write \(path) as its owner",
                remedy: SystemError.words(for: errno), at: path, exit: 1)
        }
    }

    /// What `body` gives, or its failure as a command's.
    static func checked<Result: ~Copyable>(
        _ body: () throws(StorageError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(StorageError) {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ error: StorageError) -> CommandFailure {
        var at: String?
        var remedy = error.remedy
        var exit: Int32 = 1
        switch error {
        case .busy(let folder, _): at = folder
        case .cannotRead(let path, _), .cannotWrite(let path, _), .changedMeanwhile(let path), .needsWriter(let path),
            .database(let path, _):
            at = path
        case .folderTaken(_, let folder): at = folder
        case .placeExists: remedy = "--replace puts this one in its place, --as ID takes it in beside it"
        case .unknownPlace:
            remedy = "companion places list shows them"
            exit = 2
        case .placeInUse: break
        }
        return CommandFailure(code: error.code, message: error.problem, remedy: remedy, at: at, exit: exit)
    }

    /// What a change to the groups gives, or its refusal as a command's failure.
    static func changed<Result>(
        _ body: () throws(GroupMutationError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(GroupMutationError) {
            return try body()
        } catch {
            let exit: Int32 =
                switch error {
                case .groupNameTaken, .floorNameTaken, .siteHasOneFloor, .badPortal: 1
                default: 2
                }
            let at: String? =
                if case .badPortal(let findings) = error { findings.first?.pointer.description } else { nil }
            throw CommandFailure(code: error.code, message: error.problem, remedy: error.remedy, at: at, exit: exit)
        }
    }

    /// The place of this id, else the one that is listed under this name.
    static func place(_ text: String, among places: [StoredPlace]) -> StoredPlace? {
        places.first { $0.id == text } ?? places.first { $0.name == text }
    }

    /// The id of the place of this id, else of the one that is listed under this name.
    static func id(of text: String, among places: [StoredPlace]) throws(CommandFailure) -> String {
        if let place = place(text, among: places) { return place.id }
        let nearest = NearestName.among(places.map(\.id), to: text).first
        throw CommandFailure(
            code: "unknownPlace", message: "there is no place \"\(text)\"",
            remedy: nearest.map { "did you mean \($0)?" } ?? "companion places list shows them")
    }

    /// Says what of a file could not be read.
    static func report(_ damage: [RecordDamage], of path: String, kept: Int) {
        guard !damage.isEmpty else { return }
        for part in damage { Output.error("companion: \(path): \(part)") }
        Output.error(
            "companion: \(path) is damaged; \(count(kept, "record")) could be read — at the next change the damaged "
                + "file is kept under a dated name beside it")
    }

    /// Damage in the form of a finding, for a machine.
    static func json(_ damage: [RecordDamage], path: String) -> [JSONValue] {
        damage.map { part in
            .object([
                .init("code", .string("damagedFile")), .init("severity", .string("error")),
                .init("at", .string("\(path) \(part.at)")), .init("message", .string(part.what)),
            ])
        }
    }

    /// "1 floor", "2 floors".
    static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
