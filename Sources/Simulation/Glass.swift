/// A pane of glass in a scenario: a depth camera sees through most of it, here and there sees the pane itself, and
/// elsewhere nothing at all.
package struct Glass: Equatable, Sendable {
    /// The pane.
    package var solid: Solid
    /// The share of the patches in which the pane itself is measured, 0 to 1.
    package var seen: Double
    /// The share of the patches in which nothing is measured, 0 to 1.
    package var lost: Double

    static let keys = ["start", "end", "floor", "height", "sill", "seen", "lost", "from", "until"]
    private static let thickness = 0.01

    /// Makes a pane.
    package init(_ solid: Solid, seen: Double, lost: Double) {
        self.solid = solid
        self.seen = seen
        self.lost = lost
    }

    /// Reads a pane; nil where a value that it needs is missing or wrong.
    init?(_ fields: ScenarioFields, heights: FloorHeights) {
        guard let line = AxisLine(fields) else { return nil }
        let sill = heights.height(of: fields, or: 0) + fields.number("sill", or: 0, in: 0...100)
        let height = fields.number("height", or: 2.1, in: 0.05...100)
        let box = line.box(along: 0...line.length, half: Self.thickness / 2, from: sill, to: sill + height)
        let seen = fields.number("seen", or: 0.1, in: 0...1)
        let lost = fields.number("lost", or: 0.1, in: 0...1)
        if seen + lost > 1 { fields.fail("contradiction", "lost", "\"seen\" and \"lost\" together are at most 1") }
        self.init(Solid(box, presence: fields.presence()), seen: seen, lost: lost)
    }
}

extension FaceRaster {
    /// The side of a patch of glass, pixels.
    private static let patch = 8

    /// Lays a pane that was drawn in another plane over this one, patch by patch: where the pane is nearest, chance
    /// decides whether the pane is measured, nothing is, or what is behind it.
    mutating func lay(_ pane: FaceRaster, seen: Double, lost: Double, key: UInt64) {
        let limits = (seen: UInt64(seen * 65_536), lost: UInt64((seen + lost) * 65_536))
        for top in Swift.stride(from: 0, to: height, by: Self.patch) {
            for left in Swift.stride(from: 0, to: width, by: Self.patch) {
                var bits = key &+ UInt64(top * width + left) &* 0x9E37_79B9_7F4A_7C15
                bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
                bits = (bits ^ (bits >> 27)) & 0xFFFF
                guard bits < limits.lost else { continue }
                for row in top..<min(top + Self.patch, height) {
                    for column in left..<min(left + Self.patch, width) {
                        replace(row: row, column: column, by: pane, isSeen: bits < limits.seen)
                    }
                }
            }
        }
    }
}
