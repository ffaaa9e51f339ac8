import Documents

/// Creating, moving, renaming and removing.
extension GroupList {
    /// Where a floor is put.
    public enum FloorPosition: Equatable, Sendable {
        /// Above every other floor.
        case top
        /// Just above a floor, by its id or name.
        case above(String)
        /// Just below a floor, by its id or name.
        case below(String)
    }

    /// The name of the floor of a group that was given none.
    public static let onlyFloorName = "Ground"

    /// Adds a group with floors, lowest first, and gives it; without floors it has one, "Ground".
    ///
    /// Without a kind none is written, and the group is a building. Ids are made from the names.
    @discardableResult
    public mutating func create(
        name: String, kind: Building.Kind? = nil, floors names: [String] = []
    ) throws(GroupMutationError) -> Building {
        try Self.check(name)
        if let other = groups.first(where: { $0.name == name }) { throw .groupNameTaken(name, id: other.id) }
        let names = names.isEmpty ? [Self.onlyFloorName] : names
        guard kind != .site || names.count == 1 else { throw .siteHasOneFloor(site: name) }
        var building = Building(
            id: GroupIds.fresh(from: name, or: "group", taken: groups.map(\.id)), name: name, kind: kind, floors: [])
        for floor in names { try Self.add(floor, to: &building, at: building.floors.count) }
        entries.append(Entry(building: building, record: nil, isAsRecorded: false))
        return building
    }

    /// Adds a floor to a building, on top or beside another floor, and gives it.
    @discardableResult
    public mutating func addFloor(
        to group: String, name: String, at position: FloorPosition = .top
    ) throws(GroupMutationError) -> Floor {
        let index = try index(ofGroup: group)
        var building = groups[index]
        guard building.kind != .site || building.floors.isEmpty else { throw .siteHasOneFloor(site: building.name) }
        let place: Int
        switch position {
        case .top: place = building.floors.count
        case .above(let floor): place = try self.index(ofFloor: floor, in: building) + 1
        case .below(let floor): place = try self.index(ofFloor: floor, in: building)
        }
        try Self.add(name, to: &building, at: place)
        change(index) { $0 = building }
        return building.floors[place]
    }

    private static func add(_ name: String, to building: inout Building, at place: Int) throws(GroupMutationError) {
        try check(name)
        guard !building.floors.contains(where: { $0.name == name }) else {
            throw .floorNameTaken(name, group: building.name)
        }
        let id = GroupIds.fresh(from: name, or: "floor", taken: building.floors.map(\.id))
        building.floors.insert(Floor(id: id, name: name, places: []), at: place)
    }

    /// Makes a place a member of a group, on the floor that is named or the only one, and of no other group.
    ///
    /// `known` holds the ids of the places that are there. Portals of the group that is left stay, and are passed over
    /// until the place is back.
    public mutating func move(
        place: String, to group: String, floor: String? = nil, known: Set<String>
    ) throws(GroupMutationError) {
        let index = try index(ofGroup: group)
        let building = groups[index]
        guard known.contains(place) else {
            throw .unknownPlace(place, nearest: NearestName.among(known.sorted(), to: place))
        }
        let target: Int
        if let floor {
            target = try self.index(ofFloor: floor, in: building)
        } else {
            guard building.floors.count == 1 else {
                throw .floorNeeded(group: building.name, floors: building.floors.map(\.name))
            }
            target = 0
        }
        guard !building.floors[target].places.contains(place) else { return }
        removePlace(place)
        change(index) { $0.floors[target].places.append(place) }
    }

    /// Takes a place out of its group, and says whether it was in one.
    @discardableResult
    public mutating func removePlace(_ place: String) -> Bool {
        guard let index = groups.firstIndex(where: { $0.floorIndex(ofPlace: place) != nil }) else { return false }
        change(index) { building in
            for floor in building.floors.indices { building.floors[floor].places.removeAll { $0 == place } }
        }
        return true
    }

    /// Gives a group another name.
    public mutating func rename(group: String, to name: String) throws(GroupMutationError) {
        let index = try index(ofGroup: group)
        try Self.check(name)
        if let other = groups.indices.first(where: { $0 != index && groups[$0].name == name }) {
            throw .groupNameTaken(name, id: groups[other].id)
        }
        change(index) { $0.name = name }
    }

    /// Gives a floor of a group another name.
    public mutating func rename(floor: String, of group: String, to name: String) throws(GroupMutationError) {
        let index = try index(ofGroup: group)
        let number = try self.index(ofFloor: floor, in: groups[index])
        try Self.check(name)
        guard !groups[index].floors.indices.contains(where: { $0 != number && groups[index].floors[$0].name == name })
        else { throw .floorNameTaken(name, group: groups[index].name) }
        change(index) { $0.floors[number].name = name }
    }

    /// Removes a group and gives it; its places are free afterwards.
    @discardableResult
    public mutating func remove(group: String) throws(GroupMutationError) -> Building {
        entries.remove(at: try index(ofGroup: group)).building
    }

    /// Notes a change of altitude that a ride from one floor of a group to another made, and gives the elevation that
    /// the floor reached has now.
    ///
    /// Both are named by their ids. Nil, and nothing is changed, where that teaches nothing: see ``Building/learn(from:to:changeMetres:)``.
    @discardableResult
    public mutating func learn(
        group id: String, from: String, to: String, changeMetres: Double
    ) -> Double? {
        guard let index = entries.firstIndex(where: { $0.building.id == id }) else { return nil }
        var elevation: Double?
        change(index) { elevation = $0.learn(from: from, to: to, changeMetres: changeMetres) }
        return elevation
    }

    /// Refuses a name that nobody could read or hear: blank, over 4 KiB, or with a control character in it.
    public static func check(_ name: String) throws(GroupMutationError) {
        if MapText.isBlank(name) { throw .badName(name, why: "has nothing in it") }
        if let flaw = MapFields.flaw(name) {
            throw .badName(name, why: flaw.code == .textTooLong ? "is too long" : "has a control character in it")
        }
    }
}

/// Ids for what people name.
enum GroupIds {
    private static let lengthLimit = 40

    /// The letters and digits of a name in small ASCII, joined by dashes, with a number after it where that is taken.
    ///
    /// "Harbour House" is `harbour-house`, and `harbour-house-2` the second time.
    static func fresh(from name: String, or standard: String, taken: [String]) -> String {
        var slug = ""
        for character in name.lowercased() where slug.count < lengthLimit {
            if character.isASCII, character.isLetter || character.isNumber {
                slug.append(character)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        let base = slug.isEmpty ? standard : slug
        let taken = Set(taken)
        guard taken.contains(base) else { return base }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }
}
