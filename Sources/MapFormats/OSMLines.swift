import Documents
import Wayfinding

extension OSMReading {
    /// Lines that people walk along, on one level or from one to another.
    mutating func readLines() {
        for way in ways {
            let tags = OSMTags(way.tags)
            guard !Self.isArea(way, tags), tags["indoor"] != "level" else { continue }
            if tags["indoor"] == "wall" {
                continue
            } else if tags.isWalk || tags["indoor"] == "corridor" {
                readLine(way, tags)
            } else if tags.use != nil, tags["area"] != "no", way.nodes.first != way.nodes.last {
                report.leaveOut(way.source, "openOutline", "its outline is not closed — close it on the map")
            } else if tags.has("indoor"), !tags.has("building") {
                report.leaveOut(
                    way.source, "unknownIndoor",
                    "indoor=\(PlanTexts.clean(tags["indoor"]) ?? "") is no room, corridor or way here")
            }
        }
    }

    private mutating func readLine(_ way: OSMElement, _ tags: OSMTags) {
        guard let sets = levels(of: way, tags) else { return }
        var nodes: [(id: Int64, point: PlanPoint)] = []
        for id in way.nodes {
            guard let point = metres(id) else {
                let why = data.impossible[id] ?? "it is not in the file or too far away"
                report.change(way.source, "missingPoint", "node/\(id) was passed over: \(why)")
                continue
            }
            if nodes.last?.id != id { nodes.append((id, point)) }
        }
        guard nodes.count >= 2 else {
            return report.leaveOut(way.source, "missingPoints", "fewer than two of its points are in the file")
        }
        var facts = facts(tags)
        if tags.kind.hasSteps { facts.stepFree = .unsuitable }
        if tags.isMoving, tags.isForward == nil {
            facts.availability = .unknown
            report.change(
                way.source, "unknownConveying",
                "it does not say in which direction it moves, so whether it can be used is unknown")
        }
        let outline = outline(of: nodes.map(\.point))
        for set in sets {
            if set.count == 1 {
                addLine(way, tags, nodes, set[0], outline, facts)
            } else {
                addRise(way, tags, nodes, set, outline, facts)
            }
        }
    }

    /// The outline that a line runs in; of several, that of its middle.
    private func outline(of points: [PlanPoint]) -> Int {
        let middle = points[points.count / 2]
        let here = outline(at: middle, reach: Self.reachMetres)
        if here >= 0 { return here }
        return points.lazy.map { outline(at: $0, reach: Self.reachMetres) }.first { $0 >= 0 } ?? -1
    }

    private mutating func addLine(
        _ way: OSMElement, _ tags: OSMTags, _ nodes: [(id: Int64, point: PlanPoint)], _ ordinal: Double, _ outline: Int,
        _ facts: PlanFacts
    ) {
        let isBackward = tags.isForward == false
        let ordered = isBackward ? nodes.reversed() : nodes
        var made: [PlanWay.Node] = []
        for node in ordered {
            let own = self.outline(at: node.point)
            let number = place(own >= 0 ? own : outline, ordinal)
            made.append(.init(key: "node/\(node.id)", point: node.point, place: number))
            ordinals[node.id, default: []].insert(ordinal)
        }
        self.made.ways.append(
            PlanWay(
                source: way.source, name: tags.name(options.language), kind: tags.kind,
                direction: tags.isForward == nil ? .both : .oneWay, ordinal: ordinal, nodes: made, facts: facts))
    }

