import Readings

/// A turn about the vertical and then a shift, in the plane.
struct PlaneMotion: Equatable, Sendable {
    /// Metres.
    var x, y: Double
    /// Radians, counter-clockwise, in −π to π.
    var yaw: Double

    init(x: Double, y: Double, yaw: Double) { (self.x, self.y, self.yaw) = (x, y, yaw) }

    /// Of a pose in space, the part in the plane; the yaw of a quaternion is atan2(2(wz + xy), 1 − 2(y² + z²)).
    init(_ pose: RosPose) {
        let turn = pose.quaternion
        self.init(
            x: pose.x, y: pose.y,
            yaw: PlainMath.direction(
                x: 1 - 2 * (turn.y * turn.y + turn.z * turn.z), y: 2 * (turn.w * turn.z + turn.x * turn.y)))
    }

    /// First `other`, then this.
    func after(_ other: PlaneMotion) -> PlaneMotion {
        let turn = PlainMath.sineAndCosine(yaw)
        let sum = PlainMath.sineAndCosine(yaw + other.yaw)
        return PlaneMotion(
            x: x + turn.cosine * other.x - turn.sine * other.y, y: y + turn.sine * other.x + turn.cosine * other.y,
            yaw: PlainMath.direction(x: sum.cosine, y: sum.sine))
    }

    /// What undoes it.
    var inverse: PlaneMotion {
        let turn = PlainMath.sineAndCosine(yaw)
        return PlaneMotion(
            x: -turn.cosine * x - turn.sine * y, y: turn.sine * x - turn.cosine * y, yaw: -yaw)
    }

    func distanceMetres(from other: PlaneMotion) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
