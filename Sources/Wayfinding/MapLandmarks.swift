import Documents

/// The landmarks of one place, by number and by id.
struct MapLandmarks {
    /// Every one in the list, with stand-ins for what could not be read.
    private(set) var all: [Landmark] = []
    /// Their kinds, where those were readable.
    private(set) var kinds: [Landmark.Kind?] = []
    /// Whether connections can find them: their ids were readable and are their own.
    private(set) var known: [Bool] = []
    private(set) var index: [String: Int] = [:]

    /// Reads the list, given as numbers in the document's table, noting what is wrong.
    init(_ items: [Int32], of document: Document, in root: MapFields) {
        var ids = MapIds(list: "landmarks", capacity: items.count)
        all.reserveCapacity(items.count)
        kinds.reserveCapacity(items.count)
        known.reserveCapacity(items.count)
        document.withTable { table in
            var plain = PlainLandmarks(table: table)
            for (number, item) in items.enumerated() {
                if let landmark = plain.landmark(Int(item)), ids.takes(landmark.id, number) {
                    append(landmark, kind: landmark.kind, isKnown: true)
                } else {
                    look(document.element(Int(item)), number, &ids, root)
                }
            }
        }
        index = ids.first
    }

    private mutating func append(_ landmark: Landmark, kind: Landmark.Kind?, isKnown: Bool) {
        all.append(landmark)
        kinds.append(kind)
        known.append(isKnown)
    }

    private mutating func look(_ item: JSONElement, _ number: Int, _ ids: inout MapIds, _ root: MapFields) {
        let trail = FindingTrail(list: "landmarks", index: number)
        guard item.kind == .object else {
            root.note(.wrongType, at: trail.pointer, "a landmark must be an object — change it")
            append(Landmark(id: "", name: "", kind: .spot), kind: nil, isKnown: false)
            return
        }
        let fields = MapFields(item, trail: trail, noun: "landmark", log: root.log)
        let (landmark, kind) = Self.landmark(fields)
        append(landmark, kind: kind, isKnown: ids.claim(landmark.id, number, fields))
    }

    private static func landmark(_ fields: MapFields) -> (Landmark, Landmark.Kind?) {
        let id = fields.text("id", blank: .emptyName)
        let name = fields.text("name", blank: .emptyName)
        let kind: Landmark.Kind? = fields.choice("kind")
        let position = fields.object("position", optional: true)?.position()
        let aliases = aliases(fields)
        let note = fields.text("note", optional: true)
        let landmark = Landmark(
            id: id ?? "", name: name ?? "", kind: kind ?? .spot, position: position, aliases: aliases,
            note: note.flatMap { MapText.isBlank($0) ? nil : $0 })
        return (landmark, kind)
    }

    private static func aliases(_ fields: MapFields) -> [String] {
        guard let list = fields.value("aliases", .array, optional: true) else { return [] }
        var index = -1
        return list.items.compactMap { item in
            index += 1
            return alias(item, fields.trail.entering("aliases", index).pointer, fields)
        }
    }

    private static func alias(_ item: JSONElement, _ at: JSONPointer, _ fields: MapFields) -> String? {
        guard let text = item.string else {
            fields.note(.wrongType, at: at, "an alias must be a text, but is \(MapFields.word(item.kind)) — change it")
            return nil
        }
        if let flaw = MapFields.flaw(text) {
            fields.note(flaw.code, at: at, "an alias \(flaw.what)")
            return nil
        }
        guard MapText.isBlank(text) else { return text }
        fields.note(.emptyName, at: at, "an alias is empty — write it, or remove it")
        return nil
    }
}

/// The ids of one name space, compared by canonical equivalence (NFC).
struct MapIds {
    private(set) var first: [String: Int] = [:]
    let list: String

    init(list: String, capacity: Int = 0) {
        self.list = list
        first.reserveCapacity(capacity)
    }

    /// Takes an id for a number; false, and nothing changes, where it is taken.
    mutating func takes(_ id: String, _ number: Int) -> Bool {
        guard let earlier = first.updateValue(number, forKey: id) else { return true }
        first[id] = earlier
        return false
    }

    /// Takes an id for a number; false, and noted, where it is taken.
    ///
    /// Nothing is noted for an unreadable one.
    @discardableResult
    mutating func claim(_ id: String, _ number: Int, _ fields: MapFields) -> Bool {
        guard !id.isEmpty else { return false }
        if takes(id, number) { return true }
        fields.note(
            .duplicateId, "id",
            "the id \(MapText.quoted(id)) is already that of \(list)/\(first[id] ?? 0) — give one of the two another id"
        )
        return false
    }
}
