import Deciding
import Wayfinding

/// What was laid out and drawn last, so that a page that looks every two seconds costs little while nothing changes.
///
/// Maps that were not changed share their memory with those before, so that comparing them looks at little.
struct RouteMemory {
    /// What a graph is made of.
    private struct Ground: Equatable {
        var maps: [PlaceMap]
        var group: Building?
        var changed: [ConnectionReference]
        var availabilities: [Connection.Availability]
    }

    /// What a drawing is made of.
    private struct Scene: Equatable {
        var maps: [PlaceMap]
        var group: Building?
        var route: DrawingRoute?
        var people: [DrawingPerson]
    }

    private var graph: (of: Ground, made: RoutingGraph)?
    private var drawing: (of: Scene, made: String)?

    /// The graph of some maps with what has changed since.
    mutating func graph(
        _ maps: [PlaceMap], _ group: Building?,
        _ changes: [(connection: ConnectionReference, availability: Connection.Availability)]
    ) -> RoutingGraph {
        let ground = Ground(
            maps: maps, group: group, changed: changes.map(\.connection), availabilities: changes.map(\.availability))
        if let graph, graph.of == ground { return graph.made }
        var made = RoutingGraph(places: maps, building: group)
        for change in changes { made.setAvailability(of: change.connection, to: change.availability) }
        graph = (ground, made)
        return made
    }

    /// The drawing of some maps; empty where there is none.
    mutating func drawing(
        _ maps: [PlaceMap], _ group: Building?, _ route: DrawingRoute?, _ people: [DrawingPerson]
    ) -> String {
        let scene = Scene(maps: maps, group: group, route: route, people: people)
        if let drawing, drawing.of == scene { return drawing.made }
        let made: String
        if maps.count > 1, let group {
            made = MapDrawing.svg(group, maps: maps, route: route, people: people, isStyled: false)
        } else {
            made = maps.first.map { MapDrawing.svg($0, route: route, people: people, isStyled: false) } ?? ""
        }
        drawing = (scene, made)
        return made
    }
}
