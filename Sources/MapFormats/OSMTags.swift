import Wayfinding

/// What the tags of OpenStreetMap mean for walking inside buildings.
struct OSMTags {
    let tags: [String: String]

    init(_ tags: [String: String]) { self.tags = tags }

    subscript(key: String) -> String? { tags[key] }

    /// Whether a tag is there and does not say no.
    func has(_ key: String) -> Bool { tags[key].map { $0 != "no" } ?? false }

    /// The tags by which a line or ring may matter.
    var mayMatter: Bool {
        has("indoor") || has("room") || has("building") || has("building:part") || isWalk
            || (has("level") && (has("amenity") || has("shop") || has("office") || has("area")))
            || tags["highway"] == "elevator"
    }

    /// Whether people walk along the line.
    var isWalk: Bool {
        switch tags["highway"] {
        case "steps", "corridor", "elevator": true
        case "footway", "path", "pedestrian":
            has("indoor") || has("level") || has("repeat_on") || has("covered") || tags["tunnel"] == "building_passage"
        default: false
        }
    }

    /// Whether a point may matter.
    var isPointOfInterest: Bool {
        has("door") || has("entrance") || tags["highway"] == "elevator"
            || (has("level") || has("indoor")) && !Set(tags.keys).isSubset(of: ["level", "indoor", "source"])
    }

    /// Whether it is a door: `indoor=door` counts too.
    var isDoor: Bool { tags["door"] != nil || has("entrance") || tags["indoor"] == "door" }

    /// What an area is for whoever walks; nil for what is none.
    var use: PlanArea.Use? {
        if tags["highway"] == "elevator" || tags["room"] == "elevator" || tags["building:part"] == "elevator" {
            return .elevator
        }
        if tags["conveying"] != nil, has("conveying"), tags["room"] == "stairs" || has("stairs") { return .escalator }
        if tags["room"] == "escalator" { return .escalator }
        if tags["room"] == "stairs" || tags["room"] == "steps" || has("stairs") || tags["highway"] == "steps" {
            return .stairs
        }
        if tags["room"] == "ramp" || has("ramp") && tags["indoor"] != nil { return .ramp }
        if tags["room"] == "toilets" || tags["room"] == "toilet" || tags["amenity"] == "toilets" { return .restroom }
        switch tags["indoor"] {
        case "room": return .room
        case "corridor": return .walkway
        case "area": return ["amenity", "shop", "office", "room"].contains { has($0) } ? .room : .walkway
        case "yes": return .walkway
        default: break
        }
        if tags["highway"] == "corridor" || tags["highway"] == "pedestrian" || has("area") && isWalk { return .walkway }
        if has("room") || has("level") && ["amenity", "shop", "office"].contains(where: has) { return .room }
        return nil
    }

    /// Whether an area has no walls of its own: those that touch are one floor.
    var isOpen: Bool { tags["indoor"] == "area" || tags["indoor"] == "corridor" || tags["highway"] == "corridor" }

    /// What is called by no name: a toilet's room is a restroom, an office an office.
    var word: String? {
        for key in ["room", "shop", "amenity", "office", "tourism", "healthcare", "leisure"] {
            guard let value = tags[key], value != "yes", value != "no" else { continue }
            let text = value.split(separator: "_").joined(separator: " ")
            return text.prefix(1).uppercased() + text.dropFirst()
        }
        return tags["shop"] == "yes" ? "Shop" : nil
    }

    /// The names, the wanted language first; reference numbers come last.
    func name(_ language: String?) -> PlanName {
        var texts: [String?] = []
        if let language { texts.append(tags["name:" + language]) }
        texts += [tags["name"]]
        let other = tags.keys.filter { $0.hasPrefix("name:") }.sorted()
        texts += other.map { tags[$0] }
        for key in ["official_name", "short_name", "loc_name", "alt_name", "ref"] {
            texts += (tags[key] ?? "").split(separator: ";").map(String.init)
        }
        return PlanTexts.name(texts)
    }

    /// Whether it can be used without steps: `no` is a fact, `yes` only where the importer is told to trust it.
    func stepFree(trusts: Bool) -> Connection.StepFree {
        switch tags["wheelchair"] {
        case "yes", "designated": trusts ? .confirmed : .unknown
        case "no": .unsuitable
        default: .unknown
        }
    }

    /// Whether the tag on wheelchairs says yes.
    var isForWheelchairs: Bool { tags["wheelchair"] == "yes" || tags["wheelchair"] == "designated" }

    /// Whether it can be used at all, by `access` and `foot`, the more special first.
    var availability: Connection.Availability {
        switch tags["foot"] ?? tags["access"] {
        case "no", "private", "emergency": .unavailable
        case "customers", "permissive", "yes", "public", "designated", "destination", nil:
            tags["opening_hours"].map { $0 == "24/7" } ?? true ? .available : .unknown
        default: .unknown
        }
    }

    /// In which direction a line is passed; nil both ways; true forwards.
    var isForward: Bool? {
        switch tags["conveying"] {
        case "forward": return true
        case "backward": return false
        default: break
        }
        switch tags["oneway:foot"] ?? tags["foot:oneway"] ?? tags["oneway"] {
        case "yes", "true", "1": return true
        case "-1", "reverse": return false
        default: return nil
        }
    }

    /// Whether it moves in a direction that nobody can know.
    var isMoving: Bool { has("conveying") }

    /// Whether a line of steps leads up in its own direction; nil where it does not say.
    var leadsUp: Bool? {
        guard let incline = tags["incline"] else { return nil }
        if incline == "up" { return true }
        if incline == "down" { return false }
        let number = Double(incline.filter { $0 == "-" || $0 == "." || $0.isNumber })
        return number.flatMap { $0 == 0 ? nil : $0 > 0 }
    }

    /// What one takes along a line.
    var kind: Connection.Kind {
        if tags["highway"] == "elevator" { return .elevator }
        if tags["highway"] == "steps" { return isMoving ? .escalator : .stairs }
        if has("ramp") || tags["incline"] != nil && leadsUp != nil { return .ramp }
        return .path
    }

    /// What a point is as a landmark.
    var landmark: Landmark.Kind {
        if tags["highway"] == "elevator" { return .elevator }
        switch tags["amenity"] ?? tags["tourism"] ?? tags["room"] {
        case "toilets": return .restroom
        case "reception_desk", "information", "ticket_office": return .desk
        default: return tags["information"] != nil || tags["reception"] != nil ? .desk : .spot
        }
    }

    /// The levels of the element, nil where it has none; `bad` where the tag cannot be read.
    var levels: (levels: OSMLevels?, isBad: Bool) {
        guard let text = tags["level"] else { return (nil, false) }
        let levels = OSMLevels(text)
        return (levels, levels == nil)
    }
}
