import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct OSMDoorTests {
    /// A hall (x 0 to 20, y 0 to 3) with a room below it on the left and one on the right of x = 8 and 10.
    private func hall(door: Int64, _ tags: OSMModel.Tags = [("door", "yes"), ("level", "0")]) -> OSMModel {
        var model = OSMModel()
        let corners = [
            (1, 0.0, 0.0), (2, 8, 0), (3, 10, 0), (4, 20, 0), (5, 20, 3), (6, 0, 3), (7, 0, -5), (8, 8, -5),
            (9, 10, -5), (10, 15, -5), (11, 15, 0),
        ]
        for (id, x, y) in corners { model.node(Int64(id), x, y, Int64(id) == door ? tags : []) }
        model.way(100, [1, 2, 3, 11, 4, 5, 6, 1], [("indoor", "corridor"), ("level", "0"), ("name", "Hall")])
        model.way(101, [3, 9, 10, 11, 3], [("indoor", "room"), ("level", "0"), ("name", "South")])
        model.way(102, [1, 7, 8, 2, 1], [("indoor", "room"), ("level", "0"), ("name", "West")])
        return model
    }

    @Test(arguments: [(2, "West"), (3, "South"), (11, "South"), (1, "West")] as [(Int64, String)])
    func `a door in a corner that two areas share joins these two`(node: Int64, room: String) throws {
        let result = try hall(door: node).imported()
        let routes = ImportedRoutes(result)
        #expect(routes.cost("Hall", room) != nil)
        #expect(!result.places.flatMap(\.map.landmarks).contains { $0.kind == .entrance || $0.kind == .exit })
    }

    @Test func `a door in a corner of three areas leads from the walkway into a room, and is doubtful`() throws {
        var model = hall(door: 3)
        model.way(103, [2, 8, 9, 3, 2], [("indoor", "room"), ("level", "0"), ("name", "Middle")])
        let result = try model.imported()
        #expect(result.report.codes(changed: "node/3") == ["doubtfulDoor"])
        let routes = ImportedRoutes(result)
        #expect((routes.cost("Hall", "Middle") != nil) != (routes.cost("Hall", "South") != nil))
    }

    @Test func `steps from a corner that two areas share begin in the walkway`() throws {
        var model = hall(door: 0)
        model.node(20, 10, 6)
        model.way(104, [3, 20], [("highway", "steps"), ("level", "0;1"), ("incline", "up")])
        let routes = ImportedRoutes(try model.imported())
        #expect(routes.cost("Hall", "Stairs") != nil && routes.cost("South", "Stairs") == nil)
    }

    @Test(arguments: ["main", "yes", "exit"])
    func `an outside door's name is the name of one landmark, which is outside`(entrance: String) throws {
        var model = hall(door: 0)
        model.node(20, 20, 1.5, [("entrance", entrance), ("door", "yes"), ("level", "0"), ("name", "East gate")])
        model.node(21, 14, 1, [("amenity", "bench"), ("level", "0"), ("name", "Bench")])
        let result = try model.imported()
        let named = result.places.flatMap(\.map.landmarks).filter { $0.name == "East gate" }
        #expect(named.map(\.id) == ["node/20"])
        #expect(result.landmark("node/20/a")?.name == "Way out" || result.landmark("node/20/b")?.name == "Way out")
    }

    @Test func `nothing leads to a closed outside door by its name`() throws {
        var model = hall(door: 0)
        model.node(
            20, 20, 1.5,
            [("entrance", "exit"), ("door", "yes"), ("level", "0"), ("name", "Emergency exit"), ("access", "no")])
        #expect(ImportedRoutes(try model.imported()).cost("Hall", "Emergency exit") == nil)
    }

    @Test func `the name of a door between two areas is the name of one landmark`() throws {
        let tags: OSMModel.Tags = [("door", "yes"), ("level", "0"), ("name", "Fire door")]
        var model = hall(door: 0)
        model.node(20, 12, 0, tags)
        model.node(21, 14, -3, [("amenity", "bench"), ("level", "0"), ("name", "Bench")])
        let result = try model.imported()
        #expect(result.places.flatMap(\.map.landmarks).count { $0.name == "Fire door" } == 1)
        #expect(ImportedRoutes(result).cost("Bench", "Fire door") != nil)
    }

    @Test func `a door in a wall inside of one area leads from one of its halves to the other`() throws {
        var model = hall(door: 0)
        model.node(20, 5, 0)
        model.node(21, 5, 1.5, [("door", "yes"), ("level", "0")])
        model.node(22, 5, 3)
        model.way(105, [20, 21, 22], [("indoor", "wall"), ("level", "0")])
        for (id, x, name) in [(23, 2.0, "Here"), (24, 8, "There")] {
            model.node(Int64(id), x, 1, [("amenity", "bench"), ("level", "0"), ("name", name)])
        }
        let routes = ImportedRoutes(try model.imported())
        let cost = try #require(routes.cost("Here", "There"))
        #expect(cost > 6 && cost < 6.5, "\(cost)")
        #expect(routes.words("Here", "There").contains { $0.contains("the door") })
    }

    @Test func `a door that a wall stands before is no way through the wall`() throws {
        var model = hall(door: 0)
        model.node(20, 12.5, 0, [("door", "yes"), ("level", "0")])
        model.node(21, 11, 0.15)
        model.node(22, 14, 0.15)
        model.way(105, [21, 22], [("indoor", "wall"), ("level", "0")])
        #expect(ImportedRoutes(try model.imported()).cost("Hall", "South") == nil)
    }
}
