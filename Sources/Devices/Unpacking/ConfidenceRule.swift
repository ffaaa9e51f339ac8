import CDepthKernel

/// How trust in a sample is derived, in the whole numbers with which the kernel reckons.
///
/// Stereo matching is off by σ = z²·d/(f·B) at a depth z, with a deviation d in pixels, a focal length f in pixels and a
/// baseline B. A sample's trust begins at 255·(1 − σ/(0.05·z)), which falls evenly with z, and neighbours are of
/// different surfaces where they differ by more than 4σ, at least by ``leastEdgeMetres``. With d = 0.12, f = 390.43 and
/// B = 50.17 mm, σ is 1.2 % of z at 2 m; the trust there is 193, and at 5.4 m it is 85, the least of medium.
package struct ConfidenceRule: Equatable, Sendable {
    /// Metres for one unit of depth.
    package var depthUnit: Double
    /// Nearer samples are not trusted.
    package var minimumMetres: Double
    /// Farther samples are not trusted.
    package var maximumMetres: Double
    /// The deviation by z²: d/(f·B), per metre; 0 for cameras that are no stereo pair.
    package var deviationPerMetre: Double
    /// Neighbours that differ by no more are one surface, however near.
    package var leastEdgeMetres: Double

    /// The relative deviation at which a sample's own trust is 0.
    private static let worstDeviation = 0.05

    /// Makes a rule.
    package init(
        depthUnit: Double, minimumMetres: Double = 0.1, maximumMetres: Double = 10, deviationPerMetre: Double,
        leastEdgeMetres: Double = 0.02
    ) {
        self.depthUnit = depthUnit
        self.minimumMetres = minimumMetres
        self.maximumMetres = maximumMetres
        self.deviationPerMetre = deviationPerMetre
        self.leastEdgeMetres = leastEdgeMetres
    }

    /// The rule of a camera: its profile, with what it told itself.
    package init(_ profile: CameraProfile, depthUnit: Double, focalPixels: Double?, baselineMetres: Double?) {
        let base = baselineMetres ?? profile.baselineMetres
        var deviation = 0.0
        if let pixels = profile.disparityDeviationPixels, let base, let focalPixels, focalPixels > 0, base > 0 {
            deviation = pixels / (focalPixels * base)
        }
        self.init(
            depthUnit: depthUnit, minimumMetres: profile.minimumMetres, maximumMetres: profile.maximumMetres,
            deviationPerMetre: deviation, leastEdgeMetres: profile.leastEdgeMetres)
    }

    /// The rule as the kernel takes it.
    package var kernel: depth_trust {
        let perUnit = deviationPerMetre * depthUnit
        let low = Self.units(minimumMetres / depthUnit, .up)
        return depth_trust(
            low: max(low, 1), high: Self.units(maximumMetres / depthUnit, .down),
            fall: Self.units(255 * perUnit / Self.worstDeviation * 65_536, .toNearestOrAwayFromZero),
            spread: Self.units(4 * perUnit * 67_108_864, .toNearestOrAwayFromZero),
            least_edge: Self.units(leastEdgeMetres / depthUnit, .toNearestOrAwayFromZero))
    }

    /// A number as 16 bits, limited to what they hold.
    private static func units(_ value: Double, _ rule: FloatingPointRoundingRule) -> UInt16 {
        guard value.isFinite, value > 0 else { return 0 }
        // A limit written in metres is meant exactly: 0.3 m in units of 0.0001 m is 3000, not 3001.
        let near = value.rounded()
        return UInt16(min((abs(value - near) < 1e-6 ? near : value.rounded(rule)), 65_535))
    }
}
