/// Lays out the arrays of a `RoutingGraph`.
struct GraphLayout {
    var portals: [Portal] = []
    var placeStart: [Int32] = [0]
    var nodePlace: [Int32] = []
    var edgeStart: [Int32] = []
    var edges: [RoutingGraph.Edge] = []
    var ways: [RoutingGraph.Way] = []
    /// By place, the ways that start there by their ids.
    var wayOfID: [[String: Int32]] = []
    var nodeOfID: [[String: Int32]] = []
    var placeOfID: [String: Int] = [:]
    var edgeFlags: [RouteFlags] = []
    var wayFlags: [RouteFlags] = []
    var availabilities: [Connection.Availability] = []
    /// The ids with a closing sign.
    private var ids: [String] = []

    /// What closes an id before it is compared.
    ///
    /// `String` is ordered by the scalars of the NFC form, which is the order of their UTF-8 bytes, but for one case:
    /// where one text, composed, is the beginning of the other and one of them is not written composed, it may say the
    /// opposite, or that neither comes first. With a closing U+0000, which nothing composes with and nothing precedes,
    /// no id is the beginning of another.
    private static let closing = "\0"

    init(places: [PlaceMap], building: Building?) {
        for (index, place) in places.enumerated() {
            if placeOfID[place.id] == nil { placeOfID[place.id] = index }
            addLandmarks(of: place, at: index)
        }
        for (index, place) in places.enumerated() { addConnections(of: place, at: index) }
        for portal in building?.portals ?? [] { addPortal(portal) }
        holdCosts()
        orderIDs()
        layEdges()
    }

    private mutating func addLandmarks(of place: PlaceMap, at index: Int) {
        let start = placeStart[index]
        var nodes: [String: Int32] = [:]
        nodes.reserveCapacity(place.landmarks.count)
        for (offset, landmark) in place.landmarks.enumerated() where nodes[landmark.id] == nil {
            nodes[landmark.id] = start + Int32(offset)
        }
        nodeOfID.append(nodes)
        wayOfID.append([:])
        wayOfID[index].reserveCapacity(place.connections.count)
        nodePlace += repeatElement(Int32(index), count: place.landmarks.count)
        placeStart.append(start + Int32(place.landmarks.count))
    }

    private mutating func addConnections(of place: PlaceMap, at index: Int) {
        let start = Int(placeStart[index])
        for (offset, connection) in place.connections.enumerated() {
            guard let from = nodeOfID[index][connection.from], let to = nodeOfID[index][connection.to] else { continue }
            let line = Self.line(
                connection, place.landmarks[Int(from) - start].position, place.landmarks[Int(to) - start].position)
            let way = RoutingGraph.Way(
                from: from, to: to, place: Int32(index), index: Int32(offset), rank: 0,
                costMillionths: RouteCost.millionths(connection, line: line))
            add(way, connection, place: index)
        }
    }

    private mutating func addPortal(_ portal: Portal) {
        guard let here = placeOfID[portal.fromPlace], let there = placeOfID[portal.toPlace],
            let from = nodeOfID[here][portal.connection.from], let to = nodeOfID[there][portal.connection.to]
        else { return }
        let way = RoutingGraph.Way(
            from: from, to: to, place: -1, index: Int32(portals.count), rank: 0,
            costMillionths: RouteCost.millionths(portal.connection, line: nil))
        portals.append(portal)
        add(way, portal.connection, place: here)
    }

    private mutating func add(_ way: RoutingGraph.Way, _ connection: Connection, place: Int) {
        guard way.from != way.to else { return }
        if wayOfID[place][connection.id] == nil { wayOfID[place][connection.id] = Int32(ways.count) }
        ways.append(way)
        wayFlags.append(RouteFlags(connection))
        availabilities.append(connection.availability)
        ids.append(connection.id + Self.closing)
    }

    private static func line(_ connection: Connection, _ start: Position?, _ end: Position?) -> WayLine? {
        guard let start, let end else { return nil }
        return WayLine(start: start, bends: connection.path, end: end)
    }

    /// Holds every cost so low that no sum along a path can overflow.
    private mutating func holdCosts() {
        let limit = Int64.max / Int64(2 * (nodePlace.count + 4))
        for way in ways.indices { ways[way].costMillionths = min(ways[way].costMillionths, limit) }
    }

    /// Ranks the ids, so that comparing them is comparing whole numbers.
    private mutating func orderIDs() {
        let sorted = (0..<Int32(ways.count)).sorted { left, right in
            let (one, other) = (ids[Int(left)], ids[Int(right)])
            return one == other ? left < right : one < other
        }
        var rank: Int32 = 0
        for (place, way) in sorted.enumerated() {
            if place > 0, ids[Int(way)] != ids[Int(sorted[place - 1])] { rank += 1 }
            ways[Int(way)].rank = rank
        }
    }

    private mutating func layEdges() {
        edgeStart = Array(repeating: 0, count: nodePlace.count + 1)
        for way in ways {
            edgeStart[Int(way.from) + 1] += 1
            edgeStart[Int(way.to) + 1] += 1
        }
        for node in 0..<nodePlace.count { edgeStart[node + 1] += edgeStart[node] }
        var next = edgeStart
        edges = Array(repeating: .init(costMillionths: 0, head: 0, link: 0), count: 2 * ways.count)
        edgeFlags = Array(repeating: [], count: 2 * ways.count)
        for (index, way) in ways.enumerated() {
            let flags = wayFlags[index]
            let isOneWay = flags.contains(.oneWay)
            let link = Int32(index) << 1
            place(way, way.from, way.to, link, isOneWay ? flags.union(.arrivingAgainst) : flags, &next)
            place(way, way.to, way.from, link | 1, isOneWay ? flags.union(.leavingAgainst) : flags, &next)
        }
    }

    private mutating func place(
        _ way: RoutingGraph.Way, _ node: Int32, _ head: Int32, _ link: Int32, _ flags: RouteFlags, _ next: inout [Int32]
    ) {
        let slot = Int(next[Int(node)])
        next[Int(node)] += 1
        edges[slot] = .init(costMillionths: way.costMillionths, head: head, link: link)
        edgeFlags[slot] = flags
    }
}
