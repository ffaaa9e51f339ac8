import Wayfinding

/// One side of a door: the floor that it leads to, or the outside, or the line that ends there.
struct DoorSide {
    /// The area on this side; nil outside and on a line.
    var area: AreaNumber?
    /// Where one stands on this side.
    var point: PlanPoint
    var place: Int
    /// The landmark that one stands at, once it is made.
    var landmark = ""
    /// Where the way from the door to the landmark bends.
    var bends: [PlanPoint] = []
    /// How far the landmark is from the door, in metres.
    var metres = 0.0
}

extension PlanAssembly {
    /// Finds for every door the areas that it joins: one on each side of the wall that it stands in.
    mutating func findDoorSides() {
        doorSides = plan.doors.indices.map { sides(of: plan.doors[$0]) }
        for (index, sides) in doorSides.enumerated() {
            for side in sides { if let area = side.area { doorsOf[area, default: []].append(index) } }
        }
    }

    private mutating func sides(of door: PlanDoor) -> [DoorSide] {
        let near = areas(at: door.point, ordinal: door.ordinal, reach: Self.reachMetres)
        guard let nearest = near.first else { return [] }
        if let both = innerSides(door, nearest.number) { return both }
        let across = across(door, wallOf: nearest.number)
        var sides: [DoorSide] = []
        for sign in [1.0, -1.0] {
            let sample = door.point + across * (sign * Self.stepMetres)
            let candidates = near.filter { candidate in !sides.contains { $0.area == candidate.number } }
            let here = candidates.min { left, right in
                let (one, other) = (area(left.number).polygon, area(right.number).polygon)
                return (one.distance(to: sample), one.area) < (other.distance(to: sample), other.area)
            }
            guard let here, leads(to: here.number, sample, door) else { continue }
            sides.append(side(here.number, door, sample))
        }
        return ownedSides(door, near.map(\.number), sides)
    }

    /// The two sides of a door in a wall that stands inside of one area; nil where it is in none.
    private func innerSides(_ door: PlanDoor, _ number: AreaNumber) -> [DoorSide]? {
        let area = area(number)
        guard area.polygon.contains(door.point), area.polygon.wall(nearest: door.point).metres > Self.reachMetres,
            let wall = PlanWalls.segments(area.innerWalls).first(where: {
                door.point.nearest(on: $0.from, $0.to).distance(to: door.point) <= PlanWalls.sameMetres
            }), let along = (wall.to - wall.from).unit
        else { return nil }
        let across = PlanPoint(x: -along.y, y: along.x) * Self.stepMetres
        return [1.0, -1].map { side(number, door, door.point + across * $0) }
    }

    /// The sides of a door that is a corner of two areas' outlines: these two, where sampling does not find both.
    private mutating func ownedSides(_ door: PlanDoor, _ near: [AreaNumber], _ sides: [DoorSide]) -> [DoorSide] {
        guard door.entry == .none, door.wall == nil else { return sides }
        let owners = near.compactMap { number in
            area(number).polygon.inward(at: door.point).map { (number: number, inward: $0) }
        }
        guard owners.count >= 2 else { return sides }
        let walkways = owners.filter { area($0.number).use == .walkway }
        let rooms = owners.filter { area($0.number).use != .walkway }
        let found = sides.compactMap(\.area)
        let isClear =
            found.count == 2 && found.allSatisfy { here in owners.contains { $0.number == here } }
            && (owners.count == 2 || walkways.isEmpty || found.contains { area($0).use == .walkway })
        // A door leads from a walkway into a room rather than from room to room.
        let pair = Array((walkways.prefix(1) + rooms + walkways.dropFirst()).prefix(2))
        if owners.count > 2 {
            let names = (isClear ? found : pair.map(\.number)).map { PlanWords.inSentence(area($0)) }
            report.change(
                door.source, "doubtfulDoor",
                "it stands in a corner of \(owners.count) areas; it was taken to join \(names[0]) and \(names[1]) "
                    + "— move it off the corner on the map")
        }
        return isClear ? sides : pair.map { side($0.number, door, door.point + $0.inward * Self.stepMetres) }
    }

