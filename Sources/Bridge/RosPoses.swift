import Readings

/// `geometry_msgs/Pose`: a point and how something is turned there.
package struct RosPose: Equatable, Sendable {
    /// Metres forward, left and up (REP 103).
    package var x, y, z: Double
    /// How it is turned, as a quaternion.
    package var quaternion: (x: Double, y: Double, z: Double, w: Double)

    /// Makes a pose that is turned about the vertical alone, by radians counter-clockwise.
    package init(x: Double, y: Double, z: Double = 0, yaw: Double = 0) {
        (self.x, self.y, self.z) = (x, y, z)
        let turn = PlainMath.sineAndCosine(yaw / 2)
        quaternion = (0, 0, turn.sine, turn.cosine)
    }

    /// Compares all seven numbers.
    package static func == (left: RosPose, right: RosPose) -> Bool {
        (left.x, left.y, left.z) == (right.x, right.y, right.z) && left.quaternion == right.quaternion
    }

    init(_ reader: inout CDRReader) throws(CDRFault) {
        (x, y, z) = (try reader.double(), try reader.double(), try reader.double())
        quaternion = (try reader.double(), try reader.double(), try reader.double(), try reader.double())
    }

    func write(_ out: inout CDRWriter) {
        for number in [x, y, z, quaternion.x, quaternion.y, quaternion.z, quaternion.w] { out.double(number) }
    }
}

/// A pose with its covariance: what `geometry_msgs/PoseWithCovarianceStamped` and `nav_msgs/Odometry` have in common.
package struct RosPoseEstimate: Equatable, Sendable {
    /// When, and in which frame.
    package var header: RosHeader
    /// The pose.
    package var pose: RosPose
    /// The covariance of x, y, z and the turns about them, row by row; m², rad².
    package var covariance: [Double]

    /// Makes an estimate.
    package init(header: RosHeader, pose: RosPose, covariance: [Double] = Array(repeating: 0, count: 36)) {
        self.header = header
        self.pose = pose
        self.covariance = covariance
    }

    /// Reads a `PoseWithCovarianceStamped`; throws what is wrong with it.
    package init(poseBytes bytes: [UInt8]) throws(CDRFault) {
        var reader = try CDRReader(bytes)
        header = try RosHeader(&reader)
        pose = try RosPose(&reader)
        covariance = try reader.doubles(36)
    }

    /// Reads an `Odometry`, whose speeds are read past; throws what is wrong with it.
    package init(odometryBytes bytes: [UInt8]) throws(CDRFault) {
        var reader = try CDRReader(bytes)
        header = try RosHeader(&reader)
        _ = try reader.string(limit: RosHeader.longestFrame)
        pose = try RosPose(&reader)
        covariance = try reader.doubles(36)
        _ = try reader.doubles(6 + 36)
    }
}

/// `nav_msgs/Path`: a line through points of one frame.
package struct RosPath: Equatable, Sendable {
    /// When, and in which frame.
    package var header: RosHeader
    /// The points; empty where no way is walked.
    package var poses: [RosPose]

    /// Makes a path.
    package init(header: RosHeader, poses: [RosPose]) { (self.header, self.poses) = (header, poses) }

    /// The bytes; each point has the header of the whole.
    package var bytes: [UInt8] {
        var out = CDRWriter()
        header.write(&out)
        out.sequence(poses) { out, pose in
            header.write(&out)
            pose.write(&out)
        }
        return out.bytes
    }
}
