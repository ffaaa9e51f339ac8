/// Notices a camera that hangs and repeats itself.
///
/// Five frames in a row with identical samples in the region, or whose frame number and camera time do not advance,
/// are no reading from the fifth on; a change and an advance end it. Holes alone are never a repetition: a covered lens
/// gives zeros again and again.
struct StuckDetector: Equatable, Sendable {
    /// The frame of a row from which on there is no reading.
    static let limit = 5

    private struct Last: Equatable {
        var checksum: UInt64
        var sequence: UInt64
        var cameraTime: Duration?
    }

    private var last: Last?
    private var identical = 0
    private var standing = 0

    /// Takes one frame and says whether the camera is stuck.
    mutating func isStuck(after reading: NearestReading, sequence: UInt64, cameraTime: Duration?) -> Bool {
        let now = Last(checksum: reading.checksum, sequence: sequence, cameraTime: cameraTime)
        if let last {
            identical = now.checksum == last.checksum ? identical + 1 : 1
            standing = Self.advances(from: last, to: now) ? 1 : standing + 1
        } else {
            identical = 1
            standing = 1
        }
        last = now
        return (identical >= Self.limit && reading.usable > 0) || (standing >= Self.limit && !reading.isAllHoles)
    }

    /// Whether the frame number or the camera's time moves on; a time that is not told moves nothing.
    private static func advances(from last: Last, to now: Last) -> Bool {
        if now.sequence > last.sequence { return true }
        guard let before = last.cameraTime, let after = now.cameraTime else { return false }
        return after > before
    }
}