    /// A line between levels leads from its lower end to its upper one.
    private mutating func addRise(
        _ way: OSMElement, _ tags: OSMTags, _ nodes: [(id: Int64, point: PlanPoint)], _ levels: [Double],
        _ outline: Int,
        _ facts: PlanFacts
    ) {
        guard let low = levels.first, let high = levels.last, let first = nodes.first, let last = nodes.last else {
            return
        }
        let leadsUp = tags.leadsUp ?? guessUp(way, first.id, last.id, low, high)
        if levels.count > 2 {
            report.change(
                way.source, "middleLevels",
                "it passes levels between \(DecimalText.level(low)) and \(DecimalText.level(high)); only its ends are joined"
            )
        }
        let (bottom, top) = leadsUp ? (first, last) : (last, first)
        let points = [(bottom, low), (top, high)].map { node, ordinal -> PlanLink.End in
            let own = self.outline(at: node.point, reach: Self.reachMetres)
            let number = place(own >= 0 ? own : outline, ordinal)
            ordinals[node.id, default: []].insert(ordinal)
            return .node(place: number, key: "node/\(node.id)", point: node.point)
        }
        // A one-way line is walked from its first point on, or towards it.
        let startsBelow = tags.isForward.map { $0 == leadsUp } ?? true
        let metres = PlanLine.metres(nodes.map(\.point))
        made.links.append(
            PlanLink(
                source: way.source + repeated(way, low),
                name: tags.name(options.language), kind: tags.kind == .path ? .ramp : tags.kind,
                direction: tags.isForward == nil ? .both : .oneWay, from: startsBelow ? points[0] : points[1],
                to: startsBelow ? points[1] : points[0], facts: facts, metres: metres))
    }

    /// What keeps the repetitions of an element apart.
    func repeated(_ element: OSMElement, _ ordinal: Double) -> String {
        guard element.tags["repeat_on"] != nil else { return "" }
        return "@" + DecimalText.level(ordinal)
    }

    /// Whether a line without an incline leads up, by what else is at its ends.
    private mutating func guessUp(_ way: OSMElement, _ first: Int64, _ last: Int64, _ low: Double, _ high: Double)
        -> Bool
    {
        let (start, end) = (ordinals[first] ?? [], ordinals[last] ?? [])
        let up = (start.contains(low) && !start.contains(high)) || (end.contains(high) && !end.contains(low))
        let down = (start.contains(high) && !start.contains(low)) || (end.contains(low) && !end.contains(high))
        if up != down { return up }
        let (startOn, endOn) = (levelsAround(first), levelsAround(last))
        let upAround = startOn.contains(low) && endOn.contains(high)
        let downAround = startOn.contains(high) && endOn.contains(low)
        if upAround != downAround { return upAround }
        report.change(
            way.source, "inclineUnknown",
            "neither its incline nor what it meets says which end is up; it was taken to lead up as it is drawn")
        return true
    }

    /// The levels of areas that a point lies on.
    private func levelsAround(_ id: Int64) -> Set<Double> {
        guard let point = metres(id) else { return [] }
        var found: Set<Double> = []
        for place in made.places where place.areas.contains(where: { $0.polygon.contains(point) }) {
            found.insert(place.ordinal)
        }
        return found
    }

    /// Joins the areas of stairs or an elevator from level to level.
    mutating func joinLevels(
        _ element: OSMElement, _ tags: OSMTags, _ use: PlanArea.Use, _ outline: Int, _ levels: [Double],
        _ facts: PlanFacts,
        _ name: PlanName
    ) {
        let kind: Connection.Kind
        switch use {
        case .stairs: kind = .stairs
        case .elevator: kind = .elevator
        case .escalator: kind = .escalator
        case .ramp: kind = .ramp
        default: return
        }
        let ends = levels.map { PlanLink.End.area(place: place(outline, $0), source: element.source) }
        join(element, tags, kind, ends, levels, facts, name)
    }

    /// Joins ends that lie above each other, each with the next.
    mutating func join(
        _ element: OSMElement, _ tags: OSMTags, _ kind: Connection.Kind, _ ends: [PlanLink.End], _ levels: [Double],
        _ facts: PlanFacts, _ name: PlanName
    ) {
        guard ends.count > 1 else {
            if kind == .elevator {
                report.change(
                    element.source, "elevatorOnOneLevel",
                    "it is on one level only, so it leads nowhere — give it all its levels")
            }
            return
        }
        let isUpward = tags.isForward ?? true
        for (number, (below, above)) in zip(ends, ends.dropFirst()).enumerated() {
            let link = PlanLink(
                source: element.source + "@" + DecimalText.level(levels[number]), name: name, kind: kind,
                direction: kind == .escalator && tags.isForward != nil ? .oneWay : .both,
                from: isUpward ? below : above, to: isUpward ? above : below, facts: facts)
            made.links.append(link)
        }
    }
}
