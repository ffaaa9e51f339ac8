/// A ramp in a scenario: a wedge that rises from one end to the other, metres.
package struct Ramp: Equatable, Sendable {
    /// The middle of its foot, at the height that it rises from.
    package var foot: SIMD3<Double>
    /// The middle of its upper edge.
    package var top: SIMD3<Double>
    /// Half of its width, as a vector square to its direction and level.
    package var side: SIMD3<Double>

    static let keys = ["start", "end", "rise", "width", "floor"]

    /// Makes a ramp.
    package init(foot: SIMD3<Double>, top: SIMD3<Double>, side: SIMD3<Double>) {
        self.foot = foot
        self.top = top
        self.side = side
    }

    /// Reads a ramp; nil where a value that it needs is missing or wrong.
    init?(_ fields: ScenarioFields, heights: FloorHeights) {
        guard let line = AxisLine(fields), let rise = fields.number("rise", in: 0.01...50) else { return nil }
        let base = heights.height(of: fields, or: 0)
        let half = fields.number("width", or: 1.2, in: 0.1...400) / 2
        let end = line.start + line.step * line.length
        self.init(
            foot: SIMD3(line.start.x, line.start.y, base), top: SIMD3(end.x, end.y, base + rise),
            side: SIMD3(-line.step.y * half, line.step.x * half, 0))
    }

    /// Its faces but the one that lies on the floor: the slope, the end, and the two sides.
    var faces: [Face] {
        let below = SIMD3(top.x, top.y, foot.z)
        return [
            Face([foot - side, foot + side, top + side, top - side]),
            Face([below - side, below + side, top + side, top - side]),
            Face([foot - side, below - side, top - side]), Face([foot + side, below + side, top + side]),
        ]
    }
}

/// A flat, convex face in the world with three or four corners, in their order around it.
struct Face {
    private(set) var corners = InlineArray<4, SIMD3<Double>>(repeating: .zero)
    private(set) var count = 0

    init(_ points: [SIMD3<Double>]) {
        for point in points.prefix(4) {
            corners[count] = point
            count += 1
        }
    }

    /// A vector square to the face.
    var normal: SIMD3<Double> {
        let (one, two) = (corners[1] - corners[0], corners[2] - corners[0])
        return SIMD3(one.y * two.z - one.z * two.y, one.z * two.x - one.x * two.z, one.x * two.y - one.y * two.x)
    }
}
