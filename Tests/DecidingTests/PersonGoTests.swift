import Announcing
import Deciding
import Readings
import Testing

/// people.md and events.md: whom one can go to, and what a request that leads nowhere says.
struct PersonGoTests {
    @Test func `Who is elsewhere, unknown, or was removed is not here, and that is said`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 1)
        bench.peer(0.1, 3, 0, "kim", name: "Kim", in: "garden")
        bench.peer(0.2, 3, 0, "lee", name: "Lee")
        bench.at(0.5, "peerRemoved", "\"device\":\"lee\"")
        bench.go(1, to: "kim")
        bench.go(4, to: "nobody")
        bench.go(8, to: "lee")
        bench.end(12)
        #expect(
            try bench.lines("route", "goal", "step", "ended")
                == [1, 4, 8].map {
                    #"{"t":\#($0),"type":"route","failure":{"reason":"notHere","blocked":[]}}"#
                })
        #expect(
            try bench.words(.noRoute) == [
                "1 Kim is not here.", "4 I do not know where that person is.", "8 I do not know where that person is.",
            ])
    }

    @Test(arguments: ["\"device\":\"Ria\"", "\"device\":\"ria\"", "\"to\":\"Ria\"", "\"to\":\"RIA\""])
    func `A name leads to a person as the id does, without case too`(words: String) throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 2)
        bench.peer(0.1, 15, 0, "d1", name: "Ria")
        bench.at(1, "go", words)
        bench.end(2)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live"])
    }

    @Test func `A landmark is gone to before a person of its name, and a person elsewhere is not here`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 6)
        bench.peer(0.1, 15, 0, "d1", name: "d")
        bench.peer(0.2, 3, 0, "d2", name: "Kim", in: "garden")
        bench.at(1, "go", "\"to\":\"D\"")
        bench.at(4, "go", "\"to\":\"kim\"")
        bench.end(6)
        #expect(try bench.story("route", "goal") == ["1 route AB,BC,CD", "4 route notHere"])
        #expect(try bench.words(.noRoute) == ["4 Kim is not here."])
    }

    @Test func `Who went elsewhere after being here is not here`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 3)
        bench.peer(0.1, 15, 0)
        bench.peer(1, 3, 0, in: "garden")
        bench.go(2)
        bench.end(3)
        #expect(try bench.story("route", "goal") == ["2 route notHere"])
    }

    @Test func `A robot that knows no place finds nobody in it`() throws {
        var bench = PersonBench(in: nil)
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.end(2)
        #expect(try bench.story("route", "goal") == ["1 route notHere"])
        #expect(try bench.words(.noRoute) == ["1 Sam's iPhone is not here."])
    }

    @Test func `A robot that does not know where in the place it is has no start`() throws {
        var bench = PersonBench()
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.end(2)
        #expect(try bench.story("route", "goal") == ["1 route noNearbyStart"])
    }

    @Test func `A request that fails during a route says why, and the route goes on`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 10)
        bench.at(1, "go", "\"to\":\"D\"")
        bench.go(5)
        bench.end(10)
        #expect(try bench.story("route", "ended") == ["1 route AB,BC,CD", "5 route notHere"])
        #expect(try bench.words(.noRoute) == ["5 I do not know where that person is."])
    }

    @Test func `Going to a person during a route ends it first`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 10)
        bench.stays(10, 5, from: 0.1, to: 9.1)
        bench.at(1, "go", "\"to\":\"D\"")
        bench.go(5)
        bench.end(10)
        #expect(
            try bench.story("ended", "goal", "route") == [
                "1 route AB,BC,CD", "5 ended stopped", "5 goal 10.0 5.0 live", "5 route AB,BR",
            ])
    }

    @Test func `Going to a landmark while going to a person leaves the person`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 20)
        bench.stays(10, 5, from: 0.1, to: 4.1)
        bench.go(1)
        bench.at(3, "go", "\"to\":\"D\"")
        bench.peer(6, 10, 2)
        bench.end(20)
        #expect(
            try bench.story("ended", "goal", "route") == [
                "1 goal 10.0 5.0 live", "1 route AB,BR", "3 ended stopped", "3 route AB,BC,CD",
            ])
        #expect(try bench.ofPeople() == [])
    }

    @Test func `Steps that are not step-free stand in the way of a person too`() throws {
        var bench = PersonBench()
        var flat = PersonBench.flat
        for index in flat.connections.indices where flat.connections[index].id == "BR" {
            flat.connections[index].kind = .stairs
        }
        bench.world = .init(places: [flat])
        bench.stand(0, 0, from: 0, to: 1)
        bench.peer(0.1, 10, 5)
        bench.go(1, ",\"stepFree\":true")
        bench.end(2)
        #expect(try bench.story("route", "goal") == ["1 route blocked"])
    }

    @Test(arguments: ["peerQuiet", "peerRemoved"])
    func `A device that was never heard of is a line's error`(type: String) throws {
        var bench = PersonBench()
        bench.peer(0.1, 15, 0)
        bench.at(1, type, "\"device\":\"sam\"")
        #expect(throws: Never.self) { try bench.core.events() }
        bench.at(2, type, "\"device\":\"ghost\"")
        let error = #expect(throws: EventLineError.self) { try bench.core.events() }
        #expect(error?.line == 5)
        #expect(error?.message.contains("ghost") == true)
    }

    @Test func `A device that asked to be paired has been heard of`() throws {
        var bench = PersonBench()
        bench.at(1, "pairing", "\"device\":\"new\",\"name\":\"New\",\"state\":\"allowed\"")
        bench.at(2, "peerRemoved", "\"device\":\"new\"")
        #expect(throws: Never.self) { try bench.core.events() }
    }

    @Test func `A position beyond ten kilometres is none`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 8)
        bench.peer(0.1, 15, 0)
        bench.go(1)
        for index in 0..<6 { bench.peer(1.5 + Double(index), index % 2 == 0 ? 1e300 : -10_000.1, 0) }
        bench.end(8)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live", "5.1 goal 15.0 0.0 last"])
    }
}
