/// The landmarks and ways of one place as numbers, for what only the whole shows; every question takes linear time.
struct ValidationGraph {
    /// One way between two landmarks.
    struct Way {
        var from: Int32
        var to: Int32
        var isOneWay: Bool
    }

    let count: Int
    private let starts: [Int32]
    private let targets: [Int32]

    /// The directed graph of `count` nodes; with `undirected` a one-way is taken as a way for both.
    init(count: Int, ways: [Way], undirected: Bool = false) {
        var starts = [Int32](repeating: 0, count: count + 1)
        for way in ways {
            starts[Int(way.from) + 1] += 1
            if undirected || !way.isOneWay { starts[Int(way.to) + 1] += 1 }
        }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var targets = [Int32](repeating: 0, count: Int(starts[count]))
        var next = starts
        func put(_ from: Int32, _ to: Int32) {
            targets[Int(next[Int(from)])] = to
            next[Int(from)] += 1
        }
        for way in ways {
            put(way.from, way.to)
            if undirected || !way.isOneWay { put(way.to, way.from) }
        }
        self.count = count
        self.starts = starts
        self.targets = targets
    }

    func neighbours(_ node: Int) -> ArraySlice<Int32> { targets[Int(starts[node])..<Int(starts[node + 1])] }

    /// Which nodes can be walked to from any of these, themselves included.
    func reachable(from nodes: [Int]) -> [Bool] {
        var seen = [Bool](repeating: false, count: count)
        var open = nodes
        for node in nodes { seen[node] = true }
        while let node = open.popLast() {
            for next in neighbours(node) where !seen[Int(next)] {
                seen[Int(next)] = true
                open.append(Int(next))
            }
        }
        return seen
    }

    /// For each node among `members` the number of its island, numbered by first node, others −1; and their sizes.
    ///
    /// The graph must be undirected.
    func islands(among members: [Bool]) -> (island: [Int], sizes: [Int]) {
        var island = [Int](repeating: -1, count: count)
        var sizes: [Int] = []
        for start in 0..<count where members[start] && island[start] < 0 {
            var open = [start]
            island[start] = sizes.count
            var size = 0
            while let node = open.popLast() {
                size += 1
                for next in neighbours(node) where members[Int(next)] && island[Int(next)] < 0 {
                    island[Int(next)] = sizes.count
                    open.append(Int(next))
                }
            }
            sizes.append(size)
        }
        return (island, sizes)
    }

    /// For each node the number of its strongly connected region (Tarjan's algorithm, without recursion).
    func regions() -> (region: [Int], count: Int) {
        var search = RegionSearch(graph: self)
        for node in 0..<count where search.order[node] == 0 { search.visit(node) }
        return (search.region, search.regionCount)
    }

    private struct RegionSearch {
        let graph: ValidationGraph
        var order: [Int]
        var low: [Int]
        var region: [Int]
        var regionCount = 0
        private var clock = 0
        private var pending: [Int] = []
        private var path: [(node: Int, next: Int)] = []

        init(graph: ValidationGraph) {
            self.graph = graph
            order = [Int](repeating: 0, count: graph.count)
            low = order
            region = [Int](repeating: -1, count: graph.count)
        }

        mutating func visit(_ root: Int) {
            enter(root)
            while let (node, next) = path.last {
                let neighbours = graph.neighbours(node)
                guard next < neighbours.endIndex else {
                    leave(node)
                    continue
                }
                path[path.count - 1].next += 1
                let neighbour = Int(neighbours[next])
                if order[neighbour] == 0 {
                    enter(neighbour)
                } else if region[neighbour] < 0 {
                    low[node] = min(low[node], order[neighbour])
                }
            }
        }

        private mutating func enter(_ node: Int) {
            clock += 1
            order[node] = clock
            low[node] = clock
            pending.append(node)
            path.append((node, graph.neighbours(node).startIndex))
        }

        private mutating func leave(_ node: Int) {
            path.removeLast()
            if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
            guard low[node] == order[node] else { return }
            while let member = pending.popLast() {
                region[member] = regionCount
                if member == node { break }
            }
            regionCount += 1
        }
    }
}
