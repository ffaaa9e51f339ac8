/// The line that a way draws in its place's frame: from one landmark's position over its bends to the other's.
public struct WayLine: Equatable, Sendable {
    /// Where it starts.
    public let start: Position
    /// Where it bends, in order.
    public let bends: [Position]
    /// Where it ends.
    public let end: Position

    /// The point of a line that is nearest to something.
    public struct Nearest: Equatable, Sendable {
        /// How far away it is, in metres: in the plane, and in height too where both have one.
        public var distanceMetres: Double
        /// How far along the line it is from the line's start, in metres.
        public var alongMetres: Double
        /// The point itself.
        public var point: Position

        /// Makes a nearest point.
        public init(distanceMetres: Double, alongMetres: Double, point: Position) {
            self.distanceMetres = distanceMetres
            self.alongMetres = alongMetres
            self.point = point
        }
    }

    /// Makes a line.
    public init(start: Position, bends: [Position] = [], end: Position) {
        self.start = start
        self.bends = bends
        self.end = end
    }

    /// The whole length in metres; a missing height counts as 0.
    ///
    /// From (0, 0) over (3, 0) to (3, 4) it is 7 m.
    public var lengthMetres: Double {
        var length = 0.0
        for index in 0...bends.count {
            let (from, to) = segment(index)
            length += Self.lengthMetres(from, to)
        }
        return length
    }

    /// The point of the line that is nearest to `position`; of several, the first along the line.
    public func nearest(to position: Position) -> Nearest {
        var best = Nearest(distanceMetres: .infinity, alongMetres: 0, point: start)
        var before = 0.0
        for index in 0...bends.count {
            let (from, to) = segment(index)
            let share = Self.share(of: position, from, to)
            let point = Self.point(from, to, share)
            let distance = Self.distanceMetres(position, point)
            let length = Self.lengthMetres(from, to)
            if distance < best.distanceMetres {
                best = Nearest(distanceMetres: distance, alongMetres: before + share * length, point: point)
            }
            before += length
        }
        return best
    }

    /// How far two points are apart, in metres: in the plane, and in height too where both have one.
    public static func distanceMetres(_ left: Position, _ right: Position) -> Double {
        let x = left.x - right.x
        let y = left.y - right.y
        var z = 0.0
        if let one = left.z, let other = right.z { z = one - other }
        return (x * x + y * y + z * z).squareRoot()
    }

    /// The length in metres of the straight line between two points; a missing height counts as 0.
    public static func lengthMetres(_ left: Position, _ right: Position) -> Double {
        let x = left.x - right.x
        let y = left.y - right.y
        let z = (left.z ?? 0) - (right.z ?? 0)
        return (x * x + y * y + z * z).squareRoot()
    }

    private func segment(_ index: Int) -> (Position, Position) {
        (index == 0 ? start : bends[index - 1], index == bends.count ? end : bends[index])
    }

    /// Which share of the way from → to lies before the foot of `position`, from 0 to 1.
    private static func share(of position: Position, _ from: Position, _ to: Position) -> Double {
        let x = to.x - from.x
        let y = to.y - from.y
        var along = (position.x - from.x) * x + (position.y - from.y) * y
        var square = x * x + y * y
        if let low = from.z, let high = to.z, let height = position.z {
            along += (height - low) * (high - low)
            square += (high - low) * (high - low)
        }
        return square > 0 ? min(max(along / square, 0), 1) : 0
    }

    /// The point at a share of the way; its ends are met exactly, so that they tie with their landmarks.
    private static func point(_ from: Position, _ to: Position, _ share: Double) -> Position {
        if share <= 0 { return from }
        if share >= 1 { return to }
        var height: Double?
        if let low = from.z, let high = to.z { height = low + (high - low) * share }
        return Position(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, z: height)
    }
}
