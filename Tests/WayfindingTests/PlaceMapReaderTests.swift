import Documents
import Evidence
import Testing
import Wayfinding

/// 2026-11-30T00:00:00Z.
let nowInTests: Int64 = 1_795_996_800

/// Reads a place from text.
func readPlace(_ text: String) throws -> (map: PlaceMap?, findings: [MapFinding]) {
    PlaceMapReader.read(try Document(Array(text.utf8)), now: nowInTests)
}

struct PlaceMapReaderTests {
    @Test func `The valid place has no finding and gives back what it says`() throws {
        let (map, findings) = try readPlace(PlaceCorpus.valid)
        #expect(findings.isEmpty)
        let place = try #require(map)
        #expect(place.id == "p1" && place.name == "Hall" && place.kind == .surveyed)
        #expect(place.landmarks.map(\.id) == ["door", "desk", "lift", "out"])
        #expect(place.landmarks[1].aliases == ["info"])
        #expect(place.connections[0].displayLengthMetres == 5)
        #expect(place.connections[0].path.isEmpty)
        #expect(place.bounds == .box(min: Position(x: -2, y: -2), max: Position(x: 12, y: 9.5)))
        #expect(place.connections[3].direction == .oneWay)
    }

    @Test(arguments: PlaceCorpus.broken)
    func `One change gives its one finding at its place`(change: PlaceChange) throws {
        let text = change.applied(to: PlaceCorpus.valid)
        #expect(text != PlaceCorpus.valid, "the change must change something")
        let (map, findings) = try readPlace(text)
        #expect(findings.map(\.code) == change.codes, "\(findings)")
        #expect(findings.map(\.pointer.description) == change.pointers, "\(findings)")
        #expect((map == nil) == findings.contains { $0.severity == .error })
        #expect(findings.allSatisfy { $0.message.count > 20 })
    }

    @Test func `Every code of the table stands in the corpus`() {
        let seen = Set(PlaceCorpus.broken.flatMap(\.codes))
        let elsewhere: Set<MapFindingCode> = [
            .tooManyConnections, .tooManyLandmarks, .siteWithSeveralFloors, .placeInTwoGroups, .unknownPlace,
        ]
        #expect(Set(MapFindingCode.allCases).subtracting(seen) == elsewhere)
    }

    @Test(arguments: [
        ("1", true), ("1.0", true), ("1e0", true), ("10e-1", true), ("2", false), ("0", false), ("1.5", false),
    ])
    func `Only the number 1 is the version`(spelling: String, isKnown: Bool) throws {
        let text = PlaceCorpus.valid.replacing("\"version\": 1,", with: "\"version\": \(spelling),")
        #expect(try readPlace(text).findings.map(\.code) == (isKnown ? [] : [.unsupportedVersion]))
    }

    @Test func `Null is absence where a member is optional and a wrong type elsewhere`() throws {
        var text = PlaceCorpus.valid.replacing("\"aliases\": [\"info\"]", with: "\"aliases\": null, \"note\": null")
        #expect(try readPlace(text).findings.isEmpty)
        text = PlaceCorpus.valid.replacing("\"name\": \"Desk\"", with: "\"name\": null")
        let findings = try readPlace(text).findings
        #expect(findings.map(\.code) == [.wrongType] && findings[0].pointer.description == "/landmarks/1/name")
    }

    @Test func `Unknown members are passed over whatever they hold`() throws {
        let text = PlaceCorpus.valid.replacing(
            "\"version\": 1,", with: "\"version\": 1, \"tint\": [1e400, {\"id\": 3}, \"\\u0007\"],")
        #expect(try readPlace(text).findings.isEmpty)
    }

    @Test func `Ids are compared in NFC and kept as written`() throws {
        let composed = PlaceCorpus.valid.replacing("\"to\": \"desk\"", with: "\"to\": \"d\u{E9}sk\"")
        let text = composed.replacing("\"id\": \"desk\"", with: "\"id\": \"de\u{301}sk\"").replacing(
            "\"from\": \"desk\"", with: "\"from\": \"d\u{E9}sk\"")
        let (map, findings) = try readPlace(text)
        #expect(findings.isEmpty, "\(findings)")
        #expect(map.map { Array($0.landmarks[1].id.utf8) } == Array("de\u{301}sk".utf8))
    }

    @Test func `Every finding comes at once, errors before warnings`() throws {
        var text = PlaceCorpus.valid.replacing("\"name\": \"Hall\"", with: "\"name\": \" \"")
        text = text.replacing("\"stepFree\": \"unsuitable\"", with: "\"stepFree\": \"confirmed\"")
        text = text.replacing("\"to\": \"out\"", with: "\"to\": \"nowhere\"")
        let codes = try readPlace(text).findings.map(\.code)
        #expect(codes == [.emptyName, .stairsMarkedStepFree, .danglingReference, .unreachableLandmark])
    }

    @Test func `A text of exactly 4 KiB passes, one byte more does not`() throws {
        for (length, codes) in [(4096, []), (4097, [MapFindingCode.textTooLong])] {
            let text = PlaceCorpus.valid.replacing("\"info\"", with: "\"\(String(repeating: "x", count: length))\"")
            #expect(try readPlace(text).findings.map(\.code) == codes)
        }
    }

    @Test(arguments: [
        ("1000000", []), ("-0", []), ("1000000.1", [MapFindingCode.numberTooLarge]), ("-1", [.negativeCost]),
        ("1e400", [.negativeCost]), ("-1e400", [.negativeCost]),
    ])
    func `A cost is judged at its limits`(spelling: String, codes: [MapFindingCode]) throws {
        let text = PlaceCorpus.valid.replacing("\"cost\": 30", with: "\"cost\": \(spelling)")
        #expect(try readPlace(text).findings.map(\.code) == codes)
    }

    @Test func `The form for machines has the agreed members`() {
        let finding = MapFinding(.notStepFreeReachable, at: .root, "x", landmarks: ["a"])
        #expect(
            DocumentWriter.line(finding.jsonValue)
                == #"{"code":"notStepFreeReachable","severity":"warning","at":"","message":"x","landmarks":["a"]}"#)
        #expect(MapFinding(.selfLoop, at: .root, "x").jsonValue["landmarks"] == nil)
    }
}
