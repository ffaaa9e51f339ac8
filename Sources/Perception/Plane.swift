/// A plane in a camera's frame (x right, y down, z along the optical axis), metres.
public struct Plane: Equatable, Sendable {
    /// The direction square to the plane, of length 1, towards the side of the camera.
    public var normal: SIMD3<Double>
    /// The camera's distance from the plane, metres, not negative.
    public var distance: Double

    /// Takes a direction, of any length but 0, and a point of the plane.
    public init(normal: SIMD3<Double>, through point: SIMD3<Double>) {
        let length = (normal * normal).sum().squareRoot()
        let unit = normal / length
        let offset = -(unit * point).sum()
        self.normal = offset < 0 ? -unit : unit
        distance = abs(offset)
    }

    /// How far a point lies from the plane, metres; positive on the side of the camera.
    public func height(of point: SIMD3<Double>) -> Double { (normal * point).sum() + distance }
}

/// A plane found among points, and how well it is known.
public struct PlaneFit: Equatable, Sendable {
    /// The plane.
    public var plane: Plane
    /// How many of the points lie on it.
    public var inliers: Int
    /// How many points there were.
    public var considered: Int
    /// The deviation of the points on it from it, metres RMS.
    public var residualMetres: Double
    /// The standard uncertainty of its direction, radians, about the worse of its two axes, were the points independent.
    public var tiltDeviation: Double
    /// The standard uncertainty of the camera's distance from it, metres, were the points independent.
    public var distanceDeviation: Double

    /// The share of the points that lie on it, 0 to 1.
    public var share: Double { considered == 0 ? 0 : Double(inliers) / Double(considered) }
}

/// A symmetric matrix of three rows, and its axes.
struct SymmetricMatrix {
    /// xx, yy, zz.
    var diagonal: SIMD3<Double>
    /// yz, xz, xy.
    var beside: SIMD3<Double>

    private subscript(row: Int, column: Int) -> Double {
        get { row == column ? diagonal[row] : beside[3 - row - column] }
        set { if row == column { diagonal[row] = newValue } else { beside[3 - row - column] = newValue } }
    }

    /// The vector that this matrix turns into another; nil where there is no single one (Cramer's rule).
    func solution(_ right: SIMD3<Double>) -> SIMD3<Double>? {
        let (xx, yy, zz) = (diagonal.x, diagonal.y, diagonal.z)
        let (yz, xz, xy) = (beside.x, beside.y, beside.z)
        let first = SIMD3(yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
        let second = SIMD3(first.y, xx * zz - xz * xz, xy * xz - xx * yz)
        let third = SIMD3(first.z, second.z, xx * yy - xy * xy)
        let determinant = xx * first.x + xy * first.y + xz * first.z
        guard abs(determinant) > 1e-12 else { return nil }
        return SIMD3((first * right).sum(), (second * right).sum(), (third * right).sum()) / determinant
    }

    /// The three axes and the moments along them, by Jacobi's rotations; the least moment comes first.
    func axes() -> (axes: InlineArray<3, SIMD3<Double>>, moments: SIMD3<Double>) {
        var matrix = self
        var axes: InlineArray<3, SIMD3<Double>> = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        for _ in 0..<12 {
            matrix.rotate(0, 1, &axes)
            matrix.rotate(0, 2, &axes)
            matrix.rotate(1, 2, &axes)
        }
        var order: InlineArray<3, Int> = [0, 1, 2]
        if matrix.diagonal[order[1]] < matrix.diagonal[order[0]] { order.swapAt(0, 1) }
        if matrix.diagonal[order[2]] < matrix.diagonal[order[1]] { order.swapAt(1, 2) }
        if matrix.diagonal[order[1]] < matrix.diagonal[order[0]] { order.swapAt(0, 1) }
        return (
            [axes[order[0]], axes[order[1]], axes[order[2]]],
            SIMD3(matrix.diagonal[order[0]], matrix.diagonal[order[1]], matrix.diagonal[order[2]])
        )
    }

    /// Turns two axes so that nothing is left between them (Golub and Van Loan, Matrix Computations, §8.5).
    private mutating func rotate(_ first: Int, _ second: Int, _ axes: inout InlineArray<3, SIMD3<Double>>) {
        let between = self[first, second]
        guard abs(between) > 1e-18 else { return }
        let ratio = (self[second, second] - self[first, first]) / (2 * between)
        let tangent = (ratio < 0 ? -1 : 1) / (abs(ratio) + (ratio * ratio + 1).squareRoot())
        let cosine = 1 / (tangent * tangent + 1).squareRoot()
        let sine = tangent * cosine
        let third = 3 - first - second
        let (one, two) = (self[first, third], self[second, third])
        self[first, first] -= tangent * between
        self[second, second] += tangent * between
        self[first, second] = 0
        self[first, third] = cosine * one - sine * two
        self[second, third] = sine * one + cosine * two
        let (left, right) = (axes[first], axes[second])
        axes[first] = left * cosine - right * sine
        axes[second] = left * sine + right * cosine
    }
}
