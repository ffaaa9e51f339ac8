import Readings

/// Things of one place by where they lie, so that what is near a position is found without looking at everything.
///
/// The plane is cut into squares; each thing stands, with its box, in the list of every square that the box touches.
/// Squares share lists by a hash, and what is too large is in a list of its own. What is named may be a little farther
/// than it was asked for, as far as its box tells; nothing that is near is ever left out.
struct NearbyGrid: Sendable {
    /// A box along the axes, in metres; what has a point without a height is of every height.
    struct Box {
        var low: SIMD3<Double>
        var high: SIMD3<Double>

        init(_ position: Position, within metres: Double = 0) {
            let height = position.z ?? 0
            let isHigh = position.z != nil
            low = SIMD3(position.x - metres, position.y - metres, isHigh ? height - metres : -.infinity)
            high = SIMD3(position.x + metres, position.y + metres, isHigh ? height + metres : .infinity)
        }

        mutating func take(_ position: Position) {
            let other = Box(position)
            low = pointwiseMin(low, other.low)
            high = pointwiseMax(high, other.high)
        }

        func touches(_ other: Box) -> Bool { all(low .<= other.high) && all(high .>= other.low) }
    }

    /// A thing and its box.
    private struct Item {
        var index: Int32
        var box: Box
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
    private var items: [Item] = []
    private var everywhere: [Item] = []

    /// Files things with their boxes.
    init(_ things: [(index: Int32, box: Box)]) {
        var buckets = 1
        while buckets < things.count { buckets *= 2 }
        var counts = [Int32](repeating: 0, count: buckets + 1)
        for thing in things {
            guard let squares = Self.squares(thing.box, limit: Self.mostSquares) else {
                everywhere.append(Item(index: thing.index, box: thing.box))
                continue
            }
            for square in squares { counts[Self.bucket(square, buckets) + 1] += 1 }
        }
        for bucket in 0..<buckets { counts[bucket + 1] += counts[bucket] }
        starts = counts
        let none = Item(index: 0, box: Box(Position(x: 0, y: 0)))
        items = Array(repeating: none, count: Int(counts[buckets]))
        for thing in things {
            for square in Self.squares(thing.box, limit: Self.mostSquares) ?? [] {
                let bucket = Self.bucket(square, buckets)
                items[Int(counts[bucket])] = Item(index: thing.index, box: thing.box)
                counts[bucket] += 1
            }
        }
    }

    /// Everything that may lie within some metres of a position, in ascending order, each once.
    func near(_ position: Position, within metres: Double) -> [Int32] {
        let box = Box(position, within: metres)
        var found: [Int32] = []
        for item in everywhere where item.box.touches(box) { found.append(item.index) }
        guard let squares = Self.squares(box, limit: Self.mostSquares) else {
            for item in items where item.box.touches(box) { found.append(item.index) }
            return Self.once(found)
        }
        let buckets = starts.count - 1
        for square in squares {
            let bucket = Self.bucket(square, buckets)
            for item in items[Int(starts[bucket])..<Int(starts[bucket + 1])] where item.box.touches(box) {
                found.append(item.index)
            }
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
        guard let left = index(box.low.x), let right = index(box.high.x), let bottom = index(box.low.y),
            let top = index(box.high.y)
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
