/// The scratch of one planner: the tree of its latest search, and one that later searches near by can lean on.
///
/// What is remembered makes a search shorter and changes no answer: it counts only while the graph is the very same,
/// availability included, and only under the same rules.
struct RouteSearch {
    /// The latest search that leaned on nothing but the graph's beacons: what it settled, it settled for good.
    private var base = RouteTree()
    /// The latest search that leaned on `base`.
    private var again = RouteTree()
    private var isAgain = false
    private var heap = RouteHeap()
    /// What `base` was grown on; nil where it should not be leaned on.
    private var ground: (edition: GraphEdition, rules: RouteRules)?

    /// A search that leans on another must settle no more than this part of what that one did; else the next is afresh.
    private static let worthwhile = 4

    /// The label of a node in the latest search.
    func label(_ node: Int32) -> RouteLabel? { isAgain ? again.label(node) : base.label(node) }

    /// Searches until no better way from any opening can be found; see ``RouteTree``.
    mutating func run(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> RouteLabel? {
        isAgain = canLean(graph, pieces, rules)
        guard isAgain else {
            ground = nil
            let estimate = RouteEstimate(graph, pieces.openings, past: nil)
            let best = base.grow(graph, pieces, rules, estimate, &heap)
            if rules.counted.isEmpty { ground = (graph.edition, rules) }
            return best
        }
        let estimate = RouteEstimate(graph, pieces.openings, past: base)
        let best = again.grow(graph, pieces, rules, estimate, &heap)
        if again.settledCount * Self.worthwhile > base.settledCount { ground = nil }
        return best
    }

    /// Whether every start was settled on the same ground.
    private func canLean(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> Bool {
        guard let ground, ground.edition === graph.edition, ground.rules == rules else { return false }
        return pieces.openings.allSatisfy { $0.node < 0 || base.isSettled($0.node) }
    }
}
