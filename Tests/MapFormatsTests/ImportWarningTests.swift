import Documents
import MapFormats
import MapModels
import Testing
import Wayfinding

/// What `map check` would say of an import: nothing that the source does not have.
@Suite struct ImportWarningTests {
    private func codes(_ result: ImportResult) -> [MapFindingCode] {
        result.places.flatMap { $0.findings.map(\.code) } + result.groupFindings.map(\.code)
    }

    private func imported(_ model: IMDFModel) throws -> ImportResult {
        try IMDFImport.run(try model.archive, .standard(trusting: true))
    }

    @Test func `an elevator with a door on each level and its levels above is no elevator that leads nowhere`() throws {
        let result = try imported(.house())
        #expect(result.places.allSatisfy { $0.map.landmarks.contains { $0.kind == .elevator } })
        #expect(!codes(result).contains(.elevatorWithOneDoor), "\(codes(result))")
        #expect(result.report.changed.allSatisfy { $0.code != "elevatorWithOneDoor" })
        #expect(!codes(try OSMModel.house().imported(.standard(trusting: true))).contains(.elevatorWithOneDoor))
    }

    @Test func `the check of one of its maps says the same where it is told of the portals`() throws {
        let result = try imported(.house())
        let place = try #require(result.places.first)
        let document = try Document(place.bytes)
        let alone = PlaceMapReader.read(document, now: 1_780_272_000).findings
        #expect(alone.contains { $0.code == .elevatorWithOneDoor })
        let ends = Set(result.portals.flatMap { [$0.connection.from, $0.connection.to] })
        let beside = PlaceMapReader.read(document, now: 1_780_272_000, portals: ends).findings
        #expect(beside == alone.filter { $0.code != .elevatorWithOneDoor } && beside == place.findings)
    }

    @Test func `an elevator that the source gives one door and no other level is named in the report`() throws {
        var model = IMDFModel.hut()
        model.unit("lift", "l", "elevator", IMDFModel.box(6...8, 0...2))
        model.opening("door-lift", "l", [(6, 0.5), (6, 1.5)])
        let result = try imported(model)
        #expect(codes(result).filter { $0 == .elevatorWithOneDoor }.count == 1)
        #expect(result.report.codes(changed: "unit/lift") == ["elevatorWithOneDoor"], "\(result.report.changed)")
        #expect(result.report.lines.contains { $0.contains("unit/lift") && $0.contains("one door") })
    }

    @Test func `a ride that is drawn twice is one portal, and the second is named`() throws {
        var model = IMDFModel.house()
        model.relationship("again", "elevator", from: ("unit", "lift1"), to: ("unit", "lift0"))
        let result = try imported(model)
        #expect(!codes(result).contains(.parallelConnections))
        #expect(result.report.codes(leftOut: "relationship/again") == ["parallel"], "\(result.report.leftOut)")
        #expect(result.portals.count == (try imported(.house())).portals.count)
    }

    @Test func `of two rides one of which leads one way, the other keeps the way back`() throws {
        var model = IMDFModel()
        for number in 0...1 {
            model.add(
                "level", "l\(number)", #""ordinal":\#(number),"name":{"en":"Floor \#(number)"}"#,
                geometry: IMDFModel.box(0...6, 0...2))
            model.unit("hall\(number)", "l\(number)", "walkway", IMDFModel.box(0...4, 0...2), name: "Hall \(number)")
            model.unit("flight\(number)", "l\(number)", "stairs", IMDFModel.box(4...6, 0...2))
            model.opening("gap\(number)", "l\(number)", [(4, 0.5), (4, 1.5)])
        }
        model.relationship(
            "up", "stairs", from: ("unit", "flight0"), to: ("unit", "flight1"), directed: true)
        model.relationship("both", "stairs", from: ("unit", "flight0"), to: ("unit", "flight1"))
        let result = try imported(model)
        #expect(!codes(result).contains(.parallelConnections), "\(codes(result))")
        #expect(result.portals.map(\.connection.direction) == [.oneWay, .oneWay], "\(result.report.lines)")
        let down = try #require(result.portals.last)
        #expect([down.fromPlace, down.toPlace].map { $0.hasSuffix("floor-1") } == [true, false])
        #expect(down.connection.instruction == "Take the stairs down." && down.connection.returnInstruction == nil)
        #expect(result.report.codes(changed: "relationship/both") == ["oneDirection"])
    }

