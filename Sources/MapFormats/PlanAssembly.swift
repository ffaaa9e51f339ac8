import Wayfinding

/// Makes landmarks, connections and portals of a plan.
struct PlanAssembly {
    /// How far a door or a point may be from an area that it belongs to, in metres: a thick wall.
    static let reachMetres = 0.5
    /// How far inside an area one stands who has come through a door, in metres.
    static let stepMetres = 0.3

    let plan: Plan
    var report: ImportReport
    var drafts: [PlaceDraft]
    var portals: [Portal] = []
    /// The points of each area that ways over it join.
    var anchors: [AreaNumber: [PlanAnchor]] = [:]
    /// The areas that doors lead to, by the numbers of the doors.
    var doorsOf: [AreaNumber: [Int]] = [:]
    var doorSides: [[DoorSide]] = []
    /// Landmarks of points that ways call by a key, by place and key.
    var nodes: [NodeKey: String] = [:]
    /// For doors that a line passes: whether it comes from the second side, by the source of the door.
    var wayOrder: [String: Bool] = [:]
    /// Landmarks that a link leads to, which stay whatever else leads there.
    var linked: [Set<String>]
    /// Doors whose name a landmark has already.
    var namedDoors: Set<Int> = []
    private var portalIds: Set<String> = []
    private var takenPortals = TakenWays()
    private let areaNumbers: [String: [AreaNumber]]
    private let byOrdinal: [Double: [AreaNumber]]

    struct NodeKey: Hashable {
        var place: Int
        var key: String
    }

    init(_ plan: Plan, report: ImportReport) {
        self.plan = plan
        self.report = report
        drafts = Array(repeating: PlaceDraft(), count: plan.places.count)
        linked = Array(repeating: [], count: plan.places.count)
        var numbers: [String: [AreaNumber]] = [:]
        var ordinals: [Double: [AreaNumber]] = [:]
        for (place, level) in plan.places.enumerated() {
            for (area, shape) in level.areas.enumerated() {
                let number = AreaNumber(place: place, area: area)
                numbers[shape.source, default: []].append(number)
                ordinals[level.ordinal, default: []].append(number)
            }
        }
        areaNumbers = numbers
        byOrdinal = ordinals
    }

    /// Makes everything, in the order in which one part needs the other.
    mutating func run() {
        addAreas()
        addSpots()
        findDoorSides()
        let pieces = wayPieces()
        addDoors()
        // Links first, so that their ends are called by what leads there and not a junction.
        addLinks()
        addWays(pieces)
        addAreaWays()
        for place in drafts.indices { drafts[place].removeLonely(keeping: linked[place]) }
    }

    func area(_ number: AreaNumber) -> PlanArea { plan.places[number.place].areas[number.area] }

    func number(ofArea source: String, place: Int) -> AreaNumber? {
        areaNumbers[source]?.first { $0.place == place }
    }

    func numbers(ofArea source: String) -> [AreaNumber] { areaNumbers[source] ?? [] }

    /// The areas of a level that a point is on, or not further away than `reach`: nearest first, then smallest first.
    func areas(at point: PlanPoint, ordinal: Double, reach: Double) -> [(number: AreaNumber, metres: Double)] {
        var found: [(number: AreaNumber, metres: Double, size: Double)] = []
        for number in byOrdinal[ordinal] ?? [] {
            let polygon = area(number).polygon
            guard polygon.isNear(point, metres: reach) else { continue }
            let metres = polygon.distance(to: point)
            if metres <= reach { found.append((number, metres, polygon.area)) }
        }
        found.sort {
            ($0.metres, $0.size, $0.number.place, $0.number.area) < (
                $1.metres, $1.size, $1.number.place, $1.number.area
            )
        }
        return found.map { ($0.number, $0.metres) }
    }

    /// Whether an area is somewhere to go, and so has a landmark in its middle.
    static func isDestination(_ area: PlanArea) -> Bool {
        switch area.use {
        case .walkway, .other, .ramp: area.name.text != nil
        default: true
        }
    }

    private static func kind(_ use: PlanArea.Use) -> Landmark.Kind {
        switch use {
        case .room: .room
        case .restroom: .restroom
        case .stairs, .escalator: .stairs
        case .elevator: .elevator
        case .ramp: .ramp
        case .walkway, .other: .spot
        }
    }

