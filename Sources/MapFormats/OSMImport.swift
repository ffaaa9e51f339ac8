import Documents
import Wayfinding

/// Makes places of OpenStreetMap data that is mapped after Simple Indoor Tagging: one a level of each building.
package enum OSMImport {
    /// Reads a file and makes its places, its groups and the report.
    package static func run(_ file: OSMFile, _ options: ImportOptions) throws(MapFormatError) -> ImportResult {
        let collection = try OSMCollection(file)
        var reading = OSMReading(collection, options)
        var assembly = PlanAssembly(reading.plan(), report: reading.report)
        assembly.run()
        return try assembly.result(options)
    }
}

/// A building's outline, with what its tags say of its levels.
struct OSMBuilding {
    var source: String
    var name: String
    var polygon: PlanPolygon
    var tags: OSMTags
}

/// One reading of the elements of a file.
struct OSMReading {
    /// How far a point may be from a building's outline to belong to it, in metres.
    static let reachMetres = 0.5

    let data: OSMCollection
    let options: ImportOptions
    var report: ImportReport
    var made: Plan
    /// The outlines, smallest first.
    var outlines: [OSMBuilding] = []
    /// The number in the plan of an outline, or of the site around them.
    var buildings: [Int: Int] = [:]
    var places: [PlaceKey: Int] = [:]
    /// The levels of areas and lines that pass a point.
    var ordinals: [Int64: Set<Double>] = [:]
    /// Names of levels, by building and number.
    var levelNames: [PlaceKey: String] = [:]
    /// Edges of open areas: where two of a level share one, they are one floor.
    var edges: [EdgeKey: [OpenEdge]] = [:]
    var wheelchairs = 0

    struct PlaceKey: Hashable {
        /// The number of the outline; −1 outside of all.
        var outline: Int
        var ordinal: Double
    }

    struct EdgeKey: Hashable {
        var low: Int64
        var high: Int64
        var ordinal: Double
    }

    struct OpenEdge {
        var source: String
        var from: PlanPoint
        var to: PlanPoint
        var place: Int
        var facts: PlanFacts
    }

    init(_ data: OSMCollection, _ options: ImportOptions) {
        self.data = data
        self.options = options
        report = data.report
        let indoor = data.ways.values.filter { $0.tags["building"] == nil }.flatMap(\.nodes)
        let points = indoor.compactMap { data.points[$0] }
        made = Plan(
            source: "OpenStreetMap", name: PlanTexts.clean(options.name) ?? "Site", date: "",
            frame: GeodeticFrame(around: points.isEmpty ? Array(data.points.values) : points))
        if let date = data.date, MapDate.unixSeconds(date) != nil {
            made.date = date
        } else {
            made.date = PlanDate.text(options.now)
            report.change("file", "noDate", "it does not say when it was made, so today's date stands in the maps")
        }
    }

    var ways: [OSMElement] { data.ways.values.sorted { $0.id < $1.id } }
    var relations: [OSMElement] { data.relations.values.sorted { $0.id < $1.id } }
    var nodes: [OSMElement] { data.nodes.values.sorted { $0.id < $1.id } }

    /// Everything understood, kind by kind in the order in which one needs the other.
    mutating func plan() -> Plan {
        readBuildings()
        readAreas()
        readLines()
        readWalls()
        joinOpenAreas()
        readNodes()
        if wheelchairs > 0, !options.trustsWheelchair {
            report.change(
                "wheelchair", "wheelchairNotTrusted",
                "\(wheelchairs) elements are marked for wheelchairs; nobody here has checked it, so they count as unknown "
                    + "— give --trust-wheelchair to take them as step-free")
        }
        if options.trustsWheelchair { noteUntagged() }
        return made
    }

    /// Says how many floors and doors still stand in the way of whoever needs a way without steps.
    private mutating func noteUntagged() {
        let floors = Set(
            made.places.flatMap(\.areas).filter { $0.use != .stairs && $0.use != .escalator }
                .filter { $0.facts.stepFree == .unknown }.map(\.source)
        ).count
        let doors = made.doors.count { $0.facts.stepFree == .unknown }
        guard floors + doors > 0 else { return }
        report.change(
            "wheelchair", "wheelchairUnknown",
            "floors: \(floors), doors and openings: \(doors) have no wheelchair=yes or no, so whether they are step-free "
                + "is unknown, and step-free ways do not use them — tag them on the map")
    }

    /// Where a point is in the frame; nil where the file lacks it, or it is too far away.
    func metres(_ id: Int64) -> PlanPoint? {
        guard let point = data.points[id] else { return nil }
        let metres = made.frame.metres(point)
        return metres.length <= GeodeticFrame.reachMetres ? metres : nil
    }

    mutating func facts(_ tags: OSMTags) -> PlanFacts {
        if tags.isForWheelchairs { wheelchairs += 1 }
        return PlanFacts(stepFree: tags.stepFree(trusts: options.trustsWheelchair), availability: tags.availability)
    }

    /// The outline that a point lies in, the smallest of several; −1 outside of all.
    func outline(at point: PlanPoint, reach: Double = 0) -> Int {
        outlines.firstIndex { outline in
            outline.polygon.isNear(point, metres: reach) && outline.polygon.distance(to: point) <= reach
        } ?? -1
    }

    /// The place of an outline's level, made where there is none yet.
    mutating func place(_ outline: Int, _ ordinal: Double) -> Int {
        let key = PlaceKey(outline: outline, ordinal: ordinal)
        if let known = places[key] { return known }
        let building: Int
        if let known = buildings[outline] {
            building = known
        } else {
            building = made.buildings.count
            buildings[outline] = building
            made.buildings.append(
                PlanBuilding(
                    source: outline < 0 ? "site" : outlines[outline].source,
                    name: outline < 0 ? made.name : outlines[outline].name))
            if outline >= 0 { report.use(outlines[outline].source, as: "group") }
        }
        places[key] = made.places.count
        made.places.append(
            PlanPlace(
                building: building, ordinal: ordinal,
                source: (outline < 0 ? "site" : outlines[outline].source) + "/level/\(PlanTexts.number(ordinal))",
                name: levelNames[key] ?? OSMLevels.name(ordinal), outline: outline < 0 ? nil : outlines[outline].polygon
            ))
        if outline >= 0 { checkRange(outline, ordinal) }
        return made.places.count - 1
    }

    /// A level outside of those that the building's tags allow is kept, and said.
    private mutating func checkRange(_ outline: Int, _ ordinal: Double) {
        let building = outlines[outline]
        let low = building.tags["min_level"].flatMap(Double.init)
        let count = building.tags["building:levels"].flatMap(Double.init)
        let high =
            building.tags["max_level"].flatMap(Double.init) ?? count.map { (low.map { min($0, 0) } ?? 0) + $0 - 1 }
        guard low.map({ ordinal < $0 }) ?? false || high.map({ ordinal > $0 }) ?? false else { return }
        report.change(
            building.source, "levelOutsideBuilding",
            "something is on level \(DecimalText.level(ordinal)), which its tags do not have; the level was kept")
    }
}
