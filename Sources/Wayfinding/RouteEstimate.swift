/// What a way from any start to a node costs at least.
///
/// The larger of two bounds: by the beacons of the graph, and by an earlier search to a goal near by, which serves as
/// one more beacon: from a start to the old goal over a node is no cheaper than straight there.
struct RouteEstimate {
    private let beacons: RouteBeacons?
    /// The least and the greatest distance of any start to each beacon.
    private var least = RouteBeacons.Distances(repeating: .max)
    private var greatest = RouteBeacons.Distances.zero
    private let past: RouteTree?
    /// What the cheapest start had left to the old goal.
    private var pastMillionths: Int64 = 0

    init(_ graph: RoutingGraph, _ openings: [RoutePiece], past: RouteTree?) {
        let nodes = openings.lazy.filter { $0.node >= 0 }.map { Int($0.node) }
        beacons = graph.beacons.isEmpty || nodes.isEmpty ? nil : graph.beacons
        self.past = past
        for node in nodes where beacons != nil {
            least = pointwiseMin(least, graph.beacons[node])
            greatest = pointwiseMax(greatest, graph.beacons[node])
        }
        if let past {
            pastMillionths = nodes.compactMap { past.label(Int32($0))?.costMillionths }.min() ?? 0
        }
    }

    /// The bound of a node in millionths, 0 or more.
    @inline(__always)
    func millionths(to node: Int32) -> Int64 {
        var bound: Int64 = 0
        if let beacons {
            let here = beacons[Int(node)]
            let over = pointwiseMax(here, greatest) &- greatest
            let under = pointwiseMax(here, least) &- here
            bound = Int64(pointwiseMax(over, under).max()) * RouteBeacons.millionths
        }
        if let left = past?.label(node) { bound = max(bound, pastMillionths - left.costMillionths) }
        return bound
    }
}
