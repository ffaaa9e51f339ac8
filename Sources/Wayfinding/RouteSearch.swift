/// The scratch of one planner: what is left to pay from each node to the goal, and what an earlier search found out.
///
/// A search under strict rules goes twice: outwards from the start, led by the beacons, and from the goal back, led by
/// what the first one found, which keeps it to the best ways. The first is kept. While the graph is the very same,
/// availability included, a search to another goal, or from farther along, only goes back: first as if the new way went
/// on along the best ways that are known, and where it does not, once more. What is kept makes a search shorter and
/// changes no answer.
struct RouteSearch {
    private var back = RouteTree()
    private var reach = RouteReach()
    private var heap = RouteHeap()
    /// What `reach` was found on; nil where it should not be used.
    private var ground: (edition: GraphEdition, rules: RouteRules)?

    /// Going back may settle this part of what going out did; beyond that, the next search goes out anew.
    private static let worthwhile = 4

    /// What is left to pay from a node, after the latest search.
    func label(_ node: Int32) -> RouteLabel? { back.label(node) }

    /// Searches until no better way from any opening can be found; the best label, or nil where no way leads there.
    ///
    /// Every node on a best way has its least label afterwards.
    mutating func run(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> RouteLabel? {
        let direct = pieces.openings.filter { $0.node < 0 }.compactMap { $0.label(rules) }.min()
        let estimate = RouteEstimate(graph.beacons, pieces.openings)
        guard rules.counted.isEmpty else { return goBack(graph, pieces, rules, direct, RouteBound(estimate)) }
        var advance = kept(graph, pieces, rules)
        let isKept = advance != nil
        if !isKept {
            guard goOut(graph, pieces, rules, direct) else { return nil }
            advance = reach.advance(pieces.openings)
        }
        // Where a start is not reached because it is blocked, nothing leads from there; the beacons say enough.
        let bound = RouteBound(estimate, reach: advance == nil ? nil : reach, advanceMillionths: advance ?? 0)
        if isKept, let cap = reach.costMillionths(to: pieces.closings, graph, rules).map({ $0 - (advance ?? 0) }),
            let best = goBack(graph, pieces, rules, direct, bound, cap: cap), best.costMillionths <= cap
        {
            return best
        }
        let best = goBack(graph, pieces, rules, direct, bound)
        if isKept, back.settledCount * Self.worthwhile > reach.tree.settledCount { ground = nil }
        return best
    }

    /// How far the openings are along from the kept start; nil where what is kept says nothing.
    private func kept(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> Int64? {
        guard let ground, ground.edition === graph.edition, ground.rules == rules else { return nil }
        return reach.advance(pieces.openings)
    }

    /// Searches outwards; false where no way leads to the goal.
    private mutating func goOut(
        _ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules, _ direct: RouteLabel?
    ) -> Bool {
        ground = nil
        let estimate = RouteEstimate(graph.beacons, pieces.closings)
        let best = reach.tree.grow(
            graph, from: pieces.openings, to: pieces.closings, direct: direct, rules, facing: rules,
            RouteBound(estimate), &heap)
        guard let best else { return false }
        reach.estimate = estimate
        reach.costMillionths = best.costMillionths
        ground = (graph.edition, rules)
        return true
    }

    private mutating func goBack(
        _ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules, _ direct: RouteLabel?, _ bound: RouteBound,
        cap: Int64 = .max
    ) -> RouteLabel? {
        back.grow(
            graph, from: pieces.closings, to: pieces.openings, direct: direct, rules, facing: rules.arriving, bound,
            cap: cap, &heap)
    }
}
