import Readings

/// The depth camera of a scenario: its optics, where it is mounted, and how it errs.
///
/// The defaults of the errors are what was measured on a pair of real frames of a D435: a disparity error of 0.12
/// pixel, 1.7 % unstable samples on smooth surfaces, 30 % at depth edges.
package struct CameraModel: Equatable, Sendable {
    /// Columns.
    package var width = 640
    /// Rows.
    package var height = 480
    /// Frames a second.
    package var rate = 15.0
    /// Focal length in pixels, across.
    package var focalX = 384.0
    /// Focal length in pixels, down.
    package var focalY = 384.0
    /// The column of the optical axis; the centre of the leftmost pixel is 0.
    package var centreX = 319.5
    /// The row of the optical axis; the centre of the topmost pixel is 0.
    package var centreY = 239.5
    /// Metres above the floor that the walker stands on.
    package var mountHeight = 1.0
    /// Radians that the optical axis points below the horizon.
    package var pitch = 0.0
    /// Radians that the camera leans to its right.
    package var roll = 0.0
    /// Metres for one unit of depth.
    package var depthUnit = 0.001
    /// The nearest distance that the camera can measure, metres; nearer surfaces are holes.
    package var minimum = 0.2
    /// The farthest, metres; surfaces beyond are holes.
    package var maximum = 10.0
    /// The deviation of the disparity, pixels.
    package var disparityNoise = 0.12
    /// The distance between the two imagers, metres.
    package var baseline = 0.05
    /// The share of samples that are lost, 0 to 1.
    package var holeShare = 0.017
    /// The share of samples at a depth edge that float between the two surfaces, 0 to 1.
    package var flyingShare = 0.3
    /// Whether frames carry a confidence plane.
    package var hasConfidence = true
    /// What is on its glass.
    package var smudges: [Smudge] = []
    /// Whether the robot knows how the camera is mounted, so that it reads frames with ground awareness.
    package var isCalibrated = false

    /// Makes the default camera.
    package init() {}

    /// The deviation of the inverse depth, in 1/metre: σ_w = σ_d/(f·B), so σ_z = z²·σ_w.
    ///
    /// With 0.12 px, 384 px and 0.05 m it is 0.00625 1/m: 6.25 mm at 1 m, 25 mm at 2 m.
    package var inverseDepthDeviation: Double { disparityNoise / (focalX * baseline) }

    /// How the camera is mounted, exactly, with its optics and noise.
    package var mounting: MountingCalibration {
        MountingCalibration(
            name: "simulated", heightMetres: mountHeight, pitchDegrees: pitch * 180 / Double.pi,
            rollDegrees: roll * 180 / Double.pi,
            intrinsics: PinholeIntrinsics(
                width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY),
            noiseAtOneMetre: inverseDepthDeviation, body: [])
    }

    /// Whether each sample is exact.
    package var isNoiseFree: Bool { disparityNoise == 0 && holeShare == 0 && flyingShare == 0 }

    /// When frame `index`, counted from 0, is taken.
    package func instant(ofFrame index: Int) -> Instant { Cadence(rate: rate).instant(of: index) }
}

/// Regular moments in time: the first at 0, then `rate` a second.
struct Cadence: Equatable, Sendable {
    /// Moments a second.
    var rate: Double

    /// The moment with this index, rounded to a nanosecond.
    func instant(of index: Int) -> Instant { Instant(seconds: Double(index) / rate) }

    /// The index of the newest moment that is not after `instant`; −1 before the first.
    func newest(at instant: Instant) -> Int {
        guard instant.nanoseconds >= 0 else { return -1 }
        var index = Int(instant.seconds * rate)
        while self.instant(of: index) > instant { index -= 1 }
        while self.instant(of: index + 1) <= instant { index += 1 }
        return index
    }
}
