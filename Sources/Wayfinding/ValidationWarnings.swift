import Documents

/// What only the whole needs of a connection; the numbers of its landmarks are nil where an end is not there.
struct ValidationEdge {
    /// Its number in the list.
    var number: Int
    var from: Int?
    var to: Int?
    /// What could be read of it.
    var direction: Connection.Direction?
    var kind: Connection.Kind?
    var stepFree: Connection.StepFree?

    init(number: Int, _ draft: MapConnectionDraft, from: Int?, to: Int?) {
        self.number = number
        self.from = from
        self.to = to
        (direction, kind, stepFree) = (draft.direction, draft.kind, draft.stepFree)
    }

    init(number: Int, _ found: PlainConnections.Found) {
        self.number = number
        (from, to) = (found.from, found.to)
        direction = found.connection.direction
        kind = found.connection.kind
        stepFree = found.connection.stepFree
    }

    /// The way, where both ends are there; a connection of unknown direction counts for both.
    var way: ValidationGraph.Way? {
        guard let from, let to else { return nil }
        return .init(from: Int32(from), to: Int32(to), isOneWay: direction == .oneWay)
    }
}

/// Finds connections of one kind that lead the same way between the same ends.
struct ValidationPairs {
    /// By the landmark that they leave, one after the other: where ways lead, by what kind, and their number.
    private var ways: [UInt64] = []
    private var starts: [Int]
    private static let kinds = Connection.Kind.allCases

    /// Each connection that an earlier one makes superfluous, in order, with the earliest such one.
    ///
    /// Two opposite one-ways are no pair.
    static func repeats(_ edges: [ValidationEdge], landmarks: Int) -> [(index: Int, earlier: Int)] {
        var pairs = ValidationPairs(edges, landmarks)
        var earliest: [Int: Int] = [:]
        for landmark in 0..<landmarks { pairs.look(landmark, &earliest) }
        return earliest.sorted { $0.key < $1.key }.map { (index: $0.key, earlier: $0.value) }
    }

    private init(_ edges: [ValidationEdge], _ landmarks: Int) {
        starts = Array(repeating: 0, count: landmarks + 1)
        Self.each(edges) { from, _ in starts[from + 1] += 1 }
        for landmark in 0..<landmarks { starts[landmark + 1] += starts[landmark] }
        var next = starts
        ways = Array(repeating: 0, count: starts[landmarks])
        Self.each(edges) { from, way in
            ways[next[from]] = way
            next[from] += 1
        }
    }

    /// Tells every way that can be walked: where it leaves, and the rest in one number.
    private static func each(_ edges: [ValidationEdge], _ body: (Int, UInt64) -> Void) {
        for (index, edge) in edges.enumerated() {
            guard let from = edge.from, let to = edge.to, from != to, let kind = edge.kind else { continue }
            let rest = UInt64(kinds.firstIndex(of: kind) ?? 0) << 32 | UInt64(index)
            body(from, UInt64(to) << 40 | rest)
            if edge.direction != .oneWay { body(to, UInt64(from) << 40 | rest) }
        }
    }

    /// Looks at the ways that leave one landmark, most often a few.
    private mutating func look(_ landmark: Int, _ earliest: inout [Int: Int]) {
        let range = starts[landmark]..<starts[landmark + 1]
        guard range.count > 1 else { return }
        ways[range].sort()
        var first = range.lowerBound
        for next in range.dropFirst() {
            guard ways[next] >> 32 == ways[first] >> 32 else {
                first = next
                continue
            }
            let (index, earlier) = (Int(ways[next] & 0xFFFF_FFFF), Int(ways[first] & 0xFFFF_FFFF))
            earliest[index] = min(earliest[index] ?? index, earlier)
        }
    }
}

/// What only the whole of a place shows: where one cannot get to, or out of.
struct ValidationWarnings {
    private let landmarks: MapLandmarks
    private let connections: [Connection]
    private let edges: [ValidationEdge]
    private let ways: [ValidationGraph.Way]
    private let entrances: [Int]
    private let root: MapFields
    private let portals: Set<String>

    init(
        landmarks: MapLandmarks, connections: [Connection], edges: [ValidationEdge], root: MapFields,
        portals: Set<String>
    ) {
        self.portals = portals
        self.landmarks = landmarks
        self.connections = connections
        self.edges = edges
        ways = edges.compactMap(\.way)
        entrances = landmarks.kinds.indices.filter { landmarks.kinds[$0] == .entrance }
        self.root = root
    }

    private var count: Int { landmarks.all.count }

    /// Notes every warning of the whole: connections that repeat others, then landmark by landmark.
    func note() {
        guard count > 0 else { return }
        noteRepeats()
        let directed = ValidationGraph(count: count, ways: ways)
        let reached = reached(ways, directed, among: landmarks.known)
        let unreached = (0..<count).map { landmarks.known[$0] && !reached[$0] }
        let (island, sizes) =
            unreached.contains(true)
            ? ValidationGraph(count: count, ways: ways, undirected: true).islands(among: unreached)
            : (Array(repeating: -1, count: count), [])
        let traps = traps(directed)
        let doors = doors()
        for node in 0..<count {
            if island[node] >= 0 { noteUnreachable(node, islandSize: sizes[island[node]]) }
            if let size = traps[node] { noteTrap(node, size) }
            let isAlone = doors[node] == 1 && !portals.contains(landmarks.all[node].id)
            if isAlone, landmarks.kinds[node] == .elevator { noteElevator(node) }
        }
        noteSteps(reached)
    }

