import Readings

/// Things of one place by where they lie, so that what is near a position is found without looking at everything.
///
/// The plane is cut into squares; each thing stands in the list of every square that its box touches. Squares share
/// lists by a hash, and what is too large or has no bounds is near everything, so that more may be named than is near,
/// never less.
struct NearbyGrid: Sendable {
    /// A rectangle of the plane, in metres.
    struct Box {
        var left: Double
        var right: Double
        var bottom: Double
        var top: Double

        init(_ position: Position, within metres: Double = 0) {
            (left, right) = (position.x - metres, position.x + metres)
            (bottom, top) = (position.y - metres, position.y + metres)
        }

        mutating func take(_ position: Position) {
            (left, right) = (min(left, position.x), max(right, position.x))
            (bottom, top) = (min(bottom, position.y), max(top, position.y))
        }
    }

    /// A square by its column and row.
    private struct Square {
        var column: Int
        var row: Int
    }

    /// The side of a square in metres.
    private static let side = 8.0
    /// What touches more squares than this is near everything.
    private static let mostSquares = 64
    /// Beyond this, coordinates are no longer cut into squares.
    private static let farthest = 1e9

    private var starts: [Int32] = [0, 0]
    private var items: [Int32] = []
    private var everywhere: [Int32] = []

    /// Files things with their boxes.
    init(_ things: [(index: Int32, box: Box)]) {
        var buckets = 1
        while buckets < things.count { buckets *= 2 }
        var counts = [Int32](repeating: 0, count: buckets + 1)
        for thing in things {
            guard let squares = Self.squares(thing.box, limit: Self.mostSquares) else {
                everywhere.append(thing.index)
                continue
            }
            for square in squares { counts[Self.bucket(square, buckets) + 1] += 1 }
        }
        for bucket in 0..<buckets { counts[bucket + 1] += counts[bucket] }
        starts = counts
        items = Array(repeating: 0, count: Int(counts[buckets]))
        for thing in things {
            for square in Self.squares(thing.box, limit: Self.mostSquares) ?? [] {
                let bucket = Self.bucket(square, buckets)
                items[Int(counts[bucket])] = thing.index
                counts[bucket] += 1
            }
        }
    }

    /// Everything that may lie within some metres of a position, in ascending order, each once.
    func near(_ position: Position, within metres: Double) -> [Int32] {
        guard let squares = Self.squares(Box(position, within: metres), limit: Self.mostSquares) else {
            return Self.once(items + everywhere)
        }
        let buckets = starts.count - 1
        var found = everywhere
        var seen: [Int] = []
        for square in squares {
            let bucket = Self.bucket(square, buckets)
            if seen.contains(bucket) { continue }
            seen.append(bucket)
            found += items[Int(starts[bucket])..<Int(starts[bucket + 1])]
        }
        return Self.once(found)
    }

    private static func once(_ items: [Int32]) -> [Int32] {
        var sorted = items.sorted()
        var kept = 0
        for item in sorted where kept == 0 || sorted[kept - 1] != item {
            sorted[kept] = item
            kept += 1
        }
        sorted.removeLast(sorted.count - kept)
        return sorted
    }

    /// The squares that a box touches; nil where they are too many or cannot be told.
    private static func squares(_ box: Box, limit: Int) -> [Square]? {
        guard let left = index(box.left), let right = index(box.right), let bottom = index(box.bottom),
            let top = index(box.top)
        else { return nil }
        let columns: Int = right - left + 1
        let rows: Int = top - bottom + 1
        guard columns <= limit, rows <= limit, columns * rows <= limit else { return nil }
        var squares: [Square] = []
        for row in bottom...top {
            for column in left...right { squares.append(Square(column: column, row: row)) }
        }
        return squares
    }

    /// The column or row of a coordinate; nil where it is not cut into squares.
    private static func index(_ metres: Double) -> Int? {
        metres > -farthest && metres < farthest ? Int((metres / side).rounded(.down)) : nil
    }

    private static func bucket(_ square: Square, _ buckets: Int) -> Int {
        let column: Int = square.column &* 0x9E37_79B9
        let row: Int = square.row &* 0x85EB_CA77
        let mixed: Int = column ^ row
        let folded: Int = mixed ^ (mixed >> 15)
        return folded & (buckets - 1)
    }
}

/// What is near a position in one place.
struct PlaceGrids: Sendable {
    /// The landmarks that have a position, by node.
    let landmarks: NearbyGrid
    /// The connections that have a line, by way.
    let ways: NearbyGrid

    init(_ place: PlaceMap, firstNode: Int32, ways list: [(index: Int32, way: RoutingGraph.Way)]) {
        landmarks = NearbyGrid(
            place.landmarks.enumerated().compactMap { offset, landmark in
                landmark.position.map { (firstNode + Int32(offset), NearbyGrid.Box($0)) }
            })
        ways = NearbyGrid(
            list.compactMap { index, way in
                guard let start = place.landmarks[Int(way.from - firstNode)].position,
                    let end = place.landmarks[Int(way.to - firstNode)].position
                else { return nil }
                var box = NearbyGrid.Box(start)
                box.take(end)
                for bend in place.connections[Int(way.index)].path { box.take(bend) }
                return (index, box)
            })
    }

    /// The grids of every place.
    static func all(_ places: [PlaceMap], placeStart: [Int32], ways: [RoutingGraph.Way]) -> [PlaceGrids] {
        var lists = places.map { _ in [(index: Int32, way: RoutingGraph.Way)]() }
        for (index, way) in ways.enumerated() where way.place >= 0 { lists[Int(way.place)].append((Int32(index), way)) }
        return places.indices.map { PlaceGrids(places[$0], firstNode: placeStart[$0], ways: lists[$0]) }
    }
}
