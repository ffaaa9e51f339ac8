/// What a way between a node and any of some landmarks costs at least, by the beacons of the graph.
struct RouteEstimate {
    private let beacons: RouteBeacons
    /// The least and the greatest distance of any of the landmarks to each beacon.
    private var least = RouteBeacons.Distances(repeating: .max)
    private var greatest = RouteBeacons.Distances.zero
    private let isIdle: Bool

    init(_ beacons: RouteBeacons, _ pieces: [RoutePiece]) {
        self.beacons = beacons
        isIdle = beacons.isEmpty || pieces.allSatisfy { $0.node < 0 }
        for piece in pieces where !isIdle && piece.node >= 0 {
            least = pointwiseMin(least, beacons[Int(piece.node)])
            greatest = pointwiseMax(greatest, beacons[Int(piece.node)])
        }
    }

    /// The bound of a node in millionths, 0 or more.
    @inline(__always)
    func millionths(_ node: Int32) -> Int64 {
        if isIdle { return 0 }
        let here = beacons[Int(node)]
        let over = pointwiseMax(here, greatest) &- greatest
        let under = pointwiseMax(here, least) &- here
        return Int64(pointwiseMax(over, under).max()) * RouteBeacons.millionths
    }
}

/// A search from a start outwards, which tells later ones how far it is from there to a node.
struct RouteReach {
    /// The distances from the start, exact where they are settled.
    var tree = RouteTree()
    /// The estimate that led to its goal.
    var estimate: RouteEstimate?
    /// What the best way to its goal costs, in millionths.
    var costMillionths: Int64 = 0

    /// By how much the openings of another search are farther along than the start was, in millionths; nil where one
    /// of them was not reached.
    func advance(_ openings: [RoutePiece]) -> Int64? {
        var most: Int64 = 0
        for piece in openings where piece.node >= 0 {
            guard let label = tree.known(piece.node) else { return nil }
            most = max(most, label.costMillionths - piece.costMillionths)
        }
        return most
    }

    /// What the best way to another goal costs where it goes on from the old one or lies on the way there; nil where
    /// nothing near the goal was settled.
    func costMillionths(to closings: [RoutePiece], _ graph: RoutingGraph, _ rules: RouteRules) -> Int64? {
        var least: Int64?
        func offer(_ cost: Int64) { least = min(least ?? cost, cost) }
        let arriving = rules.arriving.forbidden
        for piece in closings where piece.node >= 0 && piece.label(rules) != nil {
            if let label = tree.settled(piece.node) { offer(label.costMillionths + piece.costMillionths) }
            for index in graph.edgeRange(Int(piece.node)) where graph.edgeFlags[index].isDisjoint(with: arriving) {
                let edge = graph.edges[index]
                guard let label = tree.settled(edge.head) else { continue }
                offer(label.costMillionths + edge.costMillionths + piece.costMillionths)
            }
        }
        return least
    }

    /// What a way from the start to a node costs at least, in millionths.
    ///
    /// What was not settled would have made a way to the goal dearer than the best.
    @inline(__always)
    func millionths(_ node: Int32) -> Int64 {
        if let settled = tree.settled(node) { return settled.costMillionths }
        return costMillionths - (estimate?.millionths(node) ?? 0)
    }
}

/// What lies before a node on the way from the start, at least.
struct RouteBound {
    private let estimate: RouteEstimate
    private let reach: RouteReach?
    private let advanceMillionths: Int64

    init(_ estimate: RouteEstimate, reach: RouteReach? = nil, advanceMillionths: Int64 = 0) {
        self.estimate = estimate
        self.reach = reach
        self.advanceMillionths = advanceMillionths
    }

    /// Whether what was settled before says at once that a node is farther from the start than so much.
    @inline(__always)
    func reachExceeds(_ millionths: Int64, _ node: Int32) -> Bool {
        guard let reach, let settled = reach.tree.settled(node) else { return false }
        return settled.costMillionths - advanceMillionths > millionths
    }

    /// The bound of a node in millionths, 0 or more.
    ///
    /// From the new start to a node it is no less than from the old one to the node, less from the old start to the
    /// new one.
    @inline(__always)
    func millionths(_ node: Int32) -> Int64 {
        let bound = estimate.millionths(node)
        guard let reach else { return bound }
        return max(bound, reach.millionths(node) - advanceMillionths)
    }
}
