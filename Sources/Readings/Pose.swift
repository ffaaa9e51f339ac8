/// Where the robot is, in the frame of one place: x forward, y left, z up (REP 103), metres; yaw in radians,
/// counter-clockwise from +x.
public struct Pose: Equatable, Sendable {
    /// The id of the place whose frame this is.
    public var place: String
    /// Metres along +x.
    public var x: Double
    /// Metres along +y.
    public var y: Double
    /// Metres up; nil where the localiser gives none.
    public var z: Double?
    /// Heading in radians from +x, counter-clockwise.
    public var yaw: Double
    /// What the localiser says of itself.
    public var tracking: TrackingQuality

    /// Makes a pose.
    public init(
        place: String, x: Double, y: Double, z: Double? = nil, yaw: Double = 0, tracking: TrackingQuality = .normal
    ) {
        self.place = place
        self.x = x
        self.y = y
        self.z = z
        self.yaw = yaw
        self.tracking = tracking
    }

    /// Whether every number is finite and within 10 km of the frame's origin.
    public var isPlausible: Bool {
        [x, y, z ?? 0].allSatisfy { $0.isFinite && abs($0) <= 10_000 } && yaw.isFinite
    }
}

/// What a localiser says of its own answer.
public enum TrackingQuality: String, CaseIterable, Sendable {
    /// The pose can be relied on.
    case normal
    /// The pose is a guess.
    case limited
    /// There is no pose.
    case lost
}
