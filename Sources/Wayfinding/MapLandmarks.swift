import Documents

/// A landmark as far as it could be read.
struct MapLandmarkDraft {
    var landmark: Landmark
    /// Its kind, where that was readable.
    var kind: Landmark.Kind?
    /// Whether connections can find it: its id was readable and is its own.
    var isKnown: Bool
}

/// The landmarks of one place, by number and by id.
struct MapLandmarks {
    private(set) var drafts: [MapLandmarkDraft] = []
    private(set) var index: [String: Int] = [:]

    /// Reads the list, noting what is wrong; nil is an empty list.
    init(_ list: JSONElement?, in root: MapFields) {
        guard let list else { return }
        let count = MapIds.count(list)
        var ids = MapIds(list: "landmarks", capacity: count)
        drafts.reserveCapacity(count)
        var number = -1
        for item in list.items {
            number += 1
            let trail = FindingTrail(list: "landmarks", index: number)
            guard item.kind == .object else {
                root.note(.wrongType, at: trail.pointer, "a landmark must be an object — change it")
                drafts.append(Self.blank)
                continue
            }
            let fields = MapFields(item, trail: trail, noun: "landmark", log: root.log)
            var draft = Self.landmark(fields)
            draft.isKnown = ids.claim(draft.landmark.id, number, fields)
            drafts.append(draft)
        }
        index = ids.first
    }

    private static let blank = MapLandmarkDraft(landmark: Landmark(id: "", name: "", kind: .spot), isKnown: false)

    private static func landmark(_ fields: MapFields) -> MapLandmarkDraft {
        let id = fields.text("id", blank: .emptyName)
        let name = fields.text("name", blank: .emptyName)
        let kind: Landmark.Kind? = fields.choice("kind")
        let position = fields.object("position", optional: true)?.position()
        let aliases = aliases(fields)
        let note = fields.text("note", optional: true)
        let landmark = Landmark(
            id: id ?? "", name: name ?? "", kind: kind ?? .spot, position: position, aliases: aliases,
            note: note.flatMap { MapText.isBlank($0) ? nil : $0 })
        return MapLandmarkDraft(landmark: landmark, kind: kind, isKnown: false)
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

    /// How many values a list has.
    static func count(_ list: JSONElement) -> Int { list.items.reduce(0) { count, _ in count + 1 } }

    /// Takes an id for a number; false, and noted, where it is taken.
    ///
    /// Nothing is noted for an unreadable one.
    @discardableResult
    mutating func claim(_ id: String, _ number: Int, _ fields: MapFields) -> Bool {
        guard !id.isEmpty else { return false }
        guard let earlier = first[id] else {
            first[id] = number
            return true
        }
        fields.note(
            .duplicateId, "id",
            "the id \(MapText.quoted(id)) is already that of \(list)/\(earlier) — give one of the two another id")
        return false
    }
}
