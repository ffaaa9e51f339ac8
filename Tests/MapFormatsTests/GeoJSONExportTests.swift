import Documents
import Evidence
import Foundation
import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct GeoJSONExportTests {
    private static let local = """
        {"format":"companion.place","version":1,"id":"p","name":"P","scannedAt":"2026-01-01T00:00:00Z","kind":"surveyed",
        "bounds":{"box":{"min":{"x":0,"y":0},"max":{"x":4,"y":2}}},
        "landmarks":[{"id":"a","name":"A","kind":"entrance","position":{"x":0,"y":1,"z":0.5},"extra":[1,2.50]},
        {"id":"b","name":"B","kind":"room"}],
        "connections":[{"id":"c","from":"a","to":"b","direction":"both","kind":"path","instruction":"Go.",
        "returnInstruction":"Back.","stepFree":"unknown","availability":"available","verification":{"status":"unverified"},
        "path":[{"x":1,"y":1}]}]}
        """

    /// A map rebuilt from the features of one place.
    private func rebuilt(_ collection: JSONValue, _ place: String) throws -> [UInt8] {
        guard case .array(let features)? = collection["features"] else { return [] }
        func records(_ what: String) -> [JSONValue] {
            features.compactMap { feature in
                guard let properties = feature["properties"], properties["feature"] == .string(what),
                    properties["place"] == .string(place) || what == "place" && properties["id"] == .string(place),
                    case .object(let members) = properties
                else { return nil }
                return .object(members.filter { $0.key != "feature" && $0.key != "place" })
            }
        }
        guard case .object(var members)? = records("place").first else { return [] }
        members.append(.init("landmarks", .array(records("landmark"))))
        members.append(.init("connections", .array(records("connection"))))
        return DocumentWriter.canonical(.object(members))
    }

    @Test func `every map comes back from its export, byte for byte`() throws {
        let result = try OSMModel.house().imported()
        let documents = try result.places.map { (file: $0.file, document: try Document($0.bytes)) }
        let text = DocumentWriter.compact(try GeoJSONExport.collection(documents))
        let collection = JSONValue(try Document(text).root)
        for place in result.places { #expect(try rebuilt(collection, place.map.id) == place.bytes) }
        let local = try Document(Array(Self.local.utf8))
        let exported = try GeoJSONExport.collection([("p.json", local)])
        #expect(try rebuilt(exported, "p") == MapWriter.canonical(local))
    }

    @Test func `a place with an origin is written in degrees, within a millimetre`() throws {
        let result = try OSMModel.house().imported()
        let documents = try result.places.map { (file: $0.file, document: try Document($0.bytes)) }
        let portals = result.portals.map { portal in
            JSONValue.object([
                .init("id", .string(portal.connection.id)),
                .init(
                    "from",
                    .object([
                        .init("place", .string(portal.fromPlace)), .init("landmark", .string(portal.connection.from)),
                    ])),
                .init(
                    "to",
                    .object([.init("place", .string(portal.toPlace)), .init("landmark", .string(portal.connection.to))])
                ),
            ])
        }
        let text = DocumentWriter.compact(try GeoJSONExport.collection(documents, portals: portals))
        let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
        #expect(object?["coordinateFrame"] == nil)
        let features = try #require(object?["features"] as? [[String: Any]])
        let elevator = try #require(
            features.first { ($0["properties"] as? [String: Any])?["id"] as? String == "node/20" })
        let numbers = try #require((elevator["geometry"] as? [String: Any])?["coordinates"] as? [Double])
        let metres = try #require(IMDFModel.frame).metres(GeodeticPoint(longitude: numbers[0], latitude: numbers[1]))
        #expect(abs(metres.x - 18) < 0.001 && abs(metres.y - 2) < 0.001, "\(metres)")
        let drawn = features.filter { ($0["properties"] as? [String: Any])?["feature"] as? String == "portal" }
        #expect(drawn.count == result.portals.count && drawn.allSatisfy { $0["geometry"] is [String: Any] })
    }

    @Test func `a place without one is written in its own metres, and says so`() throws {
        let collection = try GeoJSONExport.collection([("p.json", try Document(Array(Self.local.utf8)))])
        #expect(collection["coordinateFrame"]?["kind"] == .string("local"))
        let text = DocumentWriter.line(collection)
        #expect(text.contains(#""geometry":{"type":"Point","coordinates":[0,1,0.5]}"#))
        #expect(text.contains(#""coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]"#))
        // A landmark without a position has no geometry, and neither has what leads there.
        #expect(text.contains(#"{"type":"Feature","geometry":null,"properties":{"feature":"connection""#))
    }

    @Test func `places with and without an origin do not stand in one file`() throws {
        let local = try Document(Array(Self.local.utf8))
        let place = try OSMModel.house().imported().places[0]
        let geodetic = try Document(place.bytes)
        #expect { try GeoJSONExport.collection([("p.json", local), ("q.json", geodetic)]) } throws: {
            ($0 as? MapFormatError)?.at == "q.json"
        }
    }
}
