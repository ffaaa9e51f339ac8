import Documents
import Testing
import Wayfinding

struct MapWriterTests {
    @Test func `Writing canonically twice changes no byte and loses no unknown member`() throws {
        let text = PlaceCorpus.valid.replacing(
            "\"version\": 1,", with: "\"version\": 1.0, \"ä\": {\"b\": [1.50], \"a\": {}},")
        let once = MapWriter.canonical(try Document(Array(text.utf8)))
        #expect(MapWriter.canonical(try Document(once)) == once)
        let written = String(decoding: once, as: UTF8.self)
        #expect(written.contains("\"version\": 1.0") && written.contains("1.50") && written.contains("\"a\": {}"))
        #expect(written.hasPrefix("{\n  \"bounds\"") && written.hasSuffix("}\n"))
        #expect(try readPlace(written).map == readPlace(text).map)
    }

    @Test func `A place made here reads back as itself`() throws {
        let map = try #require(try readPlace(PlaceCorpus.valid).map)
        var place = map
        place.bounds = .polygon([Position(x: 0, y: 0), Position(x: 4, y: 0), Position(x: 0, y: 0.125)])
        place.connections[1].path = [Position(x: 1, y: 2, z: 3)]
        place.connections[1].name = "Lift \"A\" / süd"
        let bytes = MapWriter.canonical(place)
        let (again, findings) = PlaceMapReader.read(try Document(bytes), now: nowInTests)
        #expect(findings.isEmpty, "\(findings)")
        #expect(again == place)
        #expect(MapWriter.canonical(try Document(bytes)) == bytes)
    }
}