    @Test func `of two ways over one floor one of which leads one way, the other keeps the way back`() throws {
        for isBothFirst in [false, true] {
            var model = OSMModel()
            model.node(1, 0, 0)
            model.node(2, 8, 0)
            let lines: [(Int64, OSMModel.Tags)] = [(10, [("oneway", "yes")]), (11, [])]
            for (id, tags) in isBothFirst ? lines.reversed() : lines {
                model.way(id, [1, 2], [("highway", "footway"), ("indoor", "yes"), ("level", "0")] + tags)
            }
            let result = try model.imported()
            #expect(!codes(result).contains(.parallelConnections), "\(codes(result))")
            let ways = result.places.flatMap(\.map.connections)
            let directions = ways.map(\.direction)
            #expect(directions == [.both] || directions == [.oneWay, .oneWay], "\(ways)")
        }
    }

    /// A corridor 2 m wide and 20 m long with a bench at each end, and a room over it from x = 8 to 12.
    private func banded(_ low: Double, _ high: Double, doors: Bool = false) -> OSMModel {
        var model = OSMModel()
        for (id, x, y) in [(1, 0.0, 0.0), (2, 20, 0), (3, 20, 2), (4, 0, 2)] { model.node(Int64(id), x, y) }
        model.way(10, [1, 2, 3, 4, 1], [("indoor", "corridor"), ("level", "0")])
        for (id, x, y) in [(11, 8.0, low), (12, 12, low), (13, 12, high), (14, 8, high)] { model.node(Int64(id), x, y) }
        if doors {
            for (id, x) in [(15, 8.0), (16, 12)] { model.node(Int64(id), x, 1, [("door", "yes"), ("level", "0")]) }
        }
        let ring: [Int64] = doors ? [11, 12, 16, 13, 14, 15, 11] : [11, 12, 13, 14, 11]
        model.way(17, ring, [("indoor", "room"), ("level", "0"), ("name", "Gate")])
        model.node(20, 2, 1, [("amenity", "bench"), ("level", "0"), ("name", "Left")])
        model.node(21, 18, 1, [("amenity", "bench"), ("level", "0"), ("name", "Right")])
        return model
    }

    @Test(arguments: [(0.0, 2.0), (-0.5, 2.5), (-3, 5), (0.005, 1.995), (-0.01, 2.01)])
    func `a room drawn as a band across a corridor is passed by its doors alone`(low: Double, high: Double) throws {
        let closed = try banded(low, high).imported()
        #expect(ImportedRoutes(closed).cost("Left", "Right") == nil, "\(closed.report.lines)")
        let open = try banded(low, high, doors: true).imported()
        let words = ImportedRoutes(open).words("Left", "Right")
        #expect(
            words.contains { $0.contains("into Gate") } && words.contains { $0.hasPrefix("Leave Gate") }, "\(words)")
        for result in [closed, open] { #expect(result.report.codes(changed: "way/17") == ["roomOver"]) }
    }

    @Test(arguments: [(2.0, 6.0), (1.98, 6), (2.02, 6), (-4, 0), (-4, 0.2)])
    func `a room beside a corridor is none across it, though the drawings of their wall differ`(
        low: Double, high: Double
    ) throws {
        let result = try banded(low, high).imported()
        let cost = try #require(ImportedRoutes(result).cost("Left", "Right"))
        #expect(cost < 16.5, "\(cost)")
        #expect(result.report.codes(changed: "way/17").isEmpty, "\(result.report.lines)")
    }
}
