import Readings

/// Compares the floor that the camera sees with the one of the calibration, while the picture changes.
///
/// Three times a second the plane that most points near the expected floor lie on is found. Where it is tilted by more
/// than 5° or off by more than 0.1 m, and goes on being so for 10 s in which the robot moves, the calibration is wrong.
/// The robot moves where a part of what is compared is at another depth than in the look before; a floor seen where it
/// should be begins the count anew, and while nothing moves or no floor is seen the count stands still.
struct GroundCheck: Sendable {
    /// The angle between floor and calibration that is too much, degrees.
    static let mostDegrees = 5.0
    /// The height between them that is too much, metres.
    static let mostMetres = 0.1
    /// How long they must disagree.
    static let patience = Duration.seconds(10)
    /// The span between two looks.
    static let interval = Duration.milliseconds(330)
    /// A longer span between two looks counts as this much.
    static let longestInterval = Duration.seconds(1)
    /// How long the robot counts as moving after the picture changed.
    static let movingFor = Duration.seconds(2)
    /// The share of the compared points that must have changed.
    static let changedShare = 0.05
    /// Pixels between two points that are looked at, for each 640 columns.
    private static let step = 20
    /// How far off the expected floor a plane may be and still be taken for it, degrees.
    private static let widestDegrees = 25.0
    /// How much of the points near the expected floor must lie on the plane.
    private static let leastShare = 0.5
    private static let leastPoints = 60

    private var lastLook: Instant?
    private var lastMotion: Instant?
    private var disagreed = Duration.zero
    private var candidates = DepthPoints()
    private var near: [SIMD3<Double>] = []
    private var before: [UInt16] = []

    /// Takes a frame; gives the mismatch once it has lasted.
    mutating func take(_ frame: DepthFrame, _ calibration: GroundCalibration, mask: [UInt8]?) -> GroundMismatch? {
        let now = frame.arrival
        if let lastLook, now - lastLook < Self.interval, now >= lastLook { return nil }
        let passed = lastLook.map { min(max(now - $0, .zero), Self.longestInterval) } ?? .zero
        lastLook = now
        if hasChanged(frame, noise: calibration.inverseDepthDeviation) { lastMotion = now }
        guard let lastMotion, now - lastMotion <= Self.movingFor, let mismatch = look(frame, calibration, mask) else {
            return nil
        }
        guard mismatch.degrees > Self.mostDegrees || abs(mismatch.metres) > Self.mostMetres else {
            disagreed = .zero
            return nil
        }
        disagreed += passed
        return disagreed >= Self.patience ? mismatch : nil
    }

    /// How the floor in a frame differs from the calibration's; nil where no floor is seen.
    mutating func look(_ frame: DepthFrame, _ calibration: GroundCalibration, _ mask: [UInt8]?) -> GroundMismatch? {
        guard let optics = calibration.intrinsics?.scaled(toWidth: frame.width, height: frame.height) else {
            return nil
        }
        let step = max(1, Self.step * frame.width / 640)
        candidates.take(frame, optics, step: step, farthest: 4, mask: mask)
        let up = GroundGeometry.up(pitch: calibration.pitch, roll: calibration.roll)
        near.removeAll(keepingCapacity: true)
        for point in candidates.points {
            let height = calibration.heightMetres + (up * point).sum()
            if abs(height) <= 0.15 + 0.3 * point.z { near.append(point) }
        }
        guard near.count >= Self.leastPoints else { return nil }
        let finder = PlaneFinder(
            toleranceMetres: 0.02, inverseDepthDeviation: calibration.inverseDepthDeviation, trials: 120)
        let least = PlainMath.sineAndCosine(Self.widestDegrees * Double.pi / 180).cosine
        guard let fit = finder.find(in: near, accepting: { ($0.normal * up).sum() >= least }),
            fit.share >= Self.leastShare
        else { return nil }
        let cosine = min((fit.plane.normal * up).sum(), 1)
        return GroundMismatch(
            degrees: PlainMath.arccosine(cosine) * 180 / Double.pi,
            metres: fit.plane.distance - calibration.heightMetres)
    }

    /// Whether enough samples are at another depth than in the look before.
    private mutating func hasChanged(_ frame: DepthFrame, noise: Double) -> Bool {
        let step = max(1, Self.step * frame.width / 640)
        let count = ((frame.width + step - 1) / step) * ((frame.height + step - 1) / step)
        let isFirst = before.count != count
        if isFirst { before = Array(repeating: 0, count: count) }
        var (compared, changed, index) = (0, 0, 0)
        for row in stride(from: 0, to: frame.height, by: step) {
            for column in stride(from: 0, to: frame.width, by: step) {
                let sample = frame.samples[row * frame.width + column]
                let (old, new) = (Double(before[index]) * frame.depthUnit, Double(sample) * frame.depthUnit)
                before[index] = sample
                index += 1
                guard old > 0, new > 0 else { continue }
                compared += 1
                if abs(new - old) > 0.05 * new + 6 * noise * new * new { changed += 1 }
            }
        }
        return !isFirst && changed >= 10 && Double(changed) >= Self.changedShare * Double(compared)
    }
}
