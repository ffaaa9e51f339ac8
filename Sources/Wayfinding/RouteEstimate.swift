/// What a way between a node and any of some landmarks costs at least, by the beacons of the graph.
struct RouteEstimate {
    private let beacons: RouteBeacons?
    /// The least and the greatest distance of any of the landmarks to each beacon.
    private var least = RouteBeacons.Distances(repeating: .max)
    private var greatest = RouteBeacons.Distances.zero

    /// Says nothing.
    init() { beacons = nil }

    init(_ beacons: RouteBeacons, _ pieces: [RoutePiece]) {
        self.beacons = beacons.isEmpty || pieces.allSatisfy { $0.node < 0 } ? nil : beacons
        for piece in pieces where self.beacons != nil && piece.node >= 0 {
            least = pointwiseMin(least, beacons[Int(piece.node)])
            greatest = pointwiseMax(greatest, beacons[Int(piece.node)])
        }
    }

    /// The bound of a node in millionths, 0 or more.
    @inline(__always)
    func millionths(_ node: Int32) -> Int64 {
        guard let beacons else { return 0 }
        let here = beacons[Int(node)]
        let over = pointwiseMax(here, greatest) &- greatest
        let under = pointwiseMax(here, least) &- here
        return Int64(pointwiseMax(over, under).max()) * RouteBeacons.millionths
    }
}
