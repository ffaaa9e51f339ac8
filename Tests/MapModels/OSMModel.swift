import MapFormats

/// A building in metres, written as OpenStreetMap data: XML, or the JSON of Overpass.
package struct OSMModel {
    /// Keys and values in their order.
    package typealias Tags = [(String, String)]

    /// Makes an empty one.
    package init() {}

    private var nodes: [(id: Int64, x: Double, y: Double, tags: Tags)] = []
    private var ways: [(id: Int64, nodes: [Int64], tags: Tags)] = []
    private var relations: [(id: Int64, members: [(String, Int64, String)], tags: Tags)] = []

    /// Adds a node at some metres.
    @discardableResult
    package mutating func node(_ id: Int64, _ x: Double, _ y: Double, _ tags: Tags = []) -> Int64 {
        nodes.append((id, x, y, tags))
        return id
    }

    /// Adds a way through nodes.
    package mutating func way(_ id: Int64, _ nodes: [Int64], _ tags: Tags) { ways.append((id, nodes, tags)) }

    /// Adds a relation; a member is its type, its id and its role.
    package mutating func relation(_ id: Int64, _ members: [(String, Int64, String)], _ tags: Tags) {
        relations.append((id, members, tags))
    }

    private static func point(_ x: Double, _ y: Double) -> GeodeticPoint {
        let point = IMDFModel.frame?.point(PlanPoint(x: x, y: y)) ?? IMDFModel.origin
        return GeodeticPoint(
            longitude: IMDFModel.rounded(point.longitude), latitude: IMDFModel.rounded(point.latitude))
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case "\"": out += "&quot;"
            default: out.append(character)
            }
        }
    }

    /// The data as OSM XML.
    package var xml: [UInt8] {
        func tags(_ tags: Tags) -> String {
            tags.map { "<tag k=\"\(Self.escaped($0.0))\" v=\"\(Self.escaped($0.1))\"/>" }.joined()
        }
        var out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\"><meta osm_base=\"2026-05-01T00:00:00Z\"/>\n"
        for node in nodes {
            let point = Self.point(node.x, node.y)
            out +=
                "<node id=\"\(node.id)\" lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">\(tags(node.tags))</node>\n"
        }
        for way in ways {
            let parts = way.nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
            out += "<way id=\"\(way.id)\">\(parts)\(tags(way.tags))</way>\n"
        }
        for relation in relations {
            let parts = relation.members.map { "<member type=\"\($0.0)\" ref=\"\($0.1)\" role=\"\($0.2)\"/>" }.joined()
            out += "<relation id=\"\(relation.id)\">\(parts)\(tags(relation.tags))</relation>\n"
        }
        return Array((out + "</osm>\n").utf8)
    }

    /// The data as Overpass answers it.
    package var json: [UInt8] {
        func tags(_ tags: Tags) -> String {
            "\"tags\":{" + tags.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",") + "}"
        }
        var items = nodes.map { node -> String in
            let point = Self.point(node.x, node.y)
            return
                "{\"type\":\"node\",\"id\":\(node.id),\"lat\":\(point.latitude),\"lon\":\(point.longitude),\(tags(node.tags))}"
        }
        items += ways.map { way in
            "{\"type\":\"way\",\"id\":\(way.id),\"nodes\":[\(way.nodes.map(String.init).joined(separator: ","))],\(tags(way.tags))}"
        }
        items += relations.map { relation in
            let parts = relation.members.map { "{\"type\":\"\($0.0)\",\"ref\":\($0.1),\"role\":\"\($0.2)\"}" }
            return
                "{\"type\":\"relation\",\"id\":\(relation.id),\"members\":[\(parts.joined(separator: ","))],\(tags(relation.tags))}"
        }
        return Array(
            "{\"version\":0.6,\"osm3s\":{\"timestamp_osm_base\":\"2026-05-01T00:00:00Z\"},\"elements\":[\(items.joined(separator: ",\n"))]}"
                .utf8)
    }

    /// What the importer makes of the data.
    package func imported(_ options: ImportOptions = .standard()) throws -> ImportResult {
        try OSMImport.run(try OSMFile(ByteSource(name: "model.osm", bytes: xml, piece: 1000)), options)
    }

    /// A house of three levels: a corridor (x 0 to 20, y 0 to 4) with a room above its left half on every level, the
    /// main door in its lower wall, an elevator at (18, 2), and steps drawn from (2, 2) to (6, 2).
    ///
    /// The corridor's corners are 1 to 4, the room's 3, 5, 6 and 7 as seen from below: they share the wall from 7 to 4.
    package static func house(elevator: String = "0-2", steps: String = "0;1", wheelchair: String = "yes") -> OSMModel {
        var model = OSMModel()
        let corners: [(Int64, Double, Double)] = [
            (1, 0, 0), (2, 20, 0), (3, 20, 4), (4, 0, 4), (5, 0, 10), (6, 10, 10), (7, 10, 4), (8, 5, 4), (9, 14, 0),
        ]
        for corner in corners {
            let tags: Tags =
                corner.0 == 8
                ? [("door", "hinged"), ("wheelchair", wheelchair)]
                : corner.0 == 9
                    ? [("entrance", "main"), ("door", "sliding"), ("level", "0"), ("wheelchair", wheelchair)] : []
            model.node(corner.0, corner.1, corner.2, tags)
        }
        model.way(100, [1, 9, 2, 3, 7, 6, 5, 4, 1], [("building", "yes"), ("name", "Mill"), ("building:levels", "3")])
        model.way(
            101, [1, 9, 2, 3, 7, 8, 4, 1], [("indoor", "corridor"), ("level", "0;1;2"), ("wheelchair", wheelchair)])
        for level in 0...2 {
            model.way(
                110 + Int64(level), [4, 8, 7, 6, 5, 4],
                [("indoor", "room"), ("level", "\(level)"), ("name", "Office \(level)"), ("wheelchair", wheelchair)])
        }
        model.node(20, 18, 2, [("highway", "elevator"), ("level", elevator), ("wheelchair", wheelchair)])
        model.node(21, 2, 2)
        model.node(22, 6, 2)
        model.way(120, [21, 22], [("highway", "steps"), ("level", steps), ("incline", "up")])
        return model
    }
}

extension ImportOptions {
    /// The options of a test: 2026-06-01.
    package static func standard(trusting: Bool = false) -> ImportOptions {
        ImportOptions(trustsWheelchair: trusting, now: 1_780_272_000)
    }
}
