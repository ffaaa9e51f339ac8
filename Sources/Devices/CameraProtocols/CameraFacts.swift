import Readings

/// What is known of an opened camera: what it told, and its profile where it did not.
package struct CameraFacts: Equatable, Sendable {
    /// The camera's own serial number; nil where it told none.
    package var serial: String?
    /// The firmware with dots; nil where it told none.
    package var firmware: String?
    /// Metres for one unit of depth.
    package var depthUnit: Double
    /// Whether the camera itself told the unit.
    package var toldDepthUnit = false
    /// How its pixels look out; nil where neither the camera nor its profile tells, and ground awareness is off.
    package var intrinsics: PinholeIntrinsics?
    /// A focal length in pixels by which noise is judged where no intrinsics are known; never offered as intrinsics.
    package private(set) var nominalFocalPixels: Double?
    /// The distance between its imagers; nil where neither tells.
    package var baselineMetres: Double?
    /// Whole sentences for the operator.
    package var notes: [String] = []

    /// What the profile alone knows, for pictures of this size.
    package init(_ profile: CameraProfile, width: Int, height: Int) {
        depthUnit = profile.depthUnitMetres
        baselineMetres = profile.baselineMetres
        nominalFocalPixels = profile.nominalFocalPixels(width: width, height: height)
        intrinsics = profile.intrinsics.first { $0.width == width && $0.height == height }
    }

    /// Says what follows from what is missing.
    package mutating func conclude() {
        if intrinsics == nil {
            notes.append(
                "the camera tells no intrinsics for this size and its profile has none, so ground awareness is off")
        }
    }

    /// How trust is derived from all this; `profile` is the camera's.
    package func confidenceRule(_ profile: CameraProfile) -> ConfidenceRule {
        ConfidenceRule(
            profile, depthUnit: depthUnit, focalPixels: intrinsics?.focalX ?? nominalFocalPixels,
            baselineMetres: baselineMetres)
    }
}
