import Documents
import Wayfinding

/// Makes places of an IMDF archive (Indoor Mapping Data Format 1.0.0): one a level.
package enum IMDFImport {
    /// Reads an archive and makes its places, its groups and the report.
    package static func run(_ archive: IMDFArchive, _ options: ImportOptions) throws(MapFormatError) -> ImportResult {
        let manifest = try archive.manifest().root
        guard manifest.kind == .object, let version = manifest["version"]?.string else {
            throw .wrongFormat(
                file: archive.path + ":manifest.json", what: "it has no version, so it is no manifest of IMDF")
        }
        let features = try archive.features()
        var reading = IMDFReading(features, version: version, archive: archive.path, options)
        reading.setLanguages(manifest["language"]?.string)
        reading.setDate(manifest["created"]?.string)
        if !version.hasPrefix("1.0") {
            reading.report.change("manifest", "unknownVersion", "its version is \(version), and it was read as 1.0")
        }
        var assembly = PlanAssembly(reading.plan(), report: reading.report)
        assembly.run()
        return try assembly.result(options)
    }
}

/// One reading of the features of an archive.
struct IMDFReading {
    let features: [IMDFFeature]
    let options: ImportOptions
    var report = ImportReport()
    var made: Plan
    var languages: [String] = []
    /// The places of levels, by the levels' ids.
    var levels: [String: Int] = [:]
    /// The features by their ids.
    var byId: [String: IMDFFeature] = [:]
    /// Anchors that something refers to.
    var usedAnchors: Set<String> = []
    /// How many features are fit for wheelchairs by their own word.
    var wheelchairs = 0

    init(_ features: [IMDFFeature], version: String, archive: String, _ options: ImportOptions) {
        self.features = features
        self.options = options
        let points = features.filter { ["unit", "level", "opening"].contains($0.kind) }.flatMap(\.points)
        made = Plan(
            source: "IMDF " + (PlanTexts.clean(version) ?? "1.0.0"), name: "Venue", date: "",
            frame: GeodeticFrame(around: points))
        for feature in features { if let id = feature.id { byId[id] = feature } }
    }

    mutating func setLanguages(_ file: String?) {
        languages = [options.language, file, "en"].compactMap { $0?.lowercased() }
    }

    mutating func setDate(_ created: String?) {
        if let created, MapDate.unixSeconds(created) != nil {
            made.date = created
        } else if let created, MapDate.unixSeconds(created + "T00:00:00Z") != nil {
            made.date = created + "T00:00:00Z"
        } else {
            made.date = PlanDate.text(options.now)
            report.change("manifest", "noDate", "it does not say when it was made, so today's date stands in the maps")
        }
    }

    func all(_ kind: String) -> [IMDFFeature] { features.filter { $0.kind == kind } }

    /// Everything understood, kind by kind in the order in which one needs the other.
    mutating func plan() -> Plan {
        readVenue()
        readLevels()
        readUnits()
        readFixtures()
        readOpenings()
        readOccupants()
        readSpots()
        readRelationships()
        noteRest()
        if wheelchairs > 0, !options.trustsWheelchair {
            report.change(
                "accessibility", "wheelchairNotTrusted",
                "\(wheelchairs) features are marked for wheelchairs; nobody here has checked it, so they count as unknown "
                    + "— give --trust-wheelchair to take them as step-free")
        }
        return made
    }

    private mutating func readVenue() {
        let venues = all("venue")
        let name = options.name ?? venues.compactMap { $0.name(languages).text }.first
        if let name = PlanTexts.clean(name) { made.name = name }
        for venue in venues { report.use(venue.source, as: "name of the whole") }
        for building in all("building") {
            guard let id = building.id else { continue }
            made.buildings.append(PlanBuilding(source: id, name: building.name(languages).text ?? made.name))
            report.use(building.source, as: "group")
        }
        for footprint in all("footprint") {
            report.leaveOut(
                footprint.source, "footprint", "a place's edge is that of its level, so the footprint is not needed")
        }
    }

    private mutating func readLevels() {
        for level in all("level") {
            guard let id = level.id, let ordinal = level.property("ordinal")?.number, ordinal.magnitude <= 1000 else {
                report.leaveOut(
                    level.source, "noOrdinal", "it has no usable id or no ordinal, so its height is unknown")
                continue
            }
            let names = level.name(languages)
            let short = PlanTexts.name(
                level.property("short_name").map { [$0.string ?? $0.members.map { $0 }.first?.value.string] } ?? [])
            var outline: PlanPolygon?
            if let rings = level.polygons?.first { outline = polygon(rings, of: level) }
            levels[id] = made.places.count
            made.places.append(
                PlanPlace(
                    building: building(of: level), ordinal: ordinal, source: level.source,
                    name: names.text ?? short.text ?? "Level \(DecimalText.fixed(ordinal, digits: 2))",
                    elevationMetres: level.property("elevation")?.number.flatMap { $0.magnitude < 10_000 ? $0 : nil },
                    outline: outline))
            report.use(level.source, as: "place")
        }
    }

    /// The building of a level; a level of none belongs to the only one, else to the venue.
    private mutating func building(of level: IMDFFeature) -> Int {
        let ids = level.texts("building_ids")
        let known = ids.compactMap { id in made.buildings.firstIndex { $0.source == id } }
        if known.count > 1 {
            report.change(
                level.source, "severalBuildings", "it belongs to \(known.count) buildings, and was put into the first")
        }
        if let first = known.first { return first }
        if made.buildings.count == 1 { return 0 }
        if let venue = made.buildings.firstIndex(where: { $0.source == "" }) { return venue }
        made.buildings.append(PlanBuilding(source: "", name: made.name))
        return made.buildings.count - 1
    }

    /// A polygon in metres, or nil with the reason in the report.
    mutating func polygon(_ rings: [[GeodeticPoint]], of feature: IMDFFeature) -> PlanPolygon? {
        let metres = rings.map { $0.map(made.frame.metres) }
        guard let outer = metres.first, metres.joined().allSatisfy({ $0.length <= GeodeticFrame.reachMetres }) else {
            report.leaveOut(feature.source, "tooFar", "it lies more than 20 km from the rest")
            return nil
        }
        do throws(PlanPolygon.Fault) {
            return try PlanPolygon(outer: outer, holes: Array(metres.dropFirst()))
        } catch {
            report.leaveOut(feature.source, "badGeometry", "\(error.words) — mend it in the drawing")
            return nil
        }
    }

    /// The place of a feature's level, or nil with the reason in the report.
    mutating func place(of feature: IMDFFeature) -> Int? {
        guard let id = feature.text("level_id") else {
            report.leaveOut(feature.source, "noLevel", "it does not say on which level it is")
            return nil
        }
        if let place = levels[id] { return place }
        report.leaveOut(
            feature.source, "unknownLevel", "its level \"\(PlanTexts.clean(id) ?? "")\" is not in the archive")
        return nil
    }

    /// Whether something can be used without steps, by the file's word and how far it is trusted.
    mutating func stepFree(_ feature: IMDFFeature) -> Connection.StepFree {
        guard feature.isForWheelchairs else { return .unknown }
        wheelchairs += 1
        return options.trustsWheelchair ? .confirmed : .unknown
    }
}
