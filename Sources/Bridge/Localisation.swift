import Readings

/// Makes poses of the robot of what a localiser and the odometry say, without transforms of frames from elsewhere.
///
/// A pose in the map's frame is of the place that the robot is in, a pose in a frame that is named as a place is of that
/// place. A localiser such as AMCL is silent while the robot stands, and slow while it walks; so the odometry carries its
/// last pose on, for two metres of way at the most: then the localiser has nothing to say any more, and that is not hidden.
package struct Localisation: Sendable {
    /// What is made of poses.
    package struct Rules: Equatable, Sendable {
        /// The frame whose poses are of the place that the robot is in.
        package var mapFrame = "map"
        /// The frame of the odometry.
        package var odometryFrame = "odom"
        /// The variance of the position, in its worst direction, above which tracking is limited; in m².
        package var covarianceLimit = 0.25

        /// The standard ones.
        package init() {}
    }

    /// Why nothing is made of a message.
    package enum Reason: String, Error, CaseIterable, Sendable {
        /// A number in it is no number, or it says a position beyond 10 km.
        case badNumbers
        /// Its turn is none: the quaternion's length is not 1.
        case badTurn
        /// Its covariance is none.
        case badCovariance
        /// It is in a frame that is neither the map's nor a place's.
        case foreignFrame
        /// It is in the map's frame, and nobody knows in which place the robot is.
        case noPlace
        /// The odometry alone does not tell where the robot is.
        case notLocalised
    }

    /// What comes of a message.
    package enum Outcome: Equatable, Sendable {
        /// The robot is there.
        case pose(Pose)
        /// Nothing, and why.
        case ignored(Reason)
    }

    /// How far the odometry carries a pose on, in metres of way.
    static let longestCarriage = 2.0
    /// How old the odometry may be that a pose is tied to.
    static let tieFreshness = Duration.seconds(1)

    private let rules: Rules
    private var odometry: (motion: PlaneMotion, time: Instant)?
    private var tie: Tie?
    /// The localiser's last pose, while no odometry has come that it could be tied to.
    private var loose: (frame: String, pose: Pose, time: Instant)?

    /// What takes a motion of the odometry to a pose of a place.
    private struct Tie {
        var frame: String
        var motion: PlaneMotion
        var height: Double?
        var tracking: TrackingQuality
        var carried = 0.0
    }

    /// Knows nothing yet.
    package init(_ rules: Rules) { self.rules = rules }

    /// Takes what the localiser says; `here` is the place that the robot is in, and `knows` tells which ids are places.
    package mutating func take(
        _ estimate: RosPoseEstimate, here: String?, at time: Instant, knows: (String) -> Bool
    ) -> Outcome {
        if let reason = Self.fault(estimate) { return .ignored(reason) }
        let pose: Pose
        switch place(estimate.header.frame, here, knows) {
        case .success(let place): pose = self.pose(estimate, place)
        case .failure(let reason): return .ignored(reason)
        }
        let frame = estimate.header.frame
        tie = nil
        loose = (frame, pose, time)
        if let odometry { tieLoose(to: odometry.motion, apart: time - odometry.time) }
        return .pose(pose)
    }

    /// Ties the localiser's last pose to a motion of the odometry, where no more than a second lies between them.
    private mutating func tieLoose(to motion: PlaneMotion, apart: Duration) {
        guard let loose, apart <= Self.tieFreshness else { return }
        let pose = loose.pose
        let carrier = PlaneMotion(x: pose.x, y: pose.y, yaw: pose.yaw).after(motion.inverse)
        tie = Tie(frame: loose.frame, motion: carrier, height: pose.z, tracking: pose.tracking)
        self.loose = nil
    }

    /// Takes what the odometry says; one in the map's frame, or a place's, is itself a localiser.
    package mutating func takeOdometry(
        _ estimate: RosPoseEstimate, here: String?, at time: Instant, knows: (String) -> Bool
    ) -> Outcome {
        guard estimate.header.frame == rules.odometryFrame, rules.odometryFrame != rules.mapFrame else {
            return take(estimate, here: here, at: time, knows: knows)
        }
        if let reason = Self.fault(estimate) { return .ignored(reason) }
        let motion = PlaneMotion(estimate.pose)
        defer { odometry = (motion, time) }
        let wasTied = tie != nil
        if let loose { tieLoose(to: motion, apart: time - loose.time) }
        guard var tie else { return .ignored(.notLocalised) }
        if wasTied, let odometry { tie.carried += motion.distanceMetres(from: odometry.motion) }
        guard tie.carried <= Self.longestCarriage else {
            self.tie = nil
            return .ignored(.notLocalised)
        }
        self.tie = tie
        switch place(tie.frame, here, knows) {
        case .failure(let reason): return .ignored(reason)
        case .success(let place):
            let there = tie.motion.after(motion)
            return .pose(
                Pose(place: place, x: there.x, y: there.y, z: tie.height, yaw: there.yaw, tracking: tie.tracking))
        }
    }

    /// The robot is in another place: what was said in the map's frame before was of the old one.
    package mutating func enterPlace() { (tie, loose) = (nil, nil) }

    private func place(_ frame: String, _ here: String?, _ knows: (String) -> Bool) -> Result<String, Reason> {
        if frame == rules.mapFrame { return here.map { .success($0) } ?? .failure(.noPlace) }
        return knows(frame) ? .success(frame) : .failure(.foreignFrame)
    }

    /// A height of exactly 0 whose variance is 0 is no height: so a localiser of the plane fills the field.
    private func pose(_ estimate: RosPoseEstimate, _ place: String) -> Pose {
        let motion = PlaneMotion(estimate.pose)
        let hasHeight = estimate.pose.z != 0 || estimate.covariance[14] > 0
        let isSure = Self.worstVariance(estimate.covariance) <= rules.covarianceLimit
        return Pose(
            place: place, x: motion.x, y: motion.y, z: hasHeight ? estimate.pose.z : nil, yaw: motion.yaw,
            tracking: isSure ? .normal : .limited)
    }

    // MARK: - What is believed

    private static let farthest = 10_000.0

    private static func fault(_ estimate: RosPoseEstimate) -> Reason? {
        let (pose, turn) = (estimate.pose, estimate.pose.quaternion)
        guard [pose.x, pose.y, pose.z].allSatisfy({ $0.isFinite && abs($0) <= farthest }) else { return .badNumbers }
        let length = turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w
        guard length > 0.98, length < 1.02 else { return .badTurn }
        let covariance = estimate.covariance
        guard covariance.count == 36, covariance.allSatisfy(\.isFinite), covariance[0] >= 0, covariance[7] >= 0 else {
            return .badCovariance
        }
        return nil
    }

    /// The variance of the position in the direction in which it is greatest: the greater eigenvalue of the part of x and
    /// y; of (4, 0; 0, 1), 4.
    static func worstVariance(_ covariance: [Double]) -> Double {
        let (x, y, both) = (covariance[0], covariance[7], (covariance[1] + covariance[6]) / 2)
        let half = (x - y) / 2
        return (x + y) / 2 + (half * half + both * both).squareRoot()
    }
}
