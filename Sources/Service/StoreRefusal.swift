import Control
import Documents
import Storage
import Wayfinding

/// Refusals of the stores in the form of the control socket, which is also what the commands print.
package enum StoreRefusal {
    /// What `body` gives, or its refusal.
    package static func checked<Result: ~Copyable>(
        _ body: () throws(StorageError) -> Result
    ) throws(ControlError) -> Result {
        do throws(StorageError) {
            return try body()
        } catch {
            throw refusal(error)
        }
    }

    /// What a change to the groups gives, or its refusal.
    package static func changed<Result>(
        _ body: () throws(GroupMutationError) -> Result
    ) throws(ControlError) -> Result {
        do throws(GroupMutationError) {
            return try body()
        } catch {
            let exit =
                switch error {
                case .groupNameTaken, .floorNameTaken, .siteHasOneFloor, .badPortal: 1
                default: 2
                }
            let at: String? =
                if case .badPortal(let findings) = error { findings.first?.pointer.description } else { nil }
            throw ControlError(.refused, error.problem, remedy: error.remedy, word: error.code, at: at, exit: exit)
        }
    }

    private static func refusal(_ error: StorageError) -> ControlError {
        var at: String?
        var remedy = error.remedy
        var exit = 1
        switch error {
        case .busy(let folder, _): at = folder
        case .notFolder(let path), .cannotRead(let path, _), .cannotWrite(let path, _), .changedMeanwhile(let path),
            .needsWriter(let path),
            .database(let path, _):
            at = path
        case .folderTaken(_, let folder): at = folder
        case .placeExists: remedy = "--replace puts this one in its place, --as ID takes it in beside it"
        case .unknownPlace:
            remedy = "companion places list shows them"
            exit = 2
        case .placeInUse: break
        }
        return ControlError(.refused, error.problem, remedy: remedy, word: error.code, at: at, exit: exit)
    }

    /// The place of this id, else the one that is listed under this name.
    package static func place(_ text: String, among places: [StoredPlace]) -> StoredPlace? {
        places.first { $0.id == text } ?? places.first { $0.name == text }
    }

    /// The id of the place of this id, else of the one that is listed under this name.
    package static func id(of text: String, among places: [StoredPlace]) throws(ControlError) -> String {
        if let place = place(text, among: places) { return place.id }
        let nearest = NearestName.among(places.map(\.id), to: text).first
        throw ControlError(
            .refused, "there is no place \"\(text)\"",
            remedy: nearest.map { "did you mean \($0)?" } ?? "companion places list shows them", word: "unknownPlace",
            exit: 2)
    }
}
