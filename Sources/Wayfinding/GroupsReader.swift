import Documents

/// Reads and validates `buildings.json`: a bare array of groups.
public enum GroupsReader {
    /// The most groups, and the most floors, places or portals of one group.
    public static let countLimit = 300_000

    /// What is known about places beside the groups; everything may be left out.
    public struct Surroundings: Sendable {
        /// The ids of the places that are there; nil where that is unknown, and every place counts as there.
        public var known: Set<String>?
        /// The maps that could be read, for the rules that need them.
        public var maps: [PlaceMap]

        /// Makes surroundings.
        public init(known: Set<String>? = nil, maps: [PlaceMap] = []) {
            self.known = known
            self.maps = maps
        }
    }

    /// The groups that can be used, as they are to be used, and every finding at once.
    ///
    /// A record with an error is left out, with its findings, and the others stand; of a portal or ride with an error
    /// only that is left out. What is only a warning is repaired in the values: a site's floors are merged in order, a
    /// place in two groups is a member of the first, and a place that is not there is no member. `now` is in seconds
    /// since 1970 UTC. Pointers are those of the whole document: `/0/portals/2/cost`. Errors come before warnings, both in the
    /// order of the document.
    public static func read(
        _ document: Document, now: Int64, surroundings: Surroundings = Surroundings()
    ) -> (buildings: [Building], findings: [MapFinding]) {
        let log = FindingLog()
        let root = MapFields(document.root, trail: FindingTrail(), noun: "", log: log)
        guard document.root.kind == .array else {
            root.note(.wrongType, at: .root, "the groups must be a list — write [] where there are none")
            return ([], log.findings)
        }
        var reading = GroupsReading(log: log, now: now, surroundings: surroundings)
        var index = -1
        let buildings = document.root.items.compactMap { item in
            index += 1
            return reading.group(item, index)
        }
        return (buildings, log.findings)
    }
}

/// One reading of the groups; it remembers what earlier groups have taken.
private struct GroupsReading {
    let log: FindingLog
    let now: Int64
    let known: Set<String>?
    let maps: [String: PlaceMap]
    private var ids = MapIds(list: "groups")
    private var memberships: [String: String] = [:]

    init(log: FindingLog, now: Int64, surroundings: GroupsReader.Surroundings) {
        self.log = log
        self.now = now
        known = surroundings.known
        maps = Dictionary(surroundings.maps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func group(_ item: JSONElement, _ index: Int) -> Building? {
        let trail = FindingTrail(base: "/\(index)")
        guard item.kind == .object else {
            log.note(MapFinding(.wrongType, at: trail.pointer, "a group must be an object — change it"))
            return nil
        }
        let fields = MapFields(item, trail: trail, noun: "group", log: log)
        let errors = log.errorCount
        let id = fields.text("id", blank: .emptyName)
        let name = fields.text("name", blank: .emptyName)
        let kind: Building.Kind? = fields.choice("kind", optional: true)
        if let id { ids.claim(id, index, fields) }
        let floors = floors(fields)
        guard log.errorCount == errors, let id, let name, let floors else { return nil }
        let taken = members(of: floors, group: id, fields)
        let merged = merged(taken, kind: kind, fields)
        let members = Set(merged.flatMap(\.places))
        let portals = GroupPortals(fields: fields, members: members, maps: maps, now: now).read()
        return Building(
            id: id, name: name, kind: kind, floors: merged, portals: portals, rides: GroupRides.read(fields))
    }

    private func floors(_ fields: MapFields) -> [Floor]? {
        guard let list = fields.value("floors", .array) else { return nil }
        var ids = MapIds(list: "floors")
        var index = -1
        return list.items.compactMap { item in
            index += 1
            guard let inner = fields.item(item, of: "floors", index) else { return nil }
            let id = inner.text("id", blank: .emptyName)
            let name = inner.text("name", blank: .emptyName)
            if let id { ids.claim(id, index, inner) }
            let elevation = inner.number("elevation", optional: true, overflow: .nonFinitePosition)
            let places = places(inner)
            return Floor(id: id ?? "", name: name ?? "", places: places, elevationMetres: elevation)
        }
    }

    private func places(_ floor: MapFields) -> [String] {
        guard let list = floor.value("places", .array) else { return [] }
        var index = -1
        return list.items.compactMap { item in
            index += 1
            let at = floor.trail.entering("places", index).pointer
            guard let text = item.string else {
                floor.note(
                    .wrongType, at: at, "a place is named by its id, a text, not by \(MapFields.word(item.kind))")
                return nil
            }
            if let flaw = MapFields.flaw(text) {
                floor.note(flaw.code, at: at, "the id of a place \(flaw.what)")
            } else if MapText.isBlank(text) {
                floor.note(.emptyName, at: at, "the id of a place is empty — write it, or remove it")
            }
            return text
        }
    }

    /// The floors with only those places that are there and no member of an earlier floor or group.
    private mutating func members(of floors: [Floor], group: String, _ fields: MapFields) -> [Floor] {
        var floors = floors
        for number in floors.indices {
            let trail = fields.trail.entering("floors", number)
            let places = floors[number].places
            floors[number].places = []
            for (index, place) in places.enumerated()
            where isFree(place, group, trail.entering("places", index).pointer, fields) {
                floors[number].places.append(place)
            }
        }
        return floors
    }

    private mutating func isFree(_ place: String, _ group: String, _ at: JSONPointer, _ fields: MapFields) -> Bool {
        if let owner = memberships[place] {
            fields.note(
                .placeInTwoGroups, at: at,
                "the place \(MapText.quoted(place)) is already a member of \(MapText.quoted(owner)), where it stays — "
                    + "remove it here")
            return false
        }
        memberships[place] = group
        guard let known, !known.contains(place) else { return true }
        fields.note(
            .unknownPlace, at: at,
            "the place \(MapText.quoted(place)) is not here and is passed over — import its map, or remove it")
        return false
    }

    /// A site's floors as the one that it must have.
    private func merged(_ floors: [Floor], kind: Building.Kind?, _ fields: MapFields) -> [Floor] {
        guard kind == .site, floors.count > 1, var one = floors.first else { return floors }
        fields.note(
            .siteWithSeveralFloors, "floors",
            "a site has one floor, but this has \(floors.count) — they are taken as one and merged at the next save")
        one.places = floors.flatMap(\.places)
        return [one]
    }
}
