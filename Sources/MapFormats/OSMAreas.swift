import Documents
import Wayfinding

extension DecimalText {
    /// A level's number as it is written.
    static func level(_ ordinal: Double) -> String { fixed(ordinal, digits: 2) }
}

extension OSMReading {
    /// The outlines of buildings, of ways and of relations.
    mutating func readBuildings() {
        for element in relations + ways where OSMTags(element.tags).has("building") {
            let tags = OSMTags(element.tags)
            guard let shape = shape(element, saysWhy: false) else { continue }
            outlines.append(
                OSMBuilding(
                    source: element.source, name: tags.name(options.language).text ?? "Building",
                    polygon: shape.polygon,
                    tags: tags))
        }
        outlines.sort { ($0.polygon.area, $0.source) < ($1.polygon.area, $1.source) }
    }

    /// The polygon of a closed way or a relation, with the ids of the outer ring's points; nil with the reason said.
    mutating func shape(_ element: OSMElement, saysWhy: Bool = true) -> (polygon: PlanPolygon, ids: [Int64])? {
        var outer: [[Int64]] = []
        var inner: [[Int64]] = []
        if element.kind == .way {
            outer = [element.nodes]
        } else {
            outer = OSMRings.closed(
                element.members.filter { $0.role != "inner" }.compactMap { data.ways[$0.id]?.nodes })
            inner = OSMRings.closed(
                element.members.filter { $0.role == "inner" }.compactMap { data.ways[$0.id]?.nodes })
        }
        guard let ring = outer.first, outer.count == 1 else {
            if saysWhy {
                report.leaveOut(
                    element.source, outer.isEmpty ? "missingParts" : "severalOutlines",
                    outer.isEmpty
                        ? "its outline is not closed, or parts of it are not in the file"
                        : "it has several outlines — map them one by one")
            }
            return nil
        }
        let points = ring.map { metres($0) }
        guard !points.contains(where: { $0 == nil }) else {
            if saysWhy {
                leaveOutPoints(element, ring)
            }
            return nil
        }
        do throws(PlanPolygon.Fault) {
            let holes = inner.map { $0.compactMap { metres($0) } }
            return (try PlanPolygon(outer: points.compactMap { $0 }, holes: holes), ring)
        } catch {
            if saysWhy { report.leaveOut(element.source, "badGeometry", "\(error.words) — mend it on the map") }
            return nil
        }
    }

    /// Says why points of an outline cannot be used.
    private mutating func leaveOutPoints(_ element: OSMElement, _ ids: [Int64]) {
        for id in ids {
            guard let wrong = data.impossible[id] else { continue }
            return report.leaveOut(element.source, "impossiblePosition", "node/\(id): \(wrong) — mend it on the map")
        }
        report.leaveOut(
            element.source, "missingPoints", "points of it are not in the file, or lie more than 20 km away")
    }

    /// Whether a closed way is an area and not a line that ends where it begins.
    static func isArea(_ element: OSMElement, _ tags: OSMTags) -> Bool {
        guard tags.use != nil else { return false }
        if element.kind == .relation { return true }
        guard element.nodes.count >= 4, element.nodes.first == element.nodes.last else { return false }
        guard tags["area"] != "no" else { return false }
        return tags.has("area") || ["room", "corridor", "area", "yes"].contains(tags["indoor"] ?? "")
            || tags.has("room")
            || tags["building:part"] == "elevator" || tags["highway"] == "elevator"
            || !tags.isWalk
    }

    /// Rooms, corridors and areas, on each of their levels; those of stairs and elevators are joined over the levels.
    mutating func readAreas() {
        for element in ways + relations {
            let tags = OSMTags(element.tags)
            if tags["indoor"] == "level" { readLevel(element, tags) }
        }
        for element in ways + relations {
            let tags = OSMTags(element.tags)
            guard Self.isArea(element, tags), let use = tags.use else { continue }
            guard let ordinals = levels(of: element, tags), let shape = shape(element) else { continue }
            add(element, tags, use, shape, ordinals)
        }
        buildInnerWalls()
    }

    /// A level's own outline gives its name.
    private mutating func readLevel(_ element: OSMElement, _ tags: OSMTags) {
        guard let name = tags.name(options.language).text ?? tags["level:ref"], let levels = tags.levels.levels,
            let shape = shape(element)
        else { return report.leaveOut(element.source, "noName", "a level without a name or a number says nothing") }
        let outline = outline(at: shape.polygon.middle)
        for ordinal in levels.numbers { levelNames[PlaceKey(outline: outline, ordinal: ordinal)] = name }
        report.use(element.source, as: "name of a level")
    }

    /// The levels of an element, each of its repetitions apart; nil with the reason said.
    mutating func levels(of element: OSMElement, _ tags: OSMTags) -> [[Double]]? {
        let (levels, isBad) = tags.levels
        guard let levels else {
            report.leaveOut(
                element.source, isBad ? "badLevel" : "noLevel",
                isBad
                    ? "its level \"\(PlanTexts.clean(tags["level"]) ?? "")\" is no list of numbers and ranges"
                    : "it does not say on which level it is")
            return nil
        }
        var sets = [levels.numbers]
        if let text = tags["repeat_on"] {
            guard let repeats = OSMLevels(text) else {
                report.change(element.source, "badRepeat", "its repeat_on cannot be read, and is passed over")
                return sets
            }
            for ordinal in repeats.numbers where ordinal != levels.numbers[0] {
                sets.append(levels.numbers.map { $0 - levels.numbers[0] + ordinal })
            }
        }
        return sets
    }

