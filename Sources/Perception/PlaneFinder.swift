/// Finds the plane that most points lie on: random triples (Fischler and Bolles 1981), then least squares over its own.
///
/// The triples come from a seed, so that the same points give the same plane. It takes no memory of its own.
public struct PlaneFinder: Sendable {
    /// How far a point may lie off a plane and still be on it, metres.
    public var toleranceMetres: Double
    /// The deviation of the points' inverse depth, in 1/metre; three of it are added to the tolerance.
    public var inverseDepthDeviation: Double
    /// How many triples are tried at most.
    public var trials: Int
    private let seed: UInt64

    /// The chance of never drawing three points of the plane, at which no more triples are tried.
    private static let miss = 1e-6
    /// How often the plane is fitted to the points that lie on it.
    private static let refinements = 5
    /// A point counts in a fit as if it deviated at least by this, metres.
    private static let leastDeviation = 0.003

    /// Makes a finder; the same seed draws the same triples.
    public init(
        toleranceMetres: Double = 0.02, inverseDepthDeviation: Double = 0, trials: Int = 600, seed: UInt64 = 1
    ) {
        self.toleranceMetres = toleranceMetres
        self.inverseDepthDeviation = inverseDepthDeviation
        self.trials = trials
        self.seed = seed
    }

    /// The plane that most points lie on among those that `accepting` lets pass; nil where there is none.
    public func find(
        in points: [SIMD3<Double>], accepting: (Plane) -> Bool = { _ in true }
    ) -> PlaneFit? {
        guard points.count >= 3 else { return nil }
        var random = seed
        var best: (plane: Plane, count: Int)?
        var needed = trials
        var trial = 0
        while trial < needed {
            trial += 1
            guard let plane = draw(points, &random), accepting(plane) else { continue }
            let count = count(points, on: plane)
            guard count > best?.count ?? 2 else { continue }
            best = (plane, count)
            needed = min(trials, Self.trialsNeeded(share: Double(count) / Double(points.count)))
        }
        guard let best else { return nil }
        return refined(best.plane, best.count, points, accepting)
    }

    /// How well a given plane fits the points; nil where fewer than three lie on it.
    public func fit(of plane: Plane, to points: [SIMD3<Double>]) -> PlaneFit? {
        leastSquares(points, on: plane).map { result in
            var fit = result
            fit.plane = plane
            fit.inliers = count(points, on: plane)
            return fit
        }
    }

    private func refined(
        _ plane: Plane, _ count: Int, _ points: [SIMD3<Double>], _ accepting: (Plane) -> Bool
    ) -> PlaneFit? {
        var plane = plane
        var count = count
        for _ in 0..<Self.refinements {
            guard let next = leastSquares(points, on: plane)?.plane, accepting(next) else { break }
            let nextCount = self.count(points, on: next)
            guard nextCount >= count else { break }
            (plane, count) = (next, nextCount)
        }
        return fit(of: plane, to: points)
    }

    /// So many triples that one of them lies on a plane of this share with near certainty: 46 for a share of 0.64.
    private static func trialsNeeded(share: Double) -> Int {
        var missing = 1.0
        let each = 1 - share * share * share
        var number = 0
        while missing > miss, number < 100_000 {
            missing *= each
            number += 1
        }
        return max(number, 40)
    }

    private func draw(_ points: [SIMD3<Double>], _ random: inout UInt64) -> Plane? {
        let first = points[Self.next(&random, below: points.count)]
        let one = points[Self.next(&random, below: points.count)] - first
        let two = points[Self.next(&random, below: points.count)] - first
        let normal = SIMD3(
            one.y * two.z - one.z * two.y, one.z * two.x - one.x * two.z, one.x * two.y - one.y * two.x)
        guard (normal * normal).sum() > 1e-8 else { return nil }
        return Plane(normal: normal, through: first)
    }

    /// A number of a sequence that the seed begins (SplitMix64; Steele, Lea, Flood 2014).
    private static func next(_ state: inout UInt64, below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(limit))
    }

    /// A point at depth z moves along its ray, and so by z · deviation · distance square to the plane.
    private func deviation(_ point: SIMD3<Double>, _ plane: Plane) -> Double {
        inverseDepthDeviation * point.z * plane.distance
    }

    private func isOn(_ plane: Plane, _ point: SIMD3<Double>) -> Bool {
        abs(plane.height(of: point)) <= toleranceMetres + 3 * deviation(point, plane)
    }

    private func count(_ points: [SIMD3<Double>], on plane: Plane) -> Int {
        var count = 0
        for point in points where isOn(plane, point) { count += 1 }
        return count
    }

    /// The plane with the least weighted squares through the points that lie on a given one.
    private func leastSquares(_ points: [SIMD3<Double>], on plane: Plane) -> PlaneFit? {
        var weight = 0.0
        var centre = SIMD3<Double>.zero
        for point in points where isOn(plane, point) {
            let share = self.weight(point, plane)
            weight += share
            centre += point * share
        }
        guard weight > 0 else { return nil }
        centre /= weight
        var spread = SymmetricMatrix(diagonal: .zero, beside: .zero)
        var squares = 0.0
        var count = 0
        for point in points where isOn(plane, point) {
            let offset = point - centre
            let share = self.weight(point, plane)
            spread.diagonal += offset * offset * share
            spread.beside += SIMD3(offset.y * offset.z, offset.x * offset.z, offset.x * offset.y) * share
            squares += plane.height(of: point) * plane.height(of: point)
            count += 1
        }
        guard count >= 3 else { return nil }
        return fit(spread, centre, squares: squares, count: count, of: points.count)
    }

    private func weight(_ point: SIMD3<Double>, _ plane: Plane) -> Double {
        let deviation = deviation(point, plane)
        return 1 / (deviation * deviation + Self.leastDeviation * Self.leastDeviation)
    }

    private func fit(
        _ spread: SymmetricMatrix, _ centre: SIMD3<Double>, squares: Double, count: Int, of considered: Int
    ) -> PlaneFit? {
        let (axes, moments) = spread.axes()
        guard moments[1] > 0 else { return nil }
        let plane = Plane(normal: axes[0], through: centre)
        // The moments are sums of weighted squares, the weights one over a variance: their inverses are variances.
        let scale = max(moments[0], 0) / Double(count)
        let tilt = (scale / moments[1]).squareRoot()
        let lever = (centre * centre).sum().squareRoot()
        let own = (scale / Double(count)).squareRoot() * Self.leastDeviation
        return PlaneFit(
            plane: plane, inliers: count, considered: considered,
            residualMetres: (squares / Double(count)).squareRoot(),
            tiltDeviation: tilt, distanceDeviation: (own * own + tilt * tilt * lever * lever).squareRoot())
    }
}
