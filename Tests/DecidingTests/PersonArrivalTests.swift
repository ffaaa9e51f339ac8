import Announcing
import Deciding
import Testing

/// people.md: arriving at a person, and who walks on within ten seconds of it.
struct PersonArrivalTests {
    /// The robot stands at A; Sam stands at a distance along the corridor.
    private func bench(sam metres: Double, until: Double = 40) -> PersonBench {
        var bench = PersonBench()
        bench.stays(metres, 0, from: 0.1, to: until)
        bench.stand(0, 0, from: 0, to: 2)
        bench.go(1)
        return bench
    }

    @Test(arguments: [(1.0, true), (0.999, true), (1.000_001, false), (1.1, false)])
    func `One metre is there, more is not`(metres: Double, arrives: Bool) throws {
        var bench = bench(sam: 6)
        bench.walk((0, 0), (5, 0), from: 2)
        bench.stand(6 - metres, 0, from: 7.5, to: 8.5)
        bench.end(8.6)
        let arrived = try bench.story("arrived")
        if metres < 1.1, metres >= 1 {
            // the walk itself ends one metre away
            #expect(arrived == ["7 arrived sam"])
        } else {
            #expect(arrived.isEmpty == false)
        }
        var far = self.bench(sam: 6)
        far.walk((0, 0), (4, 0), from: 2)
        far.stand(6 - metres, 0, from: 6.5, to: 8.5)
        far.end(8.6)
        #expect(try far.story("arrived") == (arrives ? ["6.5 arrived sam"] : []))
    }

