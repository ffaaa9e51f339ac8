/// A group of places: a building, whose floors are ordered from the lowest, or a site, whose places are peers.
public struct Building: Equatable, Sendable {
    /// The id, unique among groups.
    public var id: String
    /// What people call it.
    public var name: String
    /// What it is; nil in records written before the field existed, which means a building.
    public var kind: Kind?
    /// The floors, lowest first; a site has exactly one, holding every member.
    public var floors: [Floor]
    /// The ways between places of this group.
    public var portals: [Portal]
    /// The changes of altitude that were met between its floors.
    public var rides: [Ride]

    /// What a group is.
    public enum Kind: String, CaseIterable, Sendable {
        /// Floors one above the other.
        case building
        /// Places side by side.
        case site
    }

    /// Makes a group.
    public init(
        id: String, name: String, kind: Kind? = nil, floors: [Floor], portals: [Portal] = [], rides: [Ride] = []
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.floors = floors
        self.portals = portals
        self.rides = rides
    }

    /// Whether its floors lie one above the other, so that a change of altitude can mean a change of floor.
    public var isVerticallyOrdered: Bool { kind != .site && floors.count >= 2 }

    /// The index of the floor that holds a place, from the lowest at 0; nil where the place is no member.
    public func floorIndex(ofPlace place: String) -> Int? { floors.firstIndex { $0.places.contains(place) } }

    /// The other places on the same floor; for a site, every other member.
    public func siblings(ofPlace place: String) -> [String] {
        floorIndex(ofPlace: place).map { floors[$0].places.filter { $0 != place } } ?? []
    }
}

/// One floor of a group.
public struct Floor: Equatable, Sendable {
    /// The id, unique in its group.
    public var id: String
    /// What people call it.
    public var name: String
    /// The ids of the places on it.
    public var places: [String]
    /// Metres above the lowest floor that has an elevation, where it has been learned.
    public var elevationMetres: Double?

    /// Makes a floor.
    public init(id: String, name: String, places: [String], elevationMetres: Double? = nil) {
        self.id = id
        self.name = name
        self.places = places
        self.elevationMetres = elevationMetres
    }
}

/// A way from a landmark of one place to a landmark of another place of the same group.
public struct Portal: Equatable, Sendable {
    /// Everything that a connection has; its `from` and `to` are the landmarks' ids in their places.
    public var connection: Connection
    /// The id of the place it leads from.
    public var fromPlace: String
    /// The id of the place it leads to.
    public var toPlace: String

    /// Makes a portal.
    public init(connection: Connection, fromPlace: String, toPlace: String) {
        self.connection = connection
        self.fromPlace = fromPlace
        self.toPlace = toPlace
    }
}

/// The latest changes of altitude met on the way from one floor to another of the same group.
public struct Ride: Equatable, Sendable {
    /// The id of the floor that was left.
    public var from: String
    /// The id of the floor that was reached.
    public var to: String
    /// The changes in metres, up positive, the oldest first; at most nine are kept.
    public var changesMetres: [Double]

    /// Makes a ride.
    public init(from: String, to: String, changesMetres: [Double]) {
        self.from = from
        self.to = to
        self.changesMetres = changesMetres
    }
}
