import Evidence
import Foundation
import Perception
import Readings
import Recordings
import Testing

/// The plane that most points lie on, compared with an independent program over the real frames.
struct PlaneFinderTests {
    private static let d435 = PinholeIntrinsics(
        width: 640, height: 480, focalX: 390.4315, focalY: 390.4315, centreX: 331.3879, centreY: 242.1873)
    private static let room = PinholeIntrinsics(
        width: 640, height: 480, focalX: 525, focalY: 525, centreX: 319.5, centreY: 239.5)
    private static let frames: [(name: String, intrinsics: PinholeIntrinsics)] =
        ["d435-640x480-169.z16", "d435-640x480-170.z16"].map { ($0, d435) } + (0..<5).map { ("room-\($0).png", room) }

    private static func points(_ name: String, _ intrinsics: PinholeIntrinsics) throws -> [SIMD3<Double>] {
        let image = try DepthImageFile.read(
            SharedData.path("data/depth/" + name), size: .init(width: 640, height: 480))
        var points = DepthPoints()
        points.take(image.frame(depthUnit: 0.001), intrinsics, step: 4, farthest: 10)
        return points.points
    }

    /// The same search in NumPy: two thousand random triples, then singular vectors of the points within 2 cm.
    private static let program = """
        import sys, numpy
        points = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f8").reshape(-1, 3)
        chance = numpy.random.default_rng(7)
        def on(normal, offset): return numpy.abs(points @ normal + offset) <= 0.02
        best = (0, None, None)
        for trial in range(2000):
            a, b, c = points[chance.integers(0, len(points), 3)]
            normal = numpy.cross(b - a, c - a)
            length = numpy.linalg.norm(normal)
            if length < 1e-6: continue
            normal = normal / length
            count = int(on(normal, -normal @ a).sum())
            if count > best[0]: best = (count, normal, -normal @ a)
        count, normal, offset = best
        for turn in range(5):
            own = points[on(normal, offset)]
            centre = own.mean(axis=0)
            turned = numpy.linalg.svd(own - centre, full_matrices=False)[2][2]
            number = int(on(turned, -turned @ centre).sum())
            if number < count: break
            count, normal, offset = number, turned, -turned @ centre
        print(count / len(points), *normal)
        """

    private static func numpy(_ points: [SIMD3<Double>]) throws -> (share: Double, normal: SIMD3<Double>) {
        try Files.withTemporaryFolder { folder in
            var bytes: [UInt8] = []
            for point in points {
                for axis in 0..<3 { withUnsafeBytes(of: point[axis].bitPattern.littleEndian) { bytes += $0 } }
            }
            try #require(Files.write(bytes, to: folder + "/points") && Files.write(program, to: folder + "/plane.py"))
            let output = try Python.run([folder + "/plane.py"], input: folder + "/points")
            let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            try #require(numbers.count == 4)
            return (numbers[0], SIMD3(numbers[1], numbers[2], numbers[3]))
        }
    }

    @Test(.enabled(if: SharedData.isPresent && Python.hasNumPy, Python.absence), arguments: 0..<7)
    func `on real frames the dominant plane is NumPy's: its share less 5 %, its direction to 2 degrees`(
        index: Int
    ) throws {
        let (name, intrinsics) = Self.frames[index]
        let points = try Self.points(name, intrinsics)
        let theirs = try Self.numpy(points)
        let found = PlaneFinder(toleranceMetres: 0.02, trials: 1500).find(in: points)
        let ours = try #require(found)
        #expect(ours.share >= theirs.share - 0.05 * theirs.share, "\(name)")
        let cosine = abs((ours.plane.normal * theirs.normal).sum())
        #expect(acos(min(cosine, 1)) * 180 / .pi <= 2, "\(name)")
        #expect(ours.tiltDeviation > 0 && ours.distanceDeviation > 0 && ours.residualMetres > 0, "\(name): \(ours)")
    }

    @Test func `the same points give the same plane, and a plane without noise is found exactly`() throws {
        var random = SplitMix(seed: 3)
        let points = (0..<600).map { index in
            let (x, z) = (random.unit() * 4 - 2, 1 + random.unit() * 3)
            return index % 3 == 0 ? SIMD3(x, random.unit() * 2 - 1, z) : SIMD3(x, 0.8 - 0.1 * z, z)
        }
        let found = PlaneFinder().find(in: points)
        let fit = try #require(found)
        #expect(fit == PlaneFinder().find(in: points))
        #expect(fit.share > 0.66 && fit.share < 0.72)
        let length = (1 + 0.01).squareRoot()
        let wanted = SIMD3(0, -1, -0.1) / length
        #expect((fit.plane.normal * wanted).sum() > 0.9999)
        #expect(abs(fit.plane.distance - 0.8 / length) < 0.005)
    }

    @Test func `too few points, or all on one line, are no plane`() {
        #expect(PlaneFinder().find(in: []) == nil)
        #expect(PlaneFinder().find(in: [SIMD3(0, 0, 1), SIMD3(1, 0, 1)]) == nil)
        #expect(PlaneFinder().find(in: (0..<50).map { SIMD3(0, 0, Double($0) / 10 + 1) }) == nil)
    }

    @Test func `points in a cloud, and a wall alone, are no floor`() {
        var random = SplitMix(seed: 4)
        let cloud = (0..<2000).map { _ in SIMD3(random.unit() * 4 - 2, random.unit() * 3 - 1.5, 0.5 + random.unit() * 3)
        }
        #expect(MountingEstimator.floor(in: cloud) == .failure(.noFloor))
        let wall = (0..<2000).map { _ in SIMD3(random.unit() * 4 - 2, random.unit() * 3 - 1.5, 2) }
        #expect(MountingEstimator.floor(in: wall) == .failure(.noFloor))
    }
}

/// Python with NumPy, where the machine has it.
enum Python {
    /// Whether `python3` runs and has NumPy.
    static let hasNumPy = (try? run(["-c", "import numpy; print(1)"])) == "1\n"
    /// What a skipped test prints.
    static let absence: Testing.Comment =
        "../shared is absent or python3 has no numpy: planes were not compared with an independent search"

    /// Runs it, with a file as its input, and gives what it printed; nothing where it failed.
    static func run(_ arguments: [String], input: String = "/dev/null") throws -> String {
        let words = ["-c", "exec python3 \"$@\" <\"$0\"", input] + arguments
        let run = try Companion.run(
            program: "/bin/bash", words, input: nil, in: nil, environment: [:], limit: 120 * Slowness.factor)
        return run.status == 0 ? run.output : ""
    }
}
