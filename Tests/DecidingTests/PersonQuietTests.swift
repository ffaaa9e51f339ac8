import Announcing
import Deciding
import Testing
import Wayfinding

/// people.md: who goes quiet, leaves or is left is gone to where they were last; who comes back is followed again.
struct PersonQuietTests {
    private static let quiet = "Sam's iPhone is quiet. I lead to where it was last."
    private static let back = "Sam's iPhone is back."

    /// The robot stands at A with a route to Sam, who is heard each second up to a moment.
    private func bench(heardUntil: Double, at place: (Double, Double) = (15, 0), to end: Double = 30) -> PersonBench {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: end)
        bench.stays(place.0, place.1, from: 0.1, to: heardUntil)
        bench.go(1)
        return bench
    }

    @Test func `Five seconds without a position freeze the goal, at their very end, and it is said once`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.end(25)
        #expect(
            try bench.lines("goal") == [
                #"{"t":1,"type":"goal","device":"sam","x":15,"y":0,"live":true}"#,
                #"{"t":9.1,"type":"goal","device":"sam","x":15,"y":0,"live":false}"#,
            ])
        #expect(try bench.ofPeople() == ["9.1 " + Self.quiet])
        #expect(try bench.story("ended", "arrived") == [])
    }

    @Test func `A position just before five seconds keeps them live, one at five seconds comes too late`() throws {
        var early = bench(heardUntil: 4.1)
        early.peer(9.099, 15, 0)
        early.end(10)
        #expect(try early.story("goal") == ["1 goal 15.0 0.0 live"])
        var late = bench(heardUntil: 4.1)
        late.peer(9.1, 15, 0)
        late.end(10)
        #expect(
            try late.story("goal") == [
                "1 goal 15.0 0.0 live", "9.1 goal 15.0 0.0 last", "9.1 goal 15.0 0.0 live",
            ])
        #expect(try late.ofPeople() == ["9.1 " + Self.quiet, "9.1 " + Self.back])
        #expect(try late.story("hush").count == 1)
    }

    @Test func `What the link calls quiet is quiet at once`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.at(5, "peerQuiet", "\"device\":\"sam\"")
        bench.at(6, "peerQuiet", "\"device\":\"sam\"")
        bench.end(15)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live", "5 goal 15.0 0.0 last"])
        #expect(try bench.ofPeople() == ["5 " + Self.quiet])
    }

    @Test func `Who leaves the place is led to where they were last in it`() throws {
        var bench = bench(heardUntil: 4.1)
        for second in 5..<20 { bench.peer(Double(second), 3, 0, in: "garden") }
        bench.end(20)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live", "5 goal 15.0 0.0 last"])
        #expect(try bench.ofPeople() == ["5 " + Self.quiet])
    }

    @Test func `The goal that freezes is where they were last, though its turn to move had not come`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 12)
        bench.peer(0.1, 15, 0)
        bench.go(1)
        bench.peer(1.2, 20, 5)
        bench.at(1.4, "peerQuiet", "\"device\":\"sam\"")
        bench.end(12)
        #expect(
            try bench.story("goal", "route") == [
                "1 goal 15.0 0.0 live", "1 route AB,BC", "1.4 goal 20.0 5.0 last", "1.4 route AB,BC,CD",
            ])
    }

    @Test func `A small move that was ignored still counts for where they were last`() throws {
        var bench = bench(heardUntil: 3.1)
        bench.peer(4.1, 15.3, 0)
        bench.end(12)
        #expect(try bench.story("goal") == ["1 goal 15.0 0.0 live", "9.1 goal 15.3 0.0 last"])
    }

    @Test func `The robot that leaves the place leaves the person where they were last`() throws {
        var bench = bench(heardUntil: 4.1, to: 4)
        bench.at(4.5, "place", "\"id\":\"garden\"")
        bench.stays(18, 0, from: 5.1, to: 9.1)
        bench.end(20)
        let story = try bench.story("goal", "route", "ended")
        #expect(story.prefix(3) == ["1 goal 15.0 0.0 live", "1 route AB,BC", "4.5 goal 15.0 0.0 last"])
        #expect(story.last?.hasSuffix("ended noRoute") == true)
        #expect(try bench.words(.personQuiet).count <= 1)
        #expect(try bench.words(.personBack, .personHere) == [])
    }

    @Test func `The robot that is told where it is in the new place is led back to where they were last`() throws {
        var bench = bench(heardUntil: 4.1, to: 4)
        bench.at(4.5, "place", "\"id\":\"garden\"")
        bench.stand(2, 0, from: 5, to: 12, in: "garden")
        bench.end(12)
        let story = try bench.story("goal", "route", "ended")
        #expect(story.prefix(3) == ["1 goal 15.0 0.0 live", "1 route AB,BC", "4.5 goal 15.0 0.0 last"])
        #expect(story.last?.hasSuffix("route GH,gate|BC") == true)
        #expect(try bench.words(.personQuiet).count == 1)
    }

    @Test func `The robot that comes into a place from which a way leads back is led to where they were last`() throws {
        // the route itself leads out through the garden and in again, as the corridor is closed
        var bench = PersonBench()
        var flat = PersonBench.flat
        flat.connections.removeAll { $0.id == "BC" }
        let back = Portal(connection: PersonBench.way("B", "H", id: "fence"), fromPlace: "flat", toPlace: "garden")
        var home = PersonBench.world.groups[0]
        home.portals.append(back)
        bench.world = World(places: [flat, PersonBench.garden], groups: [home])
        bench.stays(20, 5, from: 0.1, to: 30.1)
        bench.go(1, ",\"from\":\"A\"")
        for second in [5.0, 10, 15, 20, 25] { bench.at(second, "confirm") }
        bench.end(40)
        #expect(
            try bench.story("goal", "route", "place", "step", "arrived", "ended") == [
                "0 place flat", "1 goal 20.0 5.0 live", "1 route AB,fence|GH,gate|CD", "1 step 1/5 B",
                "5 step 2/5 H", "10 place garden", "10 goal 20.0 5.0 last", "10 step 3/5 G", "15 step 4/5 C",
                "20 place flat", "20 step 5/5 to sam", "20.1 goal 20.0 5.0 live", "25 arrived sam",
                "35 ended arrived",
            ])
        #expect(try bench.ofPeople().count == 3)
    }

    @Test func `Who comes back is followed again, and that is said once`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.stays(17, 0, from: 14.1, to: 20.1)
        bench.end(20.1)
        #expect(
            try bench.story("goal") == [
                "1 goal 15.0 0.0 live", "9.1 goal 15.0 0.0 last", "14.1 goal 17.0 0.0 live",
            ])
        #expect(try bench.ofPeople() == ["9.1 " + Self.quiet, "14.1 " + Self.back])
    }

    @Test func `Who goes quiet twice is told twice, with the return between`() throws {
        var bench = bench(heardUntil: 2.1, to: 40)
        bench.stays(15, 0, from: 12.1, to: 15.1)
        bench.stays(15, 0, from: 27.1, to: 30.1)
        bench.end(32)
        #expect(
            try bench.ofPeople() == [
                "7.1 " + Self.quiet, "12.1 " + Self.back, "20.1 " + Self.quiet, "27.1 " + Self.back,
            ])
    }

    @Test func `A silence that could not be voiced has no end that is said`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.at(5, "talking", "\"on\":true")
        bench.at(5.5, "peerQuiet", "\"device\":\"sam\"")
        bench.stays(15, 0, from: 8.1, to: 14.1)
        bench.at(10, "talking", "\"on\":false")
        bench.end(15)
        #expect(try bench.ofPeople() == [])
        #expect(try bench.story("goal").count == 3)
    }

    @Test func `Who was said to be quiet and is quiet again before the return is voiced is not told of twice`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.at(5, "peerQuiet", "\"device\":\"sam\"")
        bench.at(10, "talking", "\"on\":true")
        bench.peer(11, 15, 0)
        bench.at(12, "peerQuiet", "\"device\":\"sam\"")
        bench.at(14, "talking", "\"on\":false")
        bench.end(20)
        #expect(try bench.ofPeople() == ["5 " + Self.quiet])
    }

    @Test func `Arriving where they were last says so, ends the route, and is no arrival`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 6)
        bench.stays(5, 0, from: 0.1, to: 1.1)
        bench.go(1)
        let there = bench.walk((0, 0), (5, 0), from: 6.5)
        bench.end(there + 15)
        #expect(try bench.story("arrived", "ended") == ["10.5 ended arrived"])
        #expect(try bench.ofPeople().last == "10.5 This is where Sam's iPhone was last seen.")
    }

    @Test(arguments: [
        (60.0, "."), (60.1, ", 1 minute ago."), (119.9, ", 1 minute ago."), (120, ", 2 minutes ago."),
        (200, ", 3 minutes ago."), (3_661, ", 61 minutes ago."),
    ])
    func `The age of a last sighting is said when it is over a minute`(age: Double, ending: String) throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 1)
        bench.peer(0, 5, 0)
        bench.go(1)
        bench.pose(age - 2.5, 0, 0)
        bench.pose(age - 2, 0, 0)
        bench.pose(age - 1.5, 1, 0)
        bench.pose(age - 1, 2, 0)
        bench.pose(age - 0.5, 3, 0)
        bench.pose(age, 4, 0)
        bench.end(age + 9)
        #expect(
            try bench.words(.personLastSeenHere).map { $0.drop { $0 != "T" } }
                == ["This is where Sam's iPhone was last seen" + ending])
        #expect(
            try bench.story("ended") == [
                CoreBench.decimal(Int64((age * 10).rounded()) * 100_000_000) + " ended arrived"
            ])
    }

    @Test func `The age is that of the last sighting here, not of one elsewhere`() throws {
        var bench = PersonBench()
        bench.pose(0, 0, 0)
        bench.peer(0, 5, 0)
        bench.go(1)
        for second in stride(from: 3.0, to: 190, by: 4) { bench.peer(second, 1, 1, in: "garden") }
        bench.stand(0, 0, from: 183, to: 187)
        bench.walk((0, 0), (4, 0), from: 187)
        bench.end(200)
        #expect(
            try bench.words(.personLastSeenHere)
                == ["191 This is where Sam's iPhone was last seen, 3 minutes ago."])
    }

    @Test func `Going to who is quiet leads to the last sighting, and that is said first`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 15)
        bench.peer(0.1, 15, 0)
        bench.go(8)
        bench.end(15)
        #expect(try bench.story("goal", "route") == ["8 goal 15.0 0.0 last", "8 route AB,BC"])
        let words = try bench.words(.personQuiet, .instruction)
        #expect(words.first == "8 " + Self.quiet)
        #expect(words.count == 2)
    }

    @Test func `Who was gone to while quiet comes back like anybody`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 20)
        bench.peer(0.1, 15, 0)
        bench.at(3, "peerQuiet", "\"device\":\"sam\"")
        bench.go(4)
        bench.stays(15, 0, from: 12.1, to: 16.1)
        bench.end(17)
        #expect(try bench.story("goal") == ["4 goal 15.0 0.0 last", "12.1 goal 15.0 0.0 live"])
        #expect(try bench.ofPeople() == ["4 " + Self.quiet, "12.1 " + Self.back])
    }

    @Test func `Who is removed while being gone to is gone, and so is the sighting`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.at(5, "peerRemoved", "\"device\":\"sam\"")
        bench.go(12)
        bench.end(20)
        #expect(try bench.story("goal", "ended", "route").suffix(2) == ["5 ended stopped", "12 route notHere"])
        #expect(try bench.ofPeople() == ["5 Sam's iPhone is no longer paired. Guidance has ended."])
        #expect(try bench.words(.noRoute) == ["12 I do not know where that person is."])
    }

    @Test func `Who stops a route hears nothing more of the person`() throws {
        var bench = bench(heardUntil: 4.1)
        bench.at(5, "talking", "\"on\":true")
        bench.at(6, "peerQuiet", "\"device\":\"sam\"")
        bench.at(7, "stop")
        bench.at(8, "talking", "\"on\":false")
        bench.stays(18, 0, from: 9.1, to: 14.1)
        bench.end(25)
        #expect(try bench.ofPeople() == [])
        #expect(try bench.story("goal", "ended").last == "7 ended stopped")
    }

    @Test func `While tracking is lost, no stale pose arrives at who walks up; once it is found, it does`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 2)
        bench.stays(5, 0, from: 0.1, to: 3.1)
        bench.go(1)
        bench.stays(0.5, 0, from: 4.1, to: 12.1)
        bench.stand(0, 0, from: 8, to: 12)
        bench.end(12)
        let story = try bench.story("state", "arrived").filter { !$0.contains("depth") }
        #expect(story.contains("3.5 tracking lost"))
        #expect(story.last == "9.5 arrived sam" || story.last == "10 arrived sam", "\(story)")
    }

    @Test func `Limited poses say nothing of arriving`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 2)
        bench.stays(5, 0, from: 0.1, to: 6.1)
        bench.go(1)
        for index in 0..<8 { bench.pose(2.5 + Double(index) / 2, 4.5, 0, ",\"tracking\":\"limited\"") }
        bench.end(6)
        #expect(try bench.story("arrived", "ended") == [])
    }
}
