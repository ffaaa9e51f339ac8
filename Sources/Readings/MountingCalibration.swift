/// How a camera is mounted on a robot: what ground awareness needs to know where the floor must appear.
///
/// Heights are metres above the floor that the robot stands on. Angles are degrees here, as people read and write them:
/// pitch is how far the camera looks down, roll how far it leans to its right.
public struct MountingCalibration: Equatable, Sendable {
    /// A part of the image, as shares of its width and height from the upper left corner.
    public struct Part: Equatable, Sendable {
        /// The left edge, 0 to 1.
        public var left: Double
        /// The upper edge, 0 to 1.
        public var top: Double
        /// The right edge, 0 to 1, beyond the left one.
        public var right: Double
        /// The lower edge, 0 to 1, below the upper one.
        public var bottom: Double

        /// Makes a part; nothing is checked here.
        public init(left: Double, top: Double, right: Double, bottom: Double) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    /// The name, for people.
    public var name: String
    /// Whether it was measured on a robot.
    public var tried: Bool
    /// The camera's height above the floor, metres.
    public var heightMetres: Double
    /// How far the camera looks down; negative for up.
    public var pitchDegrees: Double
    /// How far the camera leans to its right; negative for left.
    public var rollDegrees: Double
    /// The standard uncertainty of the height, where it was measured.
    public var heightUncertaintyMetres: Double?
    /// The standard uncertainty of the pitch, where it was measured.
    public var pitchUncertaintyDegrees: Double?
    /// The standard uncertainty of the roll, where it was measured.
    public var rollUncertaintyDegrees: Double?
    /// The camera's intrinsics; nil where the camera itself tells them.
    public var intrinsics: PinholeIntrinsics?
    /// The deviation of a sample at one metre, metres.
    ///
    /// It grows with the square of the depth; nil for the standard one.
    public var noiseAtOneMetre: Double?
    /// The parts of the image that the robot's own body covers; empty where it covers none, nil where nobody said.
    public var body: [Part]?

    /// What stands under `schema` in a mounting's file.
    public static let schema = "companion-mounting-1"
    /// The heights that a camera may have, metres.
    public static let heights = 0.05...2.5
    /// The pitches that a camera may have, degrees.
    public static let pitches = -60.0...80.0
    /// The rolls that a camera may have, degrees.
    public static let rolls = -45.0...45.0
    /// The noises at one metre that a camera may have, metres.
    public static let noises = 0.0...0.1

    /// Makes a mounting; nothing is checked here.
    public init(
        name: String, tried: Bool = true, heightMetres: Double, pitchDegrees: Double, rollDegrees: Double = 0,
        intrinsics: PinholeIntrinsics? = nil, noiseAtOneMetre: Double? = nil, body: [Part]? = nil
    ) {
        self.name = name
        self.tried = tried
        self.heightMetres = heightMetres
        self.pitchDegrees = pitchDegrees
        self.rollDegrees = rollDegrees
        self.intrinsics = intrinsics
        self.noiseAtOneMetre = noiseAtOneMetre
        self.body = body
    }
}
