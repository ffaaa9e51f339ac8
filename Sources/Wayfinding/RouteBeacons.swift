/// Distances of every node to a few nodes far apart, which tell at once how far two nodes are apart at least.
///
/// By the triangle inequality a way between two nodes costs no less than the difference of their distances to a third
/// (Goldberg and Harrelson, *Computing the shortest path: A\* search meets graph theory*). The distances are those of
/// the map walked in both directions, with nothing blocked: whatever is closed, forbidden or one-way can only make ways
/// dearer, so that the bound holds under every preference and at every moment. Costs never change in a graph.
struct RouteBeacons: Sendable {
    typealias Distances = SIMD8<UInt32>

    /// Distances are whole thousandths of a unit, each edge rounded down.
    static let millionths: Int64 = 1_000

    /// Below this many landmarks a search without bounds is as quick.
    static let leastNodes = 512

    /// The distances of each node; those too far or not joined at all are held to the largest number.
    private let distances: [Distances]

    /// Chooses beacons, each as far as can be from those before it, in the largest part of the graph that is joined.
    init(count: Int, edgeStart: [Int32], edges: [RoutingGraph.Edge]) {
        let nodes = edgeStart.count - 1
        guard nodes > 0, count > 0 else {
            distances = []
            return
        }
        var flood = BeaconFlood(edgeStart: edgeStart, edges: edges)
        var distances = [Distances](repeating: .zero, count: nodes)
        var nearest = [UInt32](repeating: .max, count: nodes)
        flood.spread(from: flood.middleOfLargestPart())
        var beacon = flood.farthest { flood.distances[$0] }
        for lane in 0..<min(count, Distances.scalarCount) {
            flood.spread(from: beacon)
            for node in 0..<nodes {
                distances[node][lane] = flood.distances[node]
                nearest[node] = min(nearest[node], flood.distances[node])
            }
            beacon = flood.farthest { nearest[$0] }
        }
        self.distances = distances
    }

    /// How many beacons serve a graph of so many landmarks.
    static func count(forNodes nodes: Int) -> Int { nodes < leastNodes ? 0 : Distances.scalarCount }

    var isEmpty: Bool { distances.isEmpty }

    subscript(node: Int) -> Distances {
        @inline(__always) get { distances[node] }
    }
}

/// One search after the other over a whole graph, in both directions, for the distances to beacons.
private struct BeaconFlood {
    let edgeStart: [Int32]
    let edges: [RoutingGraph.Edge]
    private(set) var distances: [UInt32]
    /// Distance and node in one number, a heap in which each entry has four below it.
    private var heap: [UInt64] = []

    init(edgeStart: [Int32], edges: [RoutingGraph.Edge]) {
        self.edgeStart = edgeStart
        self.edges = edges
        distances = Array(repeating: .max, count: edgeStart.count - 1)
    }

    mutating func spread(from source: Int) {
        for node in distances.indices { distances[node] = .max }
        distances[source] = 0
        push(UInt64(source))
        while let top = pop() {
            let (distance, node) = (UInt32(top >> 32), Int(top & 0xFFFF_FFFF))
            if distance > distances[node] { continue }
            for index in Int(edgeStart[node])..<Int(edgeStart[node + 1]) {
                let edge = edges[index]
                let cost = UInt32(clamping: edge.costMillionths / RouteBeacons.millionths)
                let (sum, isOver) = distance.addingReportingOverflow(cost)
                if isOver || sum >= distances[Int(edge.head)] { continue }
                distances[Int(edge.head)] = sum
                push(UInt64(sum) << 32 | UInt64(edge.head))
            }
        }
    }

    /// The node that is farthest among those that are reached; of several, the first.
    func farthest(_ distance: (Int) -> UInt32) -> Int {
        var (found, most): (Int, UInt32) = (0, 0)
        for node in distances.indices {
            let here = distance(node)
            if here > most, here != .max, distances[node] != .max { (found, most) = (node, here) }
        }
        return found
    }

    /// A node of the part with the most nodes; of several, the first.
    func middleOfLargestPart() -> Int {
        var seen = [Bool](repeating: false, count: distances.count)
        var waiting: [Int] = []
        var (found, most) = (0, 0)
        for start in distances.indices where !seen[start] {
            seen[start] = true
            waiting.append(start)
            var size = 0
            while let node = waiting.popLast() {
                size += 1
                for index in Int(edgeStart[node])..<Int(edgeStart[node + 1]) where !seen[Int(edges[index].head)] {
                    seen[Int(edges[index].head)] = true
                    waiting.append(Int(edges[index].head))
                }
            }
            if size > most { (found, most) = (start, size) }
        }
        return found
    }

    private mutating func push(_ entry: UInt64) {
        heap.append(entry)
        var place = heap.count - 1
        while place > 0 {
            let above = (place - 1) >> 2
            guard entry < heap[above] else { break }
            heap[place] = heap[above]
            place = above
        }
        heap[place] = entry
    }

    private mutating func pop() -> UInt64? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        if heap.isEmpty { return top }
        var place = 0
        while true {
            let first = place << 2 + 1
            if first >= heap.count { break }
            var least = first
            for child in first..<min(first + 4, heap.count) where heap[child] < heap[least] { least = child }
            guard heap[least] < last else { break }
            heap[place] = heap[least]
            place = least
        }
        heap[place] = last
        return top
    }
}
