/// Bars and curves out of block characters, an eighth of a cell fine.
enum BlockChart {
    private static let rising = Array(" ▁▂▃▄▅▆▇█")
    private static let growing = Array(" ▏▎▍▌▋▊▉█")

    /// A bar from the left that fills `share` of `width` cells, and blanks behind it.
    static func bar(_ share: Double, width: Int) -> String {
        let eighths = Int((min(max(share, 0), 1) * Double(width * 8)).rounded())
        let full = String(repeating: "█", count: eighths / 8)
        let part = eighths % 8 == 0 ? "" : String(growing[eighths % 8])
        return (full + part).padded(to: width)
    }

    /// Values in one row, the lowest of `range` as an empty cell and the highest as a full one; nil shows as a dot.
    static func row(_ values: [Double?], in range: ClosedRange<Double>) -> String {
        String(values.map { $0.map { rising[eighths($0, in: range, rows: 1)] } ?? "·" })
    }

    /// Values as columns of several rows, the top row first; nil leaves its column empty.
    static func curve(_ values: [Double?], in range: ClosedRange<Double>, rows: Int) -> [String] {
        let heights = values.map { $0.map { max(1, eighths($0, in: range, rows: rows)) } ?? 0 }
        return (0..<rows).reversed().map { row in
            String(heights.map { rising[min(8, max(0, $0 - row * 8))] })
        }
    }

    private static func eighths(_ value: Double, in range: ClosedRange<Double>, rows: Int) -> Int {
        let span = range.upperBound - range.lowerBound
        guard span > 0, value.isFinite else { return 0 }
        let share = min(max((value - range.lowerBound) / span, 0), 1)
        return Int((share * Double(rows * 8)).rounded())
    }
}
