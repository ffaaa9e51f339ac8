import Wayfinding

/// The routing graph of the place that the robot is in and of its group, with what has changed since the maps were made.
struct PlaceGraphs {
    private let world: World
    /// The connections whose availability was told since the maps were made.
    private(set) var changes: [(connection: ConnectionReference, availability: Connection.Availability)] = []
    private var groupId: String?
    /// The graph, once a place is known.
    private(set) var graph: RoutingGraph?

    init(world: World) {
        self.world = world
    }

    /// A place was entered: its group's graph is laid out, unless it is already.
    mutating func enter(_ place: String) {
        let group = world.group(ofPlace: place)
        let key = group.map { "group " + $0.id } ?? "place " + place
        guard key != groupId else { return }
        groupId = key
        let members = group.map { $0.floors.flatMap(\.places) } ?? [place]
        var laidOut = RoutingGraph(places: members.compactMap { world.map(ofPlace: $0) }, building: group)
        for change in changes { laidOut.setAvailability(of: change.connection, to: change.availability) }
        graph = laidOut
    }

    /// The graphs of another world, with the same changes, laid out for a place.
    func adopting(_ world: World, place: String?) -> PlaceGraphs {
        var fresh = PlaceGraphs(world: world)
        fresh.changes = changes
        if let place { fresh.enter(place) }
        return fresh
    }

    /// A connection can or cannot be used from now on.
    mutating func set(_ connection: ConnectionReference, _ availability: Connection.Availability) {
        changes.removeAll { $0.connection == connection }
        changes.append((connection, availability))
        graph?.setAvailability(of: connection, to: availability)
    }
}
