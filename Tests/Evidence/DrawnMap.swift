import Wayfinding

/// A place drawn in characters: what a test shows is what is walked.
///
/// Letters are landmarks, named and called by their letter; a column is 1 m along x, a line down is 2 m along −y.
/// Between two letters of one line, or one column, stand the characters of a connection:
/// `-` and `|` a path, `=` and `‖` stairs, `#` a door, `%` an elevator, `~` a ramp; an `x` among them makes it
/// unavailable, a `?` makes its availability unknown, a `!` its step-free status unknown; `>` or `<`, `v` or `^` make
/// it one-way that way. Its id is its ends in the order of the alphabet, `AB`. Plain ways are confirmed step-free,
/// stairs are unsuitable.
public struct DrawnMap: Sendable {
    /// The place that was drawn.
    public var place: PlaceMap

    /// Reads a drawing.
    public init(_ drawing: String, id: String = "here", name: String = "Here") {
        place = PlaceMap(
            id: id, name: name, scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed, landmarks: [], connections: [])
        let rows = drawing.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        for (row, line) in rows.enumerated() {
            for (column, character) in line.enumerated() where character.isUppercase {
                let position = Position(x: Double(column), y: -2 * Double(row))
                place.landmarks.append(
                    Landmark(id: "\(character)", name: "\(character)", kind: .junction, position: position))
                follow(rows, row, column, down: 0, right: 1)
                follow(rows, row, column, down: 1, right: 0)
            }
        }
    }

    /// A graph of this place alone.
    public var graph: RoutingGraph { RoutingGraph(places: [place]) }

    /// The same map with one connection changed.
    public func with(_ id: String, _ change: (inout Connection) -> Void) -> DrawnMap {
        var copy = self
        guard let index = copy.place.connections.firstIndex(where: { $0.id == id }) else { return copy }
        change(&copy.place.connections[index])
        return copy
    }

    private mutating func follow(_ rows: [[Character]], _ row: Int, _ column: Int, down: Int, right: Int) {
        var signs: [Character] = []
        var (y, x) = (row + down, column + right)
        while y < rows.count, x < rows[y].count, !rows[y][x].isUppercase, rows[y][x] != " " {
            signs.append(rows[y][x])
            (y, x) = (y + down, x + right)
        }
        guard y < rows.count, x < rows[y].count, rows[y][x].isUppercase, !signs.isEmpty else { return }
        connect("\(rows[row][column])", "\(rows[y][x])", signs)
    }

    private mutating func connect(_ one: String, _ other: String, _ signs: [Character]) {
        let has = { (sign: String) in signs.contains { sign.contains($0) } }
        let kinds: [(String, Connection.Kind)] = [
            ("=‖", .stairs), ("#", .door), ("%", .elevator), ("~", .ramp),
        ]
        let kind = kinds.first { has($0.0) }?.1 ?? .path
        let (from, to) = has("<^") ? (other, one) : (one, other)
        place.connections.append(
            Connection(
                id: min(one, other) + max(one, other), from: from, to: to,
                direction: has("<>^v") ? .oneWay : .both, kind: kind, instruction: "Go from \(from) to \(to).",
                returnInstruction: "Go from \(to) to \(from).",
                stepFree: kind == .stairs ? .unsuitable : has("!") ? .unknown : .confirmed,
                availability: has("x") ? .unavailable : has("?") ? .unknown : .available))
    }
}
