/// The parts of a place that no connection joins, for whoever draws or imports one.
public enum PlaceIslands {
    /// The ids of the landmarks of each part, the largest first, of equals the one with the earlier landmark.
    ///
    /// Directions and availability do not count. A place in one piece gives one part.
    public static func parts(of map: PlaceMap) -> [[String]] {
        let index = Dictionary(map.landmarks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ways = map.connections.compactMap { connection -> ValidationGraph.Way? in
            guard let from = index[connection.from], let to = index[connection.to] else { return nil }
            return .init(from: Int32(from), to: Int32(to), isOneWay: false)
        }
        let count = map.landmarks.count
        let all = [Bool](repeating: true, count: count)
        let (island, sizes) = ValidationGraph(count: count, ways: ways, undirected: true).islands(among: all)
        var parts: [[String]] = Array(repeating: [], count: sizes.count)
        for (node, part) in island.enumerated() { parts[part].append(map.landmarks[node].id) }
        let order = parts.indices.sorted { sizes[$0] == sizes[$1] ? $0 < $1 : sizes[$0] > sizes[$1] }
        return order.map { parts[$0] }
    }
}
