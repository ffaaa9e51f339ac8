import Wayfinding

/// A point of a floor plan, in metres of the import's frame.
package struct PlanPoint: Hashable, Sendable {
    /// Metres east.
    package var x: Double
    /// Metres north.
    package var y: Double

    /// Makes a point.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The sum of two points, taken as arrows.
    static func + (left: PlanPoint, right: PlanPoint) -> PlanPoint {
        PlanPoint(x: left.x + right.x, y: left.y + right.y)
    }
    /// The arrow from the right point to the left one.
    static func - (left: PlanPoint, right: PlanPoint) -> PlanPoint {
        PlanPoint(x: left.x - right.x, y: left.y - right.y)
    }
    /// The arrow, longer.
    static func * (left: PlanPoint, factor: Double) -> PlanPoint { PlanPoint(x: left.x * factor, y: left.y * factor) }

    /// The arrow's length in metres.
    var length: Double { (x * x + y * y).squareRoot() }

    /// The distance to another point in metres.
    package func distance(to other: PlanPoint) -> Double { (self - other).length }

    /// Twice the area that two arrows span; positive where the other lies to the left.
    func cross(_ other: PlanPoint) -> Double { x * other.y - y * other.x }

    func dot(_ other: PlanPoint) -> Double { x * other.x + y * other.y }

    /// The arrow with a length of 1, or none where it has no length.
    var unit: PlanPoint? { length > 1e-9 ? self * (1 / length) : nil }

    /// The nearest point of a segment.
    func nearest(on a: PlanPoint, _ b: PlanPoint) -> PlanPoint {
        let along = b - a
        let square = along.dot(along)
        guard square > 0 else { return a }
        let share = min(max((self - a).dot(along) / square, 0), 1)
        return a + along * share
    }

    /// The point as a map has it: whole millimetres.
    var position: Position { Position(x: Self.millimetres(x), y: Self.millimetres(y)) }

    private static func millimetres(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
