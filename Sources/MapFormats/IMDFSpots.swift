import Wayfinding

extension IMDFReading {
    /// Occupants give their name to the unit that their anchor is in; of several in one unit each is a spot of its own.
    mutating func readOccupants() {
        var byUnit: [String: [(occupant: IMDFFeature, anchor: IMDFFeature)]] = [:]
        var order: [String] = []
        for occupant in all("occupant") {
            guard let anchor = anchor(of: occupant) else {
                report.leaveOut(
                    occupant.source, "noAnchor", "its anchor is not in the archive, so its place is unknown")
                continue
            }
            let unit = anchor.text("unit_id") ?? ""
            if byUnit[unit] == nil { order.append(unit) }
            byUnit[unit, default: []].append((occupant, anchor))
        }
        for unit in order {
            let occupants = byUnit[unit] ?? []
            if occupants.count == 1, let only = occupants.first, name(unit, after: only.occupant) {
                report.use(only.occupant.source, as: "name of unit/\(unit)")
                continue
            }
            for (occupant, anchor) in occupants { add(occupant, at: anchor.point, unit: unit, kind: .spot) }
        }
    }

    private mutating func anchor(of feature: IMDFFeature) -> IMDFFeature? {
        guard let id = feature.text("anchor_id"), let anchor = byId[id], anchor.kind == "anchor" else { return nil }
        if usedAnchors.insert(id).inserted { report.use(anchor.source, as: "position") }
        return anchor
    }

    /// Gives a unit the name of who is in it; its own name becomes an alias.
    private mutating func name(_ unit: String, after occupant: IMDFFeature) -> Bool {
        for place in made.places.indices {
            guard let index = made.places[place].areas.firstIndex(where: { $0.source == "unit/" + unit }) else {
                continue
            }
            let own = made.places[place].areas[index].name
            let new = occupant.name(languages)
            guard new.text != nil else { return false }
            made.places[place].areas[index].name = PlanTexts.name([new.text] + new.aliases + [own.text] + own.aliases)
            return true
        }
        return false
    }

    /// Amenities, kiosks and named sections become spots.
    mutating func readSpots() {
        for amenity in all("amenity") {
            let category = amenity.text("category") ?? "unspecified"
            let unit = amenity.texts("unit_ids").first ?? ""
            add(
                amenity, at: amenity.point, unit: unit, kind: IMDFCategories.amenity(category),
                called: IMDFCategories.words(category))
        }
        for kiosk in all("kiosk") {
            guard let place = place(of: kiosk) else { continue }
            let anchor = anchor(of: kiosk)
            add(
                kiosk, at: anchor?.point ?? kiosk.displayPoint ?? kiosk.points.first,
                unit: anchor?.text("unit_id") ?? "",
                kind: .desk, called: "Kiosk", in: place)
        }
        for section in all("section") {
            guard section.name(languages).text != nil else {
                report.leaveOut(section.source, "noName", "a section without a name is nothing to walk to")
                continue
            }
            guard let place = place(of: section) else { continue }
            var middle: PlanPoint?
            if let rings = section.polygons?.first { middle = polygon(rings, of: section)?.middle }
            add(section, at: section.displayPoint ?? middle.map(made.frame.point), unit: "", kind: .spot, in: place)
        }
    }

    private mutating func add(
        _ feature: IMDFFeature, at point: GeodeticPoint?, unit: String, kind: Landmark.Kind, called word: String = "",
        in known: Int? = nil
    ) {
        guard let point else {
            return report.leaveOut(feature.source, "badGeometry", "it has no point to walk to")
        }
        let metres = made.frame.metres(point)
        guard metres.length <= GeodeticFrame.reachMetres else {
            return report.leaveOut(feature.source, "tooFar", "it lies more than 20 km from the rest")
        }
        guard let place = known ?? byId[unit]?.text("level_id").flatMap({ levels[$0] }) else {
            return report.leaveOut(feature.source, "noLevel", "neither it nor its unit says on which level it is")
        }
        let inside = made.places[place].areas.first { $0.source == "unit/" + unit }
        // The restroom's sign in the restroom is the restroom.
        if let inside, Self.means(inside.use, kind) {
            return report.use(feature.source, as: "part of \(inside.source)")
        }
        var name = feature.name(languages)
        if name.text == nil, !word.isEmpty { name.text = word }
        guard name.text != nil else { return report.leaveOut(feature.source, "noName", "it has no name") }
        if let inside, feature.kind != "section", !inside.polygon.contains(metres) {
            report.change(feature.source, "outsideItsUnit", "it is drawn outside of its unit, and was left where it is")
        }
        made.places[place].spots.append(
            PlanSpot(source: feature.source, name: name, kind: kind, point: metres))
        report.use(feature.source, as: "landmark")
    }

    private static func means(_ use: PlanArea.Use, _ kind: Landmark.Kind) -> Bool {
        switch (use, kind) {
        case (.restroom, .restroom), (.elevator, .elevator), (.stairs, .stairs), (.escalator, .stairs), (.ramp, .ramp):
            true
        default: false
        }
    }

    /// What no map of a place has room for, each with the reason.
    mutating func noteRest() {
        for feature in features {
            switch feature.kind {
            case "detail":
                report.leaveOut(feature.source, "detail", "a line of the drawing, of which nothing follows for walking")
            case "geofence":
                report.leaveOut(feature.source, "geofence", "an area for alerts, of which nothing follows for walking")
            case "address": report.leaveOut(feature.source, "address", "a postal address has no place in a map")
            case "anchor" where !usedAnchors.contains(feature.id ?? ""):
                report.leaveOut(feature.source, "unusedAnchor", "nothing refers to it")
            case "venue", "building", "footprint", "level", "unit", "opening", "fixture", "occupant", "amenity",
                "kiosk",
                "section", "relationship", "anchor":
                break
            default: report.leaveOut(feature.source, "unknownKind", "IMDF 1.0 has no features of this kind")
            }
        }
    }
}
