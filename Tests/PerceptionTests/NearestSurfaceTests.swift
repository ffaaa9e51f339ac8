import Perception
import Readings
import Testing

@Suite struct NearestSurfaceTests {
    /// A frame of one row; the region is all of it.
    func read(
        _ samples: [UInt16], unit: Double = 0.001, confidence: [UInt8]? = nil, rules: DepthRules = DepthRules(),
        mask: [UInt8]? = nil
    ) throws -> NearestReading {
        var nearest = NearestSurface(rules: rules, region: .full)
        let frame = DepthFrame(
            width: samples.count, height: 1, depthUnit: unit, samples: samples, confidence: confidence)
        return try nearest.read(frame, mask: mask)
    }

    @Test(arguments: [
        (0.001, 99, false), (0.001, 100, true), (0.001, 5000, true), (0.001, 5001, false), (0.0003, 333, false),
        (0.0003, 334, true), (0.0003, 16_666, true), (0.0003, 16_667, false), (0.0001, 999, false),
        (0.0001, 1000, true), (0.0001, 50_000, true), (0.0001, 50_001, false), (0.00025, 400, true),
        (0.00025, 20_000, true), (0.00025, 20_001, false), (0.00001, 9_999, false), (0.00001, 10_000, true),
        (0.00001, 65_535, true), (0.1, 1, true), (0.1, 50, true), (0.1, 51, false), (0.7, 7, true), (0.7, 8, false),
        (5, 1, true), (5, 2, false), (5.000001, 1, false), (0.0010000000474974513, 5000, true),
        (0.00009999999747378752, 1000, true), (1e-300, 65_535, false), (1e300, 1, false),
    ])
    func `the limits are taken inwards in whole units, and both ends are usable`(
        unit: Double, sample: Int, usable: Bool
    )
        throws
    {
        #expect(try read([UInt16(sample)], unit: unit).usable == (usable ? 1 : 0))
    }

    @Test(arguments: [(0.3, 300), (0.7, 700), (1.1, 1100), (2.3, 2300), (4.35, 4350), (0.57, 570)])
    func `a limit that binary division would miss is met exactly`(limit: Double, units: UInt16) throws {
        let lowest = DepthRules(minimumMetres: limit)
        #expect(try read([units, units - 1], rules: lowest).usable == 1)
        let highest = DepthRules(maximumMetres: limit)
        #expect(try read([units, units + 1], rules: highest).usable == 1)
    }

    @Test func `exactly a quarter usable is a reading, one sample less is none`() throws {
        let quarter = [UInt16](repeating: 0, count: 75) + [UInt16](repeating: 900, count: 25)
        #expect(try read(quarter).reading == .surface(metres: 0.9))
        let less = [UInt16](repeating: 0, count: 76) + [UInt16](repeating: 900, count: 24)
        let reading = try read(less)
        #expect(reading.reading == .none(.tooFewUsable))
        #expect(reading.usable == 24 && reading.considered == 100)
        #expect(reading.metres == nil && reading.reason == "tooFewUsable")
    }

    @Test(arguments: [(1, 1), (19, 1), (20, 1), (21, 2), (40, 2), (41, 3), (100, 5), (101, 6)])
    func `the rank is a twentieth of the usable samples, rounded up`(count: Int, rank: Int) throws {
        let samples = (1...count).map { UInt16(1000 + $0) }.reversed()
        #expect(try read(Array(samples)).metres == Double(1000 + rank) / 1000)
    }

    @Test(arguments: [
        (0.000_001, 1), (0.01, 1), (0.07, 7), (0.29, 29), (0.57, 57), (0.5, 50), (0.999_999, 100), (1, 100),
    ])
    func `the rank of any percentile is exact`(percentile: Double, rank: Int) throws {
        let samples = (1...100).map { UInt16(1000 + $0) }
        #expect(try read(samples, rules: DepthRules(percentile: percentile)).metres == Double(1000 + rank) / 1000)
    }

    @Test(arguments: [
        (0.001, UInt16(1234), 1.234), (0.001, 4_999, 4.999), (0.0003, 334, 0.1002), (0.0001, 12_345, 1.2345),
        (0.000_01, 12_345, 0.12345), (0.000_124_3, 1_000, 0.1243), (0.000_124_37, 1_001, 0.124494),
    ])
    func `a reading is the sample in metres, to the micrometre`(unit: Double, sample: UInt16, metres: Double) throws {
        #expect(try read([sample], unit: unit).metres == metres)
    }

