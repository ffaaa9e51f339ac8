/// Fits a plane where a camera's noise is even: in the inverse depth, which is linear over the image.
///
/// On a plane 1/z = p · x/z + q · y/z + r. Points are weighted by Tukey's biweight of their deviation, so that the foot of
/// a wall hardly tilts the floor that it stands on, as it would where all points within a bound count alike.
struct InverseDepthFit {
    /// The plane.
    private(set) var plane: Plane
    /// The deviation of the inverse depth of the points on it, 1/metre, robustly.
    private(set) var noise: Double

    private static let rounds = 10
    /// The deviations beyond which a point has no weight.
    private static let cut = 3.5

    /// Starts from a plane that is about right and from the noise that is expected, 1/metre.
    init(_ points: [SIMD3<Double>], near start: Plane, noise expected: Double) {
        plane = start
        noise = expected
        for _ in 0..<Self.rounds {
            guard let next = solved(points) else { return }
            plane = next
            noise = spread(points)
        }
    }

    /// What a point's inverse depth is more than the plane's on its ray.
    private func deviation(_ point: SIMD3<Double>) -> Double {
        (1 + (plane.normal * point).sum() / plane.distance) / point.z
    }

    private func solved(_ points: [SIMD3<Double>]) -> Plane? {
        var squares = SymmetricMatrix(diagonal: .zero, beside: .zero)
        var right = SIMD3<Double>.zero
        let bound = Self.cut * noise
        for point in points {
            let share = deviation(point) / bound
            guard abs(share) < 1 else { continue }
            let weight = (1 - share * share) * (1 - share * share)
            let ray = point / point.z
            squares.diagonal += ray * ray * weight
            squares.beside += SIMD3(ray.y * ray.z, ray.x * ray.z, ray.x * ray.y) * weight
            right += ray * (weight / point.z)
        }
        guard let factors = squares.solution(right) else { return nil }
        let length = (factors * factors).sum().squareRoot()
        guard length > 0.05 else { return nil }
        return Plane(normal: -factors, through: factors / (length * length))
    }

    /// 1.4826 times the median deviation of the points that are within reach, never below a twentieth of a percent.
    private func spread(_ points: [SIMD3<Double>]) -> Double {
        var deviations: [Double] = []
        for point in points where abs(deviation(point)) < 4 * noise { deviations.append(abs(deviation(point))) }
        guard !deviations.isEmpty else { return noise }
        deviations.sort()
        return max(1.4826 * deviations[deviations.count / 2], 0.0005)
    }
}
