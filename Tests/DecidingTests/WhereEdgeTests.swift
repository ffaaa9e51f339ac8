import Announcing
import Deciding
import Readings
import Testing
import Wayfinding

/// `where` always answers, in one breath: place, floor, nearest landmark, what is ahead, what does not work.
struct WhereEdgeTests {
    private static let noEdge = "The edge of this map is not watched."

    private static let hall = PersonBench.place(
        "hall", ["Desk": (0, 0), "Lift": (10, 0)], [("Desk", "Lift")],
        bounds: .box(min: Position(x: -2, y: -5), max: Position(x: 12, y: 5)))

    private static let house = World(
        places: [hall],
        groups: [
            Building(
                id: "house", name: "House",
                floors: [
                    Floor(id: "g", name: "Ground floor", places: ["hall"]),
                    Floor(id: "u", name: "Upper floor", places: ["attic"]),
                ])
        ])

    private func bench(_ world: World = PersonBench.world, in place: String? = "flat") -> PersonBench {
        var bench = PersonBench(in: place)
        bench.world = world
        return bench
    }

    private func reply(_ bench: PersonBench) throws -> [String] {
        try bench.words(.reply).map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test func `Place, floor, landmark and what is ahead come in one reply`() throws {
        var bench = bench(Self.house, in: "hall")
        bench.stand(7.3, 0, from: 0, to: 5, in: "hall")
        bench.at(5, "depth", "\"surface\":2.3")
        bench.at(5, "where")
        bench.end(5)
        #expect(
            try reply(bench) == [
                "We are in Hall, Ground floor. The nearest landmark is Lift, 2.5 metres away. 2 metres to what is ahead."
            ])
    }

    @Test func `Without bounds the edge is not watched, and that is said`() throws {
        var bench = bench()
        bench.stand(0, 0, from: 0, to: 5)
        bench.at(5, "where")
        bench.end(5)
        #expect(
            try reply(bench) == [
                "We are in Flat. The nearest landmark is A, less than 0.1 metres away. The floor ahead is clear. "
                    + Self.noEdge
            ])
    }

    @Test func `Without a place it says that it does not know where we are`() throws {
        var bench = bench(in: nil)
        bench.at(5, "where")
        bench.end(5)
        #expect(try reply(bench) == ["I do not know where we are. The floor ahead is clear."])
    }

    @Test func `Without anything at all it still answers, and says each fault once`() throws {
        var bench = bench(World(), in: nil)
        bench.seesClear = false
        bench.at(1, "where")
        bench.at(1.5, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(5, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(5, "where")
        bench.end(30)
        let replies = try reply(bench)
        #expect(replies.count == 2)
        for text in replies {
            #expect(text.hasPrefix("I do not know where we are. "))
            let sentences = text.split(separator: ". ")
            #expect(Set(sentences).count == sentences.count, "\(text)")
        }
    }

    @Test func `A place that only a group knows is told by its name there, and its edge is not watched`() throws {
        var bench = bench(Self.house, in: "attic")
        bench.at(5, "where")
        bench.end(5)
        #expect(try reply(bench) == ["We are in attic, Upper floor. The floor ahead is clear. " + Self.noEdge])
    }

    @Test func `Without a pose the landmark that was confirmed last is told as that`() throws {
        var bench = bench()
        bench.at(1, "go", "\"to\":\"D\",\"from\":\"A\"")
        bench.at(4, "confirm")
        bench.at(8, "where")
        bench.end(10)
        #expect(
            try reply(bench) == [
                "We are in Flat. The last landmark you confirmed is B. The floor ahead is clear. " + Self.noEdge
            ])
    }

    @Test func `Tracking that is lost is told, and no landmark is guessed from an old pose`() throws {
        var bench = bench()
        bench.stand(0, 0, from: 0, to: 4)
        bench.at(1, "go", "\"to\":\"D\"")
        bench.at(7, "where")
        bench.end(20)
        #expect(
            try reply(bench) == [
                "I have lost track of where we are. We were last in Flat. The floor ahead is clear. " + Self.noEdge
            ])
    }

    @Test func `A barometer that stopped is told`() throws {
        var bench = bench(Self.house, in: "hall")
        for index in 0..<400 { bench.at(Double(index) / 10, "pressure", "\"hPa\":1000") }
        bench.at(40, "sensor", "\"sensor\":\"barometer\",\"state\":\"disconnected\"")
        bench.at(80, "where")
        bench.end(90)
        let reply = try reply(bench)
        #expect(reply.count == 1)
        #expect(reply.first?.hasSuffix("The barometer has stopped. I may not notice a change of floor.") == true)
    }

    @Test func `Depth that is gone is told with its cause`() throws {
        var bench = bench()
        bench.seesClear = false
        for index in 0..<20 { bench.at(Double(index) / 10, "depth", "\"clear\":true") }
        bench.at(15, "where")
        bench.end(20)
        #expect(
            try reply(bench) == [
                "We are in Flat. " + Self.noEdge + " Depth readings are unavailable. The camera has stopped."
            ])
    }

    @Test func `It answers while a person is gone to, and while they are quiet`() throws {
        var bench = bench()
        bench.stand(0, 0, from: 0, to: 20)
        bench.stays(15, 0, from: 0.1, to: 4.1)
        bench.go(1)
        bench.at(3, "where")
        bench.at(15, "where")
        bench.end(25)
        #expect(try reply(bench).count == 2)
    }

    @Test func `The device's own name is no landmark: who asks where they are hears places`() throws {
        var bench = bench(in: nil)
        bench.peer(0.1, 1, 1)
        bench.at(1, "where")
        bench.end(5)
        #expect(try reply(bench) == ["I do not know where we are. The floor ahead is clear."])
    }
}
