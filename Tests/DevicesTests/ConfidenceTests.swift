import CDepthKernel
import Devices
import Evidence
import Readings
import Testing

struct ConfidenceTests {
    static let d435 = ConfidenceRule(
        depthUnit: 0.001, minimumMetres: 0.175, maximumMetres: 10, deviationPerMetre: 0.12 / (390.4315 * 0.0501707))

    private func picture(_ samples: [UInt16]) -> [UInt8] { samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

    private func unpack(
        _ samples: [UInt16], _ width: Int, rule: ConfidenceRule = d435, trust: DepthTrust = .derived
    ) -> [UInt8] {
        let layout = DepthLayout(pixelFormat: .z16, width: width, height: samples.count / width)
        var unpacker = DepthUnpacker(layout, rule: rule, trust: trust)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        let isTaken = picture(samples).withUnsafeBytes { unpacker.unpack($0, into: &frame) }
        #expect(isTaken)
        #expect(frame.samples == samples)
        return frame.confidence ?? []
    }

    /// Surfaces with noise, steps and holes, so that every rule is met.
    private static func scene(_ chance: inout SplitMix, _ count: Int) -> [UInt16] {
        var depth = 1000
        return (0..<count).map { _ in
            switch chance.below(20) {
            case 0: return 0
            case 1: return UInt16(chance.below(65_536))
            case 2: depth = 100 + chance.below(6000)
            default: depth = max(1, min(65_535, depth + chance.below(81) - 40))
            }
            return UInt16(depth)
        }
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (17, 9), (64, 48), (129, 31)])
    func `the kernel equals the plain rule sample by sample, over frames with their memory`(width: Int, height: Int) {
        var chance = SplitMix(seed: UInt64(width * 1000 + height))
        for round in 0..<6 {
            let rule = ConfidenceRule(
                depthUnit: 0.001, minimumMetres: round == 0 ? 0.175 : chance.unit(),
                maximumMetres: 1 + chance.unit() * 60,
                deviationPerMetre: round == 5 ? 0 : chance.unit() * 0.05, leastEdgeMetres: 0.01 + chance.unit() * 0.1)
            var reference = ConfidenceReference(width: width, height: height, trust: rule.kernel)
            var unpacker = DepthUnpacker(
                DepthLayout(pixelFormat: .d16, width: width, height: height), rule: rule, trust: .derived)
            var frame = DepthFrame(width: 1, height: 1, samples: [0])
            for _ in 0..<6 {
                let samples = Self.scene(&chance, width * height)
                let isTaken = picture(samples).withUnsafeBytes { unpacker.unpack($0, into: &frame) }
                #expect(isTaken)
                #expect(frame.samples == samples)
                #expect(frame.confidence == reference.levels(samples))
            }
        }
    }

    /// A smooth wall of 300 × 5 with one sample changed, as wide as what is looked over at once and more.
    private static func wall(_ column: Int, _ row: Int, _ sample: UInt16, slope: Int) -> [UInt16] {
        (0..<1500).map { index in
            index == row * 300 + column ? sample : UInt16(2000 + index % 300 * slope / 300 + index / 300)
        }
    }

    @Test(arguments: [0, 60, 120], [UInt16(0), 1, 174, 175, 1900, 1904, 2100, 2110, 2200, 2300, 4000, 10_000, 10_001])
    func `one sample that differs on a smooth wall is judged as everywhere, wherever it is`(slope: Int, sample: UInt16)
    {
        var trust = Self.d435.kernel
        trust.high = 10_000
        var reference = ConfidenceReference(width: 300, height: 5, trust: trust)
        var found = [UInt16](repeating: 0, count: 1500)
        var levels = [UInt8](repeating: 9, count: 1500)
        for column in Array(0..<4) + Array(125..<133) + Array(253..<261) + Array(296..<300) {
            for row in 0..<5 {
                let samples = Self.wall(column, row, sample, slope: slope)
                picture(samples).withUnsafeBufferPointer { bytes in
                    var picture = depth_picture(depth: bytes.baseAddress, base: nil, width: 300, height: 5)
                    depth_confidence_unpack(&picture, &trust, nil, &found, &levels)
                }
                #expect(found == samples)
                #expect(levels == reference.levels(samples, remembers: false), "column \(column), row \(row)")
            }
        }
    }

