/// Finds places for names so that they cover each other, the signs and the ways as little as can be.
///
/// Greedy, in the order given; what stands already is kept in a grid, so that the time is about linear.
struct DrawingLabels {
    /// A rectangle in pixels.
    struct Box {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        func overlap(_ other: Box) -> Double {
            let across = min(x + width, other.x + other.width) - max(x, other.x)
            let down = min(y + height, other.y + other.height) - max(y, other.y)
            return across > 0 && down > 0 ? across * down : 0
        }
    }

    /// A name with its place.
    struct Label {
        var lines: [String]
        var box: Box
        /// How the lines stand to the point: `start`, `middle` or `end`.
        var anchor: String
    }

    private static let cell = 48.0
    /// The most rectangles kept for one cell: where more crowd, nothing can be kept apart, and the time stays bounded.
    private static let cellLimit = 48
    static let size = 18.0
    static let lineHeight = 21.0
    /// From the upper edge of a line to where its letters stand.
    static let rise = 17.0

    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }
    private var grid: [Cell: [(box: Box, weight: Double)]] = [:]
    private let frame: Box

    /// Labels are kept inside the frame where they can be.
    init(frame: Box) { self.frame = frame }

    /// Keeps a rectangle free; the weight is how bad covering it would be.
    mutating func keepFree(_ box: Box, weight: Double) {
        for cell in Self.cells(box) where grid[cell, default: []].count < Self.cellLimit {
            grid[cell, default: []].append((box, weight))
        }
    }

    /// Keeps a line free.
    mutating func keepFree(_ line: DrawingLine) {
        let steps = min(200, max(2, Int(line.length / 10)))
        for step in 1..<steps {
            let point = line.point(at: Double(step) / Double(steps)).point
            keepFree(Box(x: point.x - 4, y: point.y - 4, width: 8, height: 8), weight: 1.5)
        }
    }

    /// Keeps a thin line free that a name should not lie across: the edge of the floor, the beginning of a portal.
    mutating func keepFree(edge from: DrawingPoint, to: DrawingPoint) {
        let line = DrawingLine(points: [from, to])
        let steps = min(400, max(2, Int(line.length / 8)))
        for step in 0...steps {
            let point = line.point(at: Double(step) / Double(steps)).point
            keepFree(Box(x: point.x - 4, y: point.y - 4, width: 8, height: 8), weight: 3)
        }
    }

    /// The best place of a name beside a sign, which is then kept free too.
    mutating func place(_ name: String, at point: DrawingPoint, radius: Double) -> Label {
        let lines = DrawingText.lines(name)
        let width = (lines.map { DrawingText.width($0, size: Self.size) }.max() ?? 0) + 2
        let height = Double(lines.count) * Self.lineHeight
        var best: (cost: Double, label: Label)?
        for (rank, side) in Self.sides.enumerated() {
            let label = Self.label(lines, width, height, side, point, radius + 5)
            let cost = cost(label.box) + Double(rank) * 3
            if best.map({ cost < $0.cost }) ?? true { best = (cost, label) }
        }
        let label = best?.label ?? Self.label(lines, width, height, (1, 0), point, radius)
        keepFree(label.box, weight: 6)
        return label
    }

    private static let sides: [(Double, Double)] = [
        (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1), (1, -2), (1, 2), (-1, -2), (-1, 2),
        (0, -2), (0, 2),
    ]

    private static func label(
        _ lines: [String], _ width: Double, _ height: Double, _ side: (Double, Double), _ point: DrawingPoint,
        _ gap: Double
    ) -> Label {
        let (across, down) = side
        let inset = down == 0 || across == 0 ? gap : gap * 0.7
        let x = across > 0 ? point.x + inset : across < 0 ? point.x - inset - width : point.x - width / 2
        let lift = abs(down) > 1 ? 24.0 : 0
        let y =
            down > 0 ? point.y + inset + lift : down < 0 ? point.y - inset - height - lift : point.y - height / 2
        let anchor = across > 0 ? "start" : across < 0 ? "end" : "middle"
        return Label(lines: lines, box: Box(x: x, y: y, width: width, height: height), anchor: anchor)
    }

    private func cost(_ box: Box) -> Double {
        let outside = box.width * box.height - box.overlap(frame)
        var sum = outside * 8
        for cell in Self.cells(box) {
            for taken in grid[cell] ?? [] { sum += box.overlap(taken.box) * taken.weight }
        }
        return sum
    }

    private static func cells(_ box: Box) -> [Cell] {
        let columns = Int((box.x / cell).rounded(.down))...Int(((box.x + box.width) / cell).rounded(.down))
        let rows = Int((box.y / cell).rounded(.down))...Int(((box.y + box.height) / cell).rounded(.down))
        return columns.flatMap { x in rows.map { Cell(x: x, y: $0) } }
    }
}
