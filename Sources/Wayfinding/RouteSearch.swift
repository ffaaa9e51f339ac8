/// The scratch of one planner: what it costs to get from the start to each node, as far as it was searched.
///
/// A search goes outwards from the start, led by the beacons, and back along the best ways alone. While the graph is the
/// very same, availability included, a search to another goal, or from farther along a best way, goes on from what is
/// known. That makes it shorter and changes no answer.
struct RouteSearch {
    private var tree = RouteTree()
    /// What the best way to the goal costs from where the tree begins.
    private var whole = RouteLabel.zero
    /// What the tree was found on; nil where it should not be used.
    private var ground: (edition: GraphEdition, rules: RouteRules)?

    /// What is left to pay from a node on a best way, after the latest search; nil for what is on none.
    @inline(__always)
    func rest(_ node: Int32) -> RouteLabel? { tree.onWay(node).map { whole - $0 } }

    /// Searches until no better way from any opening can be found; the best label, or nil where no way leads there.
    mutating func run(_ graph: borrowing RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> RouteLabel? {
        if let ground, ground.edition === graph.edition, ground.rules == rules,
            let best = goOn(graph, pieces, rules)
        {
            return best
        }
        ground = nil
        let direct = pieces.openings.filter { $0.node < 0 }.compactMap { $0.label(rules) }.min()
        tree.begin(graph, from: pieces.openings, rules, RouteEstimate(graph.beacons, pieces.closings))
        guard let best = tree.grow(graph, to: pieces.closings, direct: direct, rules) else { return nil }
        tree.markWays(graph, to: pieces.closings, costing: best, from: .zero, rules)
        whole = best
        ground = (graph.edition, rules)
        return best
    }

    /// Searches on with the tree there is; nil where it does not say what the best way is.
    ///
    /// From an opening on a best way to the goal, the rest of that way is a best one. From any other opening it costs
    /// more than the difference of the two labels, or the opening would lie on a best way too; all the more where its
    /// own label is not the least yet.
    private mutating func goOn(
        _ graph: borrowing RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules
    ) -> RouteLabel? {
        var first: RouteLabel?
        for piece in pieces.openings where piece.label(rules) != nil {
            guard piece.node >= 0, let label = tree.seen(piece.node) else { return nil }
            first = min(first ?? label, label)
        }
        guard let first, let found = reached(graph, pieces.closings, rules) else { return nil }
        tree.markWays(graph, to: pieces.closings, costing: found, from: first, rules)
        whole = found
        return bestRest(pieces.openings, rules)
    }

    /// The best label of a goal, for which the tree grows where it must.
    private mutating func reached(
        _ graph: borrowing RoutingGraph, _ closings: [RoutePiece], _ rules: RouteRules
    ) -> RouteLabel? {
        if let known = tree.known(closings, rules) { return known }
        tree.turn(to: RouteEstimate(graph.beacons, closings))
        return tree.grow(graph, to: closings, direct: nil, rules)
    }

    /// What is left from the best opening; nil where one of those that are on no best way might be better.
    private func bestRest(_ openings: [RoutePiece], _ rules: RouteRules) -> RouteLabel? {
        var best: (own: RouteLabel, label: RouteLabel)?
        for piece in openings {
            guard let own = piece.label(rules), let label = tree.onWay(piece.node) else { continue }
            if best.map({ own + $0.label < $0.own + label }) ?? true { best = (own, label) }
        }
        guard let best else { return nil }
        for piece in openings {
            guard let own = piece.label(rules), tree.onWay(piece.node) == nil, let label = tree.seen(piece.node)
            else { continue }
            if own + best.label < best.own + label { return nil }
        }
        return best.own + (whole - best.label)
    }
}