    @Test func `a wall that comes nearer and goes away again is judged as by the plain rule at every distance`() {
        var trust = Self.d435.kernel
        var reference = ConfidenceReference(width: 260, height: 20, trust: trust)
        var history = [UInt8](repeating: 0xFF, count: 5200)
        var found = [UInt16](repeating: 0, count: 5200)
        var levels = [UInt8](repeating: 9, count: 5200)
        var chance = SplitMix(seed: 5)
        for distance in [160, 174, 176, 400, 900, 2000, 2740, 2752, 5460, 5472, 8000, 9995, 10_001, 2000] {
            // noise in the upper half, now and then a hole in the lowest rows
            let samples = (0..<5200).map { index -> UInt16 in
                if index > 4000, chance.below(400) == 0 { return 0 }
                return UInt16(distance + (index < 2600 ? chance.below(1 + distance / 60) : index % 7))
            }
            picture(samples).withUnsafeBufferPointer { bytes in
                var picture = depth_picture(depth: bytes.baseAddress, base: nil, width: 260, height: 20)
                depth_confidence_unpack(&picture, &trust, &history, &found, &levels)
            }
            #expect(levels == reference.levels(samples), "\(distance)")
        }
    }

    @Test func `the extremes of every number are exact as well`() {
        let extremes: [UInt16] = [0, 1, 2, 254, 255, 32_767, 32_768, 65_534, 65_535]
        for low in extremes {
            for fall in extremes {
                for spread in extremes {
                    var trust = depth_trust(low: max(low, 1), high: 65_535, fall: fall, spread: spread, least_edge: low)
                    var chance = SplitMix(seed: UInt64(fall))
                    let samples = (0..<20).map { _ in extremes[chance.below(extremes.count)] }
                    var reference = ConfidenceReference(width: 5, height: 4, trust: trust)
                    var found = [UInt16](repeating: 0, count: 20)
                    var levels = [UInt8](repeating: 9, count: 20)
                    picture(samples).withUnsafeBufferPointer { bytes in
                        var picture = depth_picture(depth: bytes.baseAddress, base: nil, width: 5, height: 4)
                        depth_confidence_unpack(&picture, &trust, nil, &found, &levels)
                    }
                    #expect(found == samples)
                    #expect(levels == reference.levels(samples, remembers: false))
                }
            }
        }
    }

    @Test(arguments: [(2000, 2), (2751, 2), (2752, 1), (5471, 1), (5472, 0), (174, 0), (175, 2), (10_001, 0)])
    func `a plain wall is trusted by its distance: high to 2.8 m, medium to 5.4 m for a D435`(z: UInt16, level: UInt8) {
        // 255 − 255·0.12·z/(0.05·19588 mm) is 255 − z/32: 193 at 2 m.
        #expect(unpack([UInt16](repeating: z, count: 9), 3) == [UInt8](repeating: level, count: 9))
    }

    @Test func `the far limit of the nearest reading is within medium for every stereo profile that ships`() throws {
        for profile in CalibrationProfiles().cameras where profile.confidence == .stereo && profile.minimumMetres > 0.1
        {
            let focal = 425.0
            let rule = ConfidenceRule(
                profile, depthUnit: profile.depthUnitMetres, focalPixels: focal, baselineMetres: nil)
            let z = UInt16(5 / profile.depthUnitMetres)
            #expect(unpack([UInt16](repeating: z, count: 9), 3, rule: rule)[4] >= 1, "\(profile.name)")
        }
    }

