import Documents
import Wayfinding

extension PlanAssembly {
    /// The places and groups of what was made.
    mutating func result(_ options: ImportOptions) throws(MapFormatError) -> ImportResult {
        let ids = placeIds()
        var places: [ImportedPlace] = []
        let order = plan.places.indices.sorted {
            (plan.places[$0].building, plan.places[$0].ordinal, $0) < (
                plan.places[$1].building, plan.places[$1].ordinal, $1
            )
        }
        var present: Set<Int> = []
        for index in order {
            guard !drafts[index].landmarks.isEmpty else {
                report.leaveOut(plan.places[index].source, "emptyLevel", "nothing on this level can be walked to")
                continue
            }
            present.insert(index)
            places.append(try place(index, id: ids[index], options))
        }
        let groups = groups(ids, present)
        var findings: [MapFinding] = []
        do throws(DocumentError) {
            let document = try Document(MapWriter.groups(groups.map { MapWriter.value(of: $0) }))
            findings =
                GroupsReader.read(document, now: options.now, surroundings: .init(maps: places.map(\.map))).findings
        } catch { throw .noDocument(file: "buildings.json", error) }
        return ImportResult(
            source: plan.source, places: places, groups: groups, groupFindings: findings, report: report,
            origin: plan.frame.origin)
    }

    private func placeIds() -> [String] {
        var taken: Set<String> = []
        return plan.places.map { place in
            let parts = [plan.buildings[place.building].name, place.name].map(PlanTexts.slug).filter { !$0.isEmpty }
            let number = PlanTexts.slug("level " + PlanTexts.number(place.ordinal))
            let wanted = parts.count == 2 ? parts.joined(separator: "-") : (parts + [number]).joined(separator: "-")
            var (id, count) = (wanted, 2)
            while !taken.insert(id).inserted {
                id = "\(wanted)-\(count)"
                count += 1
            }
            return id
        }
    }

    private mutating func place(
        _ index: Int, id: String, _ options: ImportOptions
    ) throws(MapFormatError) -> ImportedPlace {
        let level = plan.places[index]
        let draft = drafts[index]
        let building = plan.buildings[level.building].name
        var map = PlaceMap(
            id: id, name: plan.places.count == 1 ? building : "\(building), \(level.name)", scannedAt: plan.date,
            kind: .surveyed, bounds: bounds(index), landmarks: draft.landmarks, connections: draft.connections)
        if options.speaksLengths { writeLengths(&map) }
        do throws(DocumentError) {
            let bytes = DocumentWriter.canonical(value(map, index))
            let findings = PlaceMapReader.read(
                try Document(bytes), now: options.now, portals: portalEnds(of: index)
            ).findings
            noteElevators(findings, index)
            return ImportedPlace(
                map: map, bytes: bytes, findings: findings,
                islands: PlaceIslands.parts(of: map).map(\.count).sorted(by: >), level: level.source,
                ordinal: level.ordinal)
        } catch { throw .noDocument(file: id + ".json", error) }
    }

    /// The landmarks of a place that portals lead to or from.
    private func portalEnds(of index: Int) -> Set<String> {
        Set(
            portals.flatMap { portal in
                [(portal.fromPlace, portal.connection.from), (portal.toPlace, portal.connection.to)]
            }.filter { $0.0 == String(index) }.map(\.1))
    }

    /// Says which elevators have one door and no other level, as the file has them.
    private mutating func noteElevators(_ findings: [MapFinding], _ index: Int) {
        for finding in findings where finding.code == .elevatorWithOneDoor {
            guard let number = finding.pointer.description.split(separator: "/").last.flatMap({ Int($0) }),
                drafts[index].landmarks.indices.contains(number)
            else { continue }
            let landmark = drafts[index].landmarks[number].id
            report.change(
                drafts[index].sources[landmark] ?? landmark, "elevatorWithOneDoor",
                "it has one door and leads to no other level, so nobody is sent through it — give it its levels, or "
                    + "its other doors")
        }
    }

    private func writeLengths(_ map: inout PlaceMap) {
        let positions = Dictionary(map.landmarks.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        for index in map.connections.indices {
            let connection = map.connections[index]
            guard connection.kind != .elevator, let from = positions[connection.from] ?? nil,
                let to = positions[connection.to] ?? nil
            else { continue }
            let metres = WayLine(start: from, bends: connection.path, end: to).lengthMetres
            map.connections[index].displayLengthMetres = (metres * 10).rounded() / 10
        }
    }

    /// The map as it is written: with its origin, its level, and the source of every landmark beside what maps have.
    private func value(_ map: PlaceMap, _ index: Int) -> JSONValue {
        guard case .object(var members) = MapWriter.value(of: map) else { return .null }
        let level = plan.places[index]
        members.append(
            .init(
                "origin",
                .object([
                    .init("longitude", .decimal(plan.frame.origin.longitude)),
                    .init("latitude", .decimal(plan.frame.origin.latitude)),
                    .init("axes", .string("x east, y north, z up")),
                ])))
        members.append(
            .init(
                "level",
                .object([
                    .init("ordinal", .decimal(level.ordinal)), .init("name", .string(level.name)),
                    .init("source", .string(plan.source + " " + level.source)),
                ])))
        for member in members.indices where members[member].key == "landmarks" {
            guard case .array(let landmarks) = members[member].value else { continue }
            members[member].value = .array(
                zip(landmarks, map.landmarks).map { value, landmark in
                    guard case .object(var fields) = value, let source = drafts[index].sources[landmark.id] else {
                        return value
                    }
                    fields.append(.init("source", .string(plan.source + " " + source)))
                    return .object(fields)
                })
        }
        return .object(members)
    }

    /// The mapped floor: the level's outline where it is simple and everything lies in it, else a box around everything.
    private func bounds(_ index: Int) -> Bounds? {
        let level = plan.places[index]
        let landmarks = drafts[index].landmarks.compactMap(\.position).map { PlanPoint(x: $0.x, y: $0.y) }
        if let outline = level.outline, outline.rings[0].count <= 400,
            landmarks.allSatisfy({ outline.distance(to: $0) <= Self.reachMetres })
        {
            let corners = outline.rings[0].map(\.position)
            if MapPolygon.flaw(corners) == nil { return .polygon(corners) }
        }
        let bends = drafts[index].connections.flatMap(\.path).map { PlanPoint(x: $0.x, y: $0.y) }
        let points = level.areas.flatMap { $0.polygon.rings[0] } + landmarks + bends
        guard points.count >= 2 else { return nil }
        let box = PlanPolygon.box(points)
        guard box.high.x - box.low.x > 0.1, box.high.y - box.low.y > 0.1 else { return nil }
        return .box(min: box.low.position, max: box.high.position)
    }
}