    private mutating func addAreas() {
        for (place, level) in plan.places.enumerated() {
            for (index, area) in level.areas.enumerated() where Self.isDestination(area) {
                addLandmark(of: area, at: AreaNumber(place: place, area: index))
            }
        }
    }

    /// The landmark in an area's middle, made where there is none yet.
    @discardableResult
    mutating func addLandmark(of area: PlanArea, at number: AreaNumber) -> String {
        guard !drafts[number.place].has(area.source) else { return area.source }
        let shown = area.showsAt.flatMap { area.polygon.contains($0) ? $0 : nil }
        let point = shown ?? area.polygon.middle
        drafts[number.place].add(
            Landmark(
                id: area.source, name: PlanWords.name(area), kind: Self.kind(area.use), position: point.position,
                aliases: area.name.aliases, note: area.note), source: area.source)
        anchors[number, default: []].append(PlanAnchor(landmark: area.source, point: point))
        return area.source
    }

    private mutating func addSpots() {
        for (place, level) in plan.places.enumerated() {
            for spot in level.spots {
                drafts[place].add(
                    Landmark(
                        id: spot.source, name: spot.name.text ?? Self.word(spot.kind), kind: spot.kind,
                        position: spot.point.position, aliases: spot.name.aliases, note: spot.note),
                    source: spot.source)
                nodes[NodeKey(place: place, key: spot.source)] = spot.source
                let here = areas(at: spot.point, ordinal: level.ordinal, reach: Self.reachMetres)
                guard let number = here.first(where: { $0.number.place == place })?.number else { continue }
                anchors[number, default: []].append(PlanAnchor(landmark: spot.source, point: spot.point))
            }
        }
    }

    private static func word(_ kind: Landmark.Kind) -> String {
        switch kind {
        case .desk: "Desk"
        case .elevator: "Elevator"
        case .stairs: "Stairs"
        case .restroom: "Restroom"
        case .entrance: "Entrance"
        case .exit: "Exit"
        case .ramp: "Ramp"
        case .room: "Room"
        case .junction: "Junction"
        case .spot: "Spot"
        }
    }

    /// The verification of everything imported: nobody has checked it, and its source is kept.
    func verification(_ source: String) -> Connection.Verification {
        .init(status: .unverified, source: plan.source + " " + source)
    }

    /// Adds a connection between two landmarks of one place, or a portal where the places differ.
    mutating func join(
        _ connection: Connection, from: Int, to: Int, metres: Double, feature: String
    ) {
        guard from != to else {
            let fault = drafts[from].add(connection, metres: metres)
            return note(fault, feature)
        }
        let ends = (from: "\(from) \(connection.from)", to: "\(to) \(connection.to)")
        guard let (added, fault) = takenPortals.take(connection, from: ends.from, to: ends.to) else {
            return note(.parallel, feature)
        }
        note(fault, feature)
        addPortal(added, isReversed: added.from != connection.from, from: from, to: to, metres: metres)
    }

    /// Says why a feature did not become a way as it is drawn.
    private mutating func note(_ fault: WayFault?, _ feature: String) {
        switch fault {
        case .selfLoop: report.leaveOut(feature, "selfLoop", "it leads from a point to the same point")
        case .zeroLength: report.leaveOut(feature, "zeroLength", "its ends lie on each other, so it is no way")
        case .parallel:
            report.leaveOut(feature, "parallel", "another way of the same kind already joins the same two points")
        case .oneDirection:
            report.change(
                feature, "oneDirection",
                "another way of the same kind leads one way between the same two points, so it is used for the other")
        case nil: break
        }
    }

    private mutating func addPortal(_ connection: Connection, isReversed: Bool, from: Int, to: Int, metres: Double) {
        let (from, to) = isReversed ? (to, from) : (from, to)
        var portal = connection
        portal.path = []
        if portal.cost == nil { portal.cost = max(metres, 0.001) }
        portal.id = "portal/" + portal.id
        if !portalIds.insert(portal.id).inserted {
            portal.id += "/\(portals.count)"
            portalIds.insert(portal.id)
        }
        linked[from].insert(connection.from)
        linked[to].insert(connection.to)
        portals.append(
            Portal(connection: portal, fromPlace: String(from), toPlace: String(to)))
    }
}

/// The length of a line in metres.
enum PlanLine {
    static func metres(_ points: [PlanPoint]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
