import Documents

/// A connection with the numbers of its landmarks, nil where an end is not there.
struct ValidationEdge {
    /// Its number in the list.
    var number: Int
    var draft: MapConnectionDraft
    var from: Int?
    var to: Int?

    /// The way, where both ends are there; a connection of unknown direction counts for both.
    var way: ValidationGraph.Way? {
        guard let from, let to else { return nil }
        return .init(from: Int32(from), to: Int32(to), isOneWay: draft.direction == .oneWay)
    }
}

/// Finds connections of one kind that lead the same way between the same ends.
enum ValidationPairs {
    /// Each connection that an earlier one makes superfluous, in order, with the earliest such one.
    ///
    /// Two opposite one-ways are no pair. Ways are sorted by their ends packed into one number, which is faster than
    /// hashing them.
    static func repeats(_ edges: [ValidationEdge]) -> [(index: Int, earlier: Int)] {
        var keys: [(key: UInt64, index: Int)] = []
        keys.reserveCapacity(edges.count * 2)
        for (index, edge) in edges.enumerated() {
            guard let from = edge.from, let to = edge.to, from != to, let kind = edge.draft.kind else { continue }
            let number = UInt64(Connection.Kind.allCases.firstIndex(of: kind) ?? 0)
            keys.append((UInt64(from) << 34 | UInt64(to) << 4 | number, index))
            guard edge.draft.direction != .oneWay else { continue }
            keys.append((UInt64(to) << 34 | UInt64(from) << 4 | number, index))
        }
        keys.sort { ($0.key, $0.index) < ($1.key, $1.index) }
        var earliest: [Int: Int] = [:]
        var first = 0
        for next in keys.indices.dropFirst() {
            guard keys[next].key == keys[first].key else {
                first = next
                continue
            }
            let index = keys[next].index
            earliest[index] = min(earliest[index] ?? index, keys[first].index)
        }
        return earliest.sorted { $0.key < $1.key }.map { (index: $0.key, earlier: $0.value) }
    }
}

/// What only the whole of a place shows: where one cannot get to, or out of.
struct ValidationWarnings {
    private let landmarks: MapLandmarks
    private let edges: [ValidationEdge]
    private let ways: [ValidationGraph.Way]
    private let root: MapFields
    private let portals: Set<String>

    init(landmarks: MapLandmarks, connections: [ValidationEdge], root: MapFields, portals: Set<String>) {
        self.portals = portals
        self.landmarks = landmarks
        edges = connections
        ways = connections.compactMap(\.way)
        self.root = root
    }

    private var count: Int { landmarks.drafts.count }
    private var known: [Bool] { landmarks.drafts.map(\.isKnown) }
    private var entrances: [Int] { (0..<count).filter { landmarks.drafts[$0].kind == .entrance } }

    /// Notes every warning of the whole: connections that repeat others, then landmark by landmark.
    func note() {
        guard count > 0 else { return }
        noteRepeats()
        let reached = reached(ways, among: known)
        let unreached = (0..<count).map { landmarks.drafts[$0].isKnown && !reached[$0] }
        let (island, sizes) = ValidationGraph(count: count, ways: ways, undirected: true).islands(among: unreached)
        let traps = traps()
        var doors = [Int](repeating: 0, count: count)
        for way in ways where way.from != way.to {
            doors[Int(way.from)] += 1
            doors[Int(way.to)] += 1
        }
        for node in 0..<count {
            if island[node] >= 0 { noteUnreachable(node, islandSize: sizes[island[node]]) }
            if let size = traps[node] { noteTrap(node, size) }
            let draft = landmarks.drafts[node]
            if draft.kind == .elevator, doors[node] == 1, !portals.contains(draft.landmark.id) { noteElevator(node) }
        }
        noteSteps(reached)
    }

    /// What the entrances lead to; without one, the largest island, of equals that with the first landmark.
    private func reached(_ ways: [ValidationGraph.Way], among members: [Bool]) -> [Bool] {
        if !entrances.isEmpty { return ValidationGraph(count: count, ways: ways).reachable(from: entrances) }
        let (island, sizes) = ValidationGraph(count: count, ways: ways, undirected: true).islands(among: members)
        guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] || (sizes[$0] == sizes[$1] && $0 > $1) })
        else { return members }
        return island.map { $0 == largest }
    }

    /// The first landmark of every region that can be entered and never left, with the region's size.
    private func traps() -> [Int: Int] {
        let (region, regionCount) = ValidationGraph(count: count, ways: ways).regions()
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
            let kind = landmarks.drafts[node].kind
            if kind == nil || kind == .exit || kind == .entrance { isLeft[number] = true }
        }
        var traps: [Int: Int] = [:]
        for number in 0..<regionCount where isEntered[number] && !isLeft[number] {
            if let first = firsts[number] { traps[first] = sizes[number] }
        }
        return traps
    }

    private func noteRepeats() {
        for (index, earlier) in ValidationPairs.repeats(edges) {
            root.note(
                .parallelConnections, at: FindingTrail(list: "connections", index: edges[index].number).pointer,
                "connection \(MapText.quoted(edges[index].draft.connection.id)) has the same ends and kind as "
                    + "\(MapText.quoted(edges[earlier].draft.connection.id)) — remove one, or tell them apart by kind")
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
        for edge in edges where edge.draft.stepFree == .confirmed && edge.draft.kind.map({ !$0.hasSteps }) ?? false {
            if let way = edge.way { free.append(way) }
        }
        let reachedFreely = self.reached(free, among: reached)
        let missing = (0..<count).filter { landmarks.drafts[$0].isKnown && reached[$0] && !reachedFreely[$0] }
        guard !missing.isEmpty else { return }
        let names = missing.map { landmarks.drafts[$0].landmark.id }
        let shown = names.prefix(5).map(MapText.quoted).joined(separator: ", ")
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        root.log.note(
            MapFinding(
                .notStepFreeReachable, at: root.trail.appending("landmarks"),
                "\(Self.landmarks(names.count)) cannot be reached by connections confirmed step-free: \(shown)\(more) — "
                    + "check the ways there", landmarks: names))
    }

    private func landmark(_ code: MapFindingCode, _ node: Int, _ what: String) {
        let id = MapText.quoted(landmarks.drafts[node].landmark.id)
        root.note(code, at: FindingTrail(list: "landmarks", index: node).pointer, "landmark \(id) \(what)")
    }

    private static func landmarks(_ count: Int) -> String { count == 1 ? "1 landmark" : "\(count) landmarks" }
}
