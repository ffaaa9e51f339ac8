import Wayfinding

/// A part of a line between two points where something else may begin.
struct WayPiece {
    /// The number of the line.
    var way: Int
    /// The first and last of its points.
    var range: ClosedRange<Int>
    /// The sides of doors that it begins and ends at, as door and side.
    var startDoor: (door: Int, side: Int)?
    var endDoor: (door: Int, side: Int)?
}

extension PlanAssembly {
    /// Cuts the lines where they meet each other, a door or a landmark, and finds on which side of a door each ends.
    mutating func wayPieces() -> [WayPiece] {
        var uses: [String: Int] = [:]
        for way in plan.ways {
            for node in way.nodes { uses["\(way.ordinal) \(node.key)", default: 0] += 1 }
        }
        var doors: [String: Int] = [:]
        for (index, door) in plan.doors.enumerated() {
            if let key = door.key { doors["\(door.ordinal) \(key)"] = index }
        }
        var linked: Set<NodeKey> = []
        for link in plan.links {
            for end in [link.from, link.to] {
                if case .node(let place, let key, _) = end { linked.insert(NodeKey(place: place, key: key)) }
            }
        }
        var pieces: [WayPiece] = []
        for (number, way) in plan.ways.enumerated() where way.nodes.count >= 2 {
            var start = 0
            for index in 1..<way.nodes.count {
                let node = way.nodes[index]
                let key = "\(way.ordinal) \(node.key)"
                let id = NodeKey(place: node.place, key: node.key)
                let isJoint = (uses[key] ?? 0) > 1 || doors[key] != nil || nodes[id] != nil || linked.contains(id)
                let changesPlace = node.place != way.nodes[index - 1].place
                guard isJoint || changesPlace || index == way.nodes.count - 1 else { continue }
                // Where the place changes, the last point of the old place ends a piece as well.
                if changesPlace, index - 1 > start {
                    pieces.append(WayPiece(way: number, range: start...(index - 1)))
                    start = index - 1
                }
                var piece = WayPiece(way: number, range: start...index)
                if let door = doors["\(way.ordinal) \(way.nodes[start].key)"] {
                    piece.startDoor = (door, side(of: door, towards: way.nodes[start + 1]))
                }
                if let door = doors[key] {
                    piece.endDoor = (door, side(of: door, towards: way.nodes[index - 1]))
                }
                noteOrder(piece, way)
                pieces.append(piece)
                start = index
            }
        }
        return pieces
    }

    /// Remembers which side of a door a one-way line comes from: true where it comes from the second.
    private mutating func noteOrder(_ piece: WayPiece, _ way: PlanWay) {
        if let (door, side) = piece.endDoor { wayOrder[plan.doors[door].source] = side == 1 }
        if let (door, side) = piece.startDoor, wayOrder[plan.doors[door].source] == nil {
            wayOrder[plan.doors[door].source] = side == 0
        }
    }

    /// The side of a door that a line reaches it on, made where no area lies there.
    private mutating func side(of door: Int, towards node: PlanWay.Node) -> Int {
        let here = plan.doors[door].point
        let direction = (node.point - here).unit ?? PlanPoint(x: 0, y: 0)
        let sample = here + direction * Self.stepMetres
        let sides = doorSides[door]
        let reach = sides.enumerated().map { index, side -> (index: Int, metres: Double) in
            (index, side.area.map { area($0).polygon.distance(to: sample) } ?? side.point.distance(to: sample))
        }
        let best = reach.min { ($0.metres, $0.index) < ($1.metres, $1.index) }
        if let best, best.metres < 1e-6 || sides.count == 2 { return best.index }
        doorSides[door].append(DoorSide(area: nil, point: sample, place: node.place))
        return doorSides[door].count - 1
    }

    /// Makes connections of the pieces, with landmarks where they end.
    mutating func addWays(_ pieces: [WayPiece]) {
        for piece in pieces {
            let way = plan.ways[piece.way]
            let points = way.nodes[piece.range].map(\.point)
            let (first, last) = (way.nodes[piece.range.lowerBound], way.nodes[piece.range.upperBound])
            let from = end(piece.startDoor, first, way)
            let to = end(piece.endDoor, last, way)
            let bends = points.dropFirst().dropLast()
            let line = [from.point] + bends + [to.point]
            let words = PlanWords.along(way)
            join(
                Connection(
                    id: way.source + "/\(piece.range.lowerBound)", from: from.landmark, to: to.landmark,
                    direction: way.direction, kind: way.kind, name: way.name.text, instruction: words,
                    returnInstruction: way.direction == .both ? words : nil, stepFree: way.facts.stepFree,
                    availability: way.facts.availability, verification: verification(way.source),
                    path: bends.map(\.position)),
                from: from.place, to: to.place, metres: PlanLine.metres(line), feature: way.source)
        }
        for number in Set(pieces.map(\.way)).sorted() { report.use(plan.ways[number].source, as: "way") }
    }

    private mutating func end(
        _ door: (door: Int, side: Int)?, _ node: PlanWay.Node, _ way: PlanWay
    ) -> (landmark: String, point: PlanPoint, place: Int) {
        if let (door, side) = door, side < doorSides[door].count, !doorSides[door][side].landmark.isEmpty {
            let here = doorSides[door][side]
            return (here.landmark, here.point, here.place)
        }
        let landmark = makeNode(place: node.place, key: node.key, point: node.point, ordinal: way.ordinal)
        return (landmark, node.point, node.place)
    }

    /// The landmark of a point of a line, made where there is none, and joined with the area that it lies on.
    mutating func makeNode(
        place: Int, key: String, point: PlanPoint, ordinal: Double, kind: Landmark.Kind = .junction,
        name: String = "Junction"
    ) -> String {
        let id = NodeKey(place: place, key: key)
        if let known = nodes[id] { return known }
        nodes[id] = key
        drafts[place].add(Landmark(id: key, name: name, kind: kind, position: point.position), source: key)
        let here = areas(at: point, ordinal: ordinal, reach: 0.05).first { $0.number.place == place }
        if let number = here?.number {
            anchors[number, default: []].append(PlanAnchor(landmark: key, point: point))
        }
        return key
    }
}
