/// Turns a path of indices into a route of names.
struct RouteAssembly {
    let start: RouteAnchors
    let goal: RouteAnchors
    let preferences: RoutePreferences

    func route(_ path: RoutePath, _ graph: RoutingGraph) -> Route {
        let lastNode = path.moves.last.map(\.head) ?? path.startNode
        return Route(
            legs: legs(path, graph), costMillionths: path.moves.reduce(0) { $0 + $1.costMillionths },
            beforeYouGo: unknown(path, graph), steps: steps(path, graph),
            start: end(start, node: path.startNode, way: path.moves.first?.way, graph),
            end: end(goal, node: lastNode, way: path.moves.last?.way, graph),
            preferences: preferences, choice: choice(lastNode, graph))
    }

    /// The connections of which nobody knows whether they can be used, each once.
    private func unknown(_ path: RoutePath, _ graph: RoutingGraph) -> [ConnectionReference] {
        var named: [ConnectionReference] = []
        for move in path.moves where graph.availabilities[Int(move.way)] == .unknown {
            let reference = graph.reference(ofWay: Int(move.way))
            if !named.contains(reference) { named.append(reference) }
        }
        return named
    }

    private func steps(_ path: RoutePath, _ graph: RoutingGraph) -> [RouteStep] {
        path.moves.map { move in
            let way = graph.ways[Int(move.way)]
            return way.place < 0
                ? step(move, way, graph.portals[Int(way.index)].connection, graph)
                : step(move, way, graph.places[Int(way.place)].connections[Int(way.index)], graph)
        }
    }

    private func step(
        _ move: RouteMove, _ way: RoutingGraph.Way, _ connection: borrowing Connection, _ graph: RoutingGraph
    ) -> RouteStep {
        let (tail, head) = move.isForward ? (way.from, way.to) : (way.to, way.from)
        return RouteStep(
            connection: graph.reference(ofWay: Int(move.way)), isForward: move.isForward, isPortal: way.place < 0,
            isPart: move.isPart, kind: connection.kind,
            instruction: move.isForward ? connection.instruction : connection.returnInstruction,
            displayLengthMetres: move.isPart ? nil : connection.displayLengthMetres,
            costMillionths: move.costMillionths, leavesPlace: graph.places[Int(graph.nodePlace[Int(tail)])].id,
            entersPlace: graph.places[Int(graph.nodePlace[Int(head)])].id,
            landmark: move.head < 0 ? nil : graph.reference(ofNode: move.head))
    }

    /// The legs; a portal ends the leg of the place that it leaves.
    private func legs(_ path: RoutePath, _ graph: RoutingGraph) -> [RouteLeg] {
        let first = path.moves.first.map { $0.isForward ? graph.ways[Int($0.way)].from : graph.ways[Int($0.way)].to }
        var leg = leg(inPlaceOf: first ?? path.startNode, of: path, graph)
        if path.startNode >= 0 { leg.landmarks.append(graph.id(ofNode: path.startNode)) }
        var legs: [RouteLeg] = []
        for move in path.moves {
            leg.connections.append(graph.id(ofWay: Int(move.way)))
            if graph.isPortal(Int(move.way)) {
                legs.append(leg)
                let way = graph.ways[Int(move.way)]
                leg = self.leg(inPlaceOf: move.isForward ? way.to : way.from, of: path, graph)
            }
            if move.head >= 0 { leg.landmarks.append(graph.id(ofNode: move.head)) }
        }
        legs.append(leg)
        return legs
    }

    private func leg(inPlaceOf node: Int32, of path: RoutePath, _ graph: RoutingGraph) -> RouteLeg {
        var leg = RouteLeg(
            place: node < 0 ? "" : graph.places[Int(graph.nodePlace[Int(node)])].id, landmarks: [], connections: [])
        leg.landmarks.reserveCapacity(path.moves.count + 1)
        leg.connections.reserveCapacity(path.moves.count)
        return leg
    }

    private func end(_ anchors: RouteAnchors, node: Int32, way: Int32?, _ graph: RoutingGraph) -> RouteEnd {
        if node >= 0 {
            let reference = graph.reference(ofNode: node)
            return anchors.asked.map { .nearLandmark(reference, asked: $0.position) } ?? .landmark(reference)
        }
        let asked = anchors.asked?.position ?? Position(x: 0, y: 0)
        for case .way(let candidate, let point, _, _) in anchors.anchors where way.map(Int.init) == candidate {
            return .onConnection(graph.reference(ofWay: candidate), point: point, asked: asked)
        }
        return .onConnection(ConnectionReference(place: "", id: ""), point: asked, asked: asked)
    }

    /// What the destination was chosen from, where its words fitted several landmarks.
    private func choice(_ node: Int32, _ graph: RoutingGraph) -> DestinationChoice? {
        guard let words = goal.words, goal.anchors.count > 1, node >= 0 else { return nil }
        return DestinationChoice(
            words: words, chosen: graph.reference(ofNode: node), candidates: goal.nodes.map(graph.reference(ofNode:)))
    }
}