    private mutating func add(
        _ element: OSMElement, _ tags: OSMTags, _ use: PlanArea.Use, _ shape: (polygon: PlanPolygon, ids: [Int64]),
        _ sets: [[Double]]
    ) {
        let outline = outline(at: shape.polygon.middle)
        let facts = facts(tags)
        var name = tags.name(options.language)
        if name.text == nil, use == .room { name.text = tags.word }
        for set in sets {
            let present = existing(set, tags, outline)
            for ordinal in present {
                let number = place(outline, ordinal)
                if let ref = tags["level:ref"], levelNames[PlaceKey(outline: outline, ordinal: ordinal)] == nil,
                    let text = PlanTexts.clean(ref), set.count == 1
                {
                    levelNames[PlaceKey(outline: outline, ordinal: ordinal)] = "Level " + text
                    made.places[number].name = "Level " + text
                }
                made.places[number].areas.append(
                    PlanArea(source: element.source, name: name, use: use, polygon: shape.polygon, facts: facts))
                for id in shape.ids { ordinals[id, default: []].insert(ordinal) }
                if tags.isOpen { noteEdges(element, shape.ids, ordinal, number, facts) }
            }
            joinLevels(element, tags, use, outline, present, facts, name)
        }
    }

    /// The levels of a range that the building does not lack.
    func existing(_ levels: [Double], _ tags: OSMTags, _ outline: Int) -> [Double] {
        guard outline >= 0, let text = outlines[outline].tags["non_existent_levels"], let missing = OSMLevels(text)
        else {
            return levels
        }
        return levels.filter { !missing.numbers.contains($0) }
    }

    private mutating func noteEdges(
        _ element: OSMElement, _ ids: [Int64], _ ordinal: Double, _ place: Int, _ facts: PlanFacts
    ) {
        for (from, to) in zip(ids, ids.dropFirst()) where from != to {
            guard let a = metres(from), let b = metres(to) else { continue }
            edges[EdgeKey(low: min(from, to), high: max(from, to), ordinal: ordinal), default: []].append(
                OpenEdge(source: element.source, from: a, to: b, place: place, facts: facts))
        }
    }

    /// Rooms that stand inside a larger area are walls in it.
    private mutating func buildInnerWalls() {
        for place in made.places.indices {
            let rooms = made.places[place].areas.filter { $0.use != .walkway }
            for index in made.places[place].areas.indices where made.places[place].areas[index].use == .walkway {
                let area = made.places[place].areas[index].polygon
                for room in rooms {
                    let ring = room.polygon.rings[0]
                    let inside = ring.count { area.contains($0) && area.wall(nearest: $0).metres > 0.01 }
                    let reaches = PlanWalls.reachesInto(ring + [ring[0]], area)
                    guard inside > 0 || reaches else { continue }
                    made.places[place].areas[index].walls.append(ring + [ring[0]])
                    if reaches, inside < ring.count { noteOver(room, made.places[place].areas[index]) }
                }
            }
        }
    }

    /// Says that a room lies partly over a corridor: as a band from side to side, or into it.
    private mutating func noteOver(_ room: PlanArea, _ corridor: PlanArea) {
        report.change(
            room.source, "roomOver",
            "it lies over a part of \(corridor.source), so routes pass there only by its doors — mend one of the two "
                + "outlines if it does not stand there")
    }

    /// Two open areas that share a stretch of their edges are joined in its middle.
    mutating func joinOpenAreas() {
        var widest: [String: (metres: Double, one: OpenEdge, other: OpenEdge, ordinal: Double)] = [:]
        for (key, pair) in edges where pair.count == 2 && pair[0].source != pair[1].source {
            let metres = pair[0].from.distance(to: pair[0].to)
            let sorted = pair.sorted { $0.source < $1.source }
            let name = "\(sorted[0].source)+\(sorted[1].source)@\(key.ordinal)"
            if metres >= Self.leastOpening, metres > widest[name]?.metres ?? 0 {
                widest[name] = (metres, sorted[0], sorted[1], key.ordinal)
            }
        }
        for (_, opening) in widest.sorted(by: { $0.key < $1.key }) {
            let (one, other) = (opening.one, opening.other)
            let stepFree = one.facts.stepFree == other.facts.stepFree ? one.facts.stepFree : .unknown
            made.doors.append(
                PlanDoor(
                    source: "\(one.source)+\(other.source)", name: PlanName(), ordinal: opening.ordinal,
                    place: one.place, point: (one.from + one.to) * 0.5, wall: one.to - one.from, isDoor: false,
                    facts: PlanFacts(stepFree: stepFree)))
        }
    }

    /// The least width of a passage in metres.
    static let leastOpening = 0.6
}

/// Joins the ways of a relation into rings.
enum OSMRings {
    /// The rings that the ways make, end to end in either direction; what stays open is left out.
    static func closed(_ ways: [[Int64]]) -> [[Int64]] {
        var rest = ways.filter { $0.count >= 2 }
        var rings: [[Int64]] = []
        while var ring = rest.popLast() {
            while ring.first != ring.last {
                guard let index = rest.lastIndex(where: { $0.first == ring.last || $0.last == ring.last }) else {
                    break
                }
                let next = rest.remove(at: index)
                ring += (next.first == ring.last ? next : next.reversed()).dropFirst()
            }
            if ring.first == ring.last, ring.count >= 4 { rings.append(ring) }
        }
        return rings.reversed()
    }
}
