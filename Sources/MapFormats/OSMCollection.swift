/// The elements of a file that a map of a building may be made of, with the points that they need.
///
/// The file is gone through two or three times, and only what matters is kept, so that a building in the extract of a
/// town needs no more memory than the building.
struct OSMCollection {
    /// The most elements that are kept, and the most points.
    static let elementLimit = 300_000
    static let pointLimit = 3_000_000

    /// Ways and relations that may matter, and the parts of such relations, by source.
    private(set) var ways: [Int64: OSMElement] = [:]
    private(set) var relations: [Int64: OSMElement] = [:]
    /// Points that are a door, an elevator or something to walk to.
    private(set) var nodes: [Int64: OSMElement] = [:]
    /// Where the points of all of these are.
    private(set) var points: [Int64: GeodeticPoint] = [:]
    /// Points whose position is none on the Earth, with what is wrong.
    private(set) var impossible: [Int64: String] = [:]
    /// The date of the data, or else the youngest of the elements.
    private(set) var date: String?
    private(set) var report = ImportReport()
    private let file: String

    init(_ file: OSMFile) throws(MapFormatError) {
        self.file = file.name
        var date: String?
        var youngest = ""
        date = try file.read { element throws(MapFormatError) in
            guard !element.isDeleted else { return report.pass("deleted \(element.kind.rawValue)") }
            try keep(element)
            if let timestamp = element.timestamp, timestamp > youngest { youngest = timestamp }
        }
        self.date = date ?? (youngest.isEmpty ? nil : youngest)
        try readParts(file)
        try readPoints(file)
    }

    private mutating func keep(_ element: OSMElement) throws(MapFormatError) {
        let tags = OSMTags(element.tags)
        guard nodes.count + ways.count + relations.count < Self.elementLimit else {
            throw .tooMuch(file: file, what: "rooms, doors and buildings", limit: Self.elementLimit)
        }
        switch element.kind {
        case .node:
            guard tags.isPointOfInterest || tags.isDoor else { return report.pass("node") }
            if let earlier = nodes[element.id], earlier.tags.count > element.tags.count { return }
            nodes[element.id] = element
            if let point = element.point { points[element.id] = point }
            if let wrong = element.impossible { impossible[element.id] = wrong }
        case .way:
            guard tags.mayMatter else { return report.pass("way") }
            if let earlier = ways[element.id], earlier.tags.count > element.tags.count { return }
            take(element)
        case .relation:
            guard tags.mayMatter, tags["type"] == "multipolygon" else { return report.pass("relation") }
            relations[element.id] = element
        }
    }

    private mutating func take(_ way: OSMElement) {
        ways[way.id] = way
        for (id, point) in zip(way.nodes, way.points) { if let point { points[id] = point } }
    }

    /// The ways that relations are made of, where they matter for nothing else.
    private mutating func readParts(_ file: OSMFile) throws(MapFormatError) {
        var wanted: Set<Int64> = []
        for relation in relations.values {
            for member in relation.members where member.kind == .way && ways[member.id] == nil {
                wanted.insert(member.id)
            }
        }
        guard !wanted.isEmpty else { return }
        _ = try file.read { element throws(MapFormatError) in
            guard element.kind == .way, wanted.contains(element.id), !element.isDeleted else { return }
            report.takeBack("way")
            take(element)
        }
    }

    private mutating func readPoints(_ file: OSMFile) throws(MapFormatError) {
        var wanted: Set<Int64> = []
        for way in ways.values {
            for id in way.nodes where points[id] == nil { wanted.insert(id) }
        }
        guard wanted.count + points.count <= Self.pointLimit else {
            throw .tooMuch(file: self.file, what: "points", limit: Self.pointLimit)
        }
        guard !wanted.isEmpty else { return }
        _ = try file.read { element throws(MapFormatError) in
            guard element.kind == .node, wanted.contains(element.id), !element.isDeleted else { return }
            if nodes[element.id] == nil { report.takeBack("node") }
            points[element.id] = element.point
            if let wrong = element.impossible { impossible[element.id] = wrong }
        }
    }
}
