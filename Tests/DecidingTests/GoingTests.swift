import Testing

/// Where a route begins and ends, and what is said when there is none.
struct GoingTests {
    private static let line = "A----------B----------C"

    @Test func `Without a place nothing begins, and it is said`() throws {
        var lost = CoreBench(CoreBench.town)
        lost.go(1, to: "A")
        #expect(try lost.tale(until: 6) == ["1 route noNearbyStart"])
        #expect(try lost.said(until: 6).map(\.kind) == [.noRoute])
    }

    @Test func `Without a pose and a landmark confirmed before, there is no start`() throws {
        var bench = CoreBench(Self.line)
        bench.go(1, to: "C")
        #expect(try bench.tale(until: 6) == ["1 route noNearbyStart"])
        #expect(try bench.said(until: 6).map(\.kind) == [.noRoute])
    }

    @Test func `Without a pose a route begins at the landmark confirmed last`() throws {
        var bench = CoreBench(Self.line)
        bench.go(1, to: "C", from: "A")
        bench.confirm(3)
        bench.at(5, "stop")
        bench.go(6, to: "A")
        #expect(try bench.tale(until: 9).suffix(2) == ["6 route AB", "6 step 1/1 A"])
    }

    @Test func `From wins over a pose`() throws {
        var bench = CoreBench(Self.line)
        bench.stand(11, 0, from: 0, to: 1)
        bench.go(1, to: "C", from: "A")
        #expect(try bench.tale(until: 1) == ["1 route AB BC", "1 step 1/2 B"])
    }

    @Test(arguments: [(5.0, true), (5.001, false)])
    func `From a pose a way within 5 m is found, and not just beyond`(y: Double, found: Bool) throws {
        var bench = CoreBench(Self.line)
        bench.pose(1, 5, y)
        bench.go(1, to: "C")
        #expect(try bench.tale(until: 1).first == (found ? "1 route AB BC" : "1 route noNearbyStart"))
    }

    @Test func `A pose from before is not where one is`() throws {
        var bench = CoreBench(Self.line)
        bench.pose(1, 5, 0)
        bench.go(30, to: "C")
        #expect(try bench.tale(until: 30) == ["30 route noNearbyStart"])
    }

    @Test(arguments: [(1.0, true), (1.001, false)])
    func `Within 1 m of the destination one is there: a reply, and no route begins`(x: Double, isThere: Bool) throws {
        var bench = CoreBench(Self.line)
        bench.pose(1, x, 0)
        bench.go(1, to: "A")
        if isThere {
            #expect(try bench.tale(until: 4) == ["1 route alreadyThere"])
            #expect(try bench.heard(until: 2.4) == ["You are at A."])
            #expect(try bench.said(until: 2.4).map(\.kind) == [.reply])
        } else {
            #expect(try bench.tale(until: 2) == ["1 route AB", "1 step 1/1 A"])
        }
    }

