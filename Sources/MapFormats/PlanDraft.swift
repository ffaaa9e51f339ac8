import Wayfinding

/// The landmarks and connections of one place while they are made.
struct PlaceDraft {
    private(set) var landmarks: [Landmark] = []
    private(set) var connections: [Connection] = []
    /// The feature that each landmark comes from.
    private(set) var sources: [String: String] = [:]
    private var ways: [WayKey: Int] = [:]
    private var ids: Set<String> = []

    private struct WayKey: Hashable {
        var from: String
        var to: String
        var kind: Connection.Kind
    }

    /// Whether there is a landmark with this id.
    func has(_ id: String) -> Bool { sources[id] != nil }

    mutating func add(_ landmark: Landmark, source: String) {
        guard sources[landmark.id] == nil else { return }
        sources[landmark.id] = source
        landmarks.append(landmark)
    }

    /// Adds a connection; of several of one kind between the same ends, the first stays.
    ///
    /// Answers why it was not added, if it was not.
    mutating func add(_ connection: Connection, metres: Double) -> String? {
        guard connection.from != connection.to else { return "selfLoop" }
        guard metres > 0 else { return "zeroLength" }
        var keys = [WayKey(from: connection.from, to: connection.to, kind: connection.kind)]
        if connection.direction == .both {
            keys.append(WayKey(from: connection.to, to: connection.from, kind: connection.kind))
        }
        guard keys.contains(where: { ways[$0] == nil }) else { return "parallel" }
        var connection = connection
        connection.id = free(connection.id)
        for key in keys { ways[key] = connections.count }
        connections.append(connection)
        return nil
    }

    /// An id that no connection of the place has: the wanted one, or that with a number.
    private mutating func free(_ wanted: String) -> String {
        var (id, number) = (wanted, 2)
        while !ids.insert(id).inserted {
            id = "\(wanted)-\(number)"
            number += 1
        }
        return id
    }

    /// Every landmark that no connection and none of `kept` leads to or from.
    mutating func removeLonely(keeping kept: Set<String>) {
        var joined = kept
        for connection in connections {
            joined.insert(connection.from)
            joined.insert(connection.to)
        }
        landmarks.removeAll { $0.kind == .junction && !joined.contains($0.id) }
    }
}

/// Where a landmark stands on an area.
struct PlanAnchor {
    var landmark: String
    var point: PlanPoint
}

/// An area, by its place and its number there.
struct AreaNumber: Hashable {
    var place: Int
    var area: Int
}
