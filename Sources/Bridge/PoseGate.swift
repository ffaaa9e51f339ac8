import Readings

/// Lets twenty poses a second through and no more: an odometry of 200 Hz tells the core nothing more than one of 20 Hz.
///
/// A pose of another place or of another quality passes at once.
package struct PoseGate: Sendable {
    /// The least time between two poses that say much the same.
    static let pause = Duration.milliseconds(50)

    private var last: (place: String, tracking: TrackingQuality, time: Instant)?

    /// Nothing has passed yet.
    package init() {}

    /// Whether a pose passes.
    package mutating func passes(_ pose: Pose, at time: Instant) -> Bool {
        if let last, last.place == pose.place, last.tracking == pose.tracking, time - last.time < Self.pause {
            return false
        }
        last = (pose.place, pose.tracking, time)
        return true
    }
}
