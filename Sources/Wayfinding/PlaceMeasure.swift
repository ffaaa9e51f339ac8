/// Distances in a place's frame.
enum PlaceMeasure {
    /// Metres between two points of one frame; a missing height counts as 0.
    static func distanceMetres(_ from: Position, _ to: Position) -> Double {
        let (x, y, z) = (to.x - from.x, to.y - from.y, (to.z ?? 0) - (from.z ?? 0))
        return (x * x + y * y + z * z).squareRoot()
    }

    /// Metres along a line of points, 0 for fewer than two.
    static func lengthMetres(along points: [Position]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + distanceMetres($1.0, $1.1) }
    }
}
