/// Where the landmarks of one place are drawn, in metres of its frame or, where nothing is recorded, in steps.
struct DrawingLayout {
    /// How the points came about.
    enum Origin {
        /// All were recorded.
        case recorded
        /// This many were not, and stand beside what they are connected with.
        case completed(Int)
        /// None was recorded.
        case invented
    }

    private(set) var points: [Position]
    let origin: Origin
    /// For each connection the numbers of its landmarks, nil where one is not there.
    let ends: [(from: Int, to: Int)?]

    /// The same map gives the same points; the time is linear but for a sort of each layer.
    init(_ map: PlaceMap) {
        let index = Dictionary(map.landmarks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        ends = map.connections.map { connection in
            index[connection.from].flatMap { from in index[connection.to].map { (from, $0) } }
        }
        var near: [[Int]] = Array(repeating: [], count: map.landmarks.count)
        for case let (from, to)? in ends where from != to {
            near[from].append(to)
            near[to].append(from)
        }
        let missing = map.landmarks.count { $0.position == nil }
        if missing == map.landmarks.count {
            origin = .invented
            points = Self.layered(map, near)
        } else {
            origin = missing == 0 ? .recorded : .completed(missing)
            points = Self.completed(map, near)
        }
    }

    /// Columns by the number of steps from the first entrance, islands one below the other.
    private static func layered(_ map: PlaceMap, _ near: [[Int]]) -> [Position] {
        var points = [Position](repeating: Position(x: 0, y: 0), count: near.count)
        var layer = [Int](repeating: -1, count: near.count)
        let first = map.landmarks.firstIndex { $0.kind == .entrance }
        var floor = 0.0
        for start in [first].compactMap({ $0 }) + Array(near.indices) where layer[start] < 0 {
            layer[start] = 0
            var column = [start]
            var number = 0
            var lowest = floor
            while !column.isEmpty {
                let top = floor - (number % 2 == 0 ? 0 : 1.5)
                for (row, node) in column.enumerated() {
                    points[node] = Position(x: Double(number) * 6, y: top - Double(row) * 4)
                    lowest = min(lowest, points[node].y)
                }
                number += 1
                column = nextColumn(after: column, number, near, &layer)
            }
            floor = lowest - 5
        }
        return points
    }

    private static func nextColumn(after column: [Int], _ number: Int, _ near: [[Int]], _ layer: inout [Int]) -> [Int] {
        var next: [Int] = []
        for node in column {
            for neighbour in near[node] where layer[neighbour] < 0 {
                layer[neighbour] = number
                next.append(neighbour)
            }
        }
        return next
    }

    /// What was not recorded, beside what it is connected with, turned by the golden angle so that nothing coincides.
    private static func completed(_ map: PlaceMap, _ near: [[Int]]) -> [Position] {
        var points = map.landmarks.map(\.position)
        var open = points.indices.filter { points[$0] != nil }
        let known = points.compactMap { $0 }
        let span = max(
            (known.map(\.x).max() ?? 0) - (known.map(\.x).min() ?? 0),
            (known.map(\.y).max() ?? 0) - (known.map(\.y).min() ?? 0))
        let step = max(2, span / 8)
        var turn = 0
        var next = 0
        while next < open.count {
            let node = open[next]
            next += 1
            guard let here = points[node] else { continue }
            for neighbour in near[node] where points[neighbour] == nil {
                points[neighbour] = beside(here, turn, step)
                turn += 1
                open.append(neighbour)
            }
        }
        let corner = Position(x: known.map(\.x).min() ?? 0, y: (known.map(\.y).min() ?? 0) - 2 * step)
        return points.enumerated().map { number, point in
            point ?? Position(x: corner.x + Double(number) * step / 2, y: corner.y)
        }
    }

    private static let turns: [(Double, Double)] = [
        (0.94, 0.34), (-0.89, 0.45), (0.37, -0.93), (0.34, 0.94), (-0.87, -0.49), (0.96, -0.27), (-0.54, 0.84),
    ]

    private static func beside(_ point: Position, _ turn: Int, _ step: Double) -> Position {
        let (x, y) = turns[turn % turns.count]
        let radius = step * (1 + Double(turn / turns.count % 3) * 0.35)
        return Position(x: point.x + x * radius, y: point.y + y * radius)
    }
}
