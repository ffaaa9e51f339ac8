/// What is left to pay from each node to a goal, found from the goal backwards, as far as one search went.
struct RouteTree {
    private struct Record {
        var label: RouteLabel
        /// What the way from a start to here costs at least, in millionths.
        var bound: Int64
        /// The search in which this was written; anything older is no record.
        var stamp: UInt32
        var isSettled: Bool
    }

    private var records: [Record] = []
    private var stamp: UInt32 = 0
    /// How many nodes were settled.
    private(set) var settledCount = 0

    /// The label of a node: of a settled one the least there is, of others no more than what is known.
    @inline(__always)
    func label(_ node: Int32) -> RouteLabel? {
        let record = records[Int(node)]
        return record.stamp == stamp ? record.label : nil
    }

    /// Whether a node was settled.
    func isSettled(_ node: Int32) -> Bool {
        Int(node) < records.count && records[Int(node)].stamp == stamp && records[Int(node)].isSettled
    }

    /// Searches until no better way from any opening can be found; the best label, or nil where no way leads there.
    ///
    /// Nodes are settled by their label with the estimate of what lies before them. The estimate never says too much,
    /// so every node on a best way, also of several equally good ones, is settled with its least label before a key
    /// above the best one comes up. (A node settled too early, which an estimate from an earlier search can bring
    /// about, is settled again.) Each edge adds a step, so that the search ends though costs may be 0.
    mutating func grow(
        _ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules, _ estimate: RouteEstimate,
        _ heap: inout RouteHeap
    ) -> RouteLabel? {
        begin(graph.landmarkCount)
        heap.removeAll()
        for piece in pieces.closings {
            if let label = piece.label(rules) { offer(piece.node, label, estimate, &heap) }
        }
        var best: RouteLabel?
        for piece in pieces.openings where piece.node < 0 { Self.lower(&best, piece.label(rules)) }
        let arriving = rules.arriving
        while let top = heap.pop() {
            if let best, best < top.key { break }
            guard let label = settle(top) else { continue }
            for piece in pieces.openings where piece.node == top.node {
                Self.lower(&best, piece.label(rules).map { $0 + label })
            }
            pass(graph, top.node, label, arriving, estimate, &heap)
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

    private static func lower(_ best: inout RouteLabel?, _ label: RouteLabel?) {
        guard let label else { return }
        if let old = best, !(label < old) { return }
        best = label
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
        _ graph: RoutingGraph, _ node: Int32, _ label: RouteLabel, _ rules: RouteRules, _ estimate: RouteEstimate,
        _ heap: inout RouteHeap
    ) {
        for index in graph.edgeRange(Int(node)) {
            let flags = graph.edgeFlags[index]
            guard flags.isDisjoint(with: rules.forbidden) else { continue }
            let edge = graph.edges[index]
            let step = RouteLabel(
                costMillionths: edge.costMillionths, counted: flags.isDisjoint(with: rules.counted) ? 0 : 1, steps: 1)
            offer(edge.head, label + step, estimate, &heap)
        }
    }

    private mutating func offer(
        _ node: Int32, _ label: RouteLabel, _ estimate: RouteEstimate, _ heap: inout RouteHeap
    ) {
        let place = Int(node)
        var bound: Int64
        if records[place].stamp == stamp {
            if !(label < records[place].label) { return }
            bound = records[place].bound
        } else {
            bound = estimate.millionths(to: node)
        }
        records[place] = Record(label: label, bound: bound, stamp: stamp, isSettled: false)
        heap.push(.init(key: label.adding(costMillionths: bound), node: node))
    }
}
