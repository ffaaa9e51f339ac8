import Evidence
import Perception
import Readings
import Testing

/// What the floor means for the rule, on frames drawn by arithmetic.
struct GroundAwarenessTests {
    private static let optics = PinholeIntrinsics(
        width: 64, height: 48, focalX: 40, focalY: 40, centreX: 31.5, centreY: 23.5)

    private static func calibration(body: [MountingCalibration.Part] = []) -> GroundCalibration {
        GroundCalibration(
            mounting: MountingCalibration(
                name: "test", heightMetres: 0.5, pitchDegrees: 30, intrinsics: optics, noiseAtOneMetre: 0, body: body))
    }

    /// A floor without noise, lifted by so many metres, from a camera 0.5 m high that looks 30° down; its sky is 9 m away.
    private static func floor(lifted: Double = 0, sequence: UInt64 = 0) -> DepthFrame {
        let samples = (0..<64 * 48).map { index -> UInt16 in
            let fall = (Double(index / 64) - 23.5) / 40 * 0.8660254037844387 + 0.5
            let depth = fall > 0.01 ? (0.5 - lifted) / fall : 9
            return UInt16(min(depth, 9) * 1000)
        }
        return DepthFrame(width: 64, height: 48, samples: samples, sequence: sequence)
    }

    private static func read(_ frame: DepthFrame, _ rules: DepthRules = DepthRules(regionHeight: 1)) -> NearestReading?
    {
        var perception = FramePerception(rules: rules, calibration: calibration())
        _ = perception.observe(frame)
        return perception.lastReading
    }