    @Test func `a region without usable samples has no reading even where no share is asked`() throws {
        #expect(try read([0, 0, 6000], rules: DepthRules(usableShare: 0)).reading == .none(.tooFewUsable))
        #expect(try read([0, 0, 700], rules: DepthRules(usableShare: 0)).metres == 0.7)
    }

    @Test func `confidence below the asked level is not usable`() throws {
        let samples: [UInt16] = [500, 600, 700]
        #expect(try read(samples, confidence: [0, 1, 2]).metres == 0.6)
        #expect(try read(samples, confidence: [0, 1, 2], rules: DepthRules(minimumConfidence: .high)).metres == 0.7)
        #expect(try read(samples, confidence: [0, 1, 2], rules: DepthRules(minimumConfidence: .low)).metres == 0.5)
    }

    @Test func `without confidence a hole is low and everything else high`() throws {
        let reading = try read([0, 600, 700], rules: DepthRules(minimumConfidence: .high))
        #expect(reading.usable == 2 && reading.metres == 0.6)
    }

    @Test func `a confidence above 2 within the region is refused and named, and the next frame is right`() throws {
        var nearest = NearestSurface(region: .full)
        var frame = DepthFrame(width: 3, height: 2, samples: [500, 500, 500, 500, 500, 500])
        frame.confidence = [2, 2, 2, 2, 3, 255]
        #expect(throws: DepthFrameError.confidenceLevel(3, at: 4)) { try nearest.read(frame) }
        frame.confidence = nil
        #expect(try nearest.read(frame).usable == 6)
    }

    @Test func `a confidence above 2 outside the region is not read`() throws {
        var nearest = NearestSurface()
        let frame = DepthFrame(
            width: 3, height: 1, samples: [500, 600, 700], confidence: [2, 2, 9])
        #expect(try nearest.read(frame).metres == 0.5)
    }

