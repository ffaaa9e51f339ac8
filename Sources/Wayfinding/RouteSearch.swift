/// The scratch of one planner: what is left to pay from each node to the goal, found from the goal backwards.
struct RouteSearch {
    private var labels: [RouteLabel] = []
    /// The search in which a node's label was written; anything older is no label.
    private var stamps: [UInt32] = []
    private var stamp: UInt32 = 0
    private var heap = RouteHeap()

    /// The label of a node in the latest search.
    func label(_ node: Int32) -> RouteLabel? { stamps[Int(node)] == stamp ? labels[Int(node)] : nil }

    /// Searches until no better way from any opening can be found; the best label, or nil where no way leads there.
    ///
    /// Every node on a best way is settled afterwards. Each edge adds a step, so that labels grow along every way, and
    /// the search ends though costs may be 0.
    mutating func run(_ graph: RoutingGraph, _ pieces: RoutePieces, _ rules: RouteRules) -> RouteLabel? {
        begin(graph.landmarkCount)
        for piece in pieces.closings { if let label = piece.label(rules) { offer(piece.node, label) } }
        var best: RouteLabel?
        for piece in pieces.openings where piece.node < 0 { Self.lower(&best, piece.label(rules)) }
        let arriving = rules.arriving
        while let top = heap.pop() {
            if top.label != labels[Int(top.node)] { continue }
            if let best, best < top.label { break }
            for piece in pieces.openings where piece.node == top.node {
                Self.lower(&best, piece.label(rules).map { $0 + top.label })
            }
            settle(graph, top, arriving)
        }
        return best
    }

    private mutating func begin(_ nodes: Int) {
        heap.removeAll()
        if labels.count < nodes || stamp == .max {
            labels = Array(repeating: .zero, count: nodes)
            stamps = Array(repeating: 0, count: nodes)
            stamp = 0
        }
        stamp += 1
    }

    private static func lower(_ best: inout RouteLabel?, _ label: RouteLabel?) {
        guard let label else { return }
        if let old = best, !(label < old) { return }
        best = label
    }

    private mutating func settle(_ graph: RoutingGraph, _ top: RouteHeap.Entry, _ rules: RouteRules) {
        for index in graph.edgeRange(Int(top.node)) {
            let flags = graph.edgeFlags[index]
            guard flags.isDisjoint(with: rules.forbidden) else { continue }
            let edge = graph.edges[index]
            let label = RouteLabel(
                costMillionths: top.label.costMillionths + edge.costMillionths,
                counted: top.label.counted + (flags.isDisjoint(with: rules.counted) ? 0 : 1),
                steps: top.label.steps + 1)
            offer(edge.head, label)
        }
    }

    private mutating func offer(_ node: Int32, _ label: RouteLabel) {
        let place = Int(node)
        if stamps[place] == stamp, !(label < labels[place]) { return }
        stamps[place] = stamp
        labels[place] = label
        heap.push(.init(label: label, node: node))
    }
}