    @Test func `Going to where one is during a route ends nothing`() throws {
        var bench = CoreBench(Self.line)
        bench.go(1, to: "C", from: "A")
        bench.go(4, to: "A", from: "A")
        bench.confirm(8)
        #expect(
            try bench.tale(until: 9) == ["1 route AB BC", "1 step 1/2 B", "4 route alreadyThere", "8 step 2/2 C"])
        #expect(try bench.heard(until: 9).contains("You are at A."))
    }

    @Test func `A go during a route ends the old one first, and nothing of the old is said`() throws {
        var bench = CoreBench(Self.line)
        bench.at(0.5, "talking", "\"on\":true")
        bench.go(1, to: "C", from: "A")
        bench.go(2, to: "B", from: "C")
        bench.at(3, "talking", "\"on\":false")
        #expect(
            try bench.tale(until: 6) == [
                "1 route AB BC", "1 step 1/2 B", "2 ended stopped", "2 route BC", "2 step 1/1 B",
            ])
        #expect(try bench.heard(until: 6) == ["Go from C to B."])
    }

    @Test func `What was to be known of the old route is not said of the new one`() throws {
        var bench = CoreBench("A--??--B------C")
        bench.at(0.5, "talking", "\"on\":true")
        bench.go(1, to: "B", from: "A", stepFree: true)
        bench.go(2, to: "C", from: "B", stepFree: false)
        bench.at(3, "talking", "\"on\":false")
        #expect(try bench.heard(until: 8) == ["Go from B to C."])
    }

    @Test(arguments: ["Z", "C"])
    func `A go that fails during a route says why, and the route goes on`(to: String) throws {
        var bench = CoreBench("A----------B----x-----C")
        bench.go(1, to: "B", from: "A")
        bench.go(4, to: to, from: "A")
        bench.confirm(12)
        let tale = try bench.tale(until: 16)
        #expect(tale.count == 5 && tale[2].hasPrefix("4 route ") && tale[3] == "12 arrived B")
        let said = try bench.said(until: 16)
        #expect(said.map(\.kind) == [.instruction, .noRoute, .arrived], "the failure is heard on the way")
    }

    @Test func `No way is said at once, with the connection's name and what could be done`() throws {
        var bench = CoreBench(Self.line) { map in
            map.connections[1].availability = .unavailable
            map.connections[1].name = "Glass bridge"
        }
        bench.go(1, to: "C", from: "A")
        #expect(try bench.tale(until: 8) == ["1 route blocked BC:unavailable"])
        let heard = try bench.heard(until: 8)
        #expect(heard == ["No way to C: Glass bridge cannot be used right now. Ask for help, or try again later."])
    }

    @Test func `In step-free mode stairs are no way, whatever the map says of them`() throws {
        var bench = CoreBench("A====B") { map in map.connections[0].stepFree = .confirmed }
        bench.go(1, to: "B", from: "A", stepFree: true)
        #expect(try bench.tale(until: 8) == ["1 route blocked AB:stairs"])
        #expect(try bench.heard(until: 8).first?.contains("stairs between A and B have steps") == true)
    }

    @Test func `The setting for step-free changes the way, and go without it keeps to it`() throws {
        let map = """
            A====B
            |    |
            C----D
            """
        var bench = CoreBench(map)
        bench.go(1, to: "B", from: "A")
        #expect(try bench.tale(until: 2).first == "1 route AB")
        bench = CoreBench(map)
        bench.at(0.5, "setting", "\"key\":\"guidance.stepFree\",\"value\":true")
        bench.go(1, to: "B", from: "A")
        #expect(try bench.tale(until: 2).first == "1 route AC CD BD")
        #expect(try bench.heard(until: 6).first == "This way is step-free.")
        bench.at(7, "stop")
        bench.go(8, to: "B", from: "A", stepFree: false)
        #expect(try bench.tale(until: 9).contains("8 route AB"), "what the person asks for wins over the setting")
    }

    @Test func `osmandapp/OsmAnd#13445: the unit of lengths changes what is heard`() throws {
        for (unit, text) in [("metric", "Go from A to B, 7 metres."), ("imperial", "Go from A to B, 22 feet.")] {
            var bench = CoreBench(Self.line) { $0.connections[0].displayLengthMetres = 7 }
            bench.at(0.5, "setting", "\"key\":\"units\",\"value\":\"\(unit)\"")
            bench.go(1, to: "B", from: "A")
            #expect(try bench.heard(until: 5) == [text])
        }
    }

    @Test func `Words that fit several go to the cheapest, the reply says so, and it stays that one`() throws {
        let map = """
            A----------B
            |
            |
            |
            |
            |
            |
            |
            |
            C
            """
        var bench = CoreBench(map) { map in
            for index in [1, 2] { map.landmarks[index].aliases = ["toilet"] }
        }
        bench.go(1, to: "toilet", from: "A")
        bench.connection(12, "AB", "unavailable")
        #expect(
            try bench.tale(until: 20) == [
                "1 route AB", "1 step 1/1 B", "12 route blocked AB:unavailable", "12 ended noRoute",
            ], "nobody is led to another place than the one that was named")
        let said = try bench.said(until: 12)
        #expect(said.first?.kind == .reply)
        #expect(said.first?.text.contains("B") == true)
    }

    @Test func `A position is walked to: its step has no landmark, and neither has the arrival`() throws {
        var bench = CoreBench(Self.line)
        bench.stand(0, 0, from: 0, to: 1)
        bench.at(1, "go", "\"x\":16,\"y\":0")
        bench.pose(2, 10.5, 0)
        bench.pose(3, 15.2, 0)
        #expect(
            try bench.tale(until: 3) == [
                "1 route AB BC", "1 step 1/2 B", "2 step 2/2 -", "3 arrived -", "3 ended arrived",
            ])
        #expect(try bench.heard(until: 8).last == "You have arrived.")
    }

    @Test func `A route of no connection leads up to its landmark`() throws {
        var bench = CoreBench(Self.line)
        bench.stand(0, 4, from: 0, to: 1)
        bench.go(1, to: "A")
        bench.pose(2, 0, 2)
        bench.pose(3, 0, 1)
        #expect(try bench.tale(until: 3) == ["1 route ", "1 step 1/1 A", "3 arrived A", "3 ended arrived"])
        #expect(try bench.heard(until: 2.5) == ["Go to A."])
    }

    // What is said before going

    @Test func `A demo map is said first and once, then what to know, then that the way is step-free`() throws {
        var bench = CoreBench("A--??--B------C") { $0.kind = .demo }
        bench.go(1, to: "C", from: "A", stepFree: true)
        bench.confirm(20)
        let said = try bench.said(until: 26)
        #expect(
            said.map(\.kind) == [.demoMap, .beforeYouGo, .beforeYouGo, .instruction, .instruction])
        #expect(said[0].text == "This is a demo map.")
        #expect(said[1].text.hasPrefix("Before you go"))
        #expect(said[1].text.contains("between A and B"))
        #expect(said[3].text == "Go from A to B.")
    }

    @Test func `After a new plan only what is new is said before going`() throws {
        let map = """
            A--??--B------C
                   |      |
                   D--??--E
            """
        var bench = CoreBench(map)
        bench.go(1, to: "C", from: "A", stepFree: true)
        bench.connection(20, "BC", "unavailable")
        let said = try bench.said(until: 40).filter { $0.kind == .beforeYouGo }.map(\.text)
        #expect(said.count == 3, "\(said)")
        #expect(said.first?.contains("between A and B") == true)
        #expect(said.last?.contains("between D and E") == true && said.last?.contains("A and B") == false)
    }
}
