import Documents

/// Reads the mapped floor of a place.
enum MapBoundsReader {
    static func read(_ root: MapFields) -> Bounds? {
        guard let fields = root.object("bounds", optional: true) else {
            if root.element["bounds"].map(\.isNull) ?? true {
                root.note(
                    .noBounds, "bounds",
                    "no bounds are recorded, so the edge of the place is not watched — add a box or a polygon")
            }
            return nil
        }
        let box = fields.object("box", optional: true)
        let polygon = fields.value("polygon", .array, optional: true)
        guard (box == nil) != (polygon == nil) else {
            let isTyped = [fields.element["box"], fields.element["polygon"]].contains { !($0?.isNull ?? true) }
            if box != nil || !isTyped {
                root.note(.badBounds, "bounds", "bounds are either a \"box\" or a \"polygon\" — write one of the two")
            }
            return nil
        }
        return box.map(boxBounds) ?? polygonBounds(fields)
    }

    private static func boxBounds(_ fields: MapFields) -> Bounds? {
        let low = fields.object("min")?.position(flat: true)
        let high = fields.object("max")?.position(flat: true)
        guard let low, let high else { return nil }
        guard low.x < high.x, low.y < high.y else {
            fields.note(
                .badBounds, at: fields.trail.pointer, "the box encloses no floor — min must be below max in x and y")
            return nil
        }
        return .box(min: low, max: high)
    }

    private static func polygonBounds(_ fields: MapFields) -> Bounds? {
        let errors = fields.log.errorCount
        guard let corners = fields.positions("polygon", flat: true), fields.log.errorCount == errors else { return nil }
        guard let flaw = MapPolygon.flaw(corners) else { return .polygon(corners) }
        fields.note(.badBounds, "polygon", "the polygon \(flaw)")
        return nil
    }
}

/// What makes a list of corners enclose a floor.
package enum MapPolygon {
    /// The most corners; more are refused, so that looking for crossings takes a bounded time.
    static let cornerLimit = 10_000

    /// What is wrong and what to do, or nil for a simple polygon.
    ///
    /// The last corner may repeat the first.
    package static func flaw(_ corners: [Position]) -> String? {
        guard corners.count <= cornerLimit else { return "has more than \(cornerLimit) corners — simplify it" }
        var ring: [Position] = []
        for corner in corners where ring.last.map({ !same($0, corner) }) ?? true { ring.append(corner) }
        while ring.count > 1, same(ring[0], ring[ring.count - 1]) { ring.removeLast() }
        guard ring.count >= 3 else { return "needs at least three different corners — add them" }
        if crosses(ring) { return "crosses or touches itself — order its corners along the edge of the floor" }
        let doubled = ring.indices.reduce(0.0) { sum, index in
            let next = ring[(index + 1) % ring.count]
            return sum + ring[index].x * next.y - next.x * ring[index].y
        }
        return doubled == 0 ? "encloses no area — its corners lie on a line" : nil
    }

    private static func same(_ a: Position, _ b: Position) -> Bool { a.x == b.x && a.y == b.y }

    /// Twice the signed area of a triangle: above 0 where `c` lies left of a → b.
    private static func side(_ a: Position, _ b: Position, _ c: Position) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    /// Whether two edges that are not neighbours meet, or neighbours fold back on each other.
    ///
    /// Edges are taken from left to right, each compared only with those whose span in x is still open.
    private static func crosses(_ ring: [Position]) -> Bool {
        let count = ring.count
        func end(_ edge: Int) -> Position { ring[(edge + 1) % count] }
        let order = ring.indices.sorted { min(ring[$0].x, end($0).x) < min(ring[$1].x, end($1).x) }
        var open: [Int] = []
        for edge in order {
            let left = min(ring[edge].x, end(edge).x)
            open.removeAll { max(ring[$0].x, end($0).x) < left }
            for other in open where meets(ring, min(edge, other), max(edge, other)) { return true }
            open.append(edge)
        }
        return false
    }

    private static func meets(_ ring: [Position], _ first: Int, _ second: Int) -> Bool {
        let count = ring.count
        let (a, b) = (ring[first], ring[(first + 1) % count])
        let (c, d) = (ring[second], ring[(second + 1) % count])
        if second == first + 1 { return foldsBack(a, b, d) }
        if first == 0, second == count - 1 { return foldsBack(c, d, b) }
        let (s1, s2) = (side(a, b, c), side(a, b, d))
        let (s3, s4) = (side(c, d, a), side(c, d, b))
        if s1 * s2 < 0, s3 * s4 < 0 { return true }
        return (s1 == 0 && within(a, b, c)) || (s2 == 0 && within(a, b, d)) || (s3 == 0 && within(c, d, a))
            || (s4 == 0 && within(c, d, b))
    }

    /// Whether the way a → b → c turns back on its own line.
    private static func foldsBack(_ a: Position, _ b: Position, _ c: Position) -> Bool {
        side(a, b, c) == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0
    }

    private static func within(_ a: Position, _ b: Position, _ point: Position) -> Bool {
        min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
    }
}
