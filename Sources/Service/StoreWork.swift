import Control
import Documents
import Storage
import Wayfinding

/// Changes to the state directory by the methods of the control socket: done by the service while it runs, and by the
/// commands themselves while it does not.
package struct StoreWork {
    /// The method.
    package var method: String
    /// Its parameters, checked against the table.
    package var parameters: ControlParameters
    /// The bytes of the map that is to be taken in.
    package var upload: [UInt8]
    /// The places that may not be removed.
    package var inUse: Set<String>
    /// The date, in seconds since 1970 UTC.
    package var now: Int64

    /// Gathers what is to be done.
    package init(
        _ method: String, _ parameters: ControlParameters, upload: [UInt8] = [], inUse: Set<String> = [], now: Int64
    ) {
        self.method = method
        self.parameters = parameters
        self.upload = upload
        self.inUse = inUse
        self.now = now
    }

    /// Does it as the one writer, and gives the result of the method.
    package func perform(_ writer: borrowing StateWriter) throws(ControlError) -> JSONValue {
        let before = writer.keptFiles.count
        var members = try done(writer)
        let kept = writer.keptFiles.dropFirst(before)
        members.append(.init("kept", .array(kept.map { .string($0) })))
        return .object(members)
    }

    private func done(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        switch method {
        case "places.import": try takeIn(writer)
        case "places.rename": try rename(writer)
        case "places.remove": try remove(writer)
        case "seen.remove": try erase(writer)
        case "seen.clear": try clear(writer)
        default: try changeGroups(writer)
        }
    }

    func text(_ name: String) -> String { parameters.text(name) ?? "" }

    // MARK: places

    private func takeIn(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        let candidate = try candidate()
        let outcome = try StoreRefusal.checked { () throws(StorageError) in
            try writer.take(candidate, replacing: parameters.isTrue("replace"), now: now)
        }
        let id = candidate.map.id
        var aside: String?
        let (name, word, said): (String, String, String)
        switch outcome {
        case .added(let listed):
            let taken = listed == candidate.map.name ? "" : " Another place is called \"\(candidate.map.name)\"."
            (name, word, said) = (listed, "added", "Took in \"\(listed)\" (\(id)).\(taken)")
        case .alreadyHere(let listed):
            (name, word, said) = (listed, "alreadyHere", "\"\(listed)\" (\(id)) is already here.")
        case .replaced(let listed, let kept):
            aside = kept
            (name, word, said) = (
                listed, "replaced", "Replaced \"\(listed)\" (\(id)); the old map was kept as \(kept)."
            )
        }
        return [
            .init("id", .string(id)), .init("name", .string(name)), .init("outcome", .string(word)),
            .init("setAside", aside.map { .string($0) } ?? .null), .init("text", .string(said)),
        ]
    }

    private func candidate() throws(ControlError) -> PlaceCandidate {
        guard !upload.isEmpty else {
            throw ControlError(.badParameters, "no map was uploaded", remedy: "send it by upload first")
        }
        let reading: (candidate: PlaceCandidate?, findings: [MapFinding])
        do throws(DocumentError) {
            reading = try PlaceCandidate.make(try Document(upload), as: parameters.text("as"), now: now)
        } catch {
            throw ControlError(
                .refused, "the map is no document: \(error.description)", word: error.code, at: error.at, exit: 2)
        }
        if let candidate = reading.candidate { return candidate }
        let first = reading.findings.first { $0.severity == .error }
        throw ControlError(
            .refused, "the map has errors" + (first.map { ": \($0.message)" } ?? ""),
            remedy: "nothing was taken in; companion map check lists them", word: "invalidMap",
            at: first?.pointer.description)
    }

    private func rename(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        let name = text("name")
        try StoreRefusal.changed { () throws(GroupMutationError) in try GroupList.check(name) }
        let id = try placeId(writer)
        let listed = try StoreRefusal.checked { () throws(StorageError) in
            try writer.rename(place: id, to: name, now: now)
        }
        let why = listed == name ? "" : " — another place is called \"\(name)\""
        return [
            .init("id", .string(id)), .init("name", .string(listed)),
            .init("text", .string("\(id) is now listed as \"\(listed)\"\(why).")),
        ]
    }

    private func remove(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        let id = try placeId(writer)
        let name = try StoreRefusal.checked { () throws(StorageError) in
            try writer.remove(place: id, inUse: inUse, now: now)
        }
        return [
            .init("removed", .string(id)), .init("name", .string(name)),
            .init("text", .string("Removed \"\(name)\" (\(id)).")),
        ]
    }

    private func placeId(_ writer: borrowing StateWriter) throws(ControlError) -> String {
        let places = try StoreRefusal.checked { () throws(StorageError) in
            try writer.directory.places(now: now).places
        }
        return try StoreRefusal.id(of: text("place"), among: places)
    }

    // MARK: what was seen

    private func erase(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        let id = Int64(parameters.whole("id") ?? 0)
        let wasThere = try StoreRefusal.checked { () throws(StorageError) in
            try writer.openSeen(now: now).store.remove(id)
        }
        guard wasThere else {
            throw ControlError(
                .refused, "there is no observation \(id)", remedy: "companion seen list shows them",
                word: "unknownObservation")
        }
        return [.init("removed", .number(String(id))), .init("text", .string("Erased observation \(id)."))]
    }

    private func clear(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        let (count, files) = try StoreRefusal.checked { () throws(StorageError) in
            try writer.openSeen(now: now).store.clear()
        }
        let damaged = files == 0 ? "" : " and \(Self.count(files, "damaged file"))"
        let nothing = count == 0 && files == 0 ? " in \(writer.directory.path)" : ""
        return [
            .init("removed", .integer(count)), .init("damagedFiles", .integer(files)),
            .init("text", .string("Erased \(Self.count(count, "observation"))\(damaged)\(nothing).")),
        ]
    }

    /// "1 floor", "2 floors".
    package static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