    /// How many connections each landmark has.
    private func doors() -> [Int] {
        var doors = [Int](repeating: 0, count: count)
        for way in ways where way.from != way.to {
            doors[Int(way.from)] += 1
            doors[Int(way.to)] += 1
        }
        return doors
    }

    /// What the entrances lead to; without one, the largest island, of equals that with the first landmark.
    private func reached(_ ways: [ValidationGraph.Way], _ directed: ValidationGraph, among members: [Bool]) -> [Bool] {
        if !entrances.isEmpty { return directed.reachable(from: entrances) }
        let (island, sizes) = ValidationGraph(count: count, ways: ways, undirected: true).islands(among: members)
        guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] || (sizes[$0] == sizes[$1] && $0 > $1) })
        else { return members }
        return island.map { $0 == largest }
    }

    /// The first landmark of every region that can be entered and never left, with the region's size.
    private func traps(_ directed: ValidationGraph) -> [Int: Int] {
        guard ways.contains(where: \.isOneWay) else { return [:] }  // every way leads back
        let (region, regionCount) = directed.regions()
        var isEntered = [Bool](repeating: false, count: regionCount)
        var isLeft = isEntered
        for way in ways where region[Int(way.from)] != region[Int(way.to)] {
            isLeft[region[Int(way.from)]] = true
            isEntered[region[Int(way.to)]] = true
        }
        var sizes = [Int](repeating: 0, count: regionCount)
        var firsts: [Int?] = Array(repeating: nil, count: regionCount)
        for node in 0..<count {
            let number = region[node]
            sizes[number] += 1
            if firsts[number] == nil { firsts[number] = node }
            let kind = landmarks.kinds[node]
            if kind == nil || kind == .exit || kind == .entrance { isLeft[number] = true }
        }
        var traps: [Int: Int] = [:]
        for number in 0..<regionCount where isEntered[number] && !isLeft[number] {
            if let first = firsts[number] { traps[first] = sizes[number] }
        }
        return traps
    }

    private func noteRepeats() {
        for (index, earlier) in ValidationPairs.repeats(edges, landmarks: count) {
            root.note(
                .parallelConnections, at: FindingTrail(list: "connections", index: edges[index].number).pointer,
                "connection \(MapText.quoted(connections[index].id)) has the same ends and kind as "
                    + "\(MapText.quoted(connections[earlier].id)) — remove one, or tell them apart by kind")
        }
    }

    private func noteUnreachable(_ node: Int, islandSize: Int) {
        let basis = entrances.isEmpty ? "the rest of the place" : "any entrance"
        landmark(
            .unreachableLandmark, node,
            "cannot be reached from \(basis); it is on an island of \(Self.landmarks(islandSize)) — "
                + "add the connection that leads there")
    }

    private func noteTrap(_ node: Int, _ size: Int) {
        let what =
            size == 1
            ? "can be entered and never left" : "and \(Self.landmarks(size - 1)) more can be entered and never left"
        landmark(.noWayOut, node, "\(what) — add the way out, or make its kind \"exit\"")
    }

    private func noteElevator(_ node: Int) {
        landmark(
            .elevatorWithOneDoor, node,
            "is an elevator with a single connection, so it leads nowhere — connect its other doors")
    }

    private func noteSteps(_ reached: [Bool]) {
        var free: [ValidationGraph.Way] = []
        for edge in edges where edge.stepFree == .confirmed && edge.kind.map({ !$0.hasSteps }) ?? false {
            if let way = edge.way { free.append(way) }
        }
        let reachedFreely = self.reached(free, ValidationGraph(count: count, ways: free), among: reached)
        let missing = (0..<count).filter { landmarks.known[$0] && reached[$0] && !reachedFreely[$0] }
        guard !missing.isEmpty else { return }
        let names = missing.map { landmarks.all[$0].id }
        let shown = names.prefix(5).map(MapText.quoted).joined(separator: ", ")
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        root.log.note(
            MapFinding(
                .notStepFreeReachable, at: root.trail.appending("landmarks"),
                "\(Self.landmarks(names.count)) cannot be reached by connections confirmed step-free: \(shown)\(more) — "
                    + "check the ways there", landmarks: names))
    }

    private func landmark(_ code: MapFindingCode, _ node: Int, _ what: String) {
        let id = MapText.quoted(landmarks.all[node].id)
        root.note(code, at: FindingTrail(list: "landmarks", index: node).pointer, "landmark \(id) \(what)")
    }

    private static func landmarks(_ count: Int) -> String { count == 1 ? "1 landmark" : "\(count) landmarks" }
}