    /// Whether the area lies on that side of the door: at the sample, or nearer to it than the door itself is.
    private func leads(to number: AreaNumber, _ sample: PlanPoint, _ door: PlanDoor) -> Bool {
        let polygon = area(number).polygon
        let metres = polygon.distance(to: sample)
        return metres == 0 || metres < polygon.distance(to: door.point) - 1e-6
    }

    /// The direction through a door: across the line that it is drawn as, else across the nearest wall.
    private func across(_ door: PlanDoor, wallOf number: AreaNumber) -> PlanPoint {
        if let wall = door.wall?.unit { return PlanPoint(x: -wall.y, y: wall.x) }
        let polygon = area(number).polygon
        var best = (metres: Double.infinity, direction: PlanPoint(x: 1, y: 0))
        for edge in polygon.edges {
            let metres = door.point.nearest(on: edge.from, edge.to).distance(to: door.point)
            if metres < best.metres - 1e-9, let direction = (edge.to - edge.from).unit { best = (metres, direction) }
        }
        return PlanPoint(x: -best.direction.y, y: best.direction.x)
    }

    /// Where one stands in an area who has come through a door: a step inside, nearer where the area is narrow.
    private func side(_ number: AreaNumber, _ door: PlanDoor, _ sample: PlanPoint) -> DoorSide {
        let polygon = area(number).polygon
        let place = number.place
        let walls = PlanWalls.segments(area(number).walls)
        func isFree(_ from: PlanPoint, _ to: PlanPoint) -> Bool {
            polygon.contains(to) && !InteriorWays.isBarred(from + (to - from) * 0.01, to, walls)
        }
        if isFree(door.point, sample) { return DoorSide(area: number, point: sample, place: place) }
        let wall = polygon.contains(door.point) ? door.point : polygon.wall(nearest: door.point).point
        let inward = (sample - door.point).unit ?? PlanPoint(x: 0, y: 0)
        for step in [Self.stepMetres, 0.15, 0.05, 0.01] {
            let point = wall + inward * step
            if isFree(wall, point) { return DoorSide(area: number, point: point, place: place) }
        }
        return DoorSide(area: number, point: wall, place: place)
    }

    /// Whether a room is only this door and its landmark, so that the door leads straight to it.
    private func isLeaf(_ number: AreaNumber) -> Bool {
        doorsOf[number]?.count == 1 && anchors[number]?.count == 1
            && anchors[number]?.first?.landmark == area(number).source
    }

    /// Makes the landmarks at both sides of every door, and the connection between them.
    mutating func addDoors() {
        for index in plan.doors.indices {
            let door = plan.doors[index]
            guard !doorSides[index].isEmpty else {
                report.leaveOut(door.source, "doorWithoutArea", "no room or corridor of its level touches it")
                continue
            }
            if doorSides[index].count == 1 { addOutside(of: index) }
            guard doorSides[index].count == 2 else { continue }
            // The side of the walkway first: there a door is looked for, so there it has its name.
            let isSecondFirst = doorSides[index][0].area.map { area($0).use != .walkway } ?? false
            for side in isSecondFirst ? [1, 0] : [0, 1] { place(side, of: index) }
            connect(index)
        }
    }

    /// The side of a door that is outside of every area: the way into the building.
    private mutating func addOutside(of index: Int) {
        let door = plan.doors[index]
        let inside = doorSides[index][0]
        doorSides[index].append(DoorSide(area: nil, point: door.point, place: inside.place))
    }

    private mutating func place(_ side: Int, of index: Int) {
        let door = plan.doors[index]
        var here = doorSides[index][side]
        if let number = here.area, isLeaf(number), let anchor = anchors[number]?.first {
            let ways = InteriorWays(
                area(number).polygon, walls: area(number).walls, points: [here.point, anchor.point])
            let tree = ways.tree(from: 0)
            if tree.metres[1].isFinite {
                here.landmark = anchor.landmark
                here.bends = [here.point] + ways.bends(to: 1, in: tree)
                here.metres = door.point.distance(to: here.point) + tree.metres[1]
                doorSides[index][side] = here
                return
            }
        }
        here.metres = door.point.distance(to: here.point)
        here.landmark = here.landmark.isEmpty ? makeLandmark(side, of: index, here) : here.landmark
        doorSides[index][side] = here
        guard let number = here.area else { return }
        anchors[number, default: []].append(PlanAnchor(landmark: here.landmark, point: here.point))
    }

