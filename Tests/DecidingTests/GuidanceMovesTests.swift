import Testing

/// What the person says on the way: stop, back, repeat, next, confirm.
struct GuidanceMovesTests {
    private static let line = "A----------B----------C----------D"

    private func walking() -> CoreBench {
        var bench = CoreBench(Self.line)
        bench.go(1, to: "D", from: "A")
        return bench
    }

    @Test(arguments: ["confirm", "stop", "back", "next"])
    func `Without a route each move is answered`(move: String) throws {
        var bench = CoreBench(Self.line)
        bench.at(1, move)
        #expect(try bench.said(until: 4).map(\.kind) == [.reply])
        #expect(try bench.tale(until: 4).isEmpty)
    }

    @Test func `Stop ends the route, is answered, and nothing of it is said afterwards`() throws {
        var bench = walking()
        bench.at(1.2, "stop")
        bench.at(5, "confirm")
        #expect(try bench.tale(until: 8).last == "1.2 ended stopped")
        #expect(try bench.said(until: 8).map(\.kind) == [.instruction, .reply, .reply])
    }

    @Test func `Back says the earlier step's own instruction again`() throws {
        var bench = walking()
        bench.confirm(4)
        bench.at(7, "back")
        bench.confirm(10)
        #expect(
            try bench.tale(until: 12) == [
                "1 route AB BC CD", "1 step 1/3 B", "4 step 2/3 C", "7 step 1/3 B", "10 step 2/3 C",
            ])
        #expect(
            try bench.heard(until: 12) == ["Go from A to B.", "Go from B to C.", "Go from A to B.", "Go from B to C."])
    }

    @Test func `Back at the first step is a reply, and nothing moves`() throws {
        var bench = walking()
        bench.at(3, "back")
        bench.at(6, "back")
        #expect(try bench.tale(until: 9).count == 2)
        #expect(try bench.said(until: 9).map(\.kind) == [.instruction, .reply, .reply])
    }

    /// At B by a pose, and back.
    private func reopened() -> CoreBench {
        var bench = CoreBench(Self.line)
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        bench.pose(2, 5, 0)
        bench.pose(3, 10.5, 0)
        bench.at(3.5, "back")
        return bench
    }

    @Test(arguments: [(9.501, false), (9.5, true), (8.0, true)])
    func `A step opened again is not confirmed by a pose until one has been 1.5 m away`(x: Double, leaves: Bool) throws
    {
        var bench = reopened()
        bench.pose(4, 10.8, 0)
        bench.pose(5, x, 0)
        bench.pose(6, 10.8, 0)
        let tale = try bench.tale(until: 6)
        #expect(tale.contains("3.5 step 1/3 B"))
        #expect(tale.contains("6 step 2/3 C") == leaves)
        #expect(!tale.contains("4 step 2/3 C") && !tale.contains("5 step 2/3 C"))
    }

    @Test func `Standing does not confirm a step opened again`() throws {
        var bench = reopened()
        bench.stand(10.2, 0, from: 4, to: 8)
        #expect(try bench.tale(until: 8).last == "3.5 step 1/3 B")
    }

    @Test func `The person's word confirms a step opened again`() throws {
        var bench = reopened()
        bench.pose(4, 10.8, 0)
        bench.confirm(4.5)
        #expect(try bench.tale(until: 4.5).last == "4.5 step 2/3 C")
    }

    @Test func `Whoever says back beyond the corner is not moved on by the next pose`() throws {
        var bench = CoreBench(Self.line)
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        bench.pose(2, 10.5, 0)
        bench.pose(3, 14, 0)
        bench.at(3.5, "back")
        bench.stand(14, 0, from: 4, to: 6)
        #expect(try bench.tale(until: 6).last == "3.5 step 1/3 B")
        bench.pose(7, 9, 0)
        bench.pose(8, 10.5, 0)
        #expect(try bench.tale(until: 8).last == "8 step 2/3 C")
        bench.at(8.5, "back")
        bench.pose(9, 9, 0)
        bench.pose(10, 14, 0)
        #expect(try bench.tale(until: 10).last == "10 step 2/3 C", "back on its way, a corner may be cut again")
    }

    @Test func `soundscape-community/soundscape#87: repeat says the last of guidance again, or that there is none`()
        throws
    {
        var bench = CoreBench(Self.line)
        bench.at(1, "repeat")
        #expect(try bench.heard(until: 3) == ["Nothing to repeat."])
        bench.go(3, to: "D", from: "A")
        bench.at(6, "repeat")
        bench.at(9, "next")
        bench.at(13, "repeat")
        let said = try bench.said(until: 17)
        #expect(said.map(\.text).filter { $0 == "Go from A to B." }.count == 3)
        #expect(said.map(\.kind) == [.reply, .instruction, .reply, .reply, .reply])
        bench.at(17, "stop")
        bench.at(20, "repeat")
        #expect(try bench.heard(until: 23).last == "Go from A to B.", "it was the last that guidance said")
    }

    @Test func `Repeat after arriving says the arrival`() throws {
        var bench = CoreBench("A----B")
        bench.go(1, to: "B", from: "A")
        bench.confirm(4)
        bench.at(8, "repeat")
        #expect(try bench.heard(until: 12).suffix(2) == ["You have arrived at B.", "You have arrived at B."])
    }

    @Test func `Next tells what comes after this step, and of the last that it is the last`() throws {
        var bench = CoreBench("A----B----C")
        bench.go(1, to: "C", from: "A")
        bench.at(4, "next")
        bench.confirm(8)
        bench.at(12, "next")
        let heard = try bench.heard(until: 16)
        #expect(heard.contains { $0.hasSuffix("Go from B to C.") && $0 != "Go from B to C." })
        #expect(try bench.said(until: 16).last?.kind == .reply)
        #expect(heard.last?.contains("C") == true, "the last step leads to C: \(heard.last ?? "")")
        #expect(try bench.tale(until: 16) == ["1 route AB BC", "1 step 1/2 B", "8 step 2/2 C"])
    }
}