    @Test func `a frame that does not fit together is refused by the field`() {
        var nearest = NearestSurface()
        func error(_ frame: DepthFrame, mask: [UInt8]? = nil) -> DepthFrameError? {
            do throws(DepthFrameError) {
                _ = try nearest.read(frame, mask: mask)
                return nil
            } catch {
                return error
            }
        }
        let good = DepthFrame(width: 2, height: 2, samples: [1, 2, 3, 4])
        #expect(error(good) == nil)
        #expect(error(DepthFrame(width: 0, height: 2, samples: [])) == .emptyFrame(width: 0, height: 2))
        #expect(
            error(DepthFrame(width: 2, height: 2, samples: [1, 2, 3])) == .planeSize(width: 2, height: 2, samples: 3))
        #expect(
            error(DepthFrame(width: .max, height: 2, samples: [1])) == .planeSize(width: .max, height: 2, samples: 1))
        for unit in [0, -0.001, .nan, .infinity] {
            guard case .depthUnit = error(DepthFrame(width: 1, height: 1, depthUnit: unit, samples: [1])) else {
                Issue.record("unit \(unit) was taken")
                continue
            }
        }
        #expect(
            error(DepthFrame(width: 2, height: 1, samples: [1, 2], confidence: [1]))
                == .confidenceSize(expected: 2, found: 1))
        #expect(error(good, mask: [0, 0, 0]) == .maskSize(expected: 4, found: 3))
        nearest.region = .pixels(PixelRectangle(x: 1, y: 1, width: 2, height: 1))
        #expect(error(good) == .region(x: 1, y: 1, width: 2, height: 1, frameWidth: 2, frameHeight: 2))
    }

    @Test func `SteveMacenski/slam_toolbox#306: the robot's own body under the mask is not in the region at all`()
        throws
    {
        let samples: [UInt16] = [200, 200, 200, 1500, 1500, 0, 0, 0]
        #expect(try read(samples).metres == 0.2)
        let masked = try read(samples, mask: [1, 1, 255, 0, 0, 0, 0, 0])
        #expect(masked.metres == 1.5 && masked.considered == 5 && masked.usable == 2)
        let all = try read(samples, mask: [UInt8](repeating: 1, count: 8))
        #expect(all.reading == .none(.tooFewUsable) && all.considered == 0)
    }

    @Test func `each strip is read by the same rule`() throws {
        // Seven columns: strips of 1, 1, 2, 1 and 2.
        let reading = try read([500, 600, 700, 710, 0, 800, 0])
        let strips = try #require(reading.strips)
        #expect((0..<5).map { strips[$0] } == [0.5, 0.6, 0.7, nil, 0.8])
    }

    @Test func `ArduPilot/ardupilot#6539: a strip of zeros has no reading and the others decide`() throws {
        let reading = try read([0, 0, 900, 900, 800, 800, 900, 900, 900, 900])
        #expect(reading.metres == 0.8)
        #expect(reading.strips?[0] == nil && reading.strips?[2] == 0.8)
    }

    @Test func `a pole in one strip is read there while the region reads the wall behind it`() throws {
        // 100 columns of a wall at 3 m, a pole 4 columns wide at 0.8 m.
        var samples = [UInt16](repeating: 3000, count: 100)
        for column in 30..<34 { samples[column] = 800 }
        let reading = try read(samples)
        #expect(reading.metres == 3)
        let strips = try #require(reading.strips)
        #expect((0..<5).map { strips[$0] } == [3, 0.8, 3, 3, 3])
    }

    @Test(arguments: 1...4) func `a region narrower than five columns leaves strips without a reading`(width: Int)
        throws
    {
        let strips = try #require(try read([UInt16](repeating: 500, count: width)).strips)
        #expect((0..<5).count { strips[$0] != nil } == width)
    }

    @Test func `strips that are off are absent`() throws {
        #expect(try read([500], rules: DepthRules(stripsOn: false)).strips == nil)
    }

    @Test func `realsenseai/librealsense#2129: false values below the minimum are dropped`() throws {
        let reading = try read([50, 50, 2000, 2000], rules: DepthRules(minimumMetres: 0.3))
        #expect(reading.metres == 2 && reading.usable == 2)
    }

    @Test func `ArduPilot/ardupilot#28385: a minimum of 0 does not make holes usable`() throws {
        let reading = try read([0, 0, 1, 900], confidence: [2, 2, 2, 2], rules: DepthRules(minimumMetres: 0))
        #expect(reading.usable == 2 && reading.metres == 0.001)
    }

    @Test func `realsenseai/realsense-ros#1343: scattered points are below the percentile, a surface is not`() throws {
        var samples = [UInt16](repeating: 3000, count: 1000)
        for index in 0..<5 { samples[index * 200] = 500 }
        #expect(try read(samples).metres == 3)
        for index in 0..<60 { samples[index * 16] = 500 }
        #expect(try read(samples).metres == 0.5)
    }

    @Test func `facebookresearch/habitat-sim#1157: a hole is neither nearer nor farther than anything`() throws {
        let near = try read([400, 0, 0, 2000]).metres
        let far = try read([0, 0, 2000, 2000]).metres
        #expect(near == 0.4 && far == 2)
        #expect(try read([0, 0, 0, 0]).metres == nil)
    }

    @Test func `rules changed between frames hold from the next frame on`() throws {
        var nearest = NearestSurface(region: .full)
        let frame = DepthFrame(width: 4, height: 1, samples: [500, 1000, 2000, 3000])
        #expect(try nearest.read(frame).metres == 0.5)
        nearest.rules.minimumMetres = 0.6
        #expect(try nearest.read(frame).metres == 1)
        nearest.rules.percentile = 1
        #expect(try nearest.read(frame).metres == 3)
    }

    @Test func `the checksum tells frames apart by one sample, by place and by size`() throws {
        let base = try read([500, 600, 700, 800]).checksum
        #expect(try read([500, 600, 700, 800]).checksum == base)
        #expect(try read([501, 600, 700, 800]).checksum != base)
        #expect(try read([600, 500, 700, 800]).checksum != base)
        #expect(try read([500, 600, 700, 800, 0]).checksum != base)
    }

    @Test func `any one changed sample changes the checksum, also in the last columns`() throws {
        for count in [1, 3, 4, 5, 15, 16, 17, 83, 600] {
            let samples = (0..<count).map { UInt16(500 + $0 * 3) }
            let base = try read(samples).checksum
            for index in samples.indices {
                var changed = samples
                changed[index] += 1
                #expect(try read(changed).checksum != base)
            }
        }
    }

    @Test func `two samples that change places change the checksum`() throws {
        let samples = (0..<200).map { UInt16(500 + $0 * 3) }
        let base = try read(samples).checksum
        for index in 1..<200 {
            var changed = samples
            changed.swapAt(0, index)
            #expect(try read(changed).checksum != base)
        }
    }
}
