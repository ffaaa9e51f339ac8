import Wayfinding

extension IMDFReading {
    /// Units become areas; those that are walls or columns cut holes into the areas around them.
    mutating func readUnits() {
        var obstacles: [(feature: IMDFFeature, place: Int, polygon: PlanPolygon)] = []
        for unit in all("unit") {
            let category = unit.text("category") ?? "unspecified"
            let meaning = IMDFCategories.unit(category)
            if case .none(let why) = meaning {
                report.leaveOut(unit.source, "notWalkable", why)
                continue
            }
            guard unit.id != nil else {
                report.leaveOut(unit.source, "noId", "it has no id, so nothing can refer to it")
                continue
            }
            guard let place = place(of: unit) else { continue }
            guard let parts = unit.polygons else {
                report.leaveOut(unit.source, "badGeometry", "its geometry is no polygon of longitudes and latitudes")
                continue
            }
            for (number, rings) in parts.enumerated() {
                guard let polygon = polygon(rings, of: unit) else { continue }
                guard case .area(let use) = meaning else {
                    obstacles.append((unit, place, polygon))
                    continue
                }
                add(unit, use, category, polygon, part: number, of: parts.count, to: place)
            }
        }
        for obstacle in obstacles { cut(obstacle.polygon, of: obstacle.feature, from: obstacle.place) }
    }

    private mutating func add(
        _ unit: IMDFFeature, _ use: PlanArea.Use, _ category: String, _ polygon: PlanPolygon, part: Int, of parts: Int,
        to place: Int
    ) {
        var name = unit.name(languages)
        if name.text == nil, use == .room, category != "room", category != "unspecified" {
            name.text = IMDFCategories.words(category)
        }
        if parts > 1, part == 0 {
            report.change(unit.source, "severalParts", "it has \(parts) parts, and each became an area of its own")
        }
        var facts = PlanFacts(stepFree: stepFree(unit))
        switch unit.text("restriction") {
        case "restricted": facts.availability = .unavailable
        case "employeesonly": facts.availability = .unknown
        default: break
        }
        made.places[place].areas.append(
            PlanArea(
                source: unit.source + (part == 0 ? "" : "/\(part + 1)"), name: name, use: use, polygon: polygon,
                facts: facts, showsAt: unit.displayPoint.map(made.frame.metres)))
    }

    /// Fixtures are in the way: they are cut out of the area that they stand in.
    mutating func readFixtures() {
        for fixture in all("fixture") {
            guard let place = place(of: fixture) else { continue }
            guard let rings = fixture.polygons?.first, let polygon = polygon(rings, of: fixture) else {
                if fixture.polygons == nil {
                    report.leaveOut(fixture.source, "badGeometry", "its geometry is no polygon")
                }
                continue
            }
            cut(polygon, of: fixture, from: place)
        }
    }

    /// Cuts an obstacle out of the one area that it lies in.
    private mutating func cut(_ obstacle: PlanPolygon, of feature: IMDFFeature, from place: Int) {
        let corners = obstacle.rings[0]
        for index in made.places[place].areas.indices {
            let area = made.places[place].areas[index].polygon
            guard corners.allSatisfy({ area.contains($0) && area.wall(nearest: $0).metres > 0.01 }) else { continue }
            do throws(PlanPolygon.Fault) {
                made.places[place].areas[index].polygon = try PlanPolygon(
                    outer: area.rings[0], holes: Array(area.rings.dropFirst()) + [corners])
                report.use(feature.source, as: "obstacle")
            } catch {
                report.leaveOut(feature.source, "badGeometry", "cut out of its area, \(error.words)")
            }
            return
        }
        report.leaveOut(
            feature.source, "atTheEdge", "it does not stand free inside one area, so ways are not led around it")
    }

    /// Openings become doors.
    mutating func readOpenings() {
        for opening in all("opening") {
            guard let id = opening.id, let place = place(of: opening) else {
                if opening.id == nil { report.leaveOut(opening.source, "noId", "it has no id") }
                continue
            }
            guard let line = opening.line?.map(made.frame.metres), let first = line.first, let last = line.last,
                first.length <= GeodeticFrame.reachMetres
            else {
                report.leaveOut(opening.source, "badGeometry", "its geometry is no line of longitudes and latitudes")
                continue
            }
            let category = opening.text("category") ?? "pedestrian"
            guard !category.hasPrefix("automobile"), !category.hasPrefix("bicycle"), category != "emergencyexit" else {
                report.leaveOut(
                    opening.source, "notForWalking", "its category is \(category), which is not for everyday walking")
                continue
            }
            var facts = PlanFacts(stepFree: stepFree(opening))
            if !opening.texts("access_control").isEmpty { facts.availability = .unknown }
            made.doors.append(
                PlanDoor(
                    source: opening.source, key: id, name: opening.name(languages),
                    ordinal: made.places[place].ordinal, place: place, point: (first + last) * 0.5, wall: last - first,
                    isDoor: opening.property("door")?["type"]?.string != "open",
                    entry: category == "pedestrian.principal" ? .mainEntrance : .none, facts: facts))
        }
    }
}