    @Test func `Arriving says so once, and the route ends ten seconds later`() throws {
        var bench = bench(sam: 5)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.stand(4, 0, from: 6.5, to: 30)
        bench.end(30)
        #expect(
            try bench.lines("arrived", "ended") == [
                #"{"t":6,"type":"arrived","device":"sam"}"#, #"{"t":16,"type":"ended","why":"arrived"}"#,
            ])
        #expect(try bench.ofPeople() == ["6 Sam's iPhone is here."])
    }

    @Test func `Who walks up to the robot is arrived at too`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 10)
        bench.stays(5, 0, from: 0.1, to: 3.1)
        bench.go(1)
        bench.peer(4.1, 0.9, 0)
        bench.end(10)
        #expect(try bench.story("arrived") == ["4.1 arrived sam"])
    }

    @Test(arguments: [(2.999, false), (3.0, true), (3.5, true)])
    func `Three metres away within ten seconds is walking on`(metres: Double, moves: Bool) throws {
        var bench = bench(sam: 5, until: 7.1)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.stand(4, 0, from: 6.5, to: 30)
        bench.stays(4 + metres, 0, from: 8.1, to: 29.1)
        bench.end(29)
        #expect(
            try bench.story("arrived", "ended") == (moves ? ["6 arrived sam"] : ["6 arrived sam", "16 ended arrived"]))
        #expect(
            try bench.ofPeople()
                == (moves ? ["6 Sam's iPhone is here.", "8.1 Sam's iPhone is moving."] : ["6 Sam's iPhone is here."]))
    }

    @Test func `Who walks on is arrived at a second time, and the route ends ten seconds after that`() throws {
        var bench = bench(sam: 5, until: 8.1)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.stand(4, 0, from: 6.5, to: 10)
        bench.stays(9, 0, from: 9.1, to: 40.1)
        bench.walk((4, 0), (8, 0), from: 10)
        bench.stand(8, 0, from: 14.5, to: 30)
        bench.end(30)
        #expect(try bench.story("arrived", "ended") == ["6 arrived sam", "14 arrived sam", "24 ended arrived"])
        #expect(
            try bench.ofPeople() == [
                "6 Sam's iPhone is here.", "9.1 Sam's iPhone is moving.", "14 Sam's iPhone is here.",
            ])
        #expect(try bench.story("goal") == ["1 goal 5.0 0.0 live", "9.1 goal 9.0 0.0 live"])
    }

    @Test func `Walking on after ten seconds is after the end`() throws {
        var bench = bench(sam: 5, until: 15.1)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.stand(4, 0, from: 6.5, to: 30)
        bench.stays(9, 0, from: 16, to: 30)
        bench.end(30)
        #expect(try bench.story("arrived", "ended") == ["6 arrived sam", "16 ended arrived"])
        #expect(try bench.ofPeople() == ["6 Sam's iPhone is here."])
    }

    @Test func `The robot that walks past is three metres away as well`() throws {
        var bench = bench(sam: 5)
        let past = bench.walk((0, 0), (8.5, 0), from: 2)
        bench.stand(8.5, 0, from: past + 0.5, to: past + 20)
        bench.end(past + 20)
        #expect(try bench.story("arrived", "ended") == ["6 arrived sam"])
        #expect(try bench.ofPeople() == ["6 Sam's iPhone is here.", "10 Sam's iPhone is moving."])
    }

    @Test func `Once there, no step is said and none is confirmed`() throws {
        // Sam stands a step before B: arriving is within reach of B too
        var bench = PersonBench()
        bench.stays(10, 1.5, from: 0.1, to: 30.1)
        bench.pose(0, 4, 0)
        bench.go(0.5)
        bench.pose(1, 4, 0)
        bench.pose(1.5, 6, 0)
        bench.pose(2, 8, 0)
        bench.pose(2.5, 8.9, 0.9)
        for index in 0..<16 { bench.pose(3 + Double(index) / 2, 10, 0.6) }
        bench.at(8, "confirm")
        bench.end(20)
        #expect(try bench.story("step", "arrived", "ended").suffix(2) == ["3 arrived sam", "13 ended arrived"])
        #expect(try bench.words(.instruction) == ["0.5 Walk from A to B."])
    }

    @Test func `An instruction that waits is not said any more after arriving`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 6)
        bench.stays(5, 0, from: 0.1, to: 2.1)
        bench.at(0.5, "talking", "\"on\":true")
        bench.go(1)
        bench.stays(0.5, 0, from: 3.1, to: 6.1)
        bench.at(4, "talking", "\"on\":false")
        bench.end(6)
        #expect(try bench.words(.instruction) == [])
        #expect(try bench.ofPeople() == ["4 Sam's iPhone is here."])
    }

    @Test func `The person's word arrives, and the word again arrives no second time`() throws {
        var bench = PersonBench()
        bench.stays(8, 0, from: 0.1, to: 30.1)
        bench.go(1, ",\"from\":\"A\"")
        bench.at(5, "confirm")
        bench.at(7, "confirm")
        bench.end(20)
        #expect(try bench.story("arrived", "ended") == ["5 arrived sam", "15 ended arrived"])
        #expect(try bench.words(.personHere) == ["5 Sam's iPhone is here."])
        #expect(try bench.words(.reply).contains("7 Sam's iPhone is here."))
    }

    @Test func `Without poses, who walks on is three metres from where they were met`() throws {
        var bench = PersonBench()
        bench.stays(8, 0, from: 0.1, to: 6.1)
        bench.go(1, ",\"from\":\"A\"")
        bench.at(5, "confirm")
        bench.stays(10.9, 0, from: 7.1, to: 8.1)
        bench.stays(11, 0, from: 9.1, to: 20.1)
        bench.at(18, "confirm")
        bench.end(30)
        #expect(try bench.ofPeople().dropFirst().first == "9.1 Sam's iPhone is moving.")
        #expect(try bench.story("arrived", "ended").contains("5 arrived sam"))
        #expect(try bench.story("ended").first != "15 ended arrived")
    }

    @Test func `Being there already is an answer, and begins nothing`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 2)
        bench.stays(1, 0, from: 0.1, to: 2.1)
        bench.go(2)
        bench.end(12)
        #expect(try bench.story("route", "goal", "step", "ended", "arrived") == ["2 route alreadyThere"])
        #expect(try bench.words(.reply) == ["2 Sam's iPhone is here."])
    }

    @Test func `Being already where somebody quiet was last is told as just that`() throws {
        var bench = PersonBench()
        bench.peer(0.1, 0.5, 0)
        bench.stand(0, 0, from: 198, to: 200)
        bench.go(200)
        bench.end(210)
        #expect(try bench.story("route", "goal", "ended", "arrived") == ["200 route alreadyThere"])
        #expect(try bench.words(.reply) == ["200 This is where Sam's iPhone was last seen, 3 minutes ago."])
    }

    @Test func `Who goes quiet after being met does not undo the arrival`() throws {
        var bench = bench(sam: 5, until: 6.1)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.at(8, "peerQuiet", "\"device\":\"sam\"")
        bench.stand(4, 0, from: 6.5, to: 20)
        bench.end(20)
        #expect(try bench.story("goal", "arrived", "ended").suffix(2) == ["6 arrived sam", "16 ended arrived"])
        #expect(try bench.ofPeople() == ["6 Sam's iPhone is here."])
    }

    @Test func `The arrival can be repeated`() throws {
        var bench = bench(sam: 5)
        bench.walk((0, 0), (4, 0), from: 2)
        bench.stand(4, 0, from: 6.5, to: 12)
        bench.at(9, "repeat")
        bench.end(12)
        #expect(try bench.words(.reply) == ["9 Sam's iPhone is here."])
    }
}
