import Announcing
import Deciding
import Testing

/// people.md, "Going to a person": the goal follows, and nothing is said that does not change.
struct FollowingTests {
    @Test(arguments: [(0.4, 0), (0.499999, 0), (0.5, 1), (0.6, 1)])
    func `A move below half a metre is ignored, half a metre is not`(metres: Double, moves: Int) throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 8)
        bench.stays(15, 0, from: 0.1, to: 3.1)
        bench.go(1)
        bench.stays(15 + metres, 0, from: 4.1, to: 7.1)
        bench.end(8)
        let goals = try bench.story("goal")
        #expect(goals.first == "1 goal 15.0 0.0 live")
        #expect(goals.count == 1 + moves)
        if moves > 0 { #expect(goals.last == "4.1 goal \(15 + metres) 0.0 live") }
    }

    @Test func `Small moves add up since the goal was last set`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 9)
        for index in 0..<9 { bench.peer(0.1 + Double(index), 15 + 0.3 * Double(index), 0) }
        bench.go(0.2)
        bench.end(9)
        #expect(
            try bench.lines("goal") == [
                #"{"t":0.2,"type":"goal","device":"sam","x":15,"y":0,"live":true}"#,
                #"{"t":2.1,"type":"goal","device":"sam","x":15.6,"y":0,"live":true}"#,
                #"{"t":4.1,"type":"goal","device":"sam","x":16.2,"y":0,"live":true}"#,
                #"{"t":6.1,"type":"goal","device":"sam","x":16.8,"y":0,"live":true}"#,
                #"{"t":8.1,"type":"goal","device":"sam","x":17.4,"y":0,"live":true}"#,
            ])
    }

    @Test func `A goal that moves all the time is moved once a second`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 8)
        for index in 0...30 { bench.peer(0.1 + Double(index) / 5, 15 + 0.4 * Double(index), 0) }
        bench.go(1)
        bench.end(6.5)
        let moments = try bench.core.effects().filter { $0.effect.type == "goal" }.map(\.time.seconds)
        #expect(moments == [1, 2, 3, 4, 5, 6])
    }

    @Test func `The goal moves at a deadline of the core, with nothing else happening`() throws {
        var bench = PersonBench()
        bench.pose(0, 0, 0)
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.peer(1.2, 17, 0)
        bench.end(2.2)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live", "2 goal 17.0 0.0 live"])
    }

    @Test func `A move that is taken back before its turn moves nothing`() throws {
        var bench = PersonBench()
        bench.pose(0, 0, 0)
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.peer(1.2, 17, 0)
        bench.peer(1.8, 15.2, 0)
        bench.end(3)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live"])
    }

    /// background: the simulated person walked to another room, and the route kept going to the first.
    @Test func `Who walks from room to room is followed from room to room`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 30)
        bench.stays(10, 7, from: 0.1, to: 3.1)
        bench.go(1)
        var time = 4.1
        for y in stride(from: 6.0, through: 0, by: -1) {
            bench.peer(time, 10, y)
            time += 1
        }
        for x in stride(from: 11.0, through: 20, by: 1) {
            bench.peer(time, x, 0)
            time += 1
        }
        for y in stride(from: 1.0, through: 8, by: 1) {
            bench.peer(time, 20, y)
            time += 1
        }
        bench.end(29)
        #expect(
            try bench.story("route", "ended", "arrived") == [
                "1 route AB,BR", "10.1 route AB", "11.1 route AB,BC", "21.1 route AB,BC,CD",
            ])
        #expect(try bench.words(.instruction) == ["1 Walk from A to B."])
        #expect(try bench.story("goal").last == "28.1 goal 20.0 8.0 live")
    }

    @Test func `The walker follows to the second room and arrives there`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 1)
        bench.stays(10, 7, from: 0.1, to: 3.1)
        bench.go(1)
        bench.stays(20, 7, from: 4.1, to: 40.1)
        let there = bench.walk((0, 0), (10, 0), (20, 0), (20, 7), from: 1.5)
        bench.end(there + 11)
        let story = try bench.story("route", "step", "arrived", "ended")
        #expect(story.first == "1 route AB,BR")
        #expect(story.contains("4.1 route AB,BC,CD"))
        #expect(story.contains { $0.hasSuffix("step 3/3 to sam") })
        #expect(story.suffix(2) == ["27.5 arrived sam", "37.5 ended arrived"])
        #expect(try bench.ofPeople().count == 1)
        #expect(
            try bench.words(.instruction).map { $0.drop { $0 != "W" } } == [
                "Walk from A to B.", "Walk from B to C.", "Walk from C to D.",
            ])
    }

    @Test func `A step change moves the goal although its second is not over`() throws {
        var bench = PersonBench()
        bench.pose(0, 8, 0)
        bench.peer(0.1, 10, 7)
        bench.go(1)
        bench.pose(1.1, 8.5, 0)
        bench.peer(1.3, 10, 6)
        bench.pose(1.5, 9.1, 0)
        bench.end(1.9)
        #expect(try bench.story("goal") == ["1 goal 10.0 7.0 live", "1.5 goal 10.0 6.0 live"])
        #expect(try bench.story("step") == ["1 step 1/2 B", "1.5 step 2/2 to sam"])
    }

    @Test func `The last piece has the device for its landmark, the others have landmarks`() throws {
        var bench = PersonBench()
        bench.pose(0, 0, 0)
        bench.peer(0.1, 10, 5)
        bench.go(1)
        bench.end(1)
        #expect(try bench.lines("step") == [#"{"t":1,"type":"step","index":1,"of":2,"landmark":"B"}"#])
        bench = PersonBench()
        bench.pose(0, 2, 0)
        bench.peer(0.1, 7, 0)
        bench.go(1)
        bench.end(1)
        #expect(try bench.lines("step") == [#"{"t":1,"type":"step","index":1,"of":1,"device":"sam"}"#])
    }

    @Test func `Without poses the person confirms every landmark, and the goal still follows`() throws {
        var bench = PersonBench()
        bench.stays(10, 7, from: 0.1, to: 12.1)
        bench.go(1, ",\"from\":\"A\"")
        bench.at(3, "confirm")
        bench.stays(10, 2, from: 13.1, to: 20.1)
        bench.at(15, "confirm")
        bench.end(26)
        #expect(
            try bench.story("goal", "step", "arrived", "ended") == [
                "1 goal 10.0 7.0 live", "1 step 1/2 B", "3 step 2/2 to sam", "13.1 goal 10.0 2.0 live",
                "15 arrived sam", "25 ended arrived",
            ])
    }

    @Test func `A shorter way to the same goal is taken only if it is clearly shorter`() throws {
        // two ways around to C: over P 40, over Q cheaper or not by enough
        for (cost, taken) in [(37.6, false), (37.5, true)] {
            let map = PersonBench.place(
                "flat", ["A": (0, 0), "P": (20, 0), "Q": (20, 20), "C": (40, 0), "Z": (60, 0)],
                [("A", "P"), ("P", "C"), ("A", "Q"), ("Q", "C"), ("C", "Z")])
            var changed = map
            for index in changed.connections.indices {
                changed.connections[index].cost =
                    ["AP": 20, "PC": 20, "AQ": cost - 20, "QC": 20, "CZ": 20][
                        changed.connections[index].id]
                if changed.connections[index].id == "AQ" { changed.connections[index].availability = .unavailable }
            }
            var bench = PersonBench()
            bench.world = .init(places: [changed])
            bench.peer(0.1, 50, 0)
            bench.go(1, ",\"from\":\"A\"")
            bench.stays(50, 0, from: 1.1, to: 5.1)
            bench.at(5.5, "connection", "\"place\":\"flat\",\"id\":\"AQ\",\"availability\":\"available\"")
            bench.stays(52, 0, from: 6.1, to: 8.1)
            bench.end(9)
            let routes = try bench.story("route")
            #expect(routes.contains { $0.hasSuffix("AQ,QC,CZ") } == taken, "\(cost): \(routes)")
        }
    }

    @Test func `The way around to a goal that moved along its own piece is weighed against the way to where it is now`()
        throws
    {
        // a ring A–P–C–Q–A; the person walks along PC from P to C, where the way over Q is far shorter
        var map = PersonBench.place(
            "flat", ["A": (0, 0), "P": (0, 10), "C": (40, 10), "Q": (40, 0)],
            [("A", "P"), ("P", "C"), ("C", "Q"), ("A", "Q")])
        for index in map.connections.indices {
            map.connections[index].cost = ["AP": 10, "PC": 40, "CQ": 5, "AQ": 5][map.connections[index].id]
        }
        var bench = PersonBench()
        bench.world = .init(places: [map])
        bench.stand(0, 0, from: 0, to: 5)
        bench.peer(0.1, 8, 10)
        bench.go(1)
        bench.peer(2.1, 34, 10)
        bench.end(4)
        #expect(try bench.story("route") == ["1 route AP,PC", "2.1 route AQ,CQ,PC"])
    }

    @Test func `Who is behind on the same piece is turned back to, with no other route`() throws {
        var bench = PersonBench()
        bench.stand(13, 0, from: 0, to: 8)
        bench.stays(17, 0, from: 0.1, to: 2.1)
        bench.go(1)
        bench.stays(11, 0, from: 3.1, to: 7.1)
        bench.end(8)
        #expect(try bench.story("route") == ["1 route BC"])
        #expect(try bench.story("step") == ["1 step 1/1 to sam", "3.1 step 1/1 to sam"])
        #expect(try bench.words(.instruction) == ["1 Walk from B to C.", "3.1 Walk from C to B."])
    }

    @Test func `Who leaves every way keeps the route to where a way was last planned, and the goal still follows`()
        throws
    {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 8)
        bench.stays(15, 0, from: 0.1, to: 2.1)
        bench.go(1)
        bench.stays(15, -40, from: 3.1, to: 5.1)
        bench.stays(10, 7, from: 6.1, to: 8.1)
        bench.end(8)
        #expect(
            try bench.story("goal", "route", "ended") == [
                "1 goal 15.0 0.0 live", "1 route AB,BC", "3.1 goal 15.0 -40.0 live", "6.1 goal 10.0 7.0 live",
                "6.1 route AB,BR",
            ])
        #expect(try bench.words(.instruction) == ["1 Walk from A to B."])
    }

    @Test func `A plan made for a goal that was set a while ago is no arrival at who has gone on since`() throws {
        // BC closes while the robot is within a metre of where the goal was set, but not of the person
        var bench = PersonBench()
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.stays(15.45, 0, from: 2.1, to: 9.1)
        bench.stand(12, 0, from: 0, to: 2)
        bench.walk((12, 0), (14, 0), (14.2, 0), from: 2)
        bench.at(4.3, "connection", "\"place\":\"flat\",\"id\":\"BC\",\"availability\":\"unavailable\"")
        bench.end(4.4)
        #expect(try bench.story("arrived") == [])
        var near = bench
        near.pose(4.35, 14.45, 0)
        #expect(try near.story("arrived") == ["4.35 arrived sam"])
    }

    @Test func `Other people's moves move nothing`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 12)
        bench.stays(15, 0, from: 0.1, to: 11.1)
        bench.peer(0.2, 3, 0, "kim", name: "Kim")
        bench.go(1)
        for index in 1..<8 { bench.peer(1.5 + Double(index), 3 + 0.7 * Double(index), 0, "kim", name: "Kim") }
        bench.at(9.5, "peerQuiet", "\"device\":\"kim\"")
        bench.at(10, "peerRemoved", "\"device\":\"kim\"")
        bench.end(12)
        #expect(try bench.story("goal", "route", "ended", "arrived") == ["1 goal 15.0 0.0 live", "1 route AB,BC"])
        #expect(try bench.ofPeople() == [])
    }

    @Test func `Who goes to another person leaves the first one for good`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 20)
        bench.stays(15, 0, from: 0.1, to: 2.1)
        bench.stays(10, 5, from: 0.2, to: 19.2, "kim")
        bench.go(1)
        bench.go(3, to: "kim")
        bench.end(20)
        #expect(
            try bench.story("goal", "route", "ended") == [
                "1 goal 15.0 0.0 live", "1 route AB,BC", "3 ended stopped", "3 goal 10.0 5.0 live", "3 route AB,BR",
            ])
        #expect(try bench.ofPeople() == [])
    }
}
