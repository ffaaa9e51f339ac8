/// Turns exact inverse depths into what a stereo camera would deliver: noise, holes, flying pixels, confidence.
///
/// The noise is even in the disparity, so that the deviation of the depth grows with its square. Each sample has its
/// own random number, a function of the seed, the frame and the pixel. A flying pixel lies somewhere between its
/// surface and the neighbour that differs most.
struct DepthSensing: Sendable {
    /// The relative step between neighbours that makes a depth edge.
    private static let edgeStep: Float = 0.05
    /// Four random bytes added up have this deviation: √(4·(256² − 1)/12).
    private static let byteSumDeviation: Float = 147.79942
    private let noise: Float
    private let nearest: Float
    private let farthest: Float
    private let unitsPerMetre: Float
    private let holeLimit: UInt32
    private let flyingLimit: UInt32
    /// The least inverse depths of medium and of high confidence: a deviation of 1/30 and of 1/60 of the depth.
    private let medium: Float
    private let high: Float

    init(_ camera: CameraModel) {
        noise = Float(camera.inverseDepthDeviation) / Self.byteSumDeviation
        nearest = Float(camera.minimum)
        farthest = Float(camera.maximum)
        unitsPerMetre = Float(1 / camera.depthUnit)
        holeLimit = UInt32((camera.holeShare * 65536).rounded())
        flyingLimit = UInt32((camera.flyingShare * 65536).rounded())
        medium = Float(30 * camera.inverseDepthDeviation)
        high = Float(60 * camera.inverseDepthDeviation)
    }

    /// Fills one row of samples and levels; `row` is its first inverse depth, with a border to all sides.
    func sense(
        _ row: UnsafePointer<Float>, stride: Int, width: Int, counter: UInt32, key: (UInt32, UInt32),
        samples: UnsafeMutablePointer<UInt16>, levels: UnsafeMutablePointer<UInt8>
    ) {
        for column in 0..<width {
            let here = row[column]
            let neighbour = Self.mostDifferent(here, row + column, stride)
            let isEdge = abs(neighbour - here) > Self.edgeStep * max(here, neighbour)
            let first = Self.mixed((counter &+ UInt32(truncatingIfNeeded: column)) ^ key.0) ^ key.1
            let bits = Self.mixed(first)
            let choice = Self.mixed(bits &+ 0x9E37_79B9)
            let flies = isEdge && (choice >> 16) < flyingLimit
            let part = Float(Int32(truncatingIfNeeded: (first >> 8) & 0xFFFF)) * (1 / 65536)
            let between = here + (neighbour - here) * part
            let sum = (bits & 0xFF) &+ (bits >> 8 & 0xFF) &+ (bits >> 16 & 0xFF) &+ (bits >> 24)
            let error = Float(Int32(truncatingIfNeeded: sum) &- 510) * noise
            let inverse = (flies ? between : here) + error
            let depth = 1 / max(inverse, 0.001)
            let isLost = here <= 0 || (choice & 0xFFFF) < holeLimit || depth < nearest || depth > farthest
            // Adding 2²³ leaves the nearest whole number in the low bits.
            let units = (min(depth * unitsPerMetre, 65_535) + 8_388_608).bitPattern & 0xFFFF
            samples[column] = isLost ? 0 : UInt16(truncatingIfNeeded: units)
            let sure: UInt8 = here >= high ? 2 : here >= medium ? 1 : 0
            let atEdge: UInt8 = flies && (choice & 0x3_0000) != 0 ? 0 : min(sure, 1)
            levels[column] = isLost ? 0 : isEdge ? atEdge : sure
        }
    }

    @inline(__always)
    private static func mostDifferent(_ here: Float, _ pixel: UnsafePointer<Float>, _ stride: Int) -> Float {
        var best = pixel[-1]
        let right = pixel[1]
        best = abs(right - here) > abs(best - here) ? right : best
        let above = pixel[-stride]
        best = abs(above - here) > abs(best - here) ? above : best
        let below = pixel[stride]
        return abs(below - here) > abs(best - here) ? below : best
    }

    /// A bijection of 32 bits in which each bit of the input moves half of the output (a multiply and xor-shift hash).
    @inline(__always)
    private static func mixed(_ value: UInt32) -> UInt32 {
        var bits = value
        bits = (bits ^ (bits >> 16)) &* 0x7FEB_352D
        bits = (bits ^ (bits >> 15)) &* 0x846C_A68B
        return bits ^ (bits >> 16)
    }
}
