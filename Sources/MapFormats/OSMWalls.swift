import Wayfinding

extension OSMReading {
    /// Walls inside of areas, drawn as lines or as areas of their own.
    mutating func readWalls() {
        for element in ways + relations where OSMTags(element.tags)["indoor"] == "wall" {
            readWall(element, OSMTags(element.tags))
        }
        for place in made.places.indices {
            for index in made.places[place].areas.indices {
                let area = made.places[place].areas[index]
                made.places[place].areas[index].walls = PlanWalls.tight(area.walls, in: area.polygon)
            }
        }
    }

    private mutating func readWall(_ element: OSMElement, _ tags: OSMTags) {
        guard let sets = levels(of: element, tags) else {
            return report.change(
                element.source, "wallPassedOver", "routes may cross this wall, as its level is unknown — give it one")
        }
        let lines = wallLines(element)
        var isUsed = false
        for ordinal in sets.joined() {
            for place in made.places.indices where made.places[place].ordinal == ordinal {
                for index in made.places[place].areas.indices {
                    for line in lines where PlanWalls.meets(line, made.places[place].areas[index].polygon) {
                        made.places[place].areas[index].walls.append(line)
                        made.places[place].areas[index].innerWalls.append(line)
                        isUsed = true
                    }
                }
                isUsed = noteCrossings(element, lines, ordinal) || isUsed
            }
        }
        if isUsed {
            report.use(element.source, as: "wall")
        } else if !lines.isEmpty {
            report.leaveOut(element.source, "wallAlone", "no floor of its level has it inside, so no route meets it")
        }
    }

    /// The lines of a wall; what a missing point would join stays open, and is said.
    private mutating func wallLines(_ element: OSMElement) -> [[PlanPoint]] {
        let rings = element.kind == .way ? [element.nodes] : element.members.compactMap { data.ways[$0.id]?.nodes }
        var lines: [[PlanPoint]] = []
        var isWhole = element.kind == .way || rings.count == element.members.count
        for ring in rings {
            let parts = ring.map { metres($0) }.split(separator: nil).map { $0.compactMap { $0 } }
            isWhole = isWhole && parts.count == 1 && parts[0].count == ring.count
            lines += parts.filter { $0.count >= 2 }
        }
        if !isWhole {
            report.change(
                element.source, "wallPassedOver",
                "routes may cross this wall where points of it are not in the file, or lie too far away")
        }
        return lines
    }

    /// Says which lines to walk along a wall lies across, as lines are taken as they are drawn.
    private mutating func noteCrossings(_ element: OSMElement, _ lines: [[PlanPoint]], _ ordinal: Double) -> Bool {
        let walls = PlanWalls.segments(lines)
        for way in made.ways where way.ordinal == ordinal {
            let crosses = zip(way.nodes, way.nodes.dropFirst()).contains { from, to in
                walls.contains { PlanPolygon.properlyCross(from.point, to.point, $0.from, $0.to) }
            }
            guard crosses else { continue }
            report.change(
                element.source, "wallCrossed",
                "routes cross this wall along \(way.source), which is drawn through it — mend one of the two")
            return true
        }
        return false
    }
}
