import Wayfinding

/// The landmarks and connections of one place while they are made.
struct PlaceDraft {
    private(set) var landmarks: [Landmark] = []
    private(set) var connections: [Connection] = []
    /// The feature that each landmark comes from.
    private(set) var sources: [String: String] = [:]
    private var ways = TakenWays()
    private var ids: Set<String> = []

    /// Whether there is a landmark with this id.
    func has(_ id: String) -> Bool { sources[id] != nil }

    mutating func add(_ landmark: Landmark, source: String) {
        guard sources[landmark.id] == nil else { return }
        sources[landmark.id] = source
        landmarks.append(landmark)
    }

    /// Adds a connection; of several of one kind between the same ends, the first stays.
    ///
    /// One that leads both ways is
    /// kept for the way that none leads yet.
    ///
    /// Answers why it was not added as it is, if it was not.
    mutating func add(_ connection: Connection, metres: Double) -> WayFault? {
        guard connection.from != connection.to else { return .selfLoop }
        guard metres > 0 else { return .zeroLength }
        guard let (added, fault) = ways.take(connection, from: connection.from, to: connection.to) else {
            return .parallel
        }
        var connection = added
        connection.id = free(connection.id)
        connections.append(connection)
        return fault
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

/// Why a way is not made of a feature as it is drawn.
enum WayFault: Equatable {
    /// It leads from a point to the same point.
    case selfLoop
    /// Its ends lie on each other.
    case zeroLength
    /// Another of its kind joins the same ends already.
    case parallel
    /// Another of its kind leads one way already, so that it is used for the other way only.
    case oneDirection
}

/// Which ways are made already, so that none of a kind is made twice between the same ends.
struct TakenWays {
    private struct Key: Hashable {
        var from: String
        var to: String
        var kind: Connection.Kind
    }

    private var keys: Set<Key> = []

    /// The connection as it can be used beside those that were taken: whole, or in one direction; nil where both are
    /// taken.
    ///
    /// The ends are called by names that tell places apart.
    mutating func take(
        _ connection: Connection, from: String, to: String
    ) -> (connection: Connection, fault: WayFault?)? {
        let there = keys.insert(Key(from: from, to: to, kind: connection.kind)).inserted
        guard connection.direction == .both else { return there ? (connection, nil) : nil }
        let back = keys.insert(Key(from: to, to: from, kind: connection.kind)).inserted
        switch (there, back) {
        case (true, true): return (connection, nil)
        case (false, false): return nil
        case (true, false): return (Self.oneWay(connection), .oneDirection)
        case (false, true): return (Self.oneWay(Self.reversed(connection)), .oneDirection)
        }
    }

    private static func oneWay(_ connection: Connection) -> Connection {
        var one = connection
        one.direction = .oneWay
        one.returnInstruction = nil
        return one
    }

    private static func reversed(_ connection: Connection) -> Connection {
        var back = connection
        swap(&back.from, &back.to)
        back.instruction = connection.returnInstruction ?? connection.instruction
        back.path = connection.path.reversed()
        return back
    }
}
