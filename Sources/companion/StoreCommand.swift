import Control
import Documents
import Glibc
import Service
import Storage

/// Commands that change the state directory: made by the service while it runs, and here while it does not.
///
/// The lock of the directory decides, so that there is no moment at which both would write.
enum StoreCommand {
    /// How long the stores may take.
    private static let limit = Duration.seconds(70)

    /// Has a change made, and shows what came of it.
    static func run(
        _ method: String, _ members: [JSONValue.Member], _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        show(try result(method, members, invocation), invocation)
    }

    /// Has a change made, and gives the method's result.
    static func result(
        _ method: String, _ members: [JSONValue.Member], upload: [UInt8] = [], _ invocation: Invocation
    ) throws(CommandFailure) -> JSONValue {
        let makes = ["places.import", "groups.create"].contains(method)
        let directory = try makes ? PlacesState.known(invocation) : PlacesState.kept(invocation)
        do throws(ControlError) {
            let asked = try ask(method, members, upload, directory)
            if case .answered(let result) = asked { return result }
            do throws(ControlError) {
                return try change(method, members, upload, directory)
            } catch {
                if case .barred(let path) = asked, ["busy", "cannotWrite"].contains(error.word) {
                    throw ControlCommand.barred(from: path)
                }
                // A service may have started just now; then it is the one to ask.
                guard error.word == "busy",
                    case .answered(let result) = try ask(method, members, upload, directory)
                else { throw error }
                return result
            }
        } catch { throw CommandFailure(Self.worded(error, invocation)) }
    }

    /// A refused parameter in the words of the command, which knows no parameters.
    private static func worded(_ error: ControlError, _ invocation: Invocation) -> ControlError {
        guard error.kind == .badParameters, let name = error.at else { return error }
        var worded = error
        worded.message = "the \(name) given to \(invocation.command.name) cannot be used"
        return worded
    }

    /// What came of asking.
    private enum Asked {
        case answered(JSONValue)
        /// No service keeps this directory.
        case nobody
        /// There is a service that this user may not talk to.
        case barred(path: String)
    }

    /// Asks the service that keeps this directory.
    private static func ask(
        _ method: String, _ members: [JSONValue.Member], _ upload: [UInt8], _ directory: StateDirectory
    ) throws(ControlError) -> Asked {
        let folder = ConfigurationPaths.control(stateFolder: directory.path)
        do throws(ControlClient.Failure) {
            var client = try ControlClient(paths: ControlPath.candidates(folder: folder))
            try client.upload(upload)
            let state = JSONValue.Member("state", .string(PlacesState.absolute(directory.path)))
            return .answered(try client.call(method, members + [state], limit: limit))
        } catch {
            switch error {
            case .notRunning: return .nobody
            case .mayNot(let path): return .barred(path: path)
            case .refused(let error):
                if [.noState, .otherState].contains(error.kind) { return .nobody }
                throw error
            case .noAnswer(let why):
                throw ControlError(
                    .noAnswer, "the service gave no answer: \(why)",
                    remedy: "see whether the change was made, then try again")
            }
        }
    }

    private static func change(
        _ method: String, _ members: [JSONValue.Member], _ upload: [UInt8], _ directory: StateDirectory
    ) throws(ControlError) -> JSONValue {
        guard let row = ControlMethods.method(method) else { throw ControlError(.unknownMethod, method) }
        let parameters = try ControlParameters(members, of: row)
        let work = StoreWork(method, parameters, upload: upload, now: WorldFiles.today)
        return try PlacesState.write(directory) { writer throws(ControlError) in try work.perform(writer) }
    }

    // MARK: showing

    /// Shows a result: its text for a person, the rest with `more` for a machine; gives the exit code.
    @discardableResult
    static func show(_ result: JSONValue, more: [JSONValue.Member] = [], _ invocation: Invocation) -> Int32 {
        for name in texts(result["kept"]) where access(name, F_OK) == 0 {
            Output.error("companion: the damaged file was kept as \(name)")
        }
        if invocation.isJSON {
            guard case .object(let members) = result else { return 0 }
            Output().line(.object(members.filter { $0.key != "text" && $0.key != "kept" } + more))
        } else if case .string(let text)? = result["text"] {
            Output().line(text)
        }
        return 0
    }

    /// The findings of a result, each as a line.
    static func findings(of result: JSONValue) -> [String] {
        guard case .array(let items)? = result["findings"] else { return [] }
        return items.map { item in
            let parts = ["severity", "at", "code", "message"].map { key in
                if case .string(let text)? = item[key] { text } else { "" }
            }
            return "\(parts[0]) \(parts[1].isEmpty ? "(document)" : parts[1]) \(parts[2]): \(parts[3])"
        }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let items)? = value else { return [] }
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
