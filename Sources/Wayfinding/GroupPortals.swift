import Documents

/// Reads the ways between the places of one group.
struct GroupPortals {
    let fields: MapFields
    let members: Set<String>
    let maps: [String: PlaceMap]
    let now: Int64
    private let landmarks: [String: Set<String>]

    init(fields: MapFields, members: Set<String>, maps: [String: PlaceMap], now: Int64) {
        self.fields = fields
        self.members = members
        self.maps = maps
        self.now = now
        landmarks = maps.filter { members.contains($0.key) }.mapValues { Set($0.landmarks.map(\.id)) }
    }

    private struct End {
        var place: String
        var landmark: String
    }

    /// The portals without an error.
    ///
    /// One that leads to a place which is not in the group is kept, with a warning; the
    /// router passes over it.
    func read() -> [Portal] {
        guard let list = fields.value("portals", .array, optional: true) else { return [] }
        var ids = MapIds(list: "portals")
        var seen: [String: Int] = [:]
        let taken = connectionIds()
        var index = -1
        return list.items.compactMap { item in
            index += 1
            guard let inner = self.portalFields(item, index) else { return nil }
            let errors = inner.log.errorCount
            let portal = portal(inner, ids: &ids, index, taken)
            guard let portal, inner.log.errorCount == errors else { return nil }
            judgeParallel(portal, inner, index, &seen)
            return portal
        }
    }

    private func portalFields(_ item: JSONElement, _ index: Int) -> MapFields? {
        guard let inner = fields.item(item, of: "portals", index) else { return nil }
        return MapFields(item, trail: inner.trail, noun: "portal", log: inner.log)
    }

    /// The ids of the connections of the group's places, each with its place.
    private func connectionIds() -> [String: String] {
        var taken: [String: String] = [:]
        for place in members {
            for connection in maps[place]?.connections ?? [] { taken[connection.id] = place }
        }
        return taken
    }

    private func portal(_ inner: MapFields, ids: inout MapIds, _ index: Int, _ taken: [String: String]) -> Portal? {
        let from = end("from", inner)
        let to = end("to", inner)
        let reader = MapConnectionReader(fields: inner, now: now)
        let draft = reader.draft(from: from?.landmark ?? "", to: to?.landmark ?? "")
        if ids.claim(draft.connection.id, index, inner), let place = taken[draft.connection.id] {
            inner.note(
                .duplicateId, "id",
                "the id \(MapText.quoted(draft.connection.id)) is already that of a connection in the place "
                    + "\(MapText.quoted(place)) — give the portal another id")
        }
        guard let from, let to else { return nil }
        reader.judgeLoop(from.place == to.place && from.landmark == to.landmark, end: from.landmark)
        reader.judgeRelations(draft, simulated: isSimulated(from.place, to.place))
        return Portal(connection: draft.connection, fromPlace: from.place, toPlace: to.place)
    }

    /// Whether either place is made up; nil where that cannot be known from the maps at hand.
    private func isSimulated(_ from: String, _ to: String) -> Bool? {
        let kinds = [maps[from]?.kind, maps[to]?.kind]
        if kinds.contains(.demo) { return true }
        return kinds.contains(nil) ? nil : false
    }

    private func end(_ key: StaticString, _ inner: MapFields) -> End? {
        guard let object = inner.object(key) else { return nil }
        let place = object.text("place", blank: .emptyName)
        let landmark = object.text("landmark", blank: .emptyName)
        guard let place, let landmark else { return nil }
        if !members.contains(place) {
            object.note(
                .unknownPlace, "place",
                "the place \(MapText.quoted(place)) is not in this group, so the portal is passed over — "
                    + "move the place here, or remove the portal")
        } else if let known = landmarks[place], !known.contains(landmark) {
            object.note(
                .danglingReference, "landmark",
                "the place \(MapText.quoted(place)) has no landmark \(MapText.quoted(landmark)) — correct the id")
        }
        return End(place: place, landmark: landmark)
    }

    private func judgeParallel(_ portal: Portal, _ inner: MapFields, _ index: Int, _ seen: inout [String: Int]) {
        let from = DocumentWriter.quoted(portal.fromPlace) + DocumentWriter.quoted(portal.connection.from)
        let to = DocumentWriter.quoted(portal.toPlace) + DocumentWriter.quoted(portal.connection.to)
        var keys = [from + to + portal.connection.kind.rawValue]
        if portal.connection.direction == .both { keys.append(to + from + portal.connection.kind.rawValue) }
        let earlier = keys.compactMap { seen[$0] }.min()
        for key in keys where seen[key] == nil { seen[key] = index }
        guard let earlier else { return }
        inner.note(
            .parallelConnections, at: inner.trail.pointer,
            "it has the same ends and kind as portals/\(earlier) — remove one, or tell them apart by kind")
    }
}

/// Reads the changes of altitude that a group remembers.
enum GroupRides {
    /// The rides without an error.
    static func read(_ fields: MapFields) -> [Ride] {
        guard let list = fields.value("rides", .array, optional: true) else { return [] }
        var index = -1
        return list.items.compactMap { item in
            index += 1
            guard let inner = fields.item(item, of: "rides", index) else { return nil }
            let errors = inner.log.errorCount
            let from = inner.text("from", blank: .emptyName)
            let to = inner.text("to", blank: .emptyName)
            let changes = changes(inner)
            guard let from, let to, inner.log.errorCount == errors else { return nil }
            return Ride(from: from, to: to, changesMetres: changes)
        }
    }

    private static func changes(_ inner: MapFields) -> [Double] {
        guard let list = inner.value("changes", .array) else { return [] }
        var index = -1
        return list.items.compactMap { item in
            index += 1
            let at = inner.trail.entering("changes", index).pointer
            guard let number = item.number else {
                inner.note(.wrongType, at: at, "a change must be a number of metres — change it")
                return nil
            }
            guard number.magnitude <= MapFields.numberLimit else {
                inner.note(
                    number.isFinite ? .numberTooLarge : .nonFinitePosition, at: at,
                    "a change is beyond 1,000,000 metres — remove it")
                return nil
            }
            return number
        }
    }
}
