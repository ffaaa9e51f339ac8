import Readings

/// A camera over a level floor: how each pixel's ray falls and goes ahead.
///
/// A sample z of a pixel lies `height − z · fall` metres above the floor and `z · ahead` metres ahead of the camera,
/// measured level; both factors are linear in column and row.
struct GroundGeometry: Equatable, Sendable {
    /// The camera's height above the floor, metres.
    let height: Double
    /// How far a ray falls for each metre of depth: x · column + y · row + z.
    let fall: SIMD3<Double>
    /// How far a ray goes ahead for each metre of depth: x · column + y · row + z.
    let ahead: SIMD3<Double>

    /// The geometry of frames of this size; nil where the calibration is for another picture.
    init?(_ calibration: GroundCalibration, width: Int, height: Int) {
        guard let optics = calibration.intrinsics?.scaled(toWidth: width, height: height) else { return nil }
        self.height = calibration.heightMetres
        let up = Self.up(pitch: calibration.pitch, roll: calibration.roll)
        let tilt = PlainMath.sineAndCosine(calibration.pitch)
        // The optical axis without its part along `up`, at length 1, is straight ahead.
        let level = (SIMD3(0, 0, 1) + up * tilt.sine) / tilt.cosine
        fall = Self.linear(SIMD3(-up.x, -up.y, -up.z), optics)
        ahead = Self.linear(level, optics)
    }

    /// The direction upwards in the camera's frame (x right, y down, z along the axis).
    ///
    /// Level it is (0, −1, 0); looking down by 90° it is (0, 0, −1).
    static func up(pitch: Double, roll: Double) -> SIMD3<Double> {
        let (tilt, lean) = (PlainMath.sineAndCosine(pitch), PlainMath.sineAndCosine(roll))
        return SIMD3(-lean.sine * tilt.cosine, -lean.cosine * tilt.cosine, -tilt.sine)
    }

    /// The pitch and roll, radians, of a camera in whose frame this unit vector points upwards.
    static func tilt(up: SIMD3<Double>) -> (pitch: Double, roll: Double) {
        (PlainMath.arcsine(-up.z), PlainMath.direction(x: -up.y, y: -up.x))
    }

    /// The component of a pixel's ray along a direction, as a linear function of the pixel.
    private static func linear(_ direction: SIMD3<Double>, _ optics: PinholeIntrinsics) -> SIMD3<Double> {
        let across = direction.x / optics.focalX
        let down = direction.y / optics.focalY
        return SIMD3(across, down, direction.z - across * optics.centreX - down * optics.centreY)
    }
}
