/// What a way from some seeds to each node costs, as far as one search went; it can be taken up again for other goals.
///
/// Nodes are settled by their label with the bound of what lies between them and the goal. The bounds of two neighbours
/// differ by no more than the edge between them costs, so that a node's label, once it is settled, is the least there
/// is, whichever goal is asked for later; what waits to be settled is only put into another order then.
struct RouteTree {
    private struct Record {
        var label: RouteLabel
        /// What the way on from here to the goal costs at least, in millionths.
        var bound: Int64
        /// The search in which this was written; anything older is no record.
        var stamp: UInt32
        var isSettled: Bool
        /// Whether a best way to the latest goal leads through here.
        var isOnWay: Bool
    }

    private var records: [Record] = []
    private var stamp: UInt32 = 0
    private var heap = RouteHeap()
    private var estimate = RouteEstimate()
    /// What is on a best way to the latest goal.
    private var onWay: [Int32] = []

    /// The label of a node that was seen: of one that is not settled perhaps more than the least.
    func seen(_ node: Int32) -> RouteLabel? {
        guard Int(node) < records.count, records[Int(node)].stamp == stamp else { return nil }
        return records[Int(node)].label
    }

    /// The label of a node that was settled; the graph may have grown since.
    @inline(__always)
    func settled(_ node: Int32) -> RouteLabel? {
        guard Int(node) < records.count else { return nil }
        let record = records[Int(node)]
        return record.stamp == stamp && record.isSettled ? record.label : nil
    }

    /// The label of a node that is on a best way to the latest goal.
    @inline(__always)
    func onWay(_ node: Int32) -> RouteLabel? {
        let record = records[Int(node)]
        return record.stamp == stamp && record.isOnWay ? record.label : nil
    }

    /// Begins a search from seeds, led by the bounds to a goal.
    mutating func begin(
        _ graph: borrowing RoutingGraph, from seeds: [RoutePiece], _ rules: RouteRules, _ estimate: RouteEstimate
    ) {
        if records.count < graph.landmarkCount || stamp == .max {
            let none = Record(label: .zero, bound: 0, stamp: 0, isSettled: false, isOnWay: false)
            records = Array(repeating: none, count: graph.landmarkCount)
            stamp = 0
        }
        stamp += 1
        onWay.removeAll(keepingCapacity: true)
        heap.removeAll()
        self.estimate = estimate
        for piece in seeds where piece.node >= 0 {
            if let label = piece.label(rules) { offer(piece.node, label) }
        }
    }

    /// Turns to another goal: what waits to be settled is led by the bounds to it.
    mutating func turn(to estimate: RouteEstimate) {
        self.estimate = estimate
        var waiting = RouteHeap()
        swap(&waiting, &heap)
        waiting.rearrange { entry in
            let place = Int(entry.node)
            let record = records[place]
            guard isWaiting(entry, record) else { return nil }
            records[place].bound = estimate.millionths(entry.node)
            return .init(key: record.label.adding(costMillionths: records[place].bound), node: entry.node)
        }
        swap(&waiting, &heap)
    }

    /// The best label of the targets, where all that can be walked to are settled.
    func known(_ targets: [RoutePiece], _ rules: RouteRules) -> RouteLabel? {
        var best: RouteLabel?
        for piece in targets {
            guard let own = piece.label(rules) else { continue }
            guard piece.node >= 0, let label = settled(piece.node) else { return nil }
            best = min(best ?? label + own, label + own)
        }
        return best
    }

