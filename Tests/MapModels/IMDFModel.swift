import MapFormats

/// A venue in metres, written as the files of an IMDF archive.
package struct IMDFModel {
    /// Where (0, 0) is.
    package static let origin = GeodeticPoint(longitude: 11.5, latitude: 48.1)
    /// The frame of the metres.
    package static let frame = GeodeticFrame(origin: origin)

    /// Makes an empty one.
    package init() {}

    private var features: [String: [String]] = [:]
    /// The text of the manifest.
    package var manifest = #"{"version":"1.0.0","created":"2026-05-04T10:00:00Z","language":"en","extensions":null}"#

    /// A point's coordinates.
    package static func coordinates(_ x: Double, _ y: Double) -> String {
        guard let point = frame?.point(PlanPoint(x: x, y: y)) else { return "[0,0]" }
        return "[\(rounded(point.longitude)),\(rounded(point.latitude))]"
    }

    /// Degrees to a tenth of a millimetre, the same on every machine.
    package static func rounded(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 }

    /// A line through points in metres, as GeoJSON.
    package static func line(_ points: [(Double, Double)]) -> String {
        #"{"type":"LineString","coordinates":[\#(points.map { coordinates($0.0, $0.1) }.joined(separator: ","))]}"#
    }

    /// A polygon without holes, as GeoJSON.
    package static func polygon(_ points: [(Double, Double)]) -> String {
        let ring = (points + [points[0]]).map { coordinates($0.0, $0.1) }.joined(separator: ",")
        return #"{"type":"Polygon","coordinates":[[\#(ring)]]}"#
    }

    /// A rectangle, as GeoJSON.
    package static func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> String {
        polygon([
            (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
            (x.lowerBound, y.upperBound),
        ])
    }

    /// A point, as GeoJSON.
    package static func point(_ x: Double, _ y: Double) -> String {
        #"{"type":"Point","coordinates":\#(coordinates(x, y))}"#
    }

    /// Adds a feature with its properties as JSON members.
    package mutating func add(_ kind: String, _ id: String, _ properties: String, geometry: String = "null") {
        features[kind, default: []].append(
            #"{"id":"\#(id)","type":"Feature","feature_type":"\#(kind)","geometry":\#(geometry),"properties":{\#(properties)}}"#
        )
    }

    /// Adds a feature as it is written.
    package mutating func addRaw(_ kind: String, _ text: String) { features[kind, default: []].append(text) }

    /// Adds a unit of a level; `more` holds further properties, each after a comma.
    package mutating func unit(
        _ id: String, _ level: String, _ category: String, _ geometry: String, name: String? = nil, more: String = ""
    ) {
        let label = name.map { #"{"en":"\#($0)"}"# } ?? "null"
        add(
            "unit", id, #""category":"\#(category)","level_id":"\#(level)","name":\#(label)\#(more)"#,
            geometry: geometry)
    }

    /// Adds an opening, drawn as a line.
    package mutating func opening(
        _ id: String, _ level: String, _ points: [(Double, Double)], category: String = "pedestrian", more: String = ""
    ) {
        add(
            "opening", id, #""category":"\#(category)","level_id":"\#(level)","name":null\#(more)"#,
            geometry: Self.line(points))
    }

    /// Adds a relationship; an end is the kind of a feature and its id.
    package mutating func relationship(
        _ id: String, _ category: String, from: (String, String), to: (String, String), directed: Bool = false,
        through: [(String, String)] = []
    ) {
        func reference(_ end: (String, String)) -> String { #"{"id":"\#(end.1)","feature_type":"\#(end.0)"}"# }
        add(
            "relationship", id,
            #""category":"\#(category)","direction":"\#(directed ? "directed" : "undirected")","origin":\#(reference(from)),"#
                + #""destination":\#(reference(to)),"intermediary":[\#(through.map(reference).joined(separator: ","))],"hours":null"#
        )
    }

    /// The files by their names.
    package var files: [String: [UInt8]] {
        var files = ["manifest.json": Array(manifest.utf8)]
        for (kind, list) in features {
            files[kind + ".geojson"] = Array(
                #"{"type":"FeatureCollection","features":[\#(list.joined(separator: ",\n"))]}"#.utf8)
        }
        return files
    }

    /// The archive, from memory.
    package var archive: IMDFArchive { get throws { try IMDFArchive(name: "model", files: files) } }

    /// The property that marks a feature for wheelchairs.
    package static let wheelchair = #","accessibility":["wheelchair"]"#

    /// Three levels, each with a corridor (x 0 to 30, y 4 to 8), rooms above it, stairs at its left end and an elevator
    /// at its right one.
    ///
    /// The entrance is below the corridor at x = 10, so that the stairs are nearer than the elevator.
    package static func house() -> IMDFModel {
        var model = IMDFModel()
        model.add(
            "venue", "v", #""category":"university","name":{"en":"Harbour School"}"#, geometry: box(-5...34, 3...15))
        model.add("building", "b", #""category":"unspecified","name":{"de":"Hafenhaus","en":"Harbour House"}"#)
        for number in 0...2 { model.addLevel(number) }
        for number in 0...1 {
            model.relationship(
                "rise\(number)", "stairs", from: ("unit", "stairs\(number)"), to: ("unit", "stairs\(number + 1)"))
            model.relationship(
                "ride\(number)", "elevator", from: ("unit", "lift\(number)"), to: ("unit", "lift\(number + 1)"))
        }
        model.opening(
            "main", "l0", [(9.5, 4), (10.5, 4)], category: "pedestrian.principal", more: wheelchair)
        return model
    }

    /// A corridor with a room and an entrance, on one level: as small as a venue can be.
    package static func hut() -> IMDFModel {
        var model = IMDFModel()
        model.add("building", "b", #""category":"unspecified","name":{"en":"Hut"}"#)
        model.add(
            "level", "l", #""ordinal":0,"building_ids":["b"],"name":{"en":"Ground"}"#, geometry: box(0...6, 0...6))
        model.unit("hall", "l", "walkway", box(0...6, 0...2))
        model.unit("room", "l", "office", box(0...6, 2...6), name: "Office")
        model.opening("door", "l", [(2.5, 2), (3.5, 2)])
        model.opening("main", "l", [(2.5, 0), (3.5, 0)], category: "pedestrian.principal")
        return model
    }

    private mutating func addLevel(_ number: Int) {
        let level = "l\(number)"
        add(
            "level", level,
            #""ordinal":\#(number),"building_ids":["b"],"name":{"en":"Floor \#(number)"},"short_name":{"en":"\#(number)"},"elevation":\#(Double(number) * 3.5)"#,
            geometry: Self.polygon([(-4, 4), (33, 4), (33, 8), (30, 8), (30, 14), (0, 14), (0, 8), (-4, 8)]))
        unit("hall\(number)", level, "walkway", Self.box(0...30, 4...8), more: Self.wheelchair)
        unit("a\(number)", level, "classroom", Self.box(0...10, 8...14), name: "Room \(number)A", more: Self.wheelchair)
        unit("b\(number)", level, "office", Self.box(10...20, 8...14), name: "Room \(number)B", more: Self.wheelchair)
        unit("wc\(number)", level, "restroom.unisex.wheelchair", Self.box(20...30, 8...14))
        unit("stairs\(number)", level, "stairs", Self.box(-4...0, 4...8))
        unit("lift\(number)", level, "elevator", Self.box(30...33, 4...8), more: Self.wheelchair)
        for (name, x) in [("a", 5.0), ("b", 15), ("wc", 25)] {
            opening("door-\(name)\(number)", level, [(x - 0.5, 8), (x + 0.5, 8)], more: Self.wheelchair)
        }
        opening("door-stairs\(number)", level, [(0, 5), (0, 7)], more: #","door":{"type":"open","automatic":false}"#)
        opening("door-lift\(number)", level, [(30, 5.5), (30, 6.5)], more: Self.wheelchair)
    }
}
