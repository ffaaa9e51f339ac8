/// What is walked between a point of the graph and the first or last node: nothing, or a part of a way.
struct RoutePiece {
    /// The node at its other end; −1 where it leads from the start straight to the goal.
    var node: Int32
    /// The way it is a part of; −1 where start or goal is the node itself.
    var way: Int32
    var isForward: Bool
    var costMillionths: Int64
    var flags: RouteFlags

    /// What it adds to a route; nil where it may not be walked.
    func label(_ rules: RouteRules) -> RouteLabel? {
        guard flags.isDisjoint(with: rules.forbidden) else { return nil }
        return RouteLabel(
            costMillionths: costMillionths, counted: flags.isDisjoint(with: rules.counted) ? 0 : 1,
            steps: way < 0 ? 0 : 1)
    }
}

/// All that lies between the two ends of a route and the nodes.
struct RoutePieces {
    /// From the start to a node, or to the goal.
    var openings: [RoutePiece] = []
    /// From a node to the goal.
    var closings: [RoutePiece] = []

    init(_ graph: borrowing RoutingGraph, from start: RouteAnchors, to goal: RouteAnchors) {
        for anchor in start.anchors { openings += Self.pieces(graph, anchor, leaving: true) }
        for anchor in goal.anchors { closings += Self.pieces(graph, anchor, leaving: false) }
        for case .way(let way, _, let from, _) in start.anchors {
            for case .way(way, _, let to, _) in goal.anchors {
                if from <= to { openings.append(Self.piece(graph, way, node: -1, isForward: true, to - from)) }
                if from >= to { openings.append(Self.piece(graph, way, node: -1, isForward: false, from - to)) }
            }
        }
    }

    private static func pieces(_ graph: RoutingGraph, _ anchor: RouteAnchor, leaving: Bool) -> [RoutePiece] {
        switch anchor {
        case .node(let node): return [RoutePiece(node: node, way: -1, isForward: true, costMillionths: 0, flags: [])]
        case .way(let way, _, let fromCost, let toCost):
            let (from, to) = (graph.ways[way].from, graph.ways[way].to)
            return leaving
                ? [
                    piece(graph, way, node: to, isForward: true, toCost),
                    piece(graph, way, node: from, isForward: false, fromCost),
                ]
                : [
                    piece(graph, way, node: from, isForward: true, fromCost),
                    piece(graph, way, node: to, isForward: false, toCost),
                ]
        }
    }

    private static func piece(
        _ graph: RoutingGraph, _ way: Int, node: Int32, isForward: Bool, _ cost: Int64
    ) -> RoutePiece {
        var flags = graph.wayFlags[way]
        if !isForward, flags.contains(.oneWay) { flags.insert(.leavingAgainst) }
        return RoutePiece(node: node, way: Int32(way), isForward: isForward, costMillionths: cost, flags: flags)
    }
}
