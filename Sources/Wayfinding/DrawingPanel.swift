/// One place of a drawing: how its frame lies on the sheet.
struct DrawingPanel {
    /// Pixels left free around the plan for names.
    static let side = 112.0
    static let above = 34.0
    static let below = 40.0

    let map: PlaceMap
    let layout: DrawingLayout
    let scale: Double
    /// The corner of the plan with the least x and the greatest y, in metres.
    private let corner: Position
    let width: Double
    let height: Double
    /// The upper left corner on the sheet.
    var left = 0.0
    var top = 0.0

    init(map: PlaceMap, layout: DrawingLayout, scale: Double) {
        self.map = map
        self.layout = layout
        self.scale = scale
        let extent = Self.extent(map, layout)
        corner = Position(x: extent.low.x, y: extent.high.y)
        width = (extent.high.x - extent.low.x) * scale + 2 * Self.side
        height = (extent.high.y - extent.low.y) * scale + Self.above + Self.below
    }

    /// The rectangle around everything of a place, in metres.
    static func extent(_ map: PlaceMap, _ layout: DrawingLayout) -> (low: Position, high: Position) {
        var points = layout.points + map.connections.flatMap(\.path)
        points += corners(map, layout)
        guard let first = points.first else { return (Position(x: 0, y: 0), Position(x: 1, y: 1)) }
        var (low, high) = (first, first)
        for point in points {
            low = Position(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Position(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return (low, high)
    }

    /// The corners of the mapped floor; none where the drawing invented the places of things.
    static func corners(_ map: PlaceMap, _ layout: DrawingLayout) -> [Position] {
        if case .invented = layout.origin { return [] }
        switch map.bounds {
        case .box(let low, let high):
            return [low, Position(x: high.x, y: low.y), high, Position(x: low.x, y: high.y)]
        case .polygon(let corners): return corners
        case nil: return []
        }
    }

    /// A point of the place's frame on the sheet; +y of the frame is up.
    func point(_ position: Position) -> DrawingPoint {
        DrawingPoint(
            x: left + Self.side + (position.x - corner.x) * scale,
            y: top + Self.above + (corner.y - position.y) * scale)
    }

    /// Where a landmark stands on the sheet, nil where the place has none of that id.
    func point(ofLandmark id: String) -> DrawingPoint? {
        map.landmarks.firstIndex { $0.id == id }.map { point(layout.points[$0]) }
    }

    /// Pixels a metre at which a place fits well: larger sheets for larger places.
    static func fittingScale(_ map: PlaceMap, _ layout: DrawingLayout) -> Double {
        let (low, high) = extent(map, layout)
        let room = max(1, Double(map.landmarks.count) / 30).squareRoot()
        let across = min(6000, 900 * room) / max(high.x - low.x, 0.5)
        let down = min(4000, 620 * room) / max(high.y - low.y, 0.5)
        return min(across, down, 60)
    }
}

/// Draws one panel: floor, ways, signs and names.
struct DrawingPlan {
    let panel: DrawingPanel
    private let lines: [DrawingLine?]
    private let walked: Set<String>
    private let passed: Set<String>
    private let goals: Set<String>
    private let blocked: Set<String>
    /// Who is shown: nobody where the drawing invented the places of things.
    let people: [DrawingPerson]

    init(panel: DrawingPanel, route: DrawingRoute?, people: [DrawingPerson]) {
        self.panel = panel
        self.people = panel.isMeasured ? people.filter { $0.place == panel.map.id } : []
        blocked = Set((route?.blocked ?? []).filter { $0.place == panel.map.id }.map(\.id))
        let legs = (route?.legs ?? []).filter { $0.place == panel.map.id }
        walked = Set(legs.flatMap(\.connections))
        let landmarks = legs.flatMap(\.landmarks)
        passed = Set(landmarks)
        goals = Set([landmarks.first, landmarks.last].compactMap { $0 })
        lines = Self.lines(panel)
    }

    /// Ways with the same ends get lanes beside each other.
    private static func lines(_ panel: DrawingPanel) -> [DrawingLine?] {
        struct Pair: Hashable {
            let low: Int
            let high: Int
        }
        func pair(_ ends: (from: Int, to: Int)) -> Pair {
            Pair(low: min(ends.from, ends.to), high: max(ends.from, ends.to))
        }
        var counts: [Pair: Int] = [:]
        for case let ends? in panel.layout.ends { counts[pair(ends), default: 0] += 1 }
        var used: [Pair: Int] = [:]
        return panel.map.connections.enumerated().map { index, connection in
            guard let ends = panel.layout.ends[index] else { return nil }
            let key = pair(ends)
            let lane = Double(used[key, default: 0]) - Double((counts[key] ?? 1) - 1) / 2
            used[key, default: 0] += 1
            let from = panel.point(panel.layout.points[ends.from])
            let to = panel.point(panel.layout.points[ends.to])
            guard connection.path.isEmpty || !panel.isRecorded else {
                return DrawingLine(points: [from] + connection.path.map(panel.point) + [to])
            }
            return DrawingLine.bent(from, to, lane: ends.from <= ends.to ? lane : -lane)
        }
    }

    /// What lies on the floor, from the back to the front.
    func svg() -> String {
        var room = DrawingRoom(
            marks: panel.map.landmarks.enumerated().map { index, landmark in
                (panel.point(panel.layout.points[index]), DrawingMarks.radius(landmark.kind))
            })
        let ways = ways(&room)
        return route() + ways + signs() + names(beside: room.moved) + people.map { $0.svg(at: point(of: $0)) }.joined()
    }

    /// Whether something in it stands in the way.
    var hasBlocked: Bool { panel.map.connections.contains { blocked.contains($0.id) } }

    /// Where somebody stands, at the plan's edge where that is beyond it.
    private func point(of person: DrawingPerson) -> DrawingPoint {
        let reach = DrawingPerson.radius + 2
        let point = panel.point(person.position)
        return DrawingPoint(
            x: min(max(point.x, panel.left + reach), panel.left + panel.width - reach),
            y: min(max(point.y, panel.top + reach), panel.top + panel.height - reach))
    }

    /// The mapped floor.
    func floor() -> String {
        let corners = DrawingPanel.corners(panel.map, panel.layout).map(panel.point)
        guard let first = corners.first else { return "" }
        return
            "<path class=\"floor\" data-place=\"\(DrawingText.escaped(panel.map.id))\" d=\"M\(first.text)\(corners.dropFirst().map { "L\($0.text)" }.joined())Z\"/>\n"
    }

    private func route() -> String {
        zip(panel.map.connections, lines).map { connection, line in
            guard let line, walked.contains(connection.id) else { return "" }
            return DrawingWays.stroke(line, "route") + "\n"
        }.joined()
    }

    private func ways(_ room: inout DrawingRoom) -> String {
        var out = ""
        for (connection, line) in zip(panel.map.connections, lines) {
            guard let line else { continue }
            let title = DrawingText.escaped(Self.title(connection))
            let halo =
                blocked.contains(connection.id) ? DrawingWays.sign(line, 0.5, DrawingWays.halo, turned: false) : ""
            out += "<g><title>\(title)</title>\(halo)\(DrawingWays.svg(line, connection, &room))</g>\n"
        }
        return out
    }

    private static func title(_ connection: Connection) -> String {
        let name = DrawingText.isolated(connection.name ?? connection.instruction)
        return "\(name) (\(connection.kind.rawValue), \(connection.availability.rawValue))"
    }

    private func signs() -> String {
        return panel.map.landmarks.enumerated().map { index, landmark in
            let at = panel.point(panel.layout.points[index])
            let ring = passed.contains(landmark.id) ? Self.ring(landmark.kind) : ""
            let title = DrawingText.escaped("\(DrawingText.isolated(landmark.name)) (\(landmark.kind.rawValue))")
            return "<g transform=\"translate(\(at.text))\"><title>\(title)</title>\(ring)"
                + "\(DrawingMarks.svg(landmark.kind))</g>\n"
        }.joined()
    }

    private static func ring(_ kind: Landmark.Kind) -> String {
        "<circle class=\"ring\" r=\"\(DrawingText.number(DrawingMarks.radius(kind) + 5))\"/>"
    }

    private func names(beside signs: [DrawingPoint]) -> String {
        var labels = room(beside: signs)
        let named = people.map { person in
            let label = labels.place(person.label, at: point(of: person), radius: DrawingPerson.radius)
            return Self.text(label, classes: "name who")
        }
        let order = panel.map.landmarks.indices.sorted { left, right in
            let (first, second) = (isMinor(left), isMinor(right))
            return first == second ? left < right : !first
        }
        return named.joined() + order.map { index in name(index, &labels) }.joined()
    }

    /// Where no name may stand: ways, signs, outlines, portals and people.
    private func room(beside signs: [DrawingPoint]) -> DrawingLabels {
        var labels = DrawingLabels(
            frame: .init(x: panel.left, y: panel.top, width: panel.width, height: panel.height))
        for case let line? in lines { labels.keepFree(line) }
        for sign in signs {
            let reach = DrawingRoom.radius
            labels.keepFree(
                .init(x: sign.x - reach, y: sign.y - reach, width: 2 * reach, height: 2 * reach), weight: 4)
        }
        let corners = DrawingPanel.corners(panel.map, panel.layout).map(panel.point)
        for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) { labels.keepFree(edge: from, to: to) }
        for (index, landmark) in panel.map.landmarks.enumerated() {
            let at = panel.point(panel.layout.points[index])
            // where a ride or stairs lead on, the portals leave to the right
            if landmark.kind == .elevator || landmark.kind == .stairs {
                for rise in [-48.0, 0, 48] {
                    labels.keepFree(edge: at, to: DrawingPoint(x: at.x + 56, y: at.y + rise))
                }
            }
            let reach = DrawingMarks.radius(landmark.kind) + 2
            labels.keepFree(.init(x: at.x - reach, y: at.y - reach, width: 2 * reach, height: 2 * reach), weight: 4)
        }
        for person in people {
            let (at, reach) = (point(of: person), DrawingPerson.radius + 2)
            labels.keepFree(.init(x: at.x - reach, y: at.y - reach, width: 2 * reach, height: 2 * reach), weight: 4)
        }
        return labels
    }

    private func isMinor(_ index: Int) -> Bool { panel.map.landmarks[index].kind == .junction }

    private func name(_ index: Int, _ labels: inout DrawingLabels) -> String {
        let landmark = panel.map.landmarks[index]
        let label = labels.place(
            landmark.name, at: panel.point(panel.layout.points[index]),
            radius: DrawingMarks.radius(landmark.kind) + (passed.contains(landmark.id) ? 4 : 0))
        let isEnd = goals.contains(landmark.id)
        return Self.text(label, classes: "name" + (isMinor(index) ? " minor" : "") + (isEnd ? " on" : ""))
    }

    private static func text(_ label: DrawingLabels.Label, classes: String) -> String {
        let x = label.anchor == "start" ? 0 : label.anchor == "end" ? label.box.width : label.box.width / 2
        let spans = label.lines.enumerated().map { row, line in
            let y = label.box.y + Double(row) * DrawingLabels.lineHeight + DrawingLabels.rise
            return "<tspan x=\"\(DrawingText.number(label.box.x + x))\" y=\"\(DrawingText.number(y))\">"
                + "\(DrawingText.escaped(DrawingText.isolated(line)))</tspan>"
        }
        return "<text class=\"\(classes)\" text-anchor=\"\(label.anchor)\">\(spans.joined())</text>\n"
    }
}

extension DrawingPanel {
    /// Whether every point was recorded, so that lengths on the sheet mean something.
    var isRecorded: Bool {
        if case .recorded = layout.origin { return true }
        return false
    }

    /// Whether points of the place's frame mean something on the sheet.
    var isMeasured: Bool {
        if case .invented = layout.origin { return false }
        return true
    }

    /// What is said about points that the drawing chose, nil where all were recorded.
    var remark: String? {
        switch layout.origin {
        case .recorded: nil
        case .completed(let count):
            "\(count) of \(map.landmarks.count) positions are not recorded; the drawing placed them"
        case .invented:
            map.landmarks.isEmpty ? "No landmarks" : "Positions are not recorded; laid out by the drawing, not to scale"
        }
    }
}
