import Foundation
import Wayfinding

/// The planner as it is written down: Dijkstra's search over the map's own connections, each label with its whole list
/// of ids. Slow, and nothing in common with the product but the map.
struct PlainSearch {
    /// A way so far: what it costs, and its connections as the bytes of their NFC forms.
    struct Label {
        var millionths: Int64 = 0
        var ids: [String] = []
        var keys: [[UInt8]] = []

        func isBetter(than other: Label) -> Bool {
            if millionths != other.millionths { return millionths < other.millionths }
            if keys.count != other.keys.count { return keys.count < other.keys.count }
            for (one, two) in zip(keys, other.keys) where one != two { return one.lexicographicallyPrecedes(two) }
            return false
        }
    }

    let place: PlaceMap
    private var leaving: [String: [(connection: Connection, head: String)]] = [:]

    init(place: PlaceMap) {
        self.place = place
        for connection in place.connections {
            leaving[connection.from, default: []].append((connection, connection.to))
            if connection.direction == .both {
                leaving[connection.to, default: []].append((connection, connection.from))
            }
        }
    }

    /// The best way between two landmarks that uses only what may be used; nil where there is none.
    func best(from: String, to: String, stepFree: Bool) -> Label? {
        var labels = [from: Label()]
        var settled: Set<String> = []
        while let (here, label) = labels.filter({ !settled.contains($0.key) })
            .min(by: { $0.value.isBetter(than: $1.value) })
        {
            if here == to { return label }
            settled.insert(here)
            for (connection, head) in leaving[here] ?? [] where Self.mayBeUsed(connection, stepFree: stepFree) {
                var longer = label
                longer.millionths += Int64(((connection.cost ?? 1) * 1_000_000 + 0.5).rounded(.down))
                longer.ids.append(connection.id)
                longer.keys.append(Array(connection.id.precomposedStringWithCanonicalMapping.utf8))
                if labels[head].map({ longer.isBetter(than: $0) }) ?? true { labels[head] = longer }
            }
        }
        return nil
    }

    private static func mayBeUsed(_ connection: Connection, stepFree: Bool) -> Bool {
        if connection.availability == .unavailable { return false }
        if !stepFree { return true }
        return connection.stepFree == .confirmed && connection.kind != .stairs && connection.kind != .escalator
    }
}
