import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct OSMReportTests {
    private func read(_ text: String, name: String = "x.osm") throws -> ImportResult {
        try OSMImport.run(try OSMFile(ByteSource(name: name, bytes: Array(text.utf8))), .standard())
    }

    @Test func `corners of rooms and members of their outlines are of the building`() throws {
        var model = OSMModel()
        for (id, x, y) in [(1, 0.0, 0.0), (2, 5, 0), (3, 5, 5), (4, 0, 5), (9, 30, 30)] { model.node(Int64(id), x, y) }
        model.way(10, [1, 2, 3], [])
        model.way(11, [3, 4, 1], [])
        model.relation(
            12, [("way", 10, "outer"), ("way", 11, "outer")],
            [("type", "multipolygon"), ("indoor", "room"), ("level", "0"), ("name", "Hall")])
        #expect(try model.imported().report.notIndoor == ["node": 1])
    }

    @Test func `a room whose outline is open is left out for that`() throws {
        var model = OSMModel.house()
        model.way(130, [1, 2, 3], [("indoor", "room"), ("level", "0"), ("name", "Open")])
        let left = try model.imported().report.leftOut.filter { $0.feature == "way/130" }
        #expect(left.map(\.code) == ["openOutline"] && left[0].message.contains("not closed"))
    }

    @Test(arguments: [
        ("951", "7", "latitude 951"), ("51", "181.5", "longitude 181.5"), ("-91", "7", "latitude -91"),
        ("nan", "7", "latitude nan"), ("51", "1e300", "longitude 1e+300"),
    ])
    func `a position that is none on the Earth is named`(latitude: String, longitude: String, words: String) throws {
        let corners = [("51.0", "7.0"), ("51.0", "7.0001"), (latitude, longitude)]
        var text = "<osm>"
        for (index, corner) in corners.enumerated() {
            text += "<node id='\(index + 1)' lat='\(corner.0)' lon='\(corner.1)'/>"
        }
        text += "<way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='1'/>"
        text += "<tag k='indoor' v='room'/><tag k='level' v='0'/></way></osm>"
        let left = try read(text).report.leftOut
        #expect(left.map(\.code) == ["impossiblePosition"])
        #expect(left.first?.message.contains("its \(words) is impossible") ?? false, "\(left)")
    }

    @Test func `trust that leaves floors and doors unknown says how many`() throws {
        var model = OSMModel.house()
        model.way(130, [1, 9, 2, 1], [("indoor", "room"), ("level", "0")])
        #expect(try OSMModel.house().imported(.standard(trusting: true)).report.codes(changed: "wheelchair").isEmpty)
        let report = try OSMModel.house(wheelchair: "limited").imported(.standard(trusting: true)).report
        let note = report.changed.first { $0.code == "wheelchairUnknown" }
        #expect(note?.message.hasPrefix("floors: 4, doors and openings: 4 have no") ?? false, "\(report.changed)")
    }

    @Test(arguments: ["[]", "[{\"type\":\"node\"}]", "{\"data\":{\"elements\":[]}}", "{\"elements\":{}}"])
    func `JSON that is not Overpass's is said to be that`(text: String) {
        #expect {
            _ = try read(text, name: "x.json")
        } throws: { (($0 as? MapFormatError)?.description ?? "").contains("JSON, but not Overpass's") }
    }

    @Test func `an archive without its units says that first`() {
        #expect {
            _ = try IMDFArchive(name: "venue", files: ["manifest.json": Array("{}".utf8)])
        } throws: { (($0 as? MapFormatError)?.description ?? "").contains("unit.geojson is missing") }
    }

    @Test(arguments: [
        ("{\"elements\":[\n  {\"type\": \"no", "2:15"), ("{\"elements\":[{}, ", "1:18"),
        ("{\"elements\":[{}; ", "1:16"),
        ("{\"elements\":[\n{\"a\": \"é", "2:9"),
    ])
    func `a file that is cut off says where it ends and what to do`(text: String, place: String) {
        #expect {
            _ = try read(text, name: "x.json")
        } throws: { error in
            let error = error as? MapFormatError
            return error?.at == "x.json:" + place && (place == "1:16" || error?.description.contains("again") ?? false)
        }
    }
}
