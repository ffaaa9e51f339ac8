import Documents
import Wayfinding

/// Places as GeoJSON (RFC 7946), with everything that their maps say as properties.
///
/// A place that knows its origin on the Earth is written in longitude and latitude; one that does not in the metres of
/// its own frame, which a member `coordinateFrame` beside the features says.
package enum GeoJSONExport {
    /// The features of some maps that were read and are valid, with the portals of the groups between them.
    ///
    /// The first feature of each place is its mapped floor, without a geometry where none was recorded; then come its
    /// landmarks and its connections in their order. Every property of a record stands under the name it has in the
    /// map. Maps of which some have an origin and some have none cannot stand in one file.
    package static func collection(
        _ documents: [(file: String, document: Document)], portals: [JSONValue] = []
    ) throws(MapFormatError) -> JSONValue {
        let places = documents.map { ExportedPlace($0.document) }
        let isGeodetic = places.first?.frame != nil
        for (place, source) in zip(places, documents) where (place.frame != nil) != isGeodetic {
            throw .wrongFormat(
                file: source.file,
                what: "it has \(isGeodetic ? "no origin" : "an origin") on the Earth, unlike the first file — "
                    + "export them one by one")
        }
        var features = places.flatMap(\.features)
        features += portals.map { portal($0, places) }
        var members: [JSONValue.Member] = [.init("type", .string("FeatureCollection"))]
        if !isGeodetic { members.append(.init("coordinateFrame", localFrame)) }
        members.append(.init("features", .array(features)))
        return .object(members)
    }

    /// What says that coordinates are no longitudes and latitudes.
    private static let localFrame = JSONValue.object([
        .init("kind", .string("local")), .init("unit", .string("metre")),
        .init("axes", .string("x forward, y left, z up; every place has its own")),
    ])

    private static func portal(_ record: JSONValue, _ places: [ExportedPlace]) -> JSONValue {
        let ends = ["from", "to"].compactMap { key -> JSONValue? in
            guard case .string(let place)? = record[key]?["place"],
                case .string(let landmark)? = record[key]?["landmark"]
            else { return nil }
            // Without a common frame, a line between two places would mean nothing.
            guard let found = places.first(where: { $0.id == place }), found.frame != nil else { return nil }
            return found.coordinates(ofLandmark: landmark)
        }
        return ExportedPlace.feature(
            "portal", place: nil, record, geometry: ends.count == 2 ? ("LineString", .array(ends)) : nil)
    }
}

/// One place on its way into GeoJSON.
private struct ExportedPlace {
    let id: String
    let frame: GeodeticFrame?
    private let value: JSONValue
    private var positions: [String: JSONValue] = [:]

    init(_ document: Document) {
        value = JSONValue(document.root)
        if case .string(let text)? = value["id"] { id = text } else { id = "" }
        let origin = document.root["origin"]
        if let longitude = origin?["longitude"]?.number, let latitude = origin?["latitude"]?.number {
            frame = GeodeticFrame(origin: GeodeticPoint(longitude: longitude, latitude: latitude))
        } else {
            frame = nil
        }
        for landmark in Self.items(value["landmarks"]) {
            guard case .string(let id)? = landmark["id"], let position = landmark["position"], position != .null else {
                continue
            }
            positions[id] = coordinates(position)
        }
    }

    static func items(_ value: JSONValue?) -> [JSONValue] { if case .array(let items)? = value { items } else { [] } }

    func coordinates(ofLandmark id: String) -> JSONValue? { positions[id] }

    /// A point of the map as coordinates: longitude and latitude to a tenth of a millimetre, or metres as written.
    private func coordinates(_ position: JSONValue) -> JSONValue {
        func number(_ key: String) -> Double? {
            if case .number(let text)? = position[key] { Double(text) } else { nil }
        }
        let point = PlanPoint(x: number("x") ?? 0, y: number("y") ?? 0)
        var numbers: [JSONValue]
        if let frame {
            let there = frame.point(point)
            numbers = [there.longitude, there.latitude].map { .number(DecimalText.fixed($0, digits: 9)) }
        } else {
            numbers = [.decimal(point.x), .decimal(point.y)]
        }
        if let z = number("z") { numbers.append(.decimal(z)) }
        return .array(numbers)
    }

    var features: [JSONValue] {
        var place: [JSONValue.Member] = []
        if case .object(let members) = value {
            place = members.filter { $0.key != "landmarks" && $0.key != "connections" }
        }
        var features = [Self.feature("place", place: nil, .object(place), geometry: outline)]
        for landmark in Self.items(value["landmarks"]) {
            var geometry: (String, JSONValue)?
            if case .string(let id)? = landmark["id"], let point = positions[id] { geometry = ("Point", point) }
            features.append(Self.feature("landmark", place: id, landmark, geometry: geometry))
        }
        for connection in Self.items(value["connections"]) {
            features.append(Self.feature("connection", place: id, connection, geometry: line(connection)))
        }
        return features
    }

    private var outline: (String, JSONValue)? {
        var corners = Self.items(value["bounds"]?["polygon"])
        if let box = value["bounds"]?["box"], let low = box["min"], let high = box["max"] {
            func corner(_ x: JSONValue, _ y: JSONValue) -> JSONValue {
                .object([.init("x", x["x"] ?? .null), .init("y", y["y"] ?? .null)])
            }
            corners = [corner(low, low), corner(high, low), corner(high, high), corner(low, high)]
        }
        guard let first = corners.first else { return nil }
        return ("Polygon", .array([.array((corners + [first]).map(coordinates))]))
    }

    private func line(_ connection: JSONValue) -> (String, JSONValue)? {
        guard case .string(let from)? = connection["from"], case .string(let to)? = connection["to"],
            let start = positions[from], let end = positions[to]
        else { return nil }
        return ("LineString", .array([start] + Self.items(connection["path"]).map(coordinates) + [end]))
    }

    /// A feature whose properties are a record's members, after what it is and where it belongs.
    static func feature(
        _ what: String, place: String?, _ record: JSONValue, geometry: (type: String, coordinates: JSONValue)?
    ) -> JSONValue {
        var properties: [JSONValue.Member] = [.init("feature", .string(what))]
        if let place { properties.append(.init("place", .string(place))) }
        if case .object(let members) = record {
            properties += members.filter { $0.key != "feature" && $0.key != "place" }
        }
        let shape = geometry.map {
            JSONValue.object([.init("type", .string($0.type)), .init("coordinates", $0.coordinates)])
        }
        return .object([
            .init("type", .string("Feature")), .init("geometry", shape ?? .null),
            .init("properties", .object(properties)),
        ])
    }
}
