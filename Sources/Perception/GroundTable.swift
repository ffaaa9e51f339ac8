import Readings

/// For each pixel of the region, the sample above which it shows the floor; made anew only where something changes.
struct GroundTable: Sendable {
    /// How much higher than the floor a sample may lie and still be floor, metres.
    static let tolerance = 0.06
    /// How many deviations of a sample's height are added to that.
    static let deviations = 3.0
    /// The highest that something may be and still be floor, metres, however far and noisy it is.
    static let mostTolerance = 0.2

    /// Row by row over the region; a sample above its entry is floor, and 65,535 is never floor.
    private(set) var after: [UInt16]

    init(_ geometry: GroundGeometry, noise: Double, region: PixelRectangle, unit: Double) {
        after = Array(repeating: .max, count: region.width * region.height)
        for row in 0..<region.height {
            for column in 0..<region.width {
                let fall =
                    geometry.fall.x * Double(region.x + column) + geometry.fall.y * Double(region.y + row)
                    + geometry.fall.z
                guard fall > 0.001 else { continue }
                let tolerance = Self.tolerance(geometry.height, noise, floorDepth: geometry.height / fall)
                let nearest = (geometry.height - tolerance) / fall
                after[row * region.width + column] = Self.sample(before: nearest, unit: unit)
            }
        }
    }

    /// How far above the floor a sample may lie and still be floor, where the floor is at this depth.
    ///
    /// The height of a sample at depth z deviates by z² · noise · height / z. From 1 m, at 2 m with 0.00625 1/m, it
    /// is 12.5 mm, and the tolerance 0.0975 m.
    static func tolerance(_ height: Double, _ noise: Double, floorDepth: Double) -> Double {
        min(tolerance + deviations * noise * height * floorDepth, min(mostTolerance, height / 2))
    }

    /// The highest sample that is nearer than a depth in metres, 65,535 where all are.
    static func sample(before depth: Double, unit: Double) -> UInt16 {
        let units = (depth / unit).rounded(.up) - 1
        return units >= 65_535 ? .max : UInt16(max(units, 0))
    }

    /// The lowest sample that is not nearer than a depth in metres, 65,535 where all are.
    static func sample(from depth: Double, unit: Double) -> UInt16 {
        let before = sample(before: depth, unit: unit)
        return before == .max ? .max : before + 1
    }
}
