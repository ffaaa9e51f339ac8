import Documents

/// One place in `places/index.json`: what it is listed as, and since when.
package struct PlaceRecord: StoredRecord {
    /// The id of the place.
    package let id: String
    /// What it is listed as, which may be other than what its map says.
    package private(set) var name: String
    /// When it was mapped, as the map has it.
    package private(set) var scannedAt: String?
    /// When it came here, RFC 3339.
    package private(set) var importedAt: String?
    /// The record as it is written, with what it does not know.
    package private(set) var json: JSONValue

    /// The id.
    package var key: String { id }

    /// Makes a record.
    package init(id: String, name: String, scannedAt: String?, importedAt: String?) {
        self.id = id
        self.name = name
        self.scannedAt = scannedAt
        self.importedAt = importedAt
        json = JSONValue.object([.init("id", .string(id)), .init("name", .string(name))])
            .setting("scannedAt", scannedAt.map { .string($0) }).setting("importedAt", importedAt.map { .string($0) })
    }

    private init?(_ members: inout RecordMembers) {
        guard let id = members.text("id"), let name = members.text("name") else { return nil }
        self.id = id
        self.name = name
        scannedAt = members.optionalText("scannedAt")
        importedAt = members.optionalText("importedAt")
        json = members.value
    }

    /// Reads a record; without an id and a name nothing of it can be used.
    package static func read(_ value: JSONValue) -> (record: PlaceRecord?, flaws: [String]) {
        var members = RecordMembers(value)
        let record = PlaceRecord(&members)
        return (record, members.flaws)
    }

    /// The record under another name.
    func named(_ name: String) -> PlaceRecord {
        var copy = self
        copy.name = name
        copy.json = json.setting("name", .string(name))
        return copy
    }

    /// The record after its map was replaced.
    func replaced(scannedAt: String, importedAt: String) -> PlaceRecord {
        var copy = self
        copy.scannedAt = scannedAt
        copy.importedAt = importedAt
        copy.json = json.setting("scannedAt", .string(scannedAt)).setting("importedAt", .string(importedAt))
        return copy
    }
}