    @Test func `a floor is clear, and all its samples are usable`() throws {
        var plain = FramePerception(rules: DepthRules(regionHeight: 1))
        _ = plain.observe(Self.floor())
        let (with, without) = (try #require(Self.read(Self.floor())), try #require(plain.lastReading))
        #expect(with.reading == .clear)
        #expect(with.usable == without.usable && with.considered == without.considered)
        #expect(without.reading != .clear)
        #expect(with.metres == nil && with.reason == nil)
    }

    @Test(arguments: [(0.05, true), (0.059, true), (0.062, false), (0.1, false), (-0.3, true)])
    func `the floor reaches 6 cm up, and everything below is floor`(lifted: Double, isFloor: Bool) throws {
        // Without rows beside the lifted floor nothing says whether it is a ramp; its start may lie 6 + 3 cm off.
        let reading = try #require(Self.read(Self.floor(lifted: lifted))).reading
        #expect((reading == .clear) == isFloor)
    }

    @Test(arguments: [(10, false), (35, true), (45, true), (100, true)])
    func `a floor of which a third lies deep is a drop-off, also where no edge shows, as with a grating`(
        percent: Int, isDrop: Bool
    ) throws {
        var perception = FramePerception(rules: DepthRules(regionHeight: 1), calibration: Self.calibration())
        var dropOff: Double?
        for number in 0..<4 {
            var frame = Self.floor(sequence: UInt64(number))
            let deep = Self.floor(lifted: -0.8)
            for index in frame.samples.indices where (index * 7_919 + number) % 100 < percent {
                frame.samples[index] = deep.samples[index]
            }
            dropOff = perception.observe(frame)?.dropOffMetres
        }
        #expect((dropOff != nil) == isDrop, "\(String(describing: dropOff))")
    }

    @Test func `too few usable samples are no reading, floor or not`() throws {
        var frame = Self.floor()
        for index in frame.samples.indices where index % 6 != 0 { frame.samples[index] = 0 }
        #expect(try #require(Self.read(frame)).reading == .none(.tooFewUsable))
    }

    @Test func `a surface of 5 % is found among floor, one of less is not`() throws {
        for (count, isFound) in [(100, true), (20, false)] {
            var frame = Self.floor()
            var left = count
            for index in frame.samples.indices where (16..<48).contains(index % 64) && left > 0 && index / 64 >= 8 {
                frame.samples[index] = 300
                left -= 1
            }
            let reading = try #require(Self.read(frame, DepthRules(regionHeight: 1, stripsOn: false))).reading
            #expect(reading == (isFound ? .surface(metres: 0.3) : .clear), "\(count)")
        }
    }

    @Test func `a surface exactly at the far limit is a surface, not floor`() throws {
        let frame = DepthFrame(width: 64, height: 48, samples: [UInt16](repeating: 5000, count: 64 * 48))
        // The upper rows look above the horizon, where no floor can be.
        let rules = DepthRules(percentile: 0.000001, regionHeight: 1)
        #expect(try #require(Self.read(frame, rules)).reading == .surface(metres: 5))
    }

    @Test func `five identical floors are stuck, and five different ones are clear`() {
        var perception = FramePerception(rules: DepthRules(regionHeight: 1), calibration: Self.calibration())
        var readings: [DepthReading?] = []
        for number in 0..<5 as Range<UInt64> {
            readings.append(perception.observe(Self.floor(sequence: number))?.reading)
        }
        #expect(readings == [.clear, .clear, .clear, .clear, .none(.stuck)])
        for number in 5..<12 as Range<UInt64> {
            var frame = Self.floor(sequence: number)
            frame.samples[64 * 40 + 30] += UInt16(number)
            #expect(perception.observe(frame)?.reading == .clear)
        }
    }

    @Test func `the robot's own body is not in the region`() throws {
        var frame = Self.floor()
        for index in frame.samples.indices where index / 64 >= 40 { frame.samples[index] = 150 }
        #expect(try #require(Self.read(frame)).reading == .surface(metres: 0.15))
        let body = MountingCalibration.Part(left: 0, top: 40.0 / 48, right: 1, bottom: 1)
        var perception = FramePerception(
            rules: DepthRules(regionHeight: 1), calibration: Self.calibration(body: [body]))
        #expect(perception.observe(frame)?.reading == .clear)
        #expect(perception.lastReading?.considered == 32 * 40)
    }

    @Test func `without a calibration nothing changes, bit for bit`() throws {
        var random = SplitMix(seed: 9)
        var (plain, off) = (FramePerception(), FramePerception(calibration: nil))
        var surface = NearestSurface()
        for number in 0..<50 as Range<UInt64> {
            let frame = DepthFrame(
                width: 64, height: 48, samples: (0..<64 * 48).map { _ in UInt16(random.next() % 6000) },
                confidence: (0..<64 * 48).map { _ in UInt8(random.next() % 3) }, sequence: number)
            #expect(plain.observe(frame) == off.observe(frame))
            #expect(plain.lastReading == off.lastReading)
            #expect(plain.lastReading == (try surface.read(frame)))
            #expect(off.groundState == .off)
        }
    }

    @Test func `a mounting without optics is read without the floor, and with those that the camera tells`() {
        var mounting = MountingCalibration(name: "test", heightMetres: 0.5, pitchDegrees: 30)
        mounting.noiseAtOneMetre = 0
        var perception = FramePerception(
            rules: DepthRules(regionHeight: 1), calibration: GroundCalibration(mounting: mounting))
        #expect(perception.observe(Self.floor())?.reading != .clear)
        #expect(perception.groundState == .unfit(width: 64, height: 48))
        perception.calibration = GroundCalibration(mounting: mounting, intrinsics: Self.optics)
        #expect(perception.observe(Self.floor(sequence: 1))?.reading == .clear)
    }
}

#if os(Linux)
    extension AllocationTests {
        @Test func `a thousand frames with the floor known take no memory once warm`() {
            let optics = PinholeIntrinsics(
                width: 320, height: 240, focalX: 200, focalY: 200, centreX: 159.5, centreY: 119.5)
            let part = MountingCalibration.Part(left: 0.4, top: 0.9, right: 0.6, bottom: 1)
            let mounting = MountingCalibration(
                name: "test", heightMetres: 0.6, pitchDegrees: 20, intrinsics: optics, body: [part])
            var perception = FramePerception(calibration: GroundCalibration(mounting: mounting))
            var frame = DepthFrame(
                width: 320, height: 240, samples: (0..<320 * 240).map { UInt16(500 + $0 % 4000) },
                confidence: [UInt8](repeating: 2, count: 320 * 240))
            // Five seconds of frames first: the self-check, too, has then looked at all that it keeps.
            for number in 0..<150 { Self.step(&frame, number, &perception) }
            let count = AllocationCounter.count {
                for number in 150..<1150 { Self.step(&frame, number, &perception) }
            }
            #expect(count == 0)
        }

        private static func step(_ frame: inout DepthFrame, _ number: Int, _ perception: inout FramePerception) {
            frame.sequence = UInt64(number)
            frame.arrival = Instant(nanoseconds: Int64(number) * 33_333_333)
            frame.samples[320 * 120 + 160] = UInt16(1_000 + number)
            _ = perception.observe(frame)
        }
    }
#endif
