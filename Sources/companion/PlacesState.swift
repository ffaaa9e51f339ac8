import Control
import Documents
import Glibc
import Platform
import Service
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

    /// The directory that `--state` names, else that of the service that runs, else the standard one.
    static func known(_ invocation: Invocation) throws(CommandFailure) -> StateDirectory {
        if invocation.has("--state") { return try directory(invocation) }
        return running().map { StateDirectory($0) } ?? StateDirectory(ConfigurationPaths.state)
    }

    /// ``known(_:)``, to be read or taken from: a folder that is named and is not there is refused, never made.
    static func kept(_ invocation: Invocation) throws(CommandFailure) -> StateDirectory {
        let directory = try known(invocation)
        var facts = stat()
        guard invocation.has("--state"), stat(directory.path, &facts) != 0, [ENOENT, ENOTDIR].contains(errno) else {
            return directory
        }
        throw CommandFailure(
            code: "noStateDirectory", message: "there is no state directory \(directory.path)",
            remedy: "check the path given with --state", at: directory.path)
    }

    /// A path that means the same in every folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// The state directory of the service that runs; nil where none answers, or it keeps nothing.
    private static func running() -> String? {
        do throws(CommandFailure) {
            let stores = try ControlCommand.call("status")["stores"]
            if case .string(let path)? = stores?["directory"] { return path }
            return nil
        } catch {
            return nil  // who may not talk to it is told so where something is to be changed
        }
    }

    /// Runs `body` as the one writer of the directory.
    static func write<Result>(
        _ directory: StateDirectory, _ body: (borrowing StateWriter) throws(ControlError) -> Result
    ) throws(ControlError) -> Result {
        try takeIdentity(ofOwner: directory.path)
        let writer = try StoreRefusal.checked { () throws(StorageError) in try directory.writer() }
        return try body(writer)
    }

    /// Root writes as whoever the directory belongs to, so that the service can read afterwards what was written.
    private static func takeIdentity(ofOwner path: String) throws(ControlError) {
        var status = stat()
        guard geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
        guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
            throw ControlError(
                .refused, "cannot write \(path) as its owner", remedy: SystemError.words(for: errno),
                word: "cannotWrite", at: path)
        }
    }

    /// What `body` gives, or its failure as a command's.
    static func checked<Result: ~Copyable>(
        _ body: () throws(StorageError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(ControlError) {
            return try StoreRefusal.checked(body)
        } catch { throw CommandFailure(error) }
    }

    /// The id of the place of this id, else of the one that is listed under this name.
    static func id(of text: String, among places: [StoredPlace]) throws(CommandFailure) -> String {
        do throws(ControlError) {
            return try StoreRefusal.id(of: text, among: places)
        } catch { throw CommandFailure(error) }
    }

    /// Says what of a file could not be read.
    static func report(_ damage: [RecordDamage], of path: String, kept: Int) {
        guard !damage.isEmpty else { return }
        for part in damage { Output.error("companion: \(path): \(part)") }
        Output.error(
            "companion: \(path) is damaged; \(kept == 0 ? "nothing" : count(kept, "record")) could be read — at the next change the damaged "
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
