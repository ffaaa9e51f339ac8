import Readings

/// Measures how a camera is mounted from frames of a robot that stands still on a flat floor.
///
/// Each frame gives a floor of its own; their median is the answer, and how they differ is part of its uncertainty.
public struct MountingEstimator: Sendable {
    /// The fewest frames that give an answer.
    public static let fewestFrames = 10
    /// The pixels between two points that are used, for each 640 columns.
    private static let step = 8
    /// How far away the floor is looked at, metres.
    private static let farthest = 4.0
    /// The least share of all points that must be floor.
    static let leastShare = 0.15
    /// The most of the points that may lie under the floor: then it is a table, or a landing above a stair.
    static let mostBelow = 0.1
    /// How far under the plane a point is that counts as below, metres.
    private static let belowMetres = 0.1
    /// How deep the floor must be seen, from its nearest to its farthest point ahead, metres.
    static let leastReach = 0.8

    /// The floor of one frame.
    private struct Look {
        var height: Double
        var pitch: Double
        var roll: Double
        var share: Double
        var noise: Double
        var tiltDeviation: Double
        var heightDeviation: Double
    }

    private let intrinsics: PinholeIntrinsics
    private var points = DepthPoints()
    private var looks: [Look] = []
    private var lastRefusal: MountingRefusal?
    private var motion = PictureChange()
    /// Frames that were taken.
    public private(set) var frames = 0

    /// Prepares a measurement with the camera's optics.
    public init(intrinsics: PinholeIntrinsics) {
        self.intrinsics = intrinsics
    }

    /// Takes a frame; one that is malformed or of another picture than the optics counts, and shows nothing.
    public mutating func take(_ frame: DepthFrame, mask: [UInt8]? = nil) {
        frames += 1
        guard let optics = intrinsics.scaled(toWidth: frame.width, height: frame.height),
            frame.samples.count == frame.width * frame.height,
            frame.confidence.map({ $0.count == frame.samples.count }) ?? true,
            mask.map({ $0.count == frame.samples.count }) ?? true
        else {
            lastRefusal = .otherPicture(width: frame.width, height: frame.height)
            return
        }
        let step = max(1, Self.step * frame.width / 640)
        points.take(frame, optics, step: step, farthest: Self.farthest, mask: mask)
        motion.take(frame, step: step)
        switch Self.floor(in: points.points, seed: UInt64(frames)) {
        case .success(let fit): look(at: fit)
        case .failure(let refusal): lastRefusal = refusal
        }
    }

    /// The floor among points of the camera's frame, or why none can be trusted.
    ///
    /// A floor lies under the camera: its height is that of a mounting, its tilt as well, and hardly anything is below.
    public static func floor(in points: [SIMD3<Double>], seed: UInt64 = 1) -> Result<PlaneFit, MountingRefusal> {
        guard points.count >= 100 else { return .failure(.tooFewPoints(points.count)) }
        let finder = PlaneFinder(
            toleranceMetres: 0.01, inverseDepthDeviation: GroundCalibration.standardNoise, trials: 400, seed: seed)
        guard let fit = finder.find(in: points, accepting: canBeFloor), fit.share >= leastShare else {
            return .failure(.noFloor)
        }
        var below = 0
        var reach = (nearest: Double.infinity, farthest: 0.0)
        let forward = SIMD3(0, 0, 1) - fit.plane.normal * fit.plane.normal.z
        let length = (forward * forward).sum().squareRoot()
        for point in points {
            let height = fit.plane.height(of: point)
            if height < -belowMetres - 3 * GroundCalibration.standardNoise * point.z * fit.plane.distance { below += 1 }
            guard abs(height) < 0.02, length > 0.1 else { continue }
            let ahead = (forward * point).sum() / length
            reach = (min(reach.nearest, ahead), max(reach.farthest, ahead))
        }
        if Double(below) > mostBelow * Double(points.count) {
            return .failure(.somethingBelow(share: Double(below) / Double(points.count)))
        }
        guard reach.farthest - reach.nearest >= leastReach else {
            return .failure(.floorTooShort(metres: max(0, reach.farthest - reach.nearest)))
        }
        return .success(fit)
    }

    private static func canBeFloor(_ plane: Plane) -> Bool {
        let (pitch, roll) = GroundGeometry.tilt(up: plane.normal)
        let degrees = 180 / Double.pi
        return MountingCalibration.heights.contains(plane.distance)
            && MountingCalibration.pitches.contains(pitch * degrees) && abs(roll * degrees) <= 30
            && pitch * degrees <= 70
    }

    private mutating func look(at fit: PlaneFit) {
        let fine = InverseDepthFit(points.points, near: fit.plane, noise: GroundCalibration.standardNoise)
        let (pitch, roll) = GroundGeometry.tilt(up: fine.plane.normal)
        looks.append(
            Look(
                height: fine.plane.distance, pitch: pitch, roll: roll, share: fit.share, noise: fine.noise,
                tiltDeviation: fit.tiltDeviation,
                heightDeviation: fit.distanceDeviation))
    }

    /// What the frames so far say.
    public func result(name: String) -> Result<MountingEstimate, MountingRefusal> {
        guard frames >= Self.fewestFrames else { return .failure(.tooFewFrames(frames)) }
        guard looks.count * 2 >= frames else { return .failure(lastRefusal ?? .noFloor) }
        if motion.hasMoved { return .failure(.moves) }
        let height = Self.spread(looks.map(\.height))
        let pitch = Self.spread(looks.map(\.pitch))
        let roll = Self.spread(looks.map(\.roll))
        let degrees = 180 / Double.pi
        guard height.deviation <= 0.02, pitch.deviation * degrees <= 1, roll.deviation * degrees <= 1,
            looks.count * 5 >= frames * 4
        else {
            return .failure(
                .disagreement(
                    heightMetres: height.deviation, degrees: max(pitch.deviation, roll.deviation) * degrees,
                    frames: looks.count, of: frames))
        }
        var mounting = MountingCalibration(
            name: name, heightMetres: height.middle, pitchDegrees: pitch.middle * degrees,
            rollDegrees: roll.middle * degrees, intrinsics: intrinsics,
            noiseAtOneMetre: min(Self.median(looks.map(\.noise)), MountingCalibration.noises.upperBound))
        mounting.heightUncertaintyMetres = uncertainty(height.deviation, looks.map(\.heightDeviation))
        mounting.pitchUncertaintyDegrees = uncertainty(pitch.deviation, looks.map(\.tiltDeviation)) * degrees
        mounting.rollUncertaintyDegrees = uncertainty(roll.deviation, looks.map(\.tiltDeviation)) * degrees
        return .success(
            MountingEstimate(mounting: mounting, frames: looks.count, floorShare: Self.median(looks.map(\.share))))
    }

    /// How far the answer may be off: what the frames differ by, or what one frame's points leave open, whichever is
    /// more; errors that all frames share do not become fewer with their number.
    private func uncertainty(_ scatter: Double, _ own: [Double]) -> Double { max(scatter, Self.median(own)) }

    private static func spread(_ values: [Double]) -> (middle: Double, deviation: Double) {
        let middle = median(values)
        return (middle, 1.4826 * median(values.map { abs($0 - middle) }))
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let half = sorted.count / 2
        return sorted.count == 1 ? last : sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
}
