/// What a way between each node and some seeds costs, as far as one search went.
struct RouteTree {
    private struct Record {
        var label: RouteLabel
        /// What the way on from here to a target costs at least, in millionths.
        var bound: Int64
        /// The search in which this was written; anything older is no record.
        var stamp: UInt32
        var isSettled: Bool
    }

    private var records: [Record] = []
    private var stamp: UInt32 = 0
    /// How many nodes were settled.
    private(set) var settledCount = 0

    /// The label of a node: of a settled one the least there is, of others no less than that.
    @inline(__always)
    func label(_ node: Int32) -> RouteLabel? {
        let record = records[Int(node)]
        return record.stamp == stamp ? record.label : nil
    }

    /// The same, where the graph may have grown since.
    func known(_ node: Int32) -> RouteLabel? { Int(node) < records.count ? label(node) : nil }

    /// The label of a node that was settled.
    @inline(__always)
    func settled(_ node: Int32) -> RouteLabel? {
        let record = records[Int(node)]
        return record.stamp == stamp && record.isSettled ? record.label : nil
    }

    /// Searches from seeds until no better way to any target can be found; the best label, or nil where no way leads there.
    ///
    /// `direct` is the best way that passes no node.
    /// Nodes are settled by their label with the bound of what lies beyond them. The bound never says too much, so
    /// every node on a best way, also of several equally good ones, is settled with its least label before a key above
    /// the best one comes up. (A node settled too early, which a bound from an earlier search can bring about, is
    /// settled again.) Each edge adds a step, so that the search ends though costs may be 0.
    ///
    /// `cap` leaves out every way that must cost more: a best label within it is the best of all, and what was said of
    /// the nodes on a best way holds; one above it, or none, says nothing.
    mutating func grow(
        _ graph: RoutingGraph, from seeds: [RoutePiece], to targets: [RoutePiece], direct: RouteLabel?,
        _ rules: RouteRules, facing: RouteRules, _ bound: RouteBound, cap: Int64 = .max,
        _ heap: inout RouteHeap
    ) -> RouteLabel? {
        begin(graph.landmarkCount)
        heap.removeAll()
        for piece in seeds where piece.node >= 0 {
            if let label = piece.label(rules) { offer(piece.node, label, bound, cap, &heap) }
        }
        var best = direct
        while let top = heap.pop() {
            if let best, best < top.key { break }
            guard let label = settle(top) else { continue }
            for piece in targets where piece.node == top.node {
                guard let whole = piece.label(rules).map({ $0 + label }) else { continue }
                best = min(best ?? whole, whole)
            }
            pass(graph, top.node, label, facing, bound, cap, &heap)
        }
        return best
    }

    private mutating func begin(_ nodes: Int) {
        if records.count < nodes || stamp == .max {
            records = Array(repeating: Record(label: .zero, bound: 0, stamp: 0, isSettled: false), count: nodes)
            stamp = 0
        }
        stamp += 1
        settledCount = 0
    }

    /// The label with which a node is settled; nil where a better one was.
    private mutating func settle(_ top: RouteHeap.Entry) -> RouteLabel? {
        let record = records[Int(top.node)]
        guard !record.isSettled, record.label.adding(costMillionths: record.bound) == top.key else { return nil }
        records[Int(top.node)].isSettled = true
        settledCount += 1
        return record.label
    }

    private mutating func pass(
        _ graph: RoutingGraph, _ node: Int32, _ label: RouteLabel, _ rules: RouteRules, _ bound: RouteBound,
        _ cap: Int64, _ heap: inout RouteHeap
    ) {
        for index in graph.edgeRange(Int(node)) {
            let flags = graph.edgeFlags[index]
            guard flags.isDisjoint(with: rules.forbidden) else { continue }
            let edge = graph.edges[index]
            let step = RouteLabel(
                costMillionths: edge.costMillionths, counted: flags.isDisjoint(with: rules.counted) ? 0 : 1, steps: 1)
            offer(edge.head, label + step, bound, cap, &heap)
        }
    }

    private mutating func offer(
        _ node: Int32, _ label: RouteLabel, _ bound: RouteBound, _ cap: Int64, _ heap: inout RouteHeap
    ) {
        let place = Int(node)
        let ahead: Int64
        if records[place].stamp == stamp {
            if !(label < records[place].label) { return }
            ahead = records[place].bound
        } else {
            let left = cap - label.costMillionths
            if left < 0 || bound.reachExceeds(left, node) { return }
            ahead = bound.millionths(node)
        }
        if ahead > cap - label.costMillionths { return }
        records[place] = Record(label: label, bound: ahead, stamp: stamp, isSettled: false)
        heap.push(.init(key: label.adding(costMillionths: ahead), node: node))
    }
}
