/// Chooses few of many ways, such that nobody walks much further for it.
enum WaySelection {
    /// How much longer a chain of chosen ways may be than the shortest way, as a factor.
    static let stretch = 1.05

    /// A way between two of the points.
    struct Way: Equatable {
        var from: Int
        var to: Int
        var metres: Double
    }

    /// The chosen ways: from the shortest on, each that the chosen ones do not already replace.
    ///
    /// This is the greedy spanner: between any two points, a chain of chosen ways is at most ``stretch`` times as long
    /// as the way between them. Along a corridor that leaves the ways from door to door.
    static func chosen(among ways: [Way], points: Int) -> [Way] {
        var joined = Array(repeating: [(to: Int, metres: Double)](), count: points)
        var chosen: [Way] = []
        let sorted = ways.sorted { ($0.metres, $0.from, $0.to) < ($1.metres, $1.from, $1.to) }
        for way in sorted where !isReached(way, joined) {
            chosen.append(way)
            joined[way.from].append((way.to, way.metres))
            joined[way.to].append((way.from, way.metres))
        }
        return chosen
    }

    /// Whether the chosen ways lead from one end to the other within the stretch.
    private static func isReached(_ way: Way, _ joined: [[(to: Int, metres: Double)]]) -> Bool {
        let limit = way.metres * stretch + 1e-9
        var best = [way.from: 0.0]
        var open = [way.from]
        while !open.isEmpty {
            let at = open.indices.min { (best[open[$0]] ?? 0) < (best[open[$1]] ?? 0) } ?? 0
            let node = open.remove(at: at)
            let metres = best[node] ?? 0
            if node == way.to { return true }
            for next in joined[node] where metres + next.metres <= limit {
                if metres + next.metres < best[next.to] ?? .infinity {
                    if best[next.to] == nil || !open.contains(next.to) { open.append(next.to) }
                    best[next.to] = metres + next.metres
                }
            }
        }
        return false
    }
}
