import Devices
import Evidence
import Readings
import Testing

struct ConfidenceLayoutTests {
    private let rule = ConfidenceRule(depthUnit: 0.00025, minimumMetres: 0.05, deviationPerMetre: 0)

    private func bytes(_ samples: [UInt16]) -> [UInt8] { samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

    private func unpack(_ unpacker: inout DepthUnpacker, _ picture: [UInt8]) -> DepthFrame? {
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        return picture.withUnsafeBytes { unpacker.unpack($0, into: &frame) } ? frame : nil
    }

    @Test func `a turned picture has its first sample in the last corner, rows as columns`() throws {
        var unpacker = DepthUnpacker(
            DepthLayout(pixelFormat: .z16, width: 2, height: 3, isTurned: true), rule: rule, trust: .valid)
        // Raw row i, column j: 10·i + j.
        let frame = try #require(unpack(&unpacker, bytes([10, 11, 20, 21, 30, 31])))
        #expect((frame.width, frame.height) == (3, 2))
        #expect(frame.samples == [31, 21, 11, 30, 20, 10])
        #expect(frame.depthUnit == 0.00025)
    }

    @Test(arguments: [(17, 33), (16, 16), (1, 40), (40, 1), (480, 640)])
    func `turning moves every sample as the rule says`(width: Int, height: Int) throws {
        var chance = SplitMix(seed: UInt64(width))
        let raw = (0..<width * height).map { _ in UInt16(chance.below(65_536)) }
        var unpacker = DepthUnpacker(
            DepthLayout(pixelFormat: .z16, width: width, height: height, isTurned: true), rule: rule, trust: .valid)
        let frame = try #require(unpack(&unpacker, bytes(raw)))
        let isRight = raw.indices.allSatisfy { index in
            let (row, column) = (width - 1 - index % width, height - 1 - index / width)
            return frame.samples[row * height + column] == raw[index]
        }
        #expect(isRight)
    }

    @Test(arguments: CameraProfile.NibbleOrder.allCases)
    func `four-bit confidence is read in the order that the profile names`(order: CameraProfile.NibbleOrder) throws {
        var unpacker = DepthUnpacker(
            DepthLayout(pixelFormat: .z16, width: 4, height: 2, nibbleOrder: order), rule: rule, trust: .nibbles)
        let nibbles: [UInt8] = order == .lowFirst ? [0xF0, 0xA5, 0x94, 0x05] : [0x0F, 0x5A, 0x49, 0x50]
        let isTaken = nibbles.withUnsafeBytes { unpacker.takeNibbles($0) }
        #expect(isTaken)
        let frame = try #require(unpack(&unpacker, bytes([UInt16](repeating: 4000, count: 8))))
        // 0, 15, 5, 10, 4, 9, 5, 0 times 17: medium from 5 on, high from 10 on.
        #expect(frame.confidence == [0, 2, 1, 2, 0, 1, 1, 0])
    }

    @Test func `four-bit confidence is turned with its depth and lowered at edges`() throws {
        var unpacker = DepthUnpacker(
            DepthLayout(pixelFormat: .z16, width: 2, height: 3, isTurned: true), rule: rule, trust: .nibbles)
        let isTaken = ([0xF1, 0xF2, 0xF3] as [UInt8]).withUnsafeBytes { unpacker.takeNibbles($0) }
        #expect(isTaken)
        let frame = try #require(unpack(&unpacker, bytes([4000, 4000, 4000, 4000, 4000, 9000])))
        #expect(frame.samples == [9000, 4000, 4000, 4000, 4000, 4000])
        #expect(frame.confidence == [0, 0, 2, 0, 0, 0])
    }

    @Test func `depth without its four-bit confidence is medium, also after a frame that had it`() throws {
        var unpacker = DepthUnpacker(DepthLayout(pixelFormat: .z16, width: 2, height: 1), rule: rule, trust: .nibbles)
        #expect(try #require(unpack(&unpacker, bytes([4000, 0]))).confidence == [1, 0])
        _ = ([0x0F] as [UInt8]).withUnsafeBytes { unpacker.takeNibbles($0) }
        #expect(try #require(unpack(&unpacker, bytes([4000, 4000]))).confidence == [2, 0])
        #expect(try #require(unpack(&unpacker, bytes([4000, 4000]))).confidence == [1, 1])
    }

    @Test func `confidence of another size is refused`() {
        var unpacker = DepthUnpacker(DepthLayout(pixelFormat: .z16, width: 3, height: 2), rule: rule, trust: .nibbles)
        for (count, isRight) in [(3, false), (4, true), (5, false), (0, false)] {
            let isTaken = [UInt8](repeating: 0, count: count).withUnsafeBytes { unpacker.takeNibbles($0) }
            #expect(isTaken == isRight, "\(count) bytes")
        }
    }

    @Test func `INZI holds infrared, then depth, and ten bits of infrared tell the trust`() throws {
        var unpacker = DepthUnpacker(DepthLayout(pixelFormat: .inzi, width: 5, height: 1), rule: rule, trust: .infrared)
        let infrared: [UInt16] = [169, 170, 340, 1023, 0xFC00]
        let frame = try #require(unpack(&unpacker, bytes(infrared + [4000, 4001, 4002, 4003, 4004])))
        #expect(frame.samples == [4000, 4001, 4002, 4003, 4004])
        #expect(frame.confidence == [0, 1, 2, 2, 0])
    }

    @Test func `INVZ and the infrared of INZI that nobody wants are read as plain depth`() throws {
        var plain = DepthUnpacker(DepthLayout(pixelFormat: .invz, width: 2, height: 1), rule: rule, trust: .valid)
        #expect(try #require(unpack(&plain, bytes([5, 0]))).samples == [5, 0])
        var both = DepthUnpacker(DepthLayout(pixelFormat: .inzi, width: 2, height: 1), rule: rule, trust: .valid)
        let frame = try #require(unpack(&both, bytes([1, 2, 3, 0])))
        #expect(frame.samples == [3, 0])
        #expect(frame.confidence == [1, 0])
    }

    @Test func `trust comes from what the camera sends, else from derivation, else from presence`() {
        var profile = CameraProfile.unknown
        func trust(_ format: PixelFormat, nibbles: Bool = false, derived: Bool = true) -> DepthTrust {
            DepthTrust(profile, format: format, hasNibbles: nibbles, usesDerived: derived)
        }
        #expect(trust(.z16) == .derived)
        #expect(trust(.z16, derived: false) == .valid)
        profile.confidence = .stereo
        #expect(trust(.z16) == .derived)
        #expect(trust(.z16, derived: false) == .valid)
        profile.confidence = .infrared
        #expect(trust(.inzi, derived: false) == .infrared)
        #expect(trust(.invz) == .derived)
        #expect(trust(.invz, derived: false) == .valid)
        profile.confidence = .nibbles
        #expect(trust(.z16, nibbles: true, derived: false) == .nibbles)
        #expect(trust(.z16) == .derived)
        #expect(trust(.z16, derived: false) == .valid)
    }

    @Test func `nothing is allocated for a frame, turned or not`() {
        for isTurned in [false, true] {
            var unpacker = DepthUnpacker(
                DepthLayout(pixelFormat: .z16, width: 64, height: 96, isTurned: isTurned), rule: rule, trust: .derived)
            let picture = [UInt8](repeating: 9, count: 64 * 96 * 2)
            var frame = DepthFrame(width: 1, height: 1, samples: [0])
            var taken = 0
            func run(_ frames: Int) {
                for _ in 0..<frames {
                    picture.withUnsafeBytes { taken += unpacker.unpack($0, into: &frame) ? 1 : 0 }
                }
            }
            run(3)
            let allocations = AllocationCounter.count { run(50) }
            #expect(taken == 53)
            #if !DEBUG
                #expect(allocations == 0, "turned: \(isTurned)")
            #else
                #expect(allocations <= 500)
            #endif
        }
    }
}
