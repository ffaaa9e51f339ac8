import Readings

/// Where the floor must appear to a camera: its height and tilt, its optics, and how it errs.
public struct GroundCalibration: Equatable, Sendable {
    /// The deviation of the inverse depth where nobody measured it, in 1/metre: 6 mm at 1 m, 25 mm at 2 m.
    public static let standardNoise = 0.00625

    /// The camera's height above the floor, metres.
    public var heightMetres: Double
    /// How far the camera looks down, radians.
    public var pitch: Double
    /// How far the camera leans to its right, radians.
    public var roll: Double
    /// The camera's optics; without them, and where frames are not of the same picture, the floor is not known.
    public var intrinsics: PinholeIntrinsics?
    /// The deviation of the inverse depth, in 1/metre: σ_z = z² · this.
    public var inverseDepthDeviation: Double
    /// The parts of the image that the robot's own body covers.
    public var body: [MountingCalibration.Part]

    /// Takes a mounting and, where the camera tells them, its intrinsics.
    ///
    /// Where both tell the optics, the mounting's hold: the angles were measured with them.
    public init(mounting: MountingCalibration, intrinsics camera: PinholeIntrinsics? = nil) {
        heightMetres = mounting.heightMetres
        pitch = mounting.pitchDegrees * Double.pi / 180
        roll = mounting.rollDegrees * Double.pi / 180
        intrinsics = mounting.intrinsics ?? camera
        inverseDepthDeviation = mounting.noiseAtOneMetre ?? Self.standardNoise
        body = mounting.body ?? []
    }

    /// The mask of the robot's own body in a frame of this size: 1 where the body is; nil where it covers nothing.
    ///
    /// A pixel is covered where its centre lies in a part.
    public func mask(width: Int, height: Int) -> [UInt8]? {
        guard !body.isEmpty, width > 0, height > 0 else { return nil }
        var mask = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            let down = (Double(row) + 0.5) / Double(height)
            for part in body where down >= part.top && down < part.bottom {
                for column in 0..<width {
                    let across = (Double(column) + 0.5) / Double(width)
                    if across >= part.left, across < part.right { mask[row * width + column] = 1 }
                }
            }
        }
        return mask
    }
}

/// Whether frames are read with ground awareness.
public enum GroundState: Equatable, Sendable {
    /// There is no calibration.
    case off
    /// The floor is known.
    case on
    /// The calibration has no optics, or for another picture than these frames, so that they are read without.
    case unfit(width: Int, height: Int)
    /// The calibration does not fit what the camera sees; frames are read without until there is a new one.
    case rejected(GroundMismatch)
}

/// How far the floor that the camera sees lies from the one that the calibration expects.
public struct GroundMismatch: Equatable, Sendable, CustomStringConvertible {
    /// The angle between the two, degrees.
    public var degrees: Double
    /// How much higher the camera is above the floor seen than above the one expected, metres.
    public var metres: Double

    /// Makes a mismatch.
    public init(degrees: Double, metres: Double) {
        self.degrees = degrees
        self.metres = metres
    }

    /// Both numbers, for the journal.
    public var description: String {
        let tenths = (degrees * 10).rounded() / 10
        let centimetres = Int((metres * 100).rounded())
        return
            "the floor is tilted by \(tenths) degrees and \(abs(centimetres)) cm \(centimetres < 0 ? "higher" : "lower") than calibrated"
    }
}
