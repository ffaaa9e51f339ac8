import Wayfinding

/// The places and groups that the core decides about.
public struct World: Sendable {
    /// The places whose maps are there, in the order in which they were given.
    public let places: [PlaceMap]
    /// The groups.
    public private(set) var groups: [Building]
    private let indexOfPlace: [String: Int]
    private let groupOfPlace: [String: Int]

    /// Gathers maps and groups; of two maps with one id the first counts.
    public init(places: [PlaceMap] = [], groups: [Building] = []) {
        self.places = places
        self.groups = groups
        indexOfPlace = Dictionary(places.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let members = groups.enumerated().flatMap { index, group in
            group.floors.flatMap(\.places).map { ($0, index) }
        }
        groupOfPlace = Dictionary(members, uniquingKeysWith: { first, _ in first })
    }

    /// The ids of every known place: mapped, or named in a group.
    public var placeIds: [String] {
        places.map(\.id) + groupOfPlace.keys.filter { indexOfPlace[$0] == nil }.sorted()
    }

    /// Whether a place is known: mapped, or named in a group.
    public func knows(place: String) -> Bool { indexOfPlace[place] != nil || groupOfPlace[place] != nil }

    /// The map of a place, where there is one.
    public func map(ofPlace place: String) -> PlaceMap? { indexOfPlace[place].map { places[$0] } }

    /// The group that a place is a member of.
    public func group(ofPlace place: String) -> Building? { groupOfPlace[place].map { groups[$0] } }

    /// Whether changes of altitude can mean anything in a place: its group's floors lie one above the other.
    public func isVerticallyOrdered(place: String?) -> Bool {
        place.flatMap { group(ofPlace: $0) }?.isVerticallyOrdered ?? false
    }

    /// Takes note of a confirmed ride between two floors of a group; gives the elevation of the floor it led to, where
    /// rides join that floor to the lowest.
    mutating func learn(group: String, from: String, to: String, changeMetres: Double) -> Double? {
        guard let index = groups.firstIndex(where: { $0.id == group }) else { return nil }
        return groups[index].learn(from: from, to: to, changeMetres: changeMetres)
    }

    /// Whether a place has a connection of this id, or a portal of it leads away from the place.
    public func hasConnection(_ id: String, inPlace place: String) -> Bool {
        if map(ofPlace: place)?.connections.contains(where: { $0.id == id }) ?? false { return true }
        let portals = group(ofPlace: place)?.portals ?? []
        return portals.contains { $0.fromPlace == place && $0.connection.id == id }
    }
}
