import Testing

/// "Where" always answers: place, floor, nearest landmark, what is ahead, what does not work.
struct WhereTests {
    private func answer(_ bench: CoreBench, until end: Double = 12) throws -> String {
        try bench.heard(until: end).last ?? ""
    }

    @Test func `Without a place it says that it does not know`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(2, "where")
        #expect(try answer(bench).hasPrefix("I do not know where we are."))
    }

    @Test func `It names the place and its floor`() throws {
        var bench = CoreBench.twoFloors()
        bench.at(2, "where")
        #expect(try answer(bench).hasPrefix("We are in Low, Floor 1."))
    }

    @Test func `A floor that the place's name has is not said twice, and a site has no floor`() throws {
        var bench = CoreBench.twoFloors { _, low, _ in low.name = "Hall on floor 1" }
        bench.at(2, "where")
        #expect(try answer(bench).hasPrefix("We are in Hall on floor 1. "))
        var site = CoreBench(CoreBench.town)
        site.at(0, "place", "\"id\":\"yard\"")
        site.at(2, "where")
        #expect(try answer(site).contains("All") == false)
    }

    @Test func `With a pose it names the nearest landmark and how far it is`() throws {
        var bench = CoreBench("A----------B")
        bench.pose(2, 8.4, 0)
        bench.at(2, "where")
        let text = try answer(bench, until: 6)
        #expect(text.contains("The nearest landmark is B, 2.5 metres away."), "\(text)")
        bench.pose(7, 10.99, 0)
        bench.at(7, "where")
        #expect(try answer(bench, until: 11).contains("is B, less than 0.1 metres away."))
    }

    @Test func `Without a pose it names the landmark confirmed last`() throws {
        var bench = CoreBench("A----------B----C")
        bench.go(1, to: "C", from: "A")
        bench.confirm(3)
        bench.at(6, "where")
        #expect(try answer(bench).contains("B."))
    }

    @Test(arguments: [(3.9, "Stop. The floor drops away ahead."), (5.1, "The floor ahead is clear.")])
    func `Where the floor drops away it is not called clear`(last: Double, text: String) throws {
        var bench = CoreBench("A----------B")
        bench.depth("\"clear\":true,\"dropOff\":1", from: 1, to: 4)
        if last > 4 { bench.depth("\"clear\":true", from: 4.1, to: last) }
        bench.at(last + 0.05, "where")
        #expect(try answer(bench).contains(text))
    }

    @Test func `What only a strip shows is nearer than what is ahead of it`() throws {
        var bench = CoreBench("A----------B")
        bench.depth("\"surface\":3,\"strips\":[0.6,3,3,3,3]", from: 1, to: 4)
        bench.at(4, "where")
        bench.at(9, "end")
        #expect(try bench.words().contains { $0.contains("0.6 metres to what is ahead.") })
        bench = CoreBench("A----------B")
        bench.depth("\"clear\":true,\"strips\":[null,null,null,null,0.7]", from: 1, to: 4)
        bench.at(4, "where")
        bench.at(9, "end")
        #expect(try bench.words().contains { $0.contains("0.7 metres to what is ahead.") })
    }

    @Test func `A distance from before the latest frame is none`() throws {
        var bench = CoreBench("A----------B")
        bench.surface(0.9, from: 1, to: 4)
        bench.at(4.1, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(4.15, "where")
        #expect(try answer(bench).contains("0.9 metres to what is ahead.") == false)
    }

    @Test func `It says what is ahead, and what does not work`() throws {
        var bench = CoreBench("A----------B")
        bench.at(2, "where")
        #expect(try answer(bench).contains("clear"))
        var blind = CoreBench("A----------B")
        blind.surface(1.6, from: 0, to: 2)
        blind.at(2, "where")
        blind.at(4, "end")
        #expect(try blind.words().contains { $0.contains("1.6 metres") })
        blind = CoreBench("A----------B")
        blind.surface(3, from: 0, to: 2)
        blind.at(30, "where")
        blind.at(45, "end")
        #expect(try blind.words().contains { $0.hasPrefix("30 We are in Here.") && $0.contains("unavailable") })
    }

    @Test func `Without recorded bounds it says that the edge is not watched, with bounds it does not`() throws {
        var bench = CoreBench("A----------B")
        bench.at(2, "where")
        #expect(try answer(bench).contains("edge"))
        bench = CoreBench("A----------B") { map in
            map.bounds = .box(min: .init(x: -2, y: -2), max: .init(x: 14, y: 2))
        }
        bench.at(2, "where")
        #expect(try answer(bench).contains("edge") == false)
    }

    @Test func `It answers during a route, and the route goes on`() throws {
        var bench = CoreBench("A----------B")
        bench.go(1, to: "B", from: "A")
        bench.at(4, "where")
        bench.confirm(14)
        #expect(try bench.tale(until: 15).suffix(2) == ["14 arrived B", "14 ended arrived"])
        #expect(try bench.said(until: 13).map(\.kind) == [.instruction, .reply])
    }
}
