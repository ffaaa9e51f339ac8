/// Turns a path of indices into a route of names.
struct RouteAssembly {
    let graph: RoutingGraph
    let start: RouteAnchors
    let goal: RouteAnchors
    let preferences: RoutePreferences

    func route(_ path: RoutePath) -> Route {
        let steps = steps(path)
        let unknown = path.moves.filter { graph.availabilities[Int($0.way)] == .unknown }
        var named: [ConnectionReference] = []
        for move in unknown {
            let reference = graph.reference(ofWay: Int(move.way))
            if !named.contains(reference) { named.append(reference) }
        }
        let lastNode = path.moves.last.map(\.head) ?? path.startNode
        return Route(
            legs: legs(path, steps), costMillionths: path.moves.reduce(0) { $0 + $1.costMillionths },
            beforeYouGo: named, steps: steps,
            start: end(start, node: path.startNode, way: path.moves.first?.way),
            end: end(goal, node: lastNode, way: path.moves.last?.way),
            preferences: preferences, choice: choice(lastNode))
    }

    private func steps(_ path: RoutePath) -> [RouteStep] {
        path.moves.map { move in
            let way = graph.ways[Int(move.way)]
            return way.place < 0
                ? step(move, way, graph.portals[Int(way.index)].connection)
                : step(move, way, graph.places[Int(way.place)].connections[Int(way.index)])
        }
    }

    private func step(
        _ move: RouteMove, _ way: RoutingGraph.Way, _ connection: borrowing Connection
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
    private func legs(_ path: RoutePath, _ steps: [RouteStep]) -> [RouteLeg] {
        let first = path.startNode < 0 ? nil : graph.reference(ofNode: path.startNode)
        var leg = RouteLeg(
            place: steps.first?.leavesPlace ?? first?.place ?? "", landmarks: first.map { [$0.id] } ?? [],
            connections: [])
        var legs: [RouteLeg] = []
        for step in steps {
            leg.connections.append(step.connection.id)
            if step.isPortal {
                legs.append(leg)
                leg = RouteLeg(place: step.entersPlace, landmarks: [], connections: [])
            }
            if let landmark = step.landmark { leg.landmarks.append(landmark.id) }
        }
        return legs + [leg]
    }

    private func end(_ anchors: RouteAnchors, node: Int32, way: Int32?) -> RouteEnd {
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
    private func choice(_ node: Int32) -> DestinationChoice? {
        guard let words = goal.words, goal.anchors.count > 1, node >= 0 else { return nil }
        return DestinationChoice(
            words: words, chosen: graph.reference(ofNode: node), candidates: goal.nodes.map(graph.reference(ofNode:)))
    }
}
