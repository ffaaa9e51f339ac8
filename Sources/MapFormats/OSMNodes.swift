import Documents
import Wayfinding

extension OSMReading {
    /// Doors, elevators and points to walk to.
    mutating func readNodes() {
        let oneWay = oneWayPoints()
        for node in nodes {
            let tags = OSMTags(node.tags)
            guard let point = metres(node.id) else {
                if let wrong = data.impossible[node.id] {
                    report.leaveOut(node.source, "impossiblePosition", "\(wrong) — mend it on the map")
                    continue
                }
                report.leaveOut(
                    node.source, "badGeometry", "it has no longitude and latitude, or lies more than 20 km away")
                continue
            }
            if tags.isDoor {
                readDoor(node, tags, point, isOnOneWay: oneWay.contains(node.id))
            } else {
                readSpot(node, tags, point)
            }
        }
    }

    private func oneWayPoints() -> Set<Int64> {
        var found: Set<Int64> = []
        for way in ways where OSMTags(way.tags).isForward != nil && OSMTags(way.tags).isWalk {
            found.formUnion(way.nodes)
        }
        return found
    }

    /// The points of all lines that people walk along.
    private func isOnLine(_ id: Int64) -> Bool {
        made.ways.contains { way in way.nodes.contains { $0.key == "node/\(id)" } }
    }

    private mutating func readDoor(_ node: OSMElement, _ tags: OSMTags, _ point: PlanPoint, isOnOneWay: Bool) {
        guard let levels = doorLevels(node, tags, point) else { return }
        var facts = facts(tags)
        let entry: PlanDoor.Entry
        switch tags["entrance"] {
        case "main": entry = .mainEntrance
        case "exit": entry = .exit
        case nil, "no": entry = .none
        case "emergency":
            entry = .exit
            facts.availability = .unavailable
            report.change(node.source, "emergencyExit", "an emergency exit is no everyday way, so it is unavailable")
        default: entry = .entrance
        }
        let passage = passage(node, tags, entry, isOnOneWay: isOnOneWay, &facts)
        for ordinal in levels {
            let outline = outline(at: point, reach: Self.reachMetres)
            made.doors.append(
                PlanDoor(
                    source: node.source + (levels.count > 1 ? "@" + DecimalText.level(ordinal) : ""), key: node.source,
                    name: tags.name(options.language), ordinal: ordinal, place: place(outline, ordinal), point: point,
                    isDoor: tags["door"] != "no", entry: entry, passage: passage, facts: facts))
        }
    }

    /// Who may pass a door: its own tags, and those of the ways through it.
    private mutating func passage(
        _ node: OSMElement, _ tags: OSMTags, _ entry: PlanDoor.Entry, isOnOneWay: Bool, _ facts: inout PlanFacts
    ) -> PlanDoor.Passage {
        if entry == .exit { return .outward }
        if isOnOneWay { return .alongWays }
        guard let isForward = tags.isForward else { return .both }
        if entry != .none { return isForward ? .inward : .outward }
        guard isOnLine(node.id) else {
            facts.availability = .unknown
            report.change(
                node.source, "unknownDirection",
                "it is one-way, but no way passes it, so its direction is unknown and it may not be passable")
            return .both
        }
        return isForward ? .alongWays : .againstWays
    }

    /// The levels of a door: its own, else those of what it stands in.
    private mutating func doorLevels(_ node: OSMElement, _ tags: OSMTags, _ point: PlanPoint) -> [Double]? {
        let (levels, isBad) = tags.levels
        if isBad {
            report.change(
                node.source, "badLevel", "its level cannot be read, so it is on the levels of what it stands in")
        }
        if let own = levels?.numbers { return own }
        let around = (ordinals[node.id] ?? []).sorted()
        if !around.isEmpty { return around }
        let outline = outline(at: point, reach: Self.reachMetres)
        if tags.has("entrance"), places[PlaceKey(outline: outline, ordinal: 0)] != nil {
            report.change(node.source, "assumedGround", "an entrance that names no level was taken to be on level 0")
            return [0]
        }
        report.leaveOut(
            node.source, "noLevel", "neither it nor a room or way that it stands in is on a level of the import")
        return nil
    }

    private mutating func readSpot(_ node: OSMElement, _ tags: OSMTags, _ point: PlanPoint) {
        guard let sets = levels(of: node, tags) else { return }
        var name = tags.name(options.language)
        if name.text == nil { name.text = tags.word }
        let isElevator = tags["highway"] == "elevator"
        guard isElevator || name.text != nil else {
            return report.leaveOut(node.source, "noName", "it has no name and is nothing that has one by its kind")
        }
        let outline = outline(at: point, reach: Self.reachMetres)
        let facts = facts(tags)
        for set in sets {
            var levels = existing(set, tags, outline)
            // A range names levels between, too, that a building may not have.
            if isElevator, tags.levels.levels?.isRange ?? false {
                levels = levels.filter { places[PlaceKey(outline: outline, ordinal: $0)] != nil }
            }
            for ordinal in levels {
                let number = place(outline, ordinal)
                made.places[number].spots.append(
                    PlanSpot(source: node.source, name: name, kind: tags.landmark, point: point))
            }
            if isElevator {
                let ends = levels.map { PlanLink.End.spot(place: place(outline, $0), source: node.source) }
                join(node, tags, .elevator, ends, levels, facts, name)
            }
        }
        report.use(node.source, as: "landmark")
    }
}
