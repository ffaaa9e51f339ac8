import Testing

/// The way changes while it is walked: a way is closed or opens, or the walker leaves it.
struct ReplanOnTheWayTests {
    /// A (0, 0), B (11, 0), C (0, −10), D (11, −10); from A to D over B or over C is equally far, and B wins.
    private static let square = """
        A----------B
        |          |
        |          |
        |          |
        |          |
        C----------D
        """

    private func walking(pose: Bool = false, change: (inout CoreBench) -> Void = { _ in }) -> CoreBench {
        var bench = CoreBench(Self.square)
        if pose { bench.stand(0, 0, from: 0, to: 1) }
        bench.go(1, to: "D", from: pose ? nil : "A")
        change(&bench)
        return bench
    }

    // Closed

    @Test func `A closed way on the way is left for another at once, from the landmark confirmed last`() throws {
        let bench = walking { $0.connection(4, "BD", "unavailable") }
        #expect(
            try bench.tale(until: 12) == ["1 route AB BD", "1 step 1/2 B", "4 route AC CD", "4 step 1/2 C"])
        let said = try bench.said(until: 12)
        #expect(said.map(\.kind) == [.instruction, .wayChanged, .instruction])
        #expect(said[1].text.contains("between B and D"), "it says what changed: \(said[1].text)")
        #expect(said[2].text == "Go from A to C.")
    }

    @Test func `Whoever is at B already is led back`() throws {
        let bench = walking {
            $0.confirm(3)
            $0.connection(5, "BD", "unavailable")
        }
        #expect(try bench.tale(until: 6).suffix(2) == ["5 route AB AC CD", "5 step 1/3 A"])
    }

    @Test func `A step that is still on the way is kept and not said again`() throws {
        var bench = CoreBench(
            """
            A----B------D
                 |      |
                 C------E
            """)
        bench.go(1, to: "D", from: "A")
        bench.connection(4, "BD", "unavailable")
        #expect(
            try bench.tale(until: 12) == ["1 route AB BD", "1 step 1/2 B", "4 route AB BC CE DE", "4 step 1/4 B"])
        #expect(try bench.said(until: 12).map(\.kind) == [.instruction, .wayChanged])
    }

    @Test func `The same words in the other direction are another step, and are said`() throws {
        let map = """
            C------A------B
            |             |
            |             |
            D-------------E
            """
        var bench = CoreBench(map) { map in
            for index in map.connections.indices {
                map.connections[index].instruction = "Walk along the corridor."
                map.connections[index].returnInstruction = "Walk along the corridor."
                map.connections[index].kind = index % 2 == 0 ? .path : .door
            }
        }
        bench.stand(7, 0, from: 0, to: 1)
        bench.go(1, to: "E")
        bench.pose(2, 10, 0)
        bench.connection(2.5, "BE", "unavailable")
        bench.stand(10, 0, from: 3, to: 9)
        let tale = try bench.tale(until: 9)
        #expect(tale.first == "1 route AB BE")
        #expect(tale.contains("2.5 route AB AC CD DE"))
        #expect(try bench.said(until: 9).map(\.kind) == [.instruction, .wayChanged, .instruction])
    }

    @Test func `With no other way that is said, and guidance has ended`() throws {
        var bench = CoreBench("A------B------C")
        bench.go(1, to: "C", from: "A")
        bench.connection(4, "BC", "unavailable")
        bench.connection(14, "BC", "available")
        bench.confirm(15)
        #expect(
            try bench.tale(until: 20) == [
                "1 route AB BC", "1 step 1/2 B", "4 route blocked BC:unavailable", "4 ended noRoute",
            ])
        let said = try bench.said(until: 20)
        #expect(said.map(\.kind) == [.instruction, .noRoute, .reply])
        #expect(said[1].text.contains("No way to C: the path between B and C cannot be used right now."))
    }

    @Test func `What is closed behind the walker changes nothing`() throws {
        let bench = walking {
            $0.confirm(4)
            $0.connection(5, "AB", "unavailable")
        }
        #expect(try bench.tale(until: 9).last == "4 step 2/2 D")
        #expect(try bench.said(until: 9).map(\.kind) == [.instruction, .instruction])
    }

    @Test func `The change is said before the new instruction, and the old one not any more`() throws {
        let bench = walking {
            $0.at(0.5, "talking", "\"on\":true")
            $0.connection(2, "BD", "unavailable")
            $0.at(3, "talking", "\"on\":false")
        }
        let said = try bench.said(until: 12)
        #expect(said.map(\.kind) == [.wayChanged, .instruction])
        #expect(said.last?.text == "Go from A to C.")
    }

    @Test func `Closed and open again in one moment leaves the way of that moment`() throws {
        let bench = walking {
            $0.connection(4, "BD", "unavailable")
            $0.connection(4, "BD", "available")
            $0.confirm(20)
        }
        #expect(try bench.tale(until: 21).last == "20 step 2/2 D")
        #expect(try bench.said(until: 21).filter { $0.kind == .wayChanged }.count == 1)
    }

    // Better

    /// Over B it costs `present`, over C `other`; C is closed until second 4.
    private func opening(present: Double, other: Double) -> CoreBench {
        var bench = CoreBench(Self.square) { map in
            for index in map.connections.indices {
                let isOverB = map.connections[index].id.contains("B")
                map.connections[index].cost = (isOverB ? present : other) / 2
                if map.connections[index].id == "AC" { map.connections[index].availability = .unavailable }
            }
        }
        bench.go(1, to: "D", from: "A")
        bench.connection(4, "AC", "available")
        return bench
    }

    @Test(arguments: [
        (40.0, 38.0, true), (40, 38.000002, false), (30, 28, true), (30, 28.000002, false), (100, 95, true),
        (100, 95.000002, false), (4, 2, true), (3, 1.5, false),
    ])
    func `A way that opens is taken if it is better by 5 % and 2 units, and not for less`(
        present: Double, other: Double, switches: Bool
    ) throws {
        let bench = opening(present: present, other: other)
        let rest = try bench.tale(until: 9).dropFirst(2)
        #expect(rest == (switches ? ["4 route AC CD", "4 step 1/2 C"] : []))
        let said = try bench.said(until: 12)
        #expect(said.map(\.kind) == (switches ? [.instruction, .wayChanged, .instruction] : [.instruction]))
        if switches { #expect(said[1].text.contains("between A and C")) }
    }

    @Test func `A change elsewhere is not given as the reason for a better way`() throws {
        var bench = CoreBench(
            """
            A----------B-------E
            |          |
            |          |
            |          |
            |          |
            C----------D
            """)
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        bench.pose(2, 0, -2.9)
        bench.connection(2.5, "BE", "unavailable")
        let said = try bench.said(until: 3)
        #expect(said.allSatisfy { $0.kind != .wayChanged || !$0.text.contains("B and E") })
    }

    // Off the route

    @Test(arguments: [(-3.001, true), (-3.0, false)])
    func `More than 3 m off for 3 s is off the route, exactly 3 m is not`(y: Double, isOff: Bool) throws {
        var bench = walking(pose: true)
        bench.stand(0, y, from: 2, to: 9)
        let rest = try bench.tale(until: 9).dropFirst(2)
        #expect(rest == (isOff ? ["5 route AC CD", "5 step 1/2 C"] : []))
        #expect(try bench.said(until: 14).contains { $0.kind == .wayChanged } == isOff)
    }

    @Test func `Less than 3 s off is not off`() throws {
        var bench = walking(pose: true)
        bench.stand(0, -4, from: 2, to: 4)
        bench.pose(4.999, 0, -4)
        #expect(try bench.tale(until: 4.999).count == 2)
    }

    @Test func `Back on the way the 3 s begin anew`() throws {
        var bench = walking(pose: true)
        bench.stand(0, -4, from: 2, to: 4)
        bench.pose(5, 0, -2)
        bench.stand(0, -4, from: 6, to: 9)
        #expect(try bench.tale(until: 8).count == 2)
        #expect(try bench.tale(until: 9).contains("9 route AC CD"))
    }

    @Test func `A pose that the localiser does not stand by begins the 3 s anew`() throws {
        var bench = walking(pose: true)
        bench.stand(0, -4, from: 2, to: 4)
        bench.pose(4.5, 0, -4, tracking: "limited")
        bench.stand(0, -4, from: 5, to: 8)
        #expect(try bench.tale(until: 7).count == 2)
        #expect(try bench.tale(until: 8).contains("8 route AC CD"))
    }

    @Test func `Off the way with the same connections left, nothing is said and nothing changes`() throws {
        var bench = CoreBench("A--------------------B----------C")
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "C")
        bench.stand(5, 4, from: 2, to: 9)
        #expect(try bench.tale(until: 9).count == 2)
        #expect(try bench.said(until: 12).map(\.kind) == [.instruction])
    }

    @Test func `With nothing within 5 m it is said once, the way is kept, and tried again at 1 Hz`() throws {
        var bench = walking(pose: true)
        bench.stand(-5.01, 0, from: 2, to: 8)
        #expect(try bench.tale(until: 8).count == 2)
        #expect(try bench.said(until: 8).filter { $0.kind == .wayChanged }.count == 1)
        bench.pose(8.5, -3.2, -0.5)
        #expect(try bench.tale(until: 8.5).count == 2, "the last try was half a second ago")
        bench.pose(9, -3.2, -0.5)
        #expect(try bench.tale(until: 9).contains("9 route AC CD"))
    }

    @Test func `Lost again after having been back, it is said again`() throws {
        var bench = walking(pose: true)
        bench.stand(-5.01, 0, from: 2, to: 8)
        bench.pose(9, 0, 0)
        bench.stand(-5.01, 0, from: 10, to: 16)
        #expect(try bench.said(until: 18).filter { $0.kind == .wayChanged }.count == 2)
    }

    @Test func `A limited pose in between does not have it said again`() throws {
        var bench = walking(pose: true)
        bench.stand(-5.01, 0, from: 2, to: 8)
        bench.pose(8.5, -5.01, 0, tracking: "limited")
        bench.stand(-5.01, 0, from: 9, to: 16)
        #expect(try bench.said(until: 16).filter { $0.kind == .wayChanged }.count == 1)
    }

    @Test func `That no way is near is not said any more to somebody who is back`() throws {
        var bench = walking(pose: true)
        bench.at(1.5, "talking", "\"on\":true")
        bench.stand(-5.01, 0, from: 2, to: 7)
        bench.stand(0, 0, from: 8, to: 13)
        bench.at(8.5, "talking", "\"on\":false")
        let said = try bench.said(until: 13)
        #expect(!said.isEmpty && said.allSatisfy { $0.kind != .wayChanged })
    }

    @Test(arguments: [(12.0, true), (12.001, false)])
    func `On a way that is recorded over 20 % longer than it is straight nobody is off the route`(
        length: Double, isJudged: Bool
    ) throws {
        let map = """
            A---------B
            |         |
            |         |
            |         |
            |         |
            C---------D
            """
        var bench = CoreBench(map) { $0.connections[0].displayLengthMetres = length }
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        bench.stand(0, -4, from: 2, to: 6)
        #expect(try bench.tale(until: 6).contains { $0.hasSuffix("route AC CD") } == isJudged)
    }

    @Test func `Twenty per cent is twenty per cent at lengths that binary numbers miss`() throws {
        var bench = CoreBench(
            """
            A--B
            |  |
            |  |
            |  |
            C--D
            """
        ) { $0.connections[0].displayLengthMetres = 3.6 }
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "D")
        bench.stand(-0.2, -4.2, from: 2, to: 6)
        #expect(try bench.tale(until: 6).contains { $0.hasSuffix("route AC CD") })
    }

    @Test func `hulop/NavCogIOSv3#50: on a curved way that bends aside nobody has left it or turned back`() throws {
        var bench = CoreBench("A----------B----------C") { map in
            map.connections[0].path = [.init(x: 0, y: 8), .init(x: 11, y: 8)]
            map.connections[0].kind = .ramp
        }
        bench.stand(0, 0, from: 0, to: 1)
        bench.go(1, to: "C")
        let bow = [(0.0, 2.0), (0, 4), (0, 6), (0, 8), (2, 8), (4, 8), (6, 8), (8, 8), (10, 8), (11, 6), (11, 4)]
        for (second, point) in bow.enumerated() { bench.pose(Double(2 + second), point.0, point.1) }
        #expect(try bench.tale(until: 12) == ["1 route AB BC", "1 step 1/2 B"])
        #expect(try bench.said(until: 12).map(\.kind) == [.instruction])
        bench.pose(13, 11, 0.8)
        #expect(try bench.tale(until: 13).last == "13 step 2/2 C")
    }
}