    @Test
    func `a sample that flies between two surfaces is low, and so are the rims of a step; within them all is high`() {
        let row: [UInt16] = [1000, 1000, 1000, 1500, 2000, 2000, 2000]
        let found = unpack(row + row + row, 7)
        #expect(Array(found[7..<14]) == [2, 2, 0, 0, 0, 2, 2])
    }

    @Test func `a sample beside a hole is medium, one between three holes is low`() {
        let rows: [[UInt16]] = [[900, 900, 900, 900], [900, 0, 900, 0], [900, 900, 0, 900]]
        #expect(unpack(rows.flatMap { $0 }, 4) == [2, 1, 2, 1, 1, 0, 0, 0, 2, 1, 0, 1])
    }

    @Test func `a slope that is not steeper than the noise is no edge`() {
        #expect(unpack([1000, 1024, 1048, 1072], 4)[1...2].allSatisfy { $0 == 2 })
        #expect(unpack([1000, 1030, 1060, 1090], 4)[1...2].allSatisfy { $0 == 0 })
    }

    @Test func `a sample that was missing in two of the last four frames is worth half, and time heals it`() {
        let layout = DepthLayout(pixelFormat: .z16, width: 1, height: 1)
        var unpacker = DepthUnpacker(layout, rule: Self.d435, trust: .derived)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var found: [UInt8] = []
        for z in [500, 0, 500, 0, 500, 500, 0, 0, 0, 0, 500, 500, 500, 500] as [UInt16] {
            _ = picture([z]).withUnsafeBytes { unpacker.unpack($0, into: &frame) }
            found.append(frame.confidence?.first ?? 9)
        }
        #expect(found == [2, 0, 2, 0, 1, 2, 0, 0, 0, 0, 0, 1, 2, 2])
        unpacker.forget()
        _ = picture([500]).withUnsafeBytes { unpacker.unpack($0, into: &frame) }
        #expect(frame.confidence == [2])
    }

    @Test func `memory only ever lowers`() {
        var chance = SplitMix(seed: 11)
        let layout = DepthLayout(pixelFormat: .z16, width: 32, height: 24)
        var remembering = DepthUnpacker(layout, rule: Self.d435, trust: .derived)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        for _ in 0..<20 {
            let samples = Self.scene(&chance, 32 * 24)
            _ = picture(samples).withUnsafeBytes { remembering.unpack($0, into: &frame) }
            let fresh = unpack(samples, 32)
            #expect(zip(frame.confidence ?? [], fresh).allSatisfy { $0 <= $1 })
        }
    }

    @Test func `with derived confidence off every sample that is there is medium`() {
        #expect(unpack([0, 1, 900, 65_535], 2, trust: .valid) == [0, 1, 1, 1])
    }

    @Test(arguments: [0, 7, 9]) func `a picture of another size is refused, and the frame stays as it was`(count: Int) {
        var unpacker = DepthUnpacker(
            DepthLayout(pixelFormat: .z16, width: 2, height: 2), rule: Self.d435, trust: .derived)
        var frame = DepthFrame(width: 3, height: 1, samples: [7, 8, 9])
        let bytes = [UInt8](repeating: 1, count: count)
        let isTaken = bytes.withUnsafeBytes { unpacker.unpack($0, into: &frame) }
        #expect(!isTaken)
        #expect(frame.samples == [7, 8, 9])
        #expect(frame.width == 3)
    }

    @Test func `limits are taken inwards in whole units`() {
        let rule = ConfidenceRule(
            depthUnit: 0.0003, minimumMetres: 0.1, maximumMetres: 0.5, deviationPerMetre: 0)
        #expect(rule.kernel.low == 334)
        #expect(rule.kernel.high == 1666)
        #expect(
            ConfidenceRule(depthUnit: 0.0001, minimumMetres: 0.3, maximumMetres: 10, deviationPerMetre: 0).kernel.low
                == 3000)
        #expect(ConfidenceRule(depthUnit: 0.0001, maximumMetres: 10, deviationPerMetre: 0).kernel.high == 65_535)
    }
}
