import Documents

/// A level rectangle, for floors and the holes in them.
struct Rectangle: Equatable {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    init(_ first: SIMD2<Double>, _ second: SIMD2<Double>) {
        low = pointwiseMin(first, second)
        high = pointwiseMax(first, second)
    }

    /// Reads `low` and `high`; nil where either is missing or wrong.
    init?(_ fields: ScenarioFields) {
        guard let low = fields.numbers("low", counts: 2...2), let high = fields.numbers("high", counts: 2...2)
        else { return nil }
        self.init(SIMD2(low[0], low[1]), SIMD2(high[0], high[1]))
    }

    /// What is left of the rectangle beside a hole: up to four rectangles.
    func without(_ hole: Rectangle) -> [Rectangle] {
        let cut = (low: pointwiseMax(low, hole.low), high: pointwiseMin(high, hole.high))
        guard cut.low.x < cut.high.x, cut.low.y < cut.high.y else { return [self] }
        let parts = [
            Rectangle(low, SIMD2(cut.low.x, high.y)), Rectangle(SIMD2(cut.high.x, low.y), high),
            Rectangle(SIMD2(cut.low.x, low.y), SIMD2(cut.high.x, cut.low.y)),
            Rectangle(SIMD2(cut.low.x, cut.high.y), SIMD2(cut.high.x, high.y)),
        ]
        return parts.filter { $0.low.x < $0.high.x && $0.low.y < $0.high.y }
    }

    func box(from bottom: Double, to top: Double) -> Box {
        Box(SIMD3(low.x, low.y, bottom), SIMD3(high.x, high.y, top))
    }
}

/// Says which floor was probably meant.
enum NearestFloor {
    static func hint(_ names: [String], _ name: String) -> String {
        if let nearest = NearestName.among(names, to: name).first { return " — did you mean \"\(nearest)\"?" }
        return names.isEmpty ? " — the scenario names none" : " — named are " + names.joined(separator: ", ")
    }
}

/// Reads the `floors` of a scenario: slabs with holes in them, and their heights by name.
struct FloorReading {
    static let keys = ["name", "height", "thickness", "low", "high", "openings"]
    var heights = FloorHeights()
    var solids: [Solid] = []

    init(_ floors: [ScenarioFields]) {
        for floor in floors { add(floor) }
    }

    private mutating func add(_ fields: ScenarioFields) {
        guard let height = fields.number("height", in: -1000...1000) else { return }
        if let name = fields.string("name"), heights.heights.updateValue(height, forKey: name) != nil {
            fields.fail("contradiction", "name", "another floor is named \"\(name)\"")
        }
        let thickness = fields.number("thickness", or: 0.3, in: 0.01...5)
        var parts = [Rectangle(SIMD2(-200, -200), SIMD2(200, 200))]
        if fields.has("low") || fields.has("high") { parts = Rectangle(fields).map { [$0] } ?? [] }
        for opening in fields.objects("openings", keys: ["low", "high"]) {
            guard let hole = Rectangle(opening) else { continue }
            parts = parts.flatMap { $0.without(hole) }
        }
        solids += parts.map { Solid($0.box(from: height - thickness, to: height)) }
    }
}
