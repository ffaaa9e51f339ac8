import Readings
import Simulation
import Testing

struct DepthSensingTests {
    private static func wall(_ metres: Double, _ camera: String) throws -> DepthFrame {
        Scenes.render(
            try Scenes.scenario(Scenes.wall(metres: metres, camera: "camera: { focal: [384, 384], \(camera) }")))
    }

    /// One frame of the default size, so a share p is known to √(p(1−p)/307200): five deviations are allowed.
    private static func tolerance(_ share: Double, of count: Double = 307_200) -> Double {
        5 * (share * (1 - share) / count).squareRoot() + 1 / 65_536
    }

    @Test(arguments: [0, 0.017, 0.25, 1])
    func `holes have the share that was asked for`(share: Double) throws {
        let frame = try Self.wall(1, "disparityNoise: 0, flying: 0, holes: \(share)")
        let holes = Double(frame.samples.count { $0 == 0 }) / 307_200
        #expect(abs(holes - share) <= Self.tolerance(share))
        let sure = zip(frame.samples, frame.confidence ?? []).allSatisfy { ($0 == 0) == ($1 == 0) }
        #expect(sure)
    }

    @Test(arguments: [0.5, 1.0, 2.0, 4.0])
    func `the range noise grows with the square of the distance`(metres: Double) throws {
        let frame = try Self.wall(metres, "disparityNoise: 0.12, baseline: 0.05, flying: 0, holes: 0, maximum: 20")
        let values = frame.samples.map { Double($0) / 1000 }
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        let expected = 0.00625 * metres * metres
        #expect(abs(variance.squareRoot() - expected) < 0.03 * expected + 0.0002)
        #expect(abs(mean - metres) < 0.002 * metres)
    }

    @Test(arguments: [0, 0.3, 1])
    func `flying pixels have their share of the depth edges, and lie between the two surfaces`(share: Double) throws {
        let frame = Scenes.render(
            try Scenes.scenario(
                """
                { duration: 1, walk: [{ at: [0, 0] }], camera: { disparityNoise: 0, holes: 0, flying: \(share) },
                  boxes: [{ low: [1, 0, -50], high: [1.5, 50, 50] }, { low: [3, -50, -50], high: [4, 50, 50] }] }
                """))
        var floating = 0
        for row in 0..<480 {
            for column in 0..<640 {
                let sample = frame.samples[row * 640 + column]
                let isSurface = sample == 1000 || sample == 3000
                if !isSurface { floating += 1 }
                #expect(isSurface || (column == 319 || column == 320) && (1000...3000).contains(sample))
            }
        }
        let edges = 2.0 * 480
        #expect(abs(Double(floating) / edges - share) <= Self.tolerance(share, of: edges) + 0.01)
    }

    @Test func `a flying pixel is trusted at most half, and three times in four not at all`() throws {
        let frame = Scenes.render(
            try Scenes.scenario(
                """
                { duration: 1, walk: [{ at: [0, 0] }], camera: { disparityNoise: 0, holes: 0, flying: 1 },
                  boxes: [{ low: [1, 0, -50], high: [1.5, 50, 50] }, { low: [3, -50, -50], high: [4, 50, 50] }] }
                """))
        let levels = (0..<480).flatMap { row in [319, 320].compactMap { frame.confidence?[row * 640 + $0] } }
        #expect(levels.allSatisfy { $0 <= 1 })
        #expect(abs(Double(levels.count { $0 == 0 }) / 960 - 0.75) < 0.07)
    }

    @Test func `neighbouring samples and neighbouring frames err independently`() throws {
        let scenario = try Scenes.scenario(
            Scenes.wall(metres: 2, camera: "camera: { focal: [384, 384], flying: 0, holes: 0 }"))
        let first = Scenes.render(scenario, index: 3).samples.map { Double($0) - 2000 }
        let second = Scenes.render(scenario, index: 4).samples.map { Double($0) - 2000 }
        let power = first.reduce(0) { $0 + $1 * $1 }
        let across = zip(first, first.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / power
        let down = zip(first, first.dropFirst(640)).reduce(0) { $0 + $1.0 * $1.1 } / power
        let later = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 } / power
        for correlation in [across, down, later] { #expect(abs(correlation) < 0.01) }
    }
}
