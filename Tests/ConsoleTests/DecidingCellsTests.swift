import Console
import Perception
import Readings
import Testing

@Suite struct DecidingCellsTests {
    /// The marked part of the region and the cells, for a frame of 640×480 that the rule itself has read.
    private func marked(_ samples: [UInt16]) throws -> (cells: [Bool], picture: DepthPicture, share: Double) {
        let frame = DepthFrame(width: 640, height: 480, samples: samples)
        var nearest = NearestSurface()
        let reading = try nearest.read(frame).reading
        let picture = try #require(DepthPicture(frame, rules: DepthRules(), reading: reading))
        let cells = DecidingCells.cells(of: picture, in: frame, rules: DepthRules())
        return (cells, picture, Double(cells.count { $0 }) * 9 / Double(320 * 240))
    }

    @Test(arguments: [0, 1, 40])
    func `Before a flat wall the marked part is the deciding share, however even the wall is`(noise: Int) throws {
        var seed: UInt64 = 7
        let wall = (0..<640 * 480).map { _ -> UInt16 in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt16(1770 + Int(seed >> 33) % (noise + 1))
        }
        let share = try marked(wall).share
        #expect(abs(share - 0.05) < 0.002, "\(share)")
    }

    @Test func `A near post that is the nearest share is marked, and nothing beside it`() throws {
        var samples = [UInt16](repeating: 3000, count: 640 * 480)
        // 16 of the region's 320 columns are 5 % of it
        for y in 0..<480 { for x in 303..<319 { samples[y * 640 + x] = 900 } }
        let (cells, picture, share) = try marked(samples)
        #expect(share > 0.045 && share < 0.053, "\(share)")
        let columns = Set(cells.indices.filter { cells[$0] }.map { $0 % picture.width })
        #expect(columns.isSubset(of: Set(101...106)), "\(columns)")
    }

    @Test(arguments: [DepthReading.clear, .none(.tooFewUsable), .none(.stuck)])
    func `Without a surface nothing is marked`(reading: DepthReading) throws {
        let frame = DepthFrame(width: 8, height: 8, samples: [UInt16](repeating: 500, count: 64))
        let picture = try #require(DepthPicture(frame, rules: DepthRules(), reading: reading))
        #expect(!DecidingCells.cells(of: picture, in: frame, rules: DepthRules()).contains(true))
    }
}
