/// A floor's shape: a ring of corners, and rings that are cut out of it.
///
/// Walls are its edges. The outer ring runs counter-clockwise and the others clockwise, so that the floor lies to the
/// left of every edge.
package struct PlanPolygon: Equatable, Sendable {
    /// What is wrong with a shape.
    package enum Fault: String, Error, CaseIterable, Sendable {
        /// Fewer than three corners.
        case tooFewCorners
        /// More corners than are looked at.
        case tooManyCorners
        /// Two of its edges cross.
        case crossesItself
        /// It has next to no area.
        case noArea

        /// What is wrong, in a person's words.
        var words: String {
            switch self {
            case .tooFewCorners: "its outline has fewer than three corners"
            case .tooManyCorners: "its outline has more than \(PlanPolygon.cornerLimit) corners"
            case .crossesItself: "its outline crosses itself"
            case .noArea: "its outline encloses nothing"
            }
        }
    }

    /// The most corners of all rings together.
    package static let cornerLimit = 5000
    /// Corners nearer than this, in metres, are one.
    static let sameCornerMetres = 0.001
    /// The least area in square metres.
    static let leastArea = 0.01

    /// The rings without their repeated last corner, the outer one first.
    package let rings: [[PlanPoint]]
    /// Every edge, with the floor to its left.
    let edges: [(from: PlanPoint, to: PlanPoint)]
    /// The least and greatest coordinates.
    let box: (low: PlanPoint, high: PlanPoint)

    /// Whether two shapes have the same rings.
    package static func == (left: PlanPolygon, right: PlanPolygon) -> Bool { left.rings == right.rings }

    /// Makes a shape of rings in any direction, closed or not.
    package init(outer: [PlanPoint], holes: [[PlanPoint]] = []) throws(Fault) {
        var rings: [[PlanPoint]] = []
        for (index, ring) in ([outer] + holes).enumerated() {
            let corners = Self.distinct(ring)
            guard corners.count >= 3 else {
                if index == 0 { throw .tooFewCorners }
                continue
            }
            let area = Self.area(corners)
            guard area.magnitude >= Self.leastArea else {
                if index == 0 { throw .noArea }
                continue
            }
            rings.append((area > 0) == (index == 0) ? corners : corners.reversed())
        }
        guard rings.reduce(0, { $0 + $1.count }) <= Self.cornerLimit else { throw .tooManyCorners }
        self.rings = rings
        edges = rings.flatMap { ring in
            ring.indices.map { (from: ring[$0], to: ring[($0 + 1) % ring.count]) }
        }
        box = Self.box(rings[0])
        if Self.crosses(edges) { throw .crossesItself }
    }

    /// The area in square metres, without what is cut out.
    package var area: Double { rings.reduce(0) { $0 + Self.area($1) } }

    private static func distinct(_ ring: [PlanPoint]) -> [PlanPoint] {
        var corners: [PlanPoint] = []
        for point in ring where corners.last.map({ $0.distance(to: point) > sameCornerMetres }) ?? true {
            corners.append(point)
        }
        while corners.count > 1, corners[0].distance(to: corners[corners.count - 1]) <= sameCornerMetres {
            corners.removeLast()
        }
        return corners
    }

    private static func area(_ ring: [PlanPoint]) -> Double {
        var twice = 0.0
        for index in ring.indices { twice += ring[index].cross(ring[(index + 1) % ring.count]) }
        return twice / 2
    }

    static func box(_ points: [PlanPoint]) -> (low: PlanPoint, high: PlanPoint) {
        var (low, high) = (points[0], points[0])
        for point in points {
            low = PlanPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = PlanPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return (low, high)
    }

    private static func crosses(_ edges: [(from: PlanPoint, to: PlanPoint)]) -> Bool {
        let sorted = edges.sorted { min($0.from.x, $0.to.x) < min($1.from.x, $1.to.x) }
        for (index, edge) in sorted.enumerated() {
            let right = max(edge.from.x, edge.to.x)
            for other in sorted[(index + 1)...] {
                if min(other.from.x, other.to.x) > right { break }
                if properlyCross(edge.from, edge.to, other.from, other.to) { return true }
            }
        }
        return false
    }

    /// Whether two segments cross at a point that is an end of neither.
    static func properlyCross(_ a: PlanPoint, _ b: PlanPoint, _ c: PlanPoint, _ d: PlanPoint) -> Bool {
        let (along, across) = (b - a, d - c)
        let reach = 1e-9 * (along.length + across.length + 1)
        let (first, second) = (along.cross(c - a), along.cross(d - a))
        let (third, fourth) = (across.cross(a - c), across.cross(b - c))
        func opposite(_ one: Double, _ other: Double) -> Bool {
            one > reach && other < -reach || one < -reach && other > reach
        }
        return opposite(first, second) && opposite(third, fourth)
    }

    /// Whether a point lies on the floor; at a wall either answer is right.
    package func contains(_ point: PlanPoint) -> Bool {
        guard point.x >= box.low.x, point.x <= box.high.x, point.y >= box.low.y, point.y <= box.high.y else {
            return false
        }
        var isInside = false
        for edge in edges where (edge.from.y > point.y) != (edge.to.y > point.y) {
            let x = edge.from.x + (point.y - edge.from.y) / (edge.to.y - edge.from.y) * (edge.to.x - edge.from.x)
            if point.x < x { isInside.toggle() }
        }
        return isInside
    }

    /// The point of the walls that is nearest to a point, and how far away it is, in metres.
    func wall(nearest point: PlanPoint) -> (point: PlanPoint, metres: Double) {
        var best = (point: rings[0][0], metres: Double.infinity)
        for edge in edges {
            let candidate = point.nearest(on: edge.from, edge.to)
            let distance = candidate.distance(to: point)
            if distance < best.metres { best = (candidate, distance) }
        }
        return best
    }

    /// The direction into the floor from a point that is one of its corners; nil where it is none.
    func inward(at point: PlanPoint) -> PlanPoint? {
        for ring in rings {
            guard let index = ring.firstIndex(where: { $0.distance(to: point) <= Self.sameCornerMetres }) else {
                continue
            }
            let before = (ring[index] - ring[(index + ring.count - 1) % ring.count]).unit
            let after = (ring[(index + 1) % ring.count] - ring[index]).unit
            let along = (before ?? PlanPoint(x: 0, y: 0)) + (after ?? PlanPoint(x: 0, y: 0))
            // The floor is to the left of its edges.
            return PlanPoint(x: -along.y, y: along.x).unit
        }
        return nil
    }

    /// How far a point is from the floor in metres; 0 on it.
    package func distance(to point: PlanPoint) -> Double { contains(point) ? 0 : wall(nearest: point).metres }

    /// Whether a point is nearer to the floor's box than `metres`.
    func isNear(_ point: PlanPoint, metres: Double) -> Bool {
        point.x >= box.low.x - metres && point.x <= box.high.x + metres && point.y >= box.low.y - metres
            && point.y <= box.high.y + metres
    }

    /// A point on the floor that is far from every wall, for the name of the whole.
    ///
    /// The centre of the area where that is well inside, else the best of a grid.
    package var middle: PlanPoint {
        let centre = centroid
        let reach = min(box.high.x - box.low.x, box.high.y - box.low.y)
        if contains(centre), wall(nearest: centre).metres >= reach / 5 { return centre }
        var best = (point: rings[0][0], metres: -1.0)
        let steps = 24
        for row in 0..<steps {
            for column in 0..<steps {
                let point = PlanPoint(
                    x: box.low.x + (box.high.x - box.low.x) * (Double(column) + 0.5) / Double(steps),
                    y: box.low.y + (box.high.y - box.low.y) * (Double(row) + 0.5) / Double(steps))
                guard contains(point) else { continue }
                let distance = wall(nearest: point).metres
                if distance > best.metres + 1e-9 { best = (point, distance) }
            }
        }
        return best.metres >= 0 ? best.point : centre
    }

    private var centroid: PlanPoint {
        let anchor = rings[0][0]
        var sum = PlanPoint(x: 0, y: 0)
        var twice = 0.0
        for ring in rings {
            for index in ring.indices {
                let (a, b) = (ring[index] - anchor, ring[(index + 1) % ring.count] - anchor)
                let weight = a.cross(b)
                sum = sum + (a + b) * weight
                twice += weight
            }
        }
        return anchor + sum * (1 / (3 * twice))
    }
}
