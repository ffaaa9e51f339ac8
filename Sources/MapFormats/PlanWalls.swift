/// Walls on a floor, made tight: nobody walks through a gap that only the drawing has.
///
/// Drawn walls seldom end exactly at the outline that they meet. An end nearer to the outline, or to another wall, than
/// ``gapMetres`` is taken as touching it: the gap is closed by a short wall of its own.
enum PlanWalls {
    /// The widest gap that nobody walks through, in metres.
    static let gapMetres = 0.4
    /// How near to the outline a wall runs that is the outline itself, in metres.
    static let sameMetres = 0.05
    /// How far into a floor a neighbour's outline may lie that is drawn beside it and not over it, in metres.
    private static let outlineMetres = 0.3
    /// How far a closing wall reaches beyond what it touches, in metres, so that nothing slides past its end.
    private static let overlapMetres = 0.02
    /// The most points of walls that are looked at; a floor with more is too complicated for ways over it anyhow.
    private static let pointLimit = 1500

    /// A stretch of wall.
    typealias Segment = (from: PlanPoint, to: PlanPoint)

    /// The segments of lines.
    static func segments(_ lines: [[PlanPoint]]) -> [Segment] {
        lines.flatMap { line in zip(line, line.dropFirst()).map { (from: $0, to: $1) } }
    }

    /// Whether a wall stands on a floor, reaches into it or crosses it.
    static func meets(_ line: [PlanPoint], _ polygon: PlanPolygon) -> Bool {
        let box = PlanPolygon.box(line)
        guard box.low.x <= polygon.box.high.x + gapMetres, box.high.x >= polygon.box.low.x - gapMetres,
            box.low.y <= polygon.box.high.y + gapMetres, box.high.y >= polygon.box.low.y - gapMetres
        else { return false }
        if line.contains(where: polygon.contains) { return true }
        return segments([line]).contains { segment in
            if polygon.contains((segment.from + segment.to) * 0.5) { return true }
            return polygon.edges.contains { PlanPolygon.properlyCross(segment.from, segment.to, $0.from, $0.to) }
        }
    }

    /// Whether a wall runs inside of a floor anywhere, further from its outline than two drawings of one wall may lie
    /// apart.
    static func reachesInto(_ line: [PlanPoint], _ polygon: PlanPolygon) -> Bool {
        guard meets(line, polygon) else { return false }
        return segments([line]).contains { segment in
            let steps = min(max(Int((segment.from.distance(to: segment.to) / 0.2).rounded(.up)), 2), 200)
            return (0...steps).contains { step in
                let point = segment.from + (segment.to - segment.from) * (Double(step) / Double(steps))
                return polygon.contains(point) && polygon.wall(nearest: point).metres > outlineMetres
            }
        }
    }

    /// The walls of a floor without what is its outline, and with their gaps closed.
    static func tight(_ lines: [[PlanPoint]], in polygon: PlanPolygon) -> [[PlanPoint]] {
        guard !lines.isEmpty, lines.reduce(0, { $0 + $1.count }) <= pointLimit else { return lines }
        let walls = lines.flatMap { withoutOutline($0, polygon) }
        return walls + closings(walls, polygon)
    }

    /// The parts of a line that do not run along the outline, which is a wall already.
    private static func withoutOutline(_ line: [PlanPoint], _ polygon: PlanPolygon) -> [[PlanPoint]] {
        var parts: [[PlanPoint]] = []
        var part: [PlanPoint] = []
        var isWhole = true
        for (from, to) in zip(line, line.dropFirst()) where from != to {
            if isOutline(from, to, polygon) {
                isWhole = false
                if !part.isEmpty { parts.append(part) }
                part = []
            } else {
                part = part.isEmpty ? [from, to] : part + [to]
            }
        }
        if !part.isEmpty { parts.append(part) }
        return isWhole && !parts.isEmpty ? [line] : parts
    }

    /// Whether a stretch runs along the outline all the way.
    private static func isOutline(_ a: PlanPoint, _ b: PlanPoint, _ polygon: PlanPolygon) -> Bool {
        let steps = min(max(Int((a.distance(to: b) / 0.2).rounded(.up)), 2), 200)
        return (0...steps).allSatisfy { step in
            polygon.wall(nearest: a + (b - a) * (Double(step) / Double(steps))).metres <= sameMetres
        }
    }

    /// Short walls in the gaps between walls and the outline, and between walls.
    private static func closings(_ walls: [[PlanPoint]], _ polygon: PlanPolygon) -> [[PlanPoint]] {
        var closings: [[PlanPoint]] = []
        for (number, line) in walls.enumerated() {
            let others = walls.indices.filter { $0 != number }.flatMap { segments([walls[$0]]) }
            for (index, corner) in line.enumerated() where polygon.distance(to: corner) < 1e-6 {
                let away = away(line, index)
                let outline = polygon.wall(nearest: corner)
                if outline.metres <= gapMetres { closings.append(closing(corner, outline.point, away)) }
                let isEnd = (index == 0 || index == line.count - 1) && line.first != line.last
                let own = isEnd ? segments([line]).filter { $0.from != corner && $0.to != corner } : []
                guard let touched = nearest(corner, others + own), touched.distance(to: corner) <= gapMetres else {
                    continue
                }
                closings.append(closing(corner, touched, away))
            }
        }
        let all = segments(walls)
        for corner in InteriorWays.inwardCorners(polygon) {
            guard let touched = nearest(corner, all), touched.distance(to: corner) <= gapMetres,
                polygon.contains((corner + touched) * 0.5)
            else { continue }
            closings.append(closing(corner, touched, nil))
        }
        return closings.filter { $0[0].distance(to: $0[1]) > 1e-9 }
    }

    /// Where a line would go on at one of its corners.
    private static func away(_ line: [PlanPoint], _ index: Int) -> PlanPoint? {
        let arms = [index - 1, index + 1].filter(line.indices.contains).compactMap { (line[$0] - line[index]).unit }
        return arms.reduce(PlanPoint(x: 0, y: 0)) { $0 - $1 }.unit
    }

    private static func closing(_ from: PlanPoint, _ to: PlanPoint, _ away: PlanPoint?) -> [PlanPoint] {
        let isTouching = from.distance(to: to) < 1e-6
        let direction = (isTouching ? away : (to - from).unit) ?? PlanPoint(x: 0, y: 0)
        return [from, to + direction * overlapMetres]
    }

    private static func nearest(_ point: PlanPoint, _ segments: [Segment]) -> PlanPoint? {
        segments.lazy.map { point.nearest(on: $0.from, $0.to) }.min {
            $0.distance(to: point) < $1.distance(to: point)
        }
    }
}
