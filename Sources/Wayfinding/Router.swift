import Readings

/// Plans routes.
///
/// It holds nothing but scratch memory, so that a second query allocates little; answers never depend on it.
public struct Router: Sendable {
    private var search = RouteSearch()

    /// Makes a planner.
    public init() {}

    /// The cheapest way that keeps to the preferences, or why there is none.
    ///
    /// Ties go to fewer steps, then to the least sequence of connection ids (UTF-8 bytes of their NFC form). First
    /// `from` is looked at, then `to`, then whether they are the same.
    public mutating func plan(
        _ graph: RoutingGraph, from: RoutePoint, to: RoutePoint, preferences: RoutePreferences = RoutePreferences()
    ) -> RouteAnswer {
        do throws(RouteFailure) {
            let start = try graph.anchors(of: from, end: .from)
            let goal = try graph.anchors(of: to, end: .to)
            if let here = RouteNearness(graph, start, goal).place { throw RouteFailure.alreadyThere(here.landmark) }
            let pieces = RoutePieces(graph, from: start, to: goal)
            guard let path = path(graph, pieces, .strict(preferences)) else {
                throw explain(graph, pieces, preferences)
            }
            return .route(RouteAssembly(start: start, goal: goal, preferences: preferences).route(path, graph))
        } catch {
            return .failure(error)
        }
    }

    /// The best path under some rules.
    private mutating func path(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> RoutePath? {
        guard let best = search.run(graph, pieces, rules) else { return nil }
        return RouteWalk.path(graph, search, pieces, rules, best: best)
    }

    /// Names what stands in the way.
    ///
    /// The relaxed path ends its life in here.
    private mutating func explain(
        _ graph: RoutingGraph, _ pieces: RoutePieces, _ preferences: RoutePreferences
    ) -> RouteFailure {
        if let path = path(graph, pieces, .relaxed(preferences)) {
            let blocked = Self.once(path.moves.map { Int($0.way) }).compactMap { way in
                BlockedConnection(
                    graph.reference(ofWay: way), flags: graph.wayFlags[way].intersection(preferences.blocking))
            }
            return .blocked(blocked)
        }
        let moves = path(graph, pieces, .undirected)?.moves ?? []
        let against = moves.filter { !$0.isForward && graph.wayFlags[Int($0.way)].contains(.oneWay) }
        return .notConnected(against: Self.once(against.map { Int($0.way) }).map(graph.reference(ofWay:)))
    }

    /// The ways without those that come again.
    private static func once(_ ways: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return ways.filter { seen.insert($0).inserted }
    }
}

/// Whether start and goal are the same spot.
struct RouteNearness {
    /// Within this of the destination, one is there.
    static let reach = Micrometres(metres: 1)

    /// The goal that the start is at; its landmark is nil where the goal is a position.
    let place: (landmark: LandmarkReference?, distance: Micrometres)?

    init(_ graph: borrowing RoutingGraph, _ start: RouteAnchors, _ goal: RouteAnchors) {
        var nearest: (landmark: LandmarkReference?, distance: Micrometres)?
        func offer(_ landmark: Int32?, _ distance: Micrometres) {
            guard distance <= Self.reach, nearest.map({ distance < $0.distance }) ?? true else { return }
            nearest = (landmark.map(graph.reference(ofNode:)), distance)
        }
        for goalSpot in Self.spots(graph, goal) {
            for startSpot in Self.spots(graph, start) {
                if let node = goalSpot.node, node == startSpot.node { offer(node, Micrometres(count: 0)) }
                if goalSpot.node != nil, startSpot.node != nil { continue }
                guard goalSpot.place == startSpot.place, let one = goalSpot.position, let other = startSpot.position
                else { continue }
                offer(goalSpot.node, Micrometres(metres: WayLine.distanceMetres(one, other)))
            }
        }
        place = nearest
    }

    private struct Spot {
        var node: Int32?
        var place: Int
        var position: Position?
    }

    private static func spots(_ graph: RoutingGraph, _ end: RouteAnchors) -> [Spot] {
        if let asked = end.asked { return [Spot(node: nil, place: asked.place, position: asked.position)] }
        return end.nodes.map { node in
            Spot(node: node, place: Int(graph.nodePlace[Int(node)]), position: graph.position(ofNode: node))
        }
    }
}
