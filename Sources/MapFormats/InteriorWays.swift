/// The shortest ways over a floor between some points of it, straight or around corners, never through a wall.
///
/// A shortest way among walls bends only at corners that reach into the floor. Those corners and the points are joined
/// wherever the straight line between them stays on the floor, and the shortest chain of such lines is the way.
struct InteriorWays {
    /// The most work for one floor: pairs of points times walls.
    static let workLimit = 400_000_000
    /// Lines that touch a wall by less than this, in metres, stay on the floor.
    private static let touchMetres = 1e-6

    private let polygon: PlanPolygon
    private let points: [PlanPoint]
    private let walls: [(from: PlanPoint, to: PlanPoint)]
    private var sights: [[(to: Int, metres: Double)]]

    /// Whether a floor with so many points is looked at.
    static func isFeasible(_ polygon: PlanPolygon, walls: [[PlanPoint]] = [], points: Int) -> Bool {
        let all = points + inwardCorners(polygon).count + wallCorners(walls).count
        let edges = polygon.edges.count + walls.reduce(0) { $0 + $1.count }
        return all * all / 2 <= workLimit / max(edges, 1)
    }

    /// Joins points of a floor; one that lies off it by less than a step is joined as if it lay at its wall.
    init(_ polygon: PlanPolygon, walls: [[PlanPoint]] = [], points: [PlanPoint]) {
        self.polygon = polygon
        self.walls = PlanWalls.segments(walls)
        self.points = points + Self.inwardCorners(polygon) + Self.wallCorners(walls).filter(polygon.contains)
        sights = Array(repeating: [], count: self.points.count)
        for from in self.points.indices {
            for to in self.points.indices where to > from && isOpen(self.points[from], self.points[to]) {
                let metres = self.points[from].distance(to: self.points[to])
                sights[from].append((to, metres))
                sights[to].append((from, metres))
            }
        }
    }

    /// The corners of an outline that reach into its floor.
    static func inwardCorners(_ polygon: PlanPolygon) -> [PlanPoint] {
        polygon.rings.flatMap { ring in
            ring.indices.compactMap { index in
                let corner = ring[index]
                let before = corner - ring[(index + ring.count - 1) % ring.count]
                let after = ring[(index + 1) % ring.count] - corner
                return before.cross(after) < 0 ? corner : nil
            }
        }
    }

    /// How far beside a wall inside the floor one passes it, in metres.
    private static let wallGap = 0.05

    /// Points beside the ends and corners of walls, where ways around them bend.
    private static func wallCorners(_ walls: [[PlanPoint]]) -> [PlanPoint] {
        walls.flatMap { line -> [PlanPoint] in
            let isClosed = line.count > 2 && line.first == line.last
            let corners = isClosed ? Array(line.dropLast()) : line
            return corners.indices.flatMap { index -> [PlanPoint] in
                let corner = corners[index]
                let before = index > 0 || isClosed ? corners[(index + corners.count - 1) % corners.count] : nil
                let after = index + 1 < corners.count || isClosed ? corners[(index + 1) % corners.count] : nil
                let arms = [before, after].compactMap { $0.flatMap { ($0 - corner).unit } }
                let away = arms.reduce(PlanPoint(x: 0, y: 0)) { $0 - $1 }.unit
                let sides = arms.flatMap { [PlanPoint(x: -$0.y, y: $0.x), PlanPoint(x: $0.y, y: -$0.x)] }
                return (sides + [away].compactMap { $0 }).map { corner + $0 * wallGap }
            }
        }
    }

    /// Whether a line crosses or touches a wall inside the floor.
    private func isBarred(_ a: PlanPoint, _ b: PlanPoint) -> Bool { Self.isBarred(a, b, walls) }

    /// Whether a line crosses or touches one of some walls.
    static func isBarred(_ a: PlanPoint, _ b: PlanPoint, _ walls: [PlanWalls.Segment]) -> Bool {
        walls.contains { wall in
            let (along, across) = (b - a, wall.to - wall.from)
            let (first, second) = (along.cross(wall.from - a), along.cross(wall.to - a))
            let (third, fourth) = (across.cross(a - wall.from), across.cross(b - wall.from))
            return first * second <= 0 && third * fourth <= 0
                && !(first == 0 && second == 0 && third == 0 && fourth == 0 && isApart(a, b, wall.from, wall.to))
        }
    }

    /// Whether two pieces of one line have nothing in common.
    private static func isApart(_ a: PlanPoint, _ b: PlanPoint, _ c: PlanPoint, _ d: PlanPoint) -> Bool {
        let along = b - a
        let shares = [(c - a).dot(along), (d - a).dot(along)].sorted()
        return shares[1] < 0 || shares[0] > along.dot(along)
    }

    /// Whether the straight line between two points stays on the floor.
    private func isOpen(_ a: PlanPoint, _ b: PlanPoint) -> Bool {
        let along = b - a
        let square = along.dot(along)
        guard square > 0 else { return true }
        if isBarred(a, b) { return false }
        var cuts = [0.0, 1.0]
        for edge in polygon.edges {
            if PlanPolygon.properlyCross(a, b, edge.from, edge.to) { return false }
            let across = edge.to - edge.from
            let turn = along.cross(across)
            if turn.magnitude > 1e-12 {
                let share = (edge.from - a).cross(across) / turn
                if share > 0, share < 1 { cuts.append(share) }
            }
            for corner in [edge.from, edge.to] {
                let share = (corner - a).dot(along) / square
                if share > 0, share < 1, corner.distance(to: a + along * share) < Self.touchMetres {
                    cuts.append(share)
                }
            }
        }
        cuts.sort()
        for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
            let middle = a + along * ((from + to) / 2)
            if !polygon.contains(middle), polygon.wall(nearest: middle).metres > Self.touchMetres { return false }
        }
        return true
    }

    /// The shortest ways from one of the points to all: lengths in metres, and from where each point is reached.
    struct Tree {
        /// Metres to every point; infinite where there is no way.
        fileprivate(set) var metres: [Double]
        fileprivate var from: [Int]
    }

    /// The shortest ways from one of the points.
    func tree(from start: Int) -> Tree {
        var tree = Tree(
            metres: Array(repeating: .infinity, count: points.count), from: Array(repeating: -1, count: points.count))
        var isDone = Array(repeating: false, count: points.count)
        tree.metres[start] = 0
        while true {
            var next = -1
            for index in points.indices where !isDone[index] && tree.metres[index] < .infinity {
                if next < 0 || tree.metres[index] < tree.metres[next] { next = index }
            }
            guard next >= 0 else { return tree }
            isDone[next] = true
            for sight in sights[next] where tree.metres[next] + sight.metres < tree.metres[sight.to] {
                tree.metres[sight.to] = tree.metres[next] + sight.metres
                tree.from[sight.to] = next
            }
        }
    }

    /// Where the way of a tree to one of the points bends, from the start on.
    func bends(to end: Int, in tree: Tree) -> [PlanPoint] {
        var bends: [PlanPoint] = []
        var index = tree.from[end]
        while index >= 0, tree.from[index] >= 0 {
            bends.append(points[index])
            index = tree.from[index]
        }
        return bends.reversed()
    }
}
