import Documents
import Evidence
import Testing
import Wayfinding

struct GroupsReaderTests {
    private func read(
        _ text: String, _ surroundings: GroupsReader.Surroundings = .init()
    ) throws -> (buildings: [Building], findings: [MapFinding]) {
        GroupsReader.read(try Document(Array(text.utf8)), now: nowInTests, surroundings: surroundings)
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `The record from before kinds is read as a building and saved without a byte changed`() throws {
        let bytes = try #require(Files.read(SharedData.path("data/groups/buildings-before-kind.json")))
        let document = try Document(bytes)
        let (buildings, findings) = GroupsReader.read(document, now: nowInTests)
        #expect(findings.isEmpty, "\(findings)")
        #expect(buildings.map(\.kind) == [nil, nil])
        #expect(buildings.map(\.isVerticallyOrdered) == [true, false])
        let records = JSONValue(document.root)
        #expect(DocumentWriter.compact(records, sorted: true) == bytes)
        guard case .array(let items) = records else { return }
        #expect(MapWriter.groups(items) == bytes)
        #expect(MapWriter.groups(buildings.map { MapWriter.value(of: $0) }) == bytes)
    }

    @Test func `What a group does not know is kept when it is written again`() throws {
        let text =
            #"[{"a/b":1.50,"floors":[{"elevation":3.60,"id":"f","name":"F","places":["p"],"tint":"red"}],"#
            + #""id":"g","name":"G","rides":[{"changes":[3.5,-3.6],"from":"f","to":"h"}]}]"#
        let (buildings, findings) = try read(text)
        #expect(findings.isEmpty)
        #expect(buildings[0].rides == [Ride(from: "f", to: "h", changesMetres: [3.5, -3.6])])
        guard case .array(let items) = JSONValue(try Document(Array(text.utf8)).root) else { return }
        let again = MapWriter.groups([MapWriter.value(of: buildings[0], over: items[0])])
        #expect(String(decoding: again, as: UTF8.self) == text)
        var renamed = buildings[0]
        renamed.floors[0].name = "Upper"
        let changed = MapWriter.groups([MapWriter.value(of: renamed, over: items[0])])
        #expect(String(decoding: changed, as: UTF8.self) == text.replacing("\"F\"", with: "\"Upper\""))
    }

    private static func group(_ id: String, kind: String? = nil, _ floors: [[String]], more: String = "") -> String {
        let list = floors.enumerated().map { number, places in
            "{\"id\":\"f\(number)\",\"name\":\"F\(number)\",\"places\":[\(places.map { "\"\($0)\"" }.joined(separator: ","))]}"
        }
        return "{\"id\":\"\(id)\",\"name\":\"\(id)\",\(kind.map { "\"kind\":\"\($0)\"," } ?? "")"
            + "\"floors\":[\(list.joined(separator: ","))]\(more)}"
    }

    @Test func `A site with several floors has them merged in order`() throws {
        let (buildings, findings) = try read("[\(Self.group("s", kind: "site", [["a"], ["b", "c"]]))]")
        #expect(findings.map(\.code) == [.siteWithSeveralFloors])
        #expect(findings[0].pointer.description == "/0/floors" && findings[0].severity == .warning)
        #expect(buildings[0].floors.map(\.places) == [["a", "b", "c"]])
        #expect(buildings[0].siblings(ofPlace: "b") == ["a", "c"])
    }

    @Test func `A place in two groups is a member of the first`() throws {
        let (buildings, findings) = try read("[\(Self.group("g", [["a"]])),\(Self.group("h", [["b", "a"]]))]")
        #expect(findings.map(\.code) == [.placeInTwoGroups])
        #expect(findings[0].pointer.description == "/1/floors/0/places/1")
        #expect(buildings.map { $0.floors[0].places } == [["a"], ["b"]])
    }

    @Test func `A place that is not there is passed over, and is none of the group's business where that is unknown`()
        throws
    {
        let text = "[\(Self.group("g", [["a", "b"]]))]"
        let (buildings, findings) = try read(text, .init(known: ["a"]))
        #expect(findings.map(\.code) == [.unknownPlace] && findings[0].pointer.description == "/0/floors/0/places/1")
        #expect(buildings[0].floors[0].places == ["a"])
        #expect(try read(text).findings.isEmpty)
    }

    @Test func `A group whose id is taken is left out, and the others stand`() throws {
        let groups = [Self.group("g", [["a"]]), Self.group("g", [["b"]]), Self.group("h", [["c"]])]
        let (buildings, findings) = try read("[\(groups.joined(separator: ","))]")
        #expect(findings.map(\.code) == [.duplicateId] && findings[0].pointer.description == "/1/id")
        #expect(buildings.map(\.id) == ["g", "h"])
    }

    @Test(arguments: [
        ("{}", MapFindingCode.wrongType, ""), ("[3]", .wrongType, "/0"), ("[{}]", .missingField, "/0/id"),
        (#"[{"id":"a","name":"","floors":[]}]"#, .emptyName, "/0/name"),
        (#"[{"id":"a","name":"A","kind":"campus","floors":[]}]"#, .unknownEnumValue, "/0/kind"),
        (#"[{"id":"a","name":"A","floors":[{"id":"f","name":"F"}]}]"#, .missingField, "/0/floors/0/places"),
        (#"[{"id":"a","name":"A","floors":[{"id":"f","name":"F","places":[1]}]}]"#, .wrongType, "/0/floors/0/places/0"),
    ])
    func `A record with an error is left out and named`(text: String, code: MapFindingCode, at: String) throws {
        let (buildings, findings) = try read(text)
        #expect(buildings.isEmpty)
        #expect(findings.first?.code == code && findings.first?.pointer.description == at, "\(findings)")
    }

    private static let portal = #"""
        {"id":"p","from":{"place":"a","landmark":"x"},"to":{"place":"b","landmark":"y"},"direction":"both",
        "kind":"elevator","instruction":"Up.","returnInstruction":"Down.","stepFree":"confirmed",
        "availability":"available","verification":{"status":"unverified"}}
        """#

    private func portals(_ list: String, _ surroundings: GroupsReader.Surroundings = .init()) throws -> (
        portals: [Portal], findings: [MapFinding]
    ) {
        let (buildings, findings) = try read(
            "[\(Self.group("g", [["a"], ["b"]], more: ",\"portals\":[\(list)]"))]", surroundings)
        return (buildings.first?.portals ?? [], findings)
    }

    @Test func `A portal is a connection between places`() throws {
        let (portals, findings) = try portals(Self.portal)
        #expect(findings.isEmpty, "\(findings)")
        #expect(portals[0].fromPlace == "a" && portals[0].toPlace == "b")
        #expect(portals[0].connection.from == "x" && portals[0].connection.returnInstruction == "Down.")
    }

    @Test(arguments: [
        ("\"Down.\"", "\"\"", MapFindingCode.emptyInstruction, "/0/portals/0/returnInstruction"),
        ("\"landmark\":\"y\"", "\"x\":0", .missingField, "/0/portals/0/to/landmark"),
        ("\"elevator\"", "\"stairs\"", .stairsMarkedStepFree, "/0/portals/0"),
        ("\"b\",\"landmark\":\"y\"", "\"a\",\"landmark\":\"x\"", .selfLoop, "/0/portals/0"),
        ("\"id\":\"p\"", "\"id\":\"p\",\"cost\":-1", .negativeCost, "/0/portals/0/cost"),
        (
            "\"unverified\"", "\"verified\",\"checkedBy\":\"A\"", .verifiedWithoutCheck,
            "/0/portals/0/verification/checkedAt"
        ),
    ])
    func `A portal keeps the rules of a connection, and a broken one is left out alone`(
        old: String, new: String, code: MapFindingCode, at: String
    ) throws {
        let (portals, findings) = try portals(Self.portal.replacing(old, with: new))
        #expect(findings.map(\.code) == [code] && findings.map(\.pointer.description) == [at], "\(findings)")
        #expect(portals.isEmpty)
    }

    @Test func `A portal to a place outside the group is a warning, and its id is its own`() throws {
        let outside = try portals(Self.portal.replacing("\"b\"", with: "\"z\""))
        #expect(outside.findings.map(\.code) == [.unknownPlace] && outside.portals.count == 1)
        let twice = try portals(Self.portal + "," + Self.portal)
        #expect(twice.findings.map(\.code) == [.duplicateId] && twice.portals.count == 1)
        let parallel = try portals(Self.portal + "," + Self.portal.replacing("\"p\"", with: "\"q\""))
        #expect(parallel.findings.map(\.code) == [.parallelConnections] && parallel.portals.count == 2)
    }

    @Test func `With the maps at hand a portal is held against them`() throws {
        func place(_ id: String, _ kind: PlaceMap.Kind, _ landmark: String, _ connection: String) -> PlaceMap {
            PlaceMap(
                id: id, name: id, scannedAt: "", kind: kind,
                landmarks: [Landmark(id: landmark, name: landmark, kind: .spot)],
                connections: [Connection(id: connection, from: landmark, to: landmark, instruction: "x")])
        }
        let maps = [place("a", .surveyed, "x", "c"), place("b", .demo, "y", "p")]
        let found = try portals(Self.portal, .init(maps: maps)).findings
        #expect(found.map(\.code) == [.duplicateId, .demoNotSimulated])
        let other = [maps[0], place("b", .surveyed, "elsewhere", "c")]
        #expect(try portals(Self.portal, .init(maps: other)).findings.map(\.code) == [.danglingReference])
    }
}
