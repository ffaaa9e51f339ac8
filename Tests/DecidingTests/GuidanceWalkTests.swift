import Testing

/// Walking a route: what confirms a step, and what does not.
struct GuidanceWalkTests {
    /// Along AB, down BC, along CD: A (0, 0), B (11, 0), C (11, −8), D (17, −8).
    private static let bend = """
        A----------B
                   |
                   |
                   |
                   C-----D
        """

    /// On the way from A to D with a pose at A.
    private func walking() -> CoreBench {
        var bench = CoreBench(Self.bend)
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        return bench
    }

    @Test func `A whole way is walked by confirmations alone`() throws {
        var bench = CoreBench(Self.bend)
        bench.go(1, to: "D", from: "A")
        bench.confirm(3, 5, 7)
        #expect(
            try bench.tale(until: 12) == [
                "1 route AB BC CD", "1 step 1/3 B", "3 step 2/3 C", "5 step 3/3 D", "7 arrived D", "7 ended arrived",
            ])
        #expect(
            try bench.heard(until: 12) == [
                "Go from A to B.", "Go from B to C.", "Go from C to D.", "You have arrived at D.",
            ])
    }

    @Test func `A whole way is walked by poses alone`() throws {
        var bench = walking()
        for (second, x) in [2.0, 4, 6, 8, 10.5].enumerated() { bench.pose(Double(2 + second), x, 0) }
        for (second, y) in [-2.0, -4, -6, -7.5].enumerated() { bench.pose(Double(7 + second), 11, y) }
        for (second, x) in [13.0, 15, 16.5].enumerated() { bench.pose(Double(11 + second), x, -8) }
        #expect(
            try bench.tale(until: 14) == [
                "1 route AB BC CD", "1 step 1/3 B", "6 step 2/3 C", "10 step 3/3 D", "13 arrived D", "13 ended arrived",
            ])
    }

    @Test func `Confirmations and poses mix`() throws {
        var bench = walking()
        bench.pose(2, 8, 0)
        bench.confirm(2.5)
        bench.pose(3, 11, -2)
        bench.pose(4, 11, -7.5)
        bench.confirm(4.5)
        #expect(
            try bench.tale(until: 5) == [
                "1 route AB BC CD", "1 step 1/3 B", "2.5 step 2/3 C", "4 step 3/3 D", "4.5 arrived D",
                "4.5 ended arrived",
            ])
    }

    @Test(arguments: [(10.0, true), (9.999, false), (12.0, true), (12.001, false)])
    func `A pose confirms within 1 m, and not just beyond`(x: Double, confirms: Bool) throws {
        var bench = walking()
        bench.pose(2, x, 0)
        #expect(try bench.tale(until: 2).contains("2 step 2/3 C") == confirms)
    }

    @Test(arguments: [
        ([9.5, 9.5, 9.5], 3.0, true), ([9.499, 9.499, 9.499], 3.0, false), ([9.6, 9.6, 9.6], 2.999, false),
        ([9.5, 9.6, 9.699], 3.0, true), ([9.5, 9.6, 9.7], 3.0, false),
    ])
    func `Standing within 1.5 m for 2 s confirms, under 0.2 m being standing`(
        xs: [Double], last: Double, confirms: Bool
    ) throws {
        var bench = walking()
        bench.pose(2, 5, 0)
        for (x, moment) in zip(xs, [3.0, 4, last + 2]) { bench.pose(moment, x, 0) }
        #expect(try bench.tale(until: 5.2).contains { $0.hasSuffix("step 2/3 C") } == confirms)
    }

    @Test(arguments: [
        (9.5, -2.0, true), (9.5, -1.99, false), (8.0, -3.5, true), (7.99, -3.5, false), (8.5, -2.5, false),
        (8.51, -2.5, true), (14.0, -4.0, true), (14.01, -4.0, false),
    ])
    func `Whoever cuts a corner is on the later step: within 3 m, nearer to it, 2 m along it`(
        x: Double, y: Double, cuts: Bool
    ) throws {
        var bench = walking()
        bench.pose(2, x, y)
        #expect(try bench.tale(until: 2).contains("2 step 2/3 C") == cuts)
    }

    @Test func `A corner may be cut over two steps, and what is skipped is not said`() throws {
        var bench = walking()
        bench.pose(2, 13, -7)
        #expect(try bench.tale(until: 6) == ["1 route AB BC CD", "1 step 1/3 B", "2 step 3/3 D"])
        #expect(try bench.heard(until: 3) == ["Go from A to B.", "Go from C to D."])
    }

    @Test(arguments: ["limited", "lost"])
    func `A pose that the localiser does not stand by confirms nothing`(tracking: String) throws {
        var bench = walking()
        bench.pose(2, 11, 0, tracking: tracking)
        #expect(try bench.tale(until: 2) == ["1 route AB BC CD", "1 step 1/3 B"])
    }

    @Test func `A pose beyond 10 km, or of another place, confirms nothing`() throws {
        var far = CoreBench("A----------B") { map in
            for index in map.landmarks.indices { map.landmarks[index].position?.x += 9_995 }
        }
        far.pose(0, 9_995, 0)
        far.go(1, to: "B", from: "A")
        far.pose(1.2, 10_005.5, 0)
        #expect(try far.tale(until: 2) == ["1 route AB", "1 step 1/1 B"])
        var other = CoreBench.twoFloors()
        other.pose(1, 0, 0, in: "low")
        other.go(1, to: "C", from: "A")
        other.pose(2, 11, 0, in: "high")
        #expect(try other.tale(until: 2) == ["0 place low", "1 route AB BC", "1 step 1/2 B"])
    }

    @Test func `The person's own word confirms while poses are lost`() throws {
        var bench = walking()
        bench.pose(2, 11, 0, tracking: "lost")
        bench.confirm(2.5)
        #expect(try bench.tale(until: 2.5).last == "2.5 step 2/3 C")
    }

    @Test func `A way so short that one stands at both its ends is walked`() throws {
        var bench = CoreBench("A----------B-C") { map in map.landmarks[2].position = .init(x: 11.01, y: 0) }
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "C")
        bench.stand(11, 0, from: 2, to: 3)
        #expect(try bench.tale(until: 3).suffix(3) == ["2 step 2/2 C", "3 arrived C", "3 ended arrived"])
    }

    @Test func `Three flights with one text are one instruction, confirmed once at their end`() throws {
        var bench = CoreBench("A====B====C====D") { map in
            for index in map.connections.indices { map.connections[index].instruction = "Go up the stairs." }
        }
        bench.go(1, to: "D", from: "A")
        bench.confirm(3)
        #expect(
            try bench.tale(until: 6) == ["1 route AB BC CD", "1 step 1/1 D", "3 arrived D", "3 ended arrived"])
        #expect(try bench.heard(until: 6) == ["Go up the stairs.", "You have arrived at D."])
    }

    @Test(arguments: [1.0, 2.0])
    func `hulop/NavCogIOS#11: a way of one or two steps says its first instruction and the arrival`(steps: Double)
        throws
    {
        var bench = CoreBench("A----B----C")
        bench.go(1, to: steps == 1 ? "B" : "C", from: "A")
        bench.confirm(4)
        if steps == 2 { bench.confirm(7) }
        let heard = try bench.heard(until: 10)
        #expect(heard.first == "Go from A to B.")
        #expect(heard.last == (steps == 1 ? "You have arrived at B." : "You have arrived at C."))
        #expect(heard.count == Int(steps) + 1)
    }

    @Test func `Arrival is the name and the note in one utterance`() throws {
        var bench = CoreBench("A----B") { map in map.landmarks[1].note = "The door opens towards you." }
        bench.go(1, to: "B", from: "A")
        bench.confirm(4)
        #expect(try bench.heard(until: 9).last == "You have arrived at B. The door opens towards you.")
        #expect(try bench.said(until: 9).last?.kind == .arrived)
    }

    @Test func `An instruction that was not begun gives way to the next`() throws {
        var bench = CoreBench(Self.bend)
        bench.at(0.9, "talking", "\"on\":true")
        bench.go(1, to: "D", from: "A")
        bench.confirm(1.5)
        bench.at(2, "talking", "\"on\":false")
        #expect(try bench.heard(until: 6) == ["Go from B to C."])
    }

    @Test func `An instruction under way is hushed when its step is over`() throws {
        var bench = CoreBench("A----B----C") { map in
            map.connections[0].instruction = String(repeating: "Go on and on. ", count: 5) + "Stop there."
        }
        bench.go(1, to: "C", from: "A")
        bench.confirm(2)
        var ended = bench
        ended.at(8, "end")
        #expect(try ended.story("hush") == ["2 hush 1"])
        #expect(try bench.heard(until: 8).last == "Go from B to C.")
    }
}
