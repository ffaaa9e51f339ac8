import Documents
import Testing
import Wayfinding

/// What has gone wrong for others with maps, as far as reading and checking them goes.
struct MapFieldReportTests {
    @Test func `graphhopper/graphhopper#432: two landmarks at one spot make no number that is none`() throws {
        let text = PlaceCorpus.valid.replacing("\"x\": 3, \"y\": 4", with: "\"x\": 0, \"y\": 0")
        let findings = try readPlace(text).findings
        #expect(findings.map(\.code) == [.lengthDisagreesWithPositions])
        #expect(!findings[0].message.lowercased().contains("nan"))
        #expect(
            try readPlace(
                text.replacing("\"displayLength\": 5, ", with: "").replacing("\"displayLength\": 5,", with: "")
            ).findings.isEmpty)
    }

    @Test(arguments: ["-3", "1e400", "-1e400"])
    func
        `opentripplanner/OpenTripPlanner#7570: a length below zero or beyond numbers is refused by the connection's id`(
            length: String
        ) throws
    {
        let (map, findings) = try readPlace(
            PlaceCorpus.valid.replacing("\"displayLength\": 5", with: "\"displayLength\": \(length)"))
        #expect(map == nil && findings.map(\.code) == [.negativeLength])
        #expect(
            findings[0].message.contains("\"c0\"") && findings[0].pointer.description == "/connections/0/displayLength")
    }

    @Test func `itinero/routing#110: a lift and stairs between the same two landmarks are both kept`() throws {
        let (map, findings) = try readPlace(PlaceCorpus.valid)
        #expect(findings.isEmpty)
        let between = try #require(map).connections.filter { $0.from == "desk" && $0.to == "lift" }
        #expect(between.map(\.kind) == [.elevator, .stairs])
    }

    @Test func `perliedman/geojson-path-finder#75: a place that is one closed ring loads without a finding`() throws {
        let ids = ["n", "e", "s", "w"]
        let map = PlaceMap(
            id: "ring", name: "Ring", scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed,
            bounds: .box(min: Position(x: 0, y: 0), max: Position(x: 1, y: 1)),
            landmarks: ids.map { Landmark(id: $0, name: $0, kind: .junction) },
            connections: ids.indices.map { index in
                Connection(
                    id: "c\(index)", from: ids[index], to: ids[(index + 1) % 4], instruction: "Go on.",
                    returnInstruction: "Go back.", stepFree: .confirmed)
            })
        let (again, findings) = PlaceMapReader.read(try Document(MapWriter.canonical(map)), now: nowInTests)
        #expect(findings.isEmpty && again == map)
    }

    @Test func `opentripplanner/OpenTripPlanner#7078: a lift with one door is named`() throws {
        let text = PlaceCorpus.valid.replacing(
            "\"from\": \"desk\", \"to\": \"lift\", \"direction\": \"both\", \"kind\": \"stairs\"",
            with: "\"from\": \"desk\", \"to\": \"door\", \"direction\": \"both\", \"kind\": \"stairs\"")
        let (map, findings) = try readPlace(text)
        #expect(map != nil && findings.map(\.code) == [.elevatorWithOneDoor])
        #expect(findings[0].message.contains("\"lift\""))
    }

    @Test func `opentripplanner/OpenTripPlanner#4061: an id that stands twice names both, and nothing is half loaded`()
        throws
    {
        let (map, findings) = try readPlace(PlaceCorpus.valid.replacing("\"id\": \"out\"", with: "\"id\": \"desk\""))
        #expect(map == nil)
        let finding = try #require(findings.first { $0.code == .duplicateId })
        #expect(finding.pointer.description == "/landmarks/3/id" && finding.message.contains("landmarks/1"))
    }

    @Test func `c3nav/c3nav#19: forty metres apart with a length of one is said`() throws {
        let text = PlaceCorpus.valid.replacing("\"x\": 3, \"y\": 4", with: "\"x\": 40, \"y\": 0").replacing(
            "\"displayLength\": 5", with: "\"displayLength\": 1")
        let findings = try readPlace(text).findings
        #expect(findings.map(\.code) == [.lengthDisagreesWithPositions])
        #expect(findings[0].message.contains("40 m"))
    }

    @Test func `dmsl/anyplace#141: the islands of a place are counted`() throws {
        let text = PlaceCorpus.valid.replacing(
            "\"from\": \"desk\", \"to\": \"lift\"", with: "\"from\": \"out\", \"to\": \"lift\""
        )
        .replacing("\"from\": \"desk\", \"to\": \"out\"", with: "\"from\": \"lift\", \"to\": \"out\"")
        let (map, findings) = try readPlace(text)
        #expect(PlaceIslands.parts(of: try #require(map)) == [["door", "desk"], ["lift", "out"]])
        let lost = findings.filter { $0.code == .unreachableLandmark }
        #expect(lost.map(\.pointer.description) == ["/landmarks/2", "/landmarks/3"])
        #expect(lost.allSatisfy { $0.message.contains("island of 2 landmarks") })
    }

    @Test func `swiftlang/swift-corelibs-foundation#4675: a name that is not UTF-8 is refused with its byte`() {
        let before = Array("{\"format\":\"companion.place\",\"version\":1,\"name\":\"".utf8)
        #expect(throws: DocumentError.invalidUTF8(byte: before.count)) {
            try Document(before + [0xC3, 0x28] + Array("\"}".utf8))
        }
    }
}
