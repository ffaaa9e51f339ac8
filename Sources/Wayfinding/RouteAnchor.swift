import Readings

/// A point of the graph at which a route may begin or end.
enum RouteAnchor {
    case node(Int32)
    /// A point of a way, at a cost from the way's `from` and the rest to its `to`.
    case way(Int, point: Position, fromMillionths: Int64, toMillionths: Int64)
}

/// All points of the graph that one end of a route may be; of several the best route decides.
struct RouteAnchors {
    var anchors: [RouteAnchor]
    /// The position that was asked for, with its place; nil for landmarks.
    var asked: (place: Int, position: Position)?
    /// What was said, where the end was called by words.
    var words: String?

    var nodes: [Int32] { anchors.compactMap { if case .node(let node) = $0 { node } else { nil } } }
}

/// The farthest that a position may lie from the graph.
private let reach = Micrometres(metres: 5)
/// A little more, so that no rounding of a distance leaves anything out.
private let reachMetres = 5.001

extension RoutingGraph {
    /// The anchors of one end, or why there are none.
    func anchors(of point: RoutePoint, end: RouteEndName) throws(RouteFailure) -> RouteAnchors {
        switch point {
        case .landmark(let reference): return try anchors(of: [reference], end: end)
        case .anyOf(let references): return try anchors(of: references, end: end)
        case .position(let place, let position): return try anchors(near: position, inPlace: place, end)
        case .words(let words, let place):
            let found = Destination.landmarks(called: words, in: self, from: place)
            if found.isEmpty {
                let nearest = Destination.nearestNames(to: words, in: self, from: place)
                throw .unknownLandmark(end, words: words, nearest: nearest)
            }
            var anchors = try anchors(of: found, end: end)
            anchors.words = words
            return anchors
        }
    }

    private func anchors(of references: [LandmarkReference], end: RouteEndName) throws(RouteFailure) -> RouteAnchors {
        let nodes = references.compactMap { nodeIndex(of: $0) }
        if nodes.isEmpty {
            let (id, place) = (references.first?.id ?? "", references.first?.place ?? "")
            throw .unknownLandmark(end, words: id, nearest: Destination.nearestNames(to: id, in: self, from: place))
        }
        return RouteAnchors(anchors: nodes.map { .node($0) })
    }

    /// The nearest points of the graph within 5 m: landmarks before connections, and all that are equally near.
    private func anchors(
        near position: Position, inPlace id: String, _ end: RouteEndName
    ) throws(RouteFailure) -> RouteAnchors {
        let nothing = end == .from ? RouteFailure.noNearbyStart : .noNearbyGoal
        guard let place = placeOfID[id], position.x.isFinite, position.y.isFinite, position.z?.isFinite != false
        else { throw nothing }
        var nearest = NearestAnchors(limit: reach)
        for node in grids[place].landmarks.near(position, within: reachMetres) {
            guard let there = self.position(ofNode: node) else { continue }
            nearest.offer(.node(node), distance: WayLine.distanceMetres(position, there))
        }
        nearest.keepLandmarks()
        for way in grids[place].ways.near(position, within: reachMetres).map(Int.init) {
            if nearest.excludes(leastMetres(from: position, toWay: way)) { continue }
            guard let line = line(ofWay: way) else { continue }
            let near = line.nearest(to: position)
            guard nearest.wants(near.distanceMetres) else { continue }
            let length = line.lengthMetres
            let cost = ways[way].costMillionths
            let share = length > 0 ? min(near.alongMetres / length, 1) : 0
            let part = RouteCost.part(cost, share: share)
            nearest.offer(
                .way(way, point: near.point, fromMillionths: part, toMillionths: cost - part),
                distance: near.distanceMetres)
        }
        if nearest.anchors.isEmpty { throw nothing }
        return RouteAnchors(anchors: nearest.anchors, asked: (place, position))
    }

    /// What a straight way is at least away from a position: as far as the box around its ends; 0 for a way with bends.
    private func leastMetres(from position: Position, toWay way: Int) -> Double {
        let (place, index) = (Int(ways[way].place), Int(ways[way].index))
        guard places[place].connections[index].path.isEmpty, let start = self.position(ofNode: ways[way].from),
            let end = self.position(ofNode: ways[way].to)
        else { return 0 }
        func gap(_ value: Double, _ one: Double, _ other: Double) -> Double {
            max(0, min(one, other) - value, value - max(one, other))
        }
        let x = gap(position.x, start.x, end.x)
        let y = gap(position.y, start.y, end.y)
        var z = 0.0
        if let height = position.z, let low = start.z, let high = end.z { z = gap(height, low, high) }
        return (x * x + y * y + z * z).squareRoot()
    }
}

/// Collects what is nearest to a position.
private struct NearestAnchors {
    var anchors: [RouteAnchor] = []
    private var least: Micrometres
    private var landmarksWin = false

    init(limit: Micrometres) { least = limit }

    /// From here on, only what is nearer than what was found counts.
    mutating func keepLandmarks() { landmarksWin = !anchors.isEmpty }

    /// Whether something so far away at the least needs no closer look; a millimetre is left for roundings.
    func excludes(_ metres: Double) -> Bool {
        metres.isFinite && metres < 1e6 && Micrometres(metres: metres).count > least.count + 1_000
    }

    func wants(_ metres: Double) -> Bool {
        guard metres.isFinite else { return false }
        let distance = Micrometres(metres: metres)
        return landmarksWin ? distance < least : distance <= least
    }

    mutating func offer(_ anchor: RouteAnchor, distance metres: Double) {
        guard wants(metres) else { return }
        let distance = Micrometres(metres: metres)
        if distance < least || landmarksWin { anchors.removeAll() }
        landmarksWin = false
        least = distance
        anchors.append(anchor)
    }
}
