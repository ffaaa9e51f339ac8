/// All places that routes may pass, as flat arrays: nodes are landmarks, ways are connections and portals.
///
/// Each node lists its edges one after the other (compressed rows). A way stands in the lists of both its ends; what
/// forbids it is a byte beside the edge, so that a change of availability touches two short lists and rebuilds nothing.
public struct RoutingGraph: Sendable {
    /// The places, in the order given.
    public let places: [PlaceMap]
    /// The group that the places belong to, if any.
    public let building: Building?
    /// The portals whose both ends are there.
    public let portals: [Portal]

    /// One way out of or into a node.
    struct Edge {
        var costMillionths: Int64
        var head: Int32
        /// The way, twice, and 1 more where the node is the way's `to`.
        var link: Int32

        var way: Int { Int(link >> 1) }
        var isForward: Bool { link & 1 == 0 }
    }

    /// A connection or portal, in whole numbers.
    struct Way {
        var from: Int32
        var to: Int32
        /// The index of its place, or −1 for a portal.
        var place: Int32
        /// The index among the place's connections, or among the portals.
        var index: Int32
        /// The order of its id among all ids; equal ids share it.
        var rank: Int32
        var costMillionths: Int64
    }

    /// The first node of each place, and the number of nodes at the end.
    let placeStart: [Int32]
    let nodePlace: [Int32]
    let edgeStart: [Int32]
    let edges: [Edge]
    let ways: [Way]
    let nodeOfID: [[String: Int32]]
    let wayOfID: [[String: Int32]]
    let placeOfID: [String: Int]
    private(set) var edgeFlags: [RouteFlags]
    private(set) var wayFlags: [RouteFlags]
    private(set) var availabilities: [Connection.Availability]
    let beacons: RouteBeacons
    /// What is near a position, by place.
    let grids: [PlaceGrids]
    private(set) var edition = GraphEdition()

    /// Lays out places and the portals of their group.
    ///
    /// `beacons` is how many landmarks, up to 8, are measured from beforehand, so that searches look about less; nil
    /// chooses by the size of the graph. Answers do not depend on it. What cannot be walked is left out: a portal to a place or landmark that is not there, a connection with an end
    /// that is not there or with both ends the same. Of two equal ids the first counts.
    public init(places: [PlaceMap], building: Building? = nil, beacons: Int? = nil) {
        let layout = GraphLayout(places: places, building: building)
        self.places = places
        self.building = building
        portals = layout.portals
        placeStart = layout.placeStart
        nodePlace = layout.nodePlace
        edgeStart = layout.edgeStart
        edges = layout.edges
        ways = layout.ways
        wayOfID = layout.wayOfID
        nodeOfID = layout.nodeOfID
        placeOfID = layout.placeOfID
        edgeFlags = layout.edgeFlags
        wayFlags = layout.wayFlags
        availabilities = layout.availabilities
        grids = PlaceGrids.all(places, placeStart: layout.placeStart, ways: layout.ways)
        self.beacons = RouteBeacons(
            count: beacons ?? RouteBeacons.count(forNodes: layout.nodePlace.count), edgeStart: layout.edgeStart,
            edges: layout.edges)
    }

    /// How many landmarks there are.
    public var landmarkCount: Int { nodePlace.count }

    /// How many ways there are, portals included.
    public var wayCount: Int { ways.count }

    /// Notes whether a connection or portal can be used now; false where there is none of that name.
    @discardableResult
    public mutating func setAvailability(
        of connection: ConnectionReference, to availability: Connection.Availability
    ) -> Bool {
        guard let way = wayIndex(of: connection) else { return false }
        availabilities[way] = availability
        edition = GraphEdition()
        let isClosed = availability == .unavailable
        Self.mark(&wayFlags[way], isClosed)
        for node in [ways[way].from, ways[way].to] {
            for edge in edgeRange(Int(node)) where edges[edge].way == way { Self.mark(&edgeFlags[edge], isClosed) }
        }
        return true
    }

    private static func mark(_ flags: inout RouteFlags, _ isClosed: Bool) {
        if isClosed { flags.insert(.unavailable) } else { flags.remove(.unavailable) }
    }

    func edgeRange(_ node: Int) -> Range<Int> { Int(edgeStart[node])..<Int(edgeStart[node + 1]) }
}
