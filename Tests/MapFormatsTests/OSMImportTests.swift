import Documents
import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct OSMImportTests {
    private func imported(_ model: OSMModel, trusting: Bool = false) throws -> ImportResult {
        let result = try model.imported(.standard(trusting: trusting))
        for place in result.places { #expect(place.isValid, "\(place.findings)") }
        #expect(result.groupFindings.isEmpty, "\(result.groupFindings)")
        return result
    }

    @Test func `XML and the JSON of Overpass give the same maps, byte for byte`() throws {
        let model = OSMModel.house()
        let xml = try imported(model)
        let json = try OSMImport.run(
            try OSMFile(ByteSource(name: "model.json", bytes: model.json, piece: 7)), .standard())
        #expect(xml.places.map(\.bytes) == json.places.map(\.bytes) && xml.groupBytes == json.groupBytes)
        #expect(xml.places.map(\.map.id) == ["mill-level-0", "mill-level-1", "mill-level-2"])
        #expect(xml.places[0].map.scannedAt == "2026-05-01T00:00:00Z")
        #expect(xml.groups.map(\.name) == ["Mill"])
    }

    @Test func `a way over three levels takes steps where they lead, and the elevator where it must be step-free`()
        throws
    {
        var model = OSMModel.house()
        model.node(23, 9, 2)
        model.way(121, [22, 23], [("highway", "steps"), ("level", "1;2"), ("incline", "up")])
        let routes = ImportedRoutes(try imported(model, trusting: true))
        #expect(
            routes.words("Office 0", "Office 2") == [
                "Leave Office 0 through the door into the corridor.", "Go along the corridor.", "Take the stairs up.",
                "Go along the corridor.", "Go through the door into Office 2.",
            ])
        #expect(
            routes.words("Main entrance", "Office 2", stepFree: true) == [
                "Go through the door into the corridor.", "Go along the corridor.", "Take the elevator up.",
                "Go along the corridor.", "Go through the door into Office 2.",
            ])
        #expect(routes.words("Office 2", "Office 1").contains("Take the stairs down."))
    }

    @Test(arguments: ["0;1;2", "0-2", "2;1;0"])
    func `an elevator joins the levels that its list or range names, each with the next`(levels: String) throws {
        let result = try imported(.house(elevator: levels))
        let rides = result.portals.filter { $0.connection.kind == .elevator }
        #expect(
            rides.map { [$0.fromPlace, $0.toPlace] } == [
                ["mill-level-0", "mill-level-1"], ["mill-level-1", "mill-level-2"],
            ])
        #expect(rides.allSatisfy { $0.connection.direction == .both })
    }

    @Test func `an elevator that passes a level does not stop there, and a range stops only where something is`() throws
    {
        let passing = try imported(.house(elevator: "0;2"))
        let rides = passing.portals.filter { $0.connection.kind == .elevator }
        #expect(rides.map { [$0.fromPlace, $0.toPlace] } == [["mill-level-0", "mill-level-2"]])
        let wide = try imported(.house(elevator: "-3-5"))
        #expect(wide.places.count == 3 && wide.portals.count { $0.connection.kind == .elevator } == 2)
    }

    @Test func `opentripplanner/OpenTripPlanner#7078: an elevator on one level is named`() throws {
        #expect(try imported(.house(elevator: "0")).report.codes(changed: "node/20") == ["elevatorOnOneLevel"])
    }

    @Test
    func `opentripplanner/OpenTripPlanner#3362: an elevator without levels, or with nonsense, is left out and named`()
        throws
    {
        #expect(try imported(.house(elevator: "all")).report.codes(leftOut: "node/20") == ["badLevel"])
        var model = OSMModel.house(elevator: "0")
        model.node(30, 12, 2, [("highway", "elevator")])
        #expect(try imported(model).report.codes(leftOut: "node/30") == ["noLevel"])
    }

    @Test(arguments: [
        ("yes", true, Connection.StepFree.confirmed), ("yes", false, .unknown), ("designated", true, .confirmed),
        ("designated", false, .unknown), ("limited", true, .unknown), ("limited", false, .unknown),
        ("no", true, .unsuitable), ("no", false, .unsuitable), ("unknown", true, .unknown), ("maybe", true, .unknown),
    ])
    func `each value of wheelchair has its meaning, and yes needs trust`(
        value: String, trusts: Bool, expected: Connection.StepFree
    ) throws {
        let result = try imported(.house(wheelchair: value), trusting: trusts)
        #expect(result.connection("node/8@0")?.stepFree == expected)
        #expect(result.portals.first { $0.connection.kind == .elevator }?.connection.stepFree == expected)
        #expect(result.portals.first { $0.connection.kind == .stairs }?.connection.stepFree == .unsuitable)
        #expect(
            !result.report.codes(changed: "wheelchair").contains("wheelchairNotTrusted")
                == (trusts || !["yes", "designated"].contains(value)))
    }

    @Test(
        arguments: [
            ([("oneway", "yes")], true), ([("oneway", "-1")], false), ([("oneway:foot", "yes")], true),
        ] as [(OSMModel.Tags, Bool)])
    func `a one-way line through a door makes the door one-way in its direction`(tags: OSMModel.Tags, isInward: Bool)
        throws
    {
        var model = OSMModel.house()
        model.node(40, 5, 2)
        model.node(41, 5, 6)
        model.way(130, [40, 8, 41], [("highway", "footway"), ("indoor", "yes"), ("level", "0")] + tags)
        let result = try imported(model)
        let door = try #require(result.connection("node/8@0"))
        #expect(door.direction == .oneWay)
        let routes = ImportedRoutes(result)
        #expect((routes.cost("Main entrance", "Office 0") != nil) == isInward)
        #expect((routes.cost("Office 0", "Main entrance") != nil) == !isInward)
        #expect(result.connection("node/8@1") != nil)
    }

    @Test func `an exit is left by and never entered, an emergency exit is unavailable`() throws {
        var model = OSMModel.house()
        model.node(50, 20, 2, [("entrance", "exit"), ("door", "yes"), ("level", "0")])
        model.node(51, 0, 2, [("entrance", "emergency"), ("level", "0"), ("name", "Fire door")])
        let result = try imported(model)
        #expect(result.landmark("node/50")?.kind == .exit && result.landmark("node/51")?.kind == .exit)
        let exit = try #require(result.connection("node/50"))
        #expect(exit.direction == .oneWay && exit.to == "node/50")
        #expect(result.connection("node/51")?.availability == .unavailable)
        #expect(ImportedRoutes(result).answer("Exit", "Office 0").failure?.reason == "notConnected")
        #expect(ImportedRoutes(result).cost("Office 0", "Exit") != nil)
    }

    @Test func `a one-way door that no way passes has no known direction, so it may not be passable`() throws {
        var model = OSMModel.house()
        model.node(60, 10, 7, [("door", "yes"), ("oneway", "yes"), ("level", "0")])
        model.node(61, 20, 10)
        model.node(62, 20, 4.0)
        model.way(140, [7, 60, 6, 61, 3, 7], [("indoor", "room"), ("level", "0"), ("name", "Store")])
        let result = try imported(model)
        #expect(result.report.codes(changed: "node/60") == ["unknownDirection"])
        // The store lies outside of the outline, so its door leads from place to place.
        #expect(result.portals.first { $0.connection.kind == .door }?.connection.availability == .unknown)
    }

    @Test func `buildings that share a wall share its door, and are one group`() throws {
        var model = OSMModel.house()
        model.node(70, 30, 0)
        model.node(71, 30, 4)
        model.node(72, 20, 2, [("door", "yes"), ("level", "0")])
        model.way(150, [2, 70, 71, 3, 72, 2], [("building", "yes"), ("name", "Annex")])
        model.way(151, [2, 70, 71, 3, 72, 2], [("indoor", "room"), ("level", "0"), ("name", "Workshop")])
        let result = try imported(model)
        #expect(
            result.places.map(\.map.id).sorted() == ["annex-level-0", "mill-level-0", "mill-level-1", "mill-level-2"])
        #expect(result.groups.count == 1 && result.groups[0].floors[0].places.count == 2)
        let door = try #require(result.portals.first { $0.connection.kind == .door })
        #expect(Set([door.fromPlace, door.toPlace]) == ["annex-level-0", "mill-level-0"])
        #expect(ImportedRoutes(result).cost("Office 0", "Workshop") != nil)
    }

    @Test func `areas without walls that touch are one floor`() throws {
        var model = OSMModel()
        for (id, x, y) in [(1, 0.0, 0.0), (2, 4, 0), (3, 4, 3), (4, 0, 3), (5, 9, 0), (6, 9, 3)] {
            model.node(Int64(id), x, y)
        }
        model.way(10, [1, 2, 3, 4, 1], [("indoor", "corridor"), ("level", "0"), ("name", "West wing")])
        model.way(11, [2, 5, 6, 3, 2], [("indoor", "area"), ("level", "0"), ("name", "Lounge")])
        let result = try imported(model)
        let routes = ImportedRoutes(result)
        #expect(routes.words("West wing", "Lounge").contains("Go through the opening into Lounge."))
        let cost = try #require(routes.cost("West wing", "Lounge"))
        #expect(abs(cost - 4.5) < 0.05, "\(cost)")
    }

    @Test func `a wall inside an area is walked around`() throws {
        var model = OSMModel()
        for (id, x, y) in [(1, 0.0, 0.0), (2, 10, 0), (3, 10, 6), (4, 0, 6), (7, 5, 0), (8, 5, 4)] {
            model.node(Int64(id), x, y)
        }
        model.way(10, [1, 7, 2, 3, 4, 1], [("indoor", "area"), ("level", "0")])
        model.node(5, 2, 1, [("amenity", "bench"), ("level", "0"), ("name", "Left")])
        model.node(6, 8, 1, [("amenity", "bench"), ("level", "0"), ("name", "Right")])
        let straight = try #require(ImportedRoutes(imported(model)).cost("Left", "Right"))
        #expect(abs(straight - 6) < 0.01)
        model.way(11, [7, 8], [("indoor", "wall"), ("level", "0")])
        let around = 2 * (9.0 + 9.0).squareRoot()
        let cost = try #require(ImportedRoutes(imported(model)).cost("Left", "Right"))
        #expect(cost > around && cost < around + 0.2, "\(cost) for \(around)")
    }

    @Test(arguments: [
        ("forward", ["level-0", "level-1"]), ("backward", ["level-1", "level-0"]),
    ])
    func `an escalator leads where it moves`(conveying: String, ends: [String]) throws {
        var model = OSMModel.house(steps: "0")
        model.node(80, 8, 1)
        model.node(81, 12, 1)
        model.way(
            160, [80, 81], [("highway", "steps"), ("level", "0;1"), ("incline", "up"), ("conveying", conveying)])
        let result = try imported(model)
        let ride = try #require(result.portals.first { $0.connection.kind == .escalator })
        #expect([ride.fromPlace, ride.toPlace] == ends.map { "mill-" + $0 } && ride.connection.direction == .oneWay)
    }

    @Test(arguments: ["yes", "reversible"])
    func `an escalator of unknown direction is both ways and may not be usable`(conveying: String) throws {
        var model = OSMModel.house(steps: "0")
        model.node(80, 8, 1)
        model.node(81, 12, 1)
        model.way(
            160, [80, 81], [("highway", "steps"), ("level", "0;1"), ("incline", "up"), ("conveying", conveying)])
        let result = try imported(model)
        let ride = try #require(result.portals.first { $0.connection.kind == .escalator })
        #expect(ride.connection.direction == .both && ride.connection.availability == .unknown)
        #expect(result.report.codes(changed: "way/160") == ["unknownConveying"])
    }

    @Test func `steps that repeat lead from each of their levels to the next`() throws {
        var model = OSMModel.house(steps: "5")
        model.way(170, [21, 22], [("highway", "steps"), ("level", "0-1"), ("repeat_on", "0;1"), ("incline", "down")])
        let result = try imported(model)
        let stairs = result.portals.filter { $0.connection.kind == .stairs }
        #expect(
            stairs.map { [$0.fromPlace, $0.toPlace] } == [
                ["mill-level-0", "mill-level-1"], ["mill-level-1", "mill-level-2"],
            ])
        // Down as it is drawn: its first point is the upper one.
        #expect(stairs.allSatisfy { $0.connection.from == "node/22" && $0.connection.to == "node/21" })
    }

    @Test func `stairs drawn as an area join its levels`() throws {
        var model = OSMModel.house(steps: "5")
        for (id, x, y) in [(90, -3.0, 0.0), (91, -3, 4)] { model.node(Int64(id), x, y) }
        model.node(92, 0, 2, [("door", "no")])
        model.way(
            171, [90, 1, 92, 4, 91, 90],
            [("indoor", "room"), ("room", "stairs"), ("level", "0;1;2"), ("name", "North stairs")])
        let result = try imported(model)
        #expect(result.portals.count { $0.connection.kind == .stairs } == 2)
        #expect(ImportedRoutes(result).words("Office 0", "Office 2").contains("Take North stairs up."))
    }

    @Test func `names have languages and numbers, access and levels have consequences`() throws {
        var model = OSMModel.house()
        model.node(
            45, 15, 2, [("amenity", "cafe"), ("level", "1"), ("name", "Kafé"), ("name:en", "Coffee"), ("ref", "C1;C2")])
        model.node(46, 16, 2, [("amenity", "bench"), ("level", "x")])
        model.node(47, 16, 3, [("shop", "kiosk"), ("level", "7")])
        model.way(175, [4, 8, 7], [("highway", "footway"), ("indoor", "yes"), ("level", "0"), ("access", "private")])
        let result = try imported(model)
        #expect(
            result.landmark("node/45")?.name == "Kafé" && result.landmark("node/45")?.aliases == ["Coffee", "C1", "C2"])
        #expect(result.report.codes(leftOut: "node/46") == ["badLevel"])
        #expect(result.landmark("node/47")?.name == "Kiosk")
        #expect(result.report.codes(changed: "way/100") == ["levelOutsideBuilding"])
        let private_ = result.places[0].map.connections.filter { $0.id.hasPrefix("way/175") }
        #expect(!private_.isEmpty && private_.allSatisfy { $0.availability == .unavailable })
    }

    @Test func `an outline of several ways is a room with a hole`() throws {
        var model = OSMModel.house()
        for (id, x, y) in [
            (31, 30.0, 0.0), (32, 40, 0), (33, 40, 10), (34, 30, 10), (35, 33, 3), (36, 37, 3), (37, 37, 7),
            (38, 33, 7),
        ] {
            model.node(Int64(id), x, y)
        }
        model.way(180, [31, 32, 33], [])
        model.way(181, [31, 34, 33], [])
        model.way(182, [35, 36, 37, 38, 35], [])
        model.relation(
            190, [("way", 180, "outer"), ("way", 181, "outer"), ("way", 182, "inner")],
            [("type", "multipolygon"), ("indoor", "room"), ("level", "0"), ("name", "Cloister")])
        let result = try imported(model)
        let position = try #require(result.landmark("relation/190")?.position)
        let origin = try #require(result.origin)
        let zero = try #require(GeodeticFrame(origin: origin)).metres(IMDFModel.origin)
        let (x, y) = (position.x - zero.x, position.y - zero.y)
        #expect(!(33...37).contains(x) || !(3...7).contains(y), "\(x) \(y)")
    }

    @Test(arguments: [
        ("", "neither XML nor JSON"), ("PK\u{3}\u{4}", "neither XML nor JSON"), ("<html/>", "no OSM file"),
        ("<osm><node id=\"1\"</osm>", "well-formed"), ("<osm>", "well-formed"), ("{}", "no list"),
        ("{\"elements\":[{]}", "1:"), ("{\"elements\":3}", "no list"),
        ("<!DOCTYPE osm [<!ENTITY a \"aaaa\">]><osm>&a;</osm>", "document type"),
        ("<osm>" + String(repeating: "<a>", count: 40), "nested"),
    ])
    func `what is no OpenStreetMap file is refused with the reason`(text: String, word: String) throws {
        #expect {
            _ = try OSMImport.run(try OSMFile(ByteSource(name: "x.osm", bytes: Array(text.utf8))), .standard())
        } throws: { (($0 as? MapFormatError)?.description ?? "").contains(word) }
    }

    @Test func `a building whose outline touches itself is bounded by a box, and can be used`() throws {
        let text = String(decoding: OSMModel.house().xml, as: UTF8.self)
        let from = "<way id=\"100\"><nd ref=\"1\"/><nd ref=\"9\"/><nd ref=\"2\"/>"
        let pinched = text.replacing(from, with: "<way id=\"100\"><nd ref=\"1\"/><nd ref=\"8\"/>")
        #expect(pinched != text)
        let source = ByteSource(name: "pinched.osm", bytes: Array(pinched.utf8))
        let places = try OSMImport.run(try OSMFile(source), .standard()).places
        #expect(places.allSatisfy { $0.isValid }, "\(places.map(\.findings))")
        #expect(places.count == 6)
    }

    @Test func `roads and everything else outside of buildings are counted, not listed`() throws {
        var model = OSMModel.house()
        model.way(200, [1, 2], [("highway", "residential")])
        model.relation(201, [("way", 200, "")], [("type", "route")])
        let report = try imported(model).report
        #expect(report.notIndoor == ["way": 1, "relation": 1], "\(report.notIndoor)")
    }

    @Test func `a town without any level gives no place`() throws {
        var model = OSMModel()
        model.node(1, 0, 0)
        model.node(2, 50, 0)
        model.way(10, [1, 2], [("highway", "footway")])
        let result = try model.imported()
        #expect(result.places.isEmpty && !result.isUsable)
    }
}
