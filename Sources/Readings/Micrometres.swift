/// A length in whole micrometres, so that comparisons at a threshold are exact: 0.3 m + 0.25 m is 0.55 m.
///
/// Lengths cross walls as `Double` metres; wherever one is compared with a limit, both are first taken to this grid.
public struct Micrometres: Comparable, Hashable, Sendable {
    /// The length in micrometres, signed.
    public var count: Int64

    /// Rounds `metres` to the nearest micrometre; it must be finite, and is held to ±10⁹ m.
    public init(metres: Double) {
        count = Int64((min(max(metres, -1e9), 1e9) * 1_000_000).rounded())
    }

    /// Makes a length from whole micrometres.
    public init(count: Int64) {
        self.count = count
    }

    /// The length in metres.
    public var metres: Double { Double(count) / 1_000_000 }

    /// Orders lengths by size.
    public static func < (left: Micrometres, right: Micrometres) -> Bool { left.count < right.count }

    /// The sum of two lengths.
    public static func + (left: Micrometres, right: Micrometres) -> Micrometres {
        Micrometres(count: left.count + right.count)
    }

    /// The difference of two lengths.
    public static func - (left: Micrometres, right: Micrometres) -> Micrometres {
        Micrometres(count: left.count - right.count)
    }
}
