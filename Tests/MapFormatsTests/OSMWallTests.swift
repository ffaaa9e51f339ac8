import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct OSMWallTests {
    /// A corridor in a ring, 2 m wide, with a bench to the left and one to the right of x = 5 in its lower part.
    private func ring() -> OSMModel {
        var model = OSMModel()
        let corners = [
            (1, 0.0, 0.0), (2, 20, 0), (3, 20, 20), (4, 0, 20), (5, 2, 2), (6, 18, 2), (7, 18, 18), (8, 2, 18),
        ]
        for (id, x, y) in corners { model.node(Int64(id), x, y) }
        model.way(10, [1, 2, 3, 4, 1], [])
        model.way(11, [5, 6, 7, 8, 5], [])
        model.relation(
            12, [("way", 10, "outer"), ("way", 11, "inner")],
            [("type", "multipolygon"), ("indoor", "corridor"), ("level", "0")])
        model.node(20, 4, 1, [("amenity", "bench"), ("level", "0"), ("name", "Left")])
        model.node(21, 6, 1, [("amenity", "bench"), ("level", "0"), ("name", "Right")])
        return model
    }

    private func walled(_ points: [(Double, Double)], _ tags: OSMModel.Tags = [("level", "0")]) -> OSMModel {
        var model = ring()
        var ids: [Int64] = []
        for (index, point) in points.enumerated() {
            if let known = points.firstIndex(where: { $0 == point }), known < index {
                ids.append(ids[known])
            } else {
                ids.append(model.node(30 + Int64(index), point.0, point.1))
            }
        }
        model.way(13, ids, [("indoor", "wall")] + tags)
        return model
    }

    /// The least that the way around the ring's other sides takes, in metres.
    private let wayAround = 60.0

    @Test func `without a wall the way is straight`() throws {
        let cost = try #require(ImportedRoutes(try ring().imported()).cost("Left", "Right"))
        #expect(abs(cost - 2) < 0.01)
    }

    @Test(arguments: [
        (0.0, 2.0), (0.05, 1.95), (0, 1.95), (0.39, 1.9), (-0.0001, 2.0001), (0.0001, 1.9999), (-0.01, 2.01),
        (-0.5, 2.5), (-0.3, 1.7), (-3, 2), (0, 5),
    ])
    func `a wall across a corridor is never walked through, wherever its ends lie`(low: Double, high: Double) throws {
        let result = try walled([(5, low), (5, high)]).imported()
        let cost = try #require(ImportedRoutes(result).cost("Left", "Right"))
        #expect(cost > wayAround, "\(cost)")
        #expect(result.report.used.contains { $0.feature == "way/13" })
    }

    @Test func `a slanted wall, and one that ends short of another, are no way through either`() throws {
        let slanted = try #require(
            ImportedRoutes(try walled([(4.5, -0.1), (5.5, 2.1)]).imported()).cost("Left", "Right"))
        #expect(slanted > wayAround)
        var model = walled([(5, 0), (5, 0.9)])
        model.node(40, 5.2, 1.1)
        model.node(41, 5.2, 2)
        model.way(14, [40, 41], [("indoor", "wall"), ("level", "0")])
        let cost = try #require(ImportedRoutes(try model.imported()).cost("Left", "Right"))
        #expect(cost > wayAround, "\(cost)")
    }

    @Test func `a wall drawn as an area closes the corridor that it stands across`() throws {
        for tags in [[("level", "0")], [("level", "0"), ("area", "yes")]] as [OSMModel.Tags] {
            let model = walled([(4.9, -0.2), (5.1, -0.2), (5.1, 2.2), (4.9, 2.2), (4.9, -0.2)], tags)
            let cost = try #require(ImportedRoutes(try model.imported()).cost("Left", "Right"))
            #expect(cost > wayAround, "\(cost)")
        }
    }

    @Test(arguments: [(0.0, 1.2), (0.6, 2), (0.7, 1.4)])
    func `a gap that a person walks through stays open`(low: Double, high: Double) throws {
        let cost = try #require(
            ImportedRoutes(try walled([(5, low), (5, high)]).imported()).cost("Left", "Right"))
        #expect(cost >= 2 && cost < 3, "\(cost)")
    }

    @Test(
        arguments: [
            [(0.0, 0.0), (20, 0)], [(3, 2), (8, 2)], [(3, 2.02), (8, 2.02)], [(2, 2), (18, 2), (18, 18)],
        ] as [[(Double, Double)]])
    func `a wall along the outline takes nothing away`(points: [(Double, Double)]) throws {
        let routes = ImportedRoutes(try walled(points).imported())
        #expect(abs(try #require(routes.cost("Left", "Right")) - 2) < 0.01)
    }

    @Test func `a way along the outline bends beside a wall that begins at the bend`() throws {
        var model = walled([(2, 2), (4, 1.8)])
        model.node(22, 1, 10, [("amenity", "bench"), ("level", "0"), ("name", "Above")])
        let cost = try #require(ImportedRoutes(try model.imported()).cost("Left", "Above"))
        #expect(cost > 10.2 && cost < 10.7, "\(cost)")
    }

    @Test func `a wall that cannot be used is said to be crossed`() throws {
        let noLevel = try walled([(5, 0), (5, 2)], []).imported()
        #expect(noLevel.report.codes(changed: "way/13") == ["wallPassedOver"])
        var model = walled([(5, 0), (5, 2)])
        model.way(15, [20, 21], [("highway", "footway"), ("indoor", "yes"), ("level", "0")])
        #expect(try model.imported().report.codes(changed: "way/13") == ["wallCrossed"])
        #expect(try walled([(50, 0), (50, 2)]).imported().report.codes(leftOut: "way/13") == ["wallAlone"])
    }
}