    /// Searches on until no better way to any target can be found; the best label, or nil where no way leads there.
    ///
    /// `direct` is the best way that passes no node. Everything on a best way, also of several equally good ones, is
    /// settled then. Each edge adds a step, so that the search ends though costs may be 0.
    mutating func grow(
        _ graph: borrowing RoutingGraph, to targets: [RoutePiece], direct: RouteLabel?, _ rules: RouteRules
    ) -> RouteLabel? {
        var best = direct
        for piece in targets where piece.node >= 0 {
            guard let label = settled(piece.node), let own = piece.label(rules) else { continue }
            best = min(best ?? label + own, label + own)
        }
        var last = lastKey(targets, best, rules)
        while let top = heap.least, last.map({ !($0 < top.key) }) ?? true {
            heap.removeLeast()
            guard let label = settle(top) else { continue }
            for piece in targets where piece.node == top.node {
                guard let whole = piece.label(rules).map({ $0 + label }), best.map({ whole < $0 }) ?? true else {
                    continue
                }
                best = whole
                last = lastKey(targets, best, rules)
            }
            pass(graph, top.node, label, rules)
        }
        return best
    }

    /// The last key with which a target, or anything on the way to it, can belong to a way as good as this.
    private func lastKey(_ targets: [RoutePiece], _ best: RouteLabel?, _ rules: RouteRules) -> RouteLabel? {
        guard let best else { return nil }
        var last = RouteLabel.zero
        for piece in targets where piece.node >= 0 {
            guard let own = piece.label(rules), !(best < own) else { continue }
            last = max(last, (best - own).adding(costMillionths: estimate.millionths(piece.node)))
        }
        return last
    }

    /// Whether an entry is the latest of its node.
    private func isWaiting(_ entry: RouteHeap.Entry, _ record: Record) -> Bool {
        !record.isSettled && record.label.adding(costMillionths: record.bound) == entry.key
    }

    /// The label with which a node is settled; nil where it was settled before.
    private mutating func settle(_ top: RouteHeap.Entry) -> RouteLabel? {
        let record = records[Int(top.node)]
        guard isWaiting(top, record) else { return nil }
        records[Int(top.node)].isSettled = true
        return record.label
    }

    private mutating func pass(
        _ graph: borrowing RoutingGraph, _ node: Int32, _ label: RouteLabel, _ rules: RouteRules
    ) {
        for index in graph.edgeRange(Int(node)) {
            let flags = graph.edgeFlags[index]
            guard flags.isDisjoint(with: rules.forbidden) else { continue }
            let edge = graph.edges[index]
            offer(edge.head, label + RouteLabel(edge, flags, rules))
        }
    }

    private mutating func offer(_ node: Int32, _ label: RouteLabel) {
        let place = Int(node)
        let bound: Int64
        if records[place].stamp == stamp {
            if !(label < records[place].label) { return }
            bound = records[place].bound
        } else {
            bound = estimate.millionths(node)
        }
        records[place] = Record(label: label, bound: bound, stamp: stamp, isSettled: false, isOnWay: false)
        heap.push(.init(key: label.adding(costMillionths: bound), node: node))
    }

    /// Notes what lies on the ways to any target that cost exactly so much, back to labels of `first`.
    mutating func markWays(
        _ graph: borrowing RoutingGraph, to targets: [RoutePiece], costing best: RouteLabel, from first: RouteLabel,
        _ rules: RouteRules
    ) {
        for node in onWay { records[Int(node)].isOnWay = false }
        onWay.removeAll(keepingCapacity: true)
        for piece in targets where piece.node >= 0 {
            guard let label = settled(piece.node), let own = piece.label(rules), label + own == best else { continue }
            mark(piece.node)
        }
        let arriving = rules.arriving
        var next = 0
        while next < onWay.count {
            let node = onWay[next]
            next += 1
            let label = records[Int(node)].label
            for index in graph.edgeRange(Int(node)) {
                let flags = graph.edgeFlags[index]
                guard flags.isDisjoint(with: arriving.forbidden) else { continue }
                let edge = graph.edges[index]
                guard let before = settled(edge.head), !(before < first),
                    before + RouteLabel(edge, flags, arriving) == label
                else { continue }
                mark(edge.head)
            }
        }
    }

    private mutating func mark(_ node: Int32) {
        if records[Int(node)].isOnWay { return }
        records[Int(node)].isOnWay = true
        onWay.append(node)
    }
}
