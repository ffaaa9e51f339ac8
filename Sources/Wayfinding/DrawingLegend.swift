/// What the signs and strokes of a drawing mean, and its scale.
struct DrawingLegend {
    private let rows: [(heading: String, items: [(sample: String, text: String)])]
    private let width: Double
    private static let rowHeight = 30.0

    init(
        maps: [PlaceMap], people: [DrawingPerson.Kind], hasRoute: Bool, hasFloor: Bool, hasPortals: Bool,
        hasBlocked: Bool, width: Double
    ) {
        self.width = width
        let kinds = Set(maps.flatMap { $0.landmarks.map(\.kind) })
        let marks = Landmark.Kind.allCases.filter(kinds.contains).map { kind in
            (sample: "<g transform=\"translate(14 0)\">\(DrawingMarks.svg(kind))</g>", text: DrawingMarks.word(kind))
        }
        var ways = Self.ways(maps)
        if hasPortals { ways.append((Self.line("link"), "Between places")) }
        if hasRoute { ways.append((Self.line("line route"), "Route")) }
        if hasBlocked {
            ways.append(("<g transform=\"translate(20 0) scale(0.6)\">\(DrawingWays.halo)</g>", "In the way"))
        }
        if hasFloor {
            ways.append(("<rect class=\"floor\" x=\"2\" y=\"-9\" width=\"32\" height=\"18\"/>", "Mapped floor"))
        }
        rows = [("Landmarks", marks), ("Ways", ways), ("Who", Self.signs(people))].filter { !$0.1.isEmpty }
    }

    private static func signs(_ people: [DrawingPerson.Kind]) -> [(sample: String, text: String)] {
        var items: [(sample: String, text: String)] = []
        for kind in people where !items.contains(where: { $0.text == DrawingPerson.word(kind) }) {
            let shown: DrawingPerson.Kind = if case .robot = kind { .robot(yaw: 0) } else { kind }
            items.append(
                ("<g transform=\"translate(14 0)\">\(DrawingPerson.sign(shown))</g>", DrawingPerson.word(kind)))
        }
        return items
    }

    private static func ways(_ maps: [PlaceMap]) -> [(sample: String, text: String)] {
        let all = maps.flatMap(\.connections)
        let kinds = Set(all.map(\.kind))
        let sample = DrawingLine(points: [DrawingPoint(x: 0, y: 0), DrawingPoint(x: 38, y: 0)])
        var ways = Connection.Kind.allCases.filter(kinds.contains).map { kind in
            (
                sample: DrawingWays.strokes(sample, kind)
                    + DrawingWays.sign(sample, 0.5, DrawingWays.symbol(kind), turned: false),
                text: DrawingWays.word(kind)
            )
        }
        func add(_ isUsed: Bool, _ classes: String, _ body: String, _ text: String) {
            guard isUsed else { return }
            ways.append(
                (DrawingWays.stroke(sample, classes) + DrawingWays.sign(sample, 0.5, body, turned: false), text))
        }
        add(all.contains { $0.direction == .oneWay }, "path", DrawingWays.arrow, "One way only")
        add(all.contains { $0.availability == .unknown }, "path unsure", DrawingWays.question, "Not known to be open")
        add(all.contains { $0.availability == .unavailable }, "shut", DrawingWays.cross, "Closed")
        return ways
    }

    private static func line(_ classes: String) -> String { "<path class=\"\(classes)\" d=\"M6 0H32\"/>" }

    /// The legend from `top` down, and how high it is.
    func svg(left: Double, top: Double, scale: Double?) -> (svg: String, height: Double) {
        var out =
            "<path class=\"sheet\" d=\"M\(DrawingText.number(left)) \(DrawingText.number(top))h\(DrawingText.number(width))\"/>\n"
        var y = top + 26
        for row in rows {
            out +=
                "<text class=\"key on\" x=\"\(DrawingText.number(left))\" y=\"\(DrawingText.number(y + 4.5))\">\(row.heading)</text>\n"
            var x = left + 112
            for item in row.items {
                let indent = row.heading == "Ways" ? 48.0 : 34.0
                let span = indent + DrawingText.width(item.text, size: 16) + 26
                if x + span > left + width, x > left + 112 {
                    x = left + 112
                    y += Self.rowHeight
                }
                out += "<g transform=\"translate(\(DrawingText.number(x)) \(DrawingText.number(y)))\">\(item.sample)"
                out += "<text class=\"key\" x=\"\(DrawingText.number(indent))\" y=\"4.5\">\(item.text)</text></g>\n"
                x += span
            }
            y += Self.rowHeight
        }
        if let scale { out += bar(left, y, scale) }
        return (out, y + (scale == nil ? 0 : Self.rowHeight) - top)
    }

    /// A bar of a round number of metres, at most 160 pixels long.
    private func bar(_ left: Double, _ y: Double, _ scale: Double) -> String {
        let rounds: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
        let metres = rounds.last { $0 * scale <= 160 } ?? 0.1
        let x = left + 112
        let end = DrawingText.number(x + metres * scale)
        return
            "<text class=\"key on\" x=\"\(DrawingText.number(left))\" y=\"\(DrawingText.number(y + 4.5))\">Scale</text>"
            + "<path class=\"scale\" d=\"M\(DrawingText.number(x)) \(DrawingText.number(y - 6))v10H\(end)v-10\"/>"
            + "<text class=\"key\" x=\"\(DrawingText.number(x + metres * scale + 10))\" y=\"\(DrawingText.number(y + 4.5))\">"
            + "\(DrawingText.number(metres)) m</text>\n"
    }
}
