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
        let joints = WayJoints(plan)
        return plan.ways.indices.flatMap { plan.ways[$0].nodes.count >= 2 ? pieces(of: $0, joints) : [] }
    }

    private mutating func pieces(of number: Int, _ joints: WayJoints) -> [WayPiece] {
        let way = plan.ways[number]
        var pieces: [WayPiece] = []
        var start = 0
        for index in 1..<way.nodes.count {
            let node = way.nodes[index]
            let id = NodeKey(place: node.place, key: node.key)
            let changesPlace = node.place != way.nodes[index - 1].place
            let isJoint = joints.cuts(way, node) || nodes[id] != nil
            guard isJoint || changesPlace || index == way.nodes.count - 1 else { continue }
            // Where the place changes, the last point of the old place ends a piece as well.
            if changesPlace, index - 1 > start {
                pieces.append(piece(number, start...(index - 1), joints))
                start = index - 1
            }
            pieces.append(piece(number, start...index, joints))
            start = index
        }
        return pieces
    }

    private mutating func piece(_ number: Int, _ range: ClosedRange<Int>, _ joints: WayJoints) -> WayPiece {
        let way = plan.ways[number]
        var piece = WayPiece(way: number, range: range)
        if let door = joints.door(way, way.nodes[range.lowerBound]) {
            piece.startDoor = (door, side(of: door, towards: way.nodes[range.lowerBound + 1]))
        }
        if let door = joints.door(way, way.nodes[range.upperBound]) {
            piece.endDoor = (door, side(of: door, towards: way.nodes[range.upperBound - 1]))
        }
        noteOrder(piece, way)
        return piece
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
        if let number = floor(at: point, place: place, ordinal: ordinal, source: key) {
            anchors[number, default: []].append(PlanAnchor(landmark: key, point: point))
        }
        return key
    }
}

extension PlanAssembly {
    /// The area that a line ends on; in a corner of several, the walkway rather than a room.
    private mutating func floor(at point: PlanPoint, place: Int, ordinal: Double, source: String) -> AreaNumber? {
        let here = areas(at: point, ordinal: ordinal, reach: 0.05).map(\.number).filter { $0.place == place }
        let touching = here.filter { area($0).polygon.wall(nearest: point).metres <= 0.05 }
        guard touching.count > 1, touching.count == here.count else { return here.first }
        let walkways = touching.filter { area($0).use == .walkway }
        let chosen = walkways.first ?? touching[0]
        if walkways.count != 1 {
            report.change(
                source, "doubtfulEnd",
                "a way ends in a corner of \(touching.count) areas; it was taken to end in "
                    + "\(PlanWords.inSentence(area(chosen))) — draw it into the one that it ends in")
        }
        return chosen
    }
}

/// Where lines are cut: at points of several lines, at doors, and where a link begins.
private struct WayJoints {
    private struct Key: Hashable {
        var ordinal: Double
        var key: String
    }

    private var uses: [Key: Int] = [:]
    private var doors: [Key: Int] = [:]
    private var linked: Set<PlanAssembly.NodeKey> = []

    init(_ plan: Plan) {
        for way in plan.ways {
            for node in way.nodes { uses[Key(ordinal: way.ordinal, key: node.key), default: 0] += 1 }
        }
        for (index, door) in plan.doors.enumerated() {
            if let key = door.key { doors[Key(ordinal: door.ordinal, key: key)] = index }
        }
        for link in plan.links {
            for end in [link.from, link.to] {
                if case .node(let place, let key, _) = end { linked.insert(.init(place: place, key: key)) }
            }
        }
    }

    /// The number of the door that a point of a line is.
    func door(_ way: PlanWay, _ node: PlanWay.Node) -> Int? { doors[Key(ordinal: way.ordinal, key: node.key)] }

    /// Whether a line is cut at one of its points.
    func cuts(_ way: PlanWay, _ node: PlanWay.Node) -> Bool {
        (uses[Key(ordinal: way.ordinal, key: node.key)] ?? 0) > 1 || door(way, node) != nil
            || linked.contains(.init(place: node.place, key: node.key))
    }
}
