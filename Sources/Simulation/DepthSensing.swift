/// Turns exact inverse depths into what a stereo camera would deliver: noise, holes, flying pixels, confidence.
///
/// The noise is even in the disparity, so that the deviation of the depth grows with its square. Each sample has its
/// own random number, a function of the seed, the frame and the pixel. A flying pixel lies somewhere between its
/// surface and the neighbour that differs most.
struct DepthSensing: Sendable {
    private typealias Floats = SIMD4<Float>
    private typealias Words = SIMD4<UInt32>
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
    ///
    /// Four pixels at a time; where the width is no multiple of four, the last four overlap, which changes nothing.
    func sense(
        _ row: UnsafePointer<Float>, stride: Int, width: Int, counter: UInt32, key: (UInt32, UInt32),
        samples: UnsafeMutablePointer<UInt16>, levels: UnsafeMutablePointer<UInt8>
    ) {
        let ramp = Words(0, 1, 2, 3)
        var column = 0
        while column < width {
            column = min(column, width - 4)
            let here = Self.load(row + column)
            let step = Self.largestStep(here, row + column, stride)
            let counters = Words(repeating: counter &+ UInt32(truncatingIfNeeded: column)) &+ ramp
            let result = sense(here, step, random: Self.mixed(counters ^ key.0) ^ key.1)
            UnsafeMutableRawPointer(samples + column)
                .storeBytes(of: SIMD4<UInt16>(truncatingIfNeeded: result.samples), as: SIMD4<UInt16>.self)
            UnsafeMutableRawPointer(levels + column)
                .storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: result.levels), as: SIMD4<UInt8>.self)
            column &+= 4
        }
    }

    @inline(__always)
    private func sense(_ here: Floats, _ step: Floats, random: Words) -> (samples: Words, levels: Words) {
        let neighbour = here + step
        let larger = here.replacing(with: neighbour, where: neighbour .> here)
        let edge = Self.magnitude(step) .> larger * Self.edgeStep
        let bits = Self.mixed(random)
        let choice = Self.stirred(bits)
        let flies = edge .& ((choice &>> 16) .< flyingLimit)
        let part = Self.floats((random &>> 8) & 0xFFFF) * (1 / 65536)
        let surface = here.replacing(with: here + step * part, where: flies)
        let pairs = (bits & 0x00FF_00FF) &+ ((bits &>> 8) & 0x00FF_00FF)
        let inverse = surface + (Self.floats((pairs & 0xFFFF) &+ (pairs &>> 16)) - 510) * noise
        let depth = 1 / inverse.replacing(with: 0.001, where: inverse .< 0.001)
        let isOut = (here .<= 0) .| (depth .< nearest) .| (depth .> farthest)
        let isLost = isOut .| ((choice & 0xFFFF) .< holeLimit)
        let samples = Self.whole(depth * unitsPerMetre).replacing(with: 0, where: isLost)
        var levels = Words.zero.replacing(with: 1, where: here .>= medium)
        levels.replace(with: 2, where: (here .>= high) .& .!edge)
        levels.replace(with: 0, where: isLost .| (flies .& ((choice & 0x3_0000) .!= 0)))
        return (samples, levels)
    }

    /// The differences to those of the four neighbours that differ most.
    @inline(__always)
    private static func largestStep(_ here: Floats, _ pixel: UnsafePointer<Float>, _ stride: Int) -> Floats {
        var step = load(pixel - 1) - here
        step = larger(step, load(pixel + 1) - here)
        step = larger(step, load(pixel - stride) - here)
        return larger(step, load(pixel + stride) - here)
    }

    @inline(__always)
    private static func larger(_ step: Floats, _ other: Floats) -> Floats {
        step.replacing(with: other, where: magnitude(other) .> magnitude(step))
    }

    @inline(__always)
    private static func load(_ pixels: UnsafePointer<Float>) -> Floats {
        UnsafeRawPointer(pixels).loadUnaligned(as: Floats.self)
    }

    @inline(__always)
    private static func magnitude(_ values: Floats) -> Floats {
        unsafeBitCast(unsafeBitCast(values, to: Words.self) & 0x7FFF_FFFF, to: Floats.self)
    }

    /// Whole numbers below 2²³ as floating-point numbers: the bits of 2²³ + n, less 2²³.
    @inline(__always)
    private static func floats(_ values: Words) -> Floats {
        unsafeBitCast(values | 0x4B00_0000, to: Floats.self) - 8_388_608
    }

    /// The nearest whole numbers, at most 65535: adding 2²³ leaves them in the low bits.
    @inline(__always)
    private static func whole(_ values: Floats) -> Words {
        unsafeBitCast(values.replacing(with: 65_535, where: values .> 65_535) + 8_388_608, to: Words.self) & 0xFFFF
    }

    /// A bijection of 32 bits in which each bit of the input moves half of the output (a multiply and xor-shift hash).
    @inline(__always)
    private static func mixed(_ values: Words) -> Words {
        var bits = values
        bits = (bits ^ (bits &>> 16)) &* 0x7FEB_352D
        bits = (bits ^ (bits &>> 15)) &* 0x846C_A68B
        return bits ^ (bits &>> 16)
    }

    /// Half of such a hash, for bits that are mixed already.
    @inline(__always)
    private static func stirred(_ values: Words) -> Words {
        let bits = (values ^ (values &>> 15)) &* 0x2C1B_3C6D
        return bits ^ (bits &>> 13)
    }
}