    private mutating func makeLandmark(_ side: Int, of index: Int, _ here: DoorSide) -> String {
        let door = plan.doors[index]
        let other = doorSides[index][1 - side].area.map { area($0) }
        if here.area == nil {
            let kind = entryKind(door)
            let name = door.name.text ?? Self.entryName(door, kind)
            drafts[here.place].add(
                Landmark(
                    id: door.source, name: name, kind: kind, position: here.point.position, aliases: door.name.aliases),
                source: door.source)
            return door.source
        }
        let id = door.source + "/" + (side == 0 ? "a" : "b")
        let words = other.map { "Door to \(PlanWords.inSentence($0))" } ?? "Way out"
        // One landmark only has the door's name, else nobody knows which of the two is meant.
        let isNamed = other != nil && namedDoors.insert(index).inserted
        drafts[here.place].add(
            Landmark(
                id: id, name: isNamed ? door.name.text ?? words : words, kind: .junction,
                position: here.point.position), source: door.source)
        return id
    }

    private func entryKind(_ door: PlanDoor) -> Landmark.Kind {
        door.entry == .exit || door.passage == .outward ? .exit : .entrance
    }

    private static func entryName(_ door: PlanDoor, _ kind: Landmark.Kind) -> String {
        if kind == .exit { return "Exit" }
        return door.entry == .mainEntrance ? "Main entrance" : "Entrance"
    }

    private mutating func connect(_ index: Int) {
        let door = plan.doors[index]
        var (from, to) = (doorSides[index][0], doorSides[index][1])
        let direction = orient(door, &from, &to)
        let areas = (from.area.map { area($0) }, to.area.map { area($0) })
        let back = PlanWords.into(areas.0, isDoor: door.isDoor, leaving: areas.1)
        var path = from.bends.reversed() + [door.point] + to.bends
        if from.area == nil { path.removeFirst() }
        if to.area == nil { path.removeLast() }
        join(
            Connection(
                id: door.source, from: from.landmark, to: to.landmark, direction: direction,
                kind: door.isDoor ? .door : .path, name: door.name.text,
                instruction: PlanWords.into(areas.1, isDoor: door.isDoor, leaving: areas.0),
                returnInstruction: direction == .both ? back : nil, stepFree: door.facts.stepFree,
                availability: door.facts.availability, verification: verification(door.source),
                path: path.map(\.position)),
            from: from.place, to: to.place, metres: from.metres + to.metres, feature: door.source)
        report.use(door.source, as: "door")
    }

    /// Turns the sides of a one-way door so that it leads from the first to the second.
    private func orient(_ door: PlanDoor, _ from: inout DoorSide, _ to: inout DoorSide) -> Connection.Direction {
        switch door.passage {
        case .both: return .both
        case .inward: if to.area == nil || from.area != nil && isInner(from, than: to) { swap(&from, &to) }
        case .outward: if from.area == nil || to.area != nil && isInner(to, than: from) { swap(&from, &to) }
        case .from(let first, let second):
            let names = (from.area.map { area($0).source }, to.area.map { area($0).source })
            guard names.0 == first || names.1 == second || names.0 == second || names.1 == first else { return .both }
            if names.0 == second || names.1 == first { swap(&from, &to) }
        case .alongWays: if wayOrder[door.source] == true { swap(&from, &to) }
        case .againstWays: if wayOrder[door.source] != true { swap(&from, &to) }
        }
        return .oneWay
    }

    /// Of two areas, a walkway is nearer to the outside than a room.
    private func isInner(_ side: DoorSide, than other: DoorSide) -> Bool {
        guard let one = side.area, let two = other.area else { return side.area != nil }
        return area(one).use != .walkway && area(two).use == .walkway
    }
}
