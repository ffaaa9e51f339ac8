import Evidence
import Testing

/// A route leads through several places: who says that the next is reached, and what follows.
struct GuidanceAcrossPlacesTests {
    private func riding() -> CoreBench {
        var bench = CoreBench.twoFloors()
        bench.go(1, to: "high/C", from: "A")
        bench.confirm(3, 5)
        return bench
    }

    private static let upToTheRide = ["0 place low", "1 route AB BC ride | AB BC", "1 step 1/5 B", "3 step 2/5 C"]

    @Test func `Confirming the step that ends in another place switches to it`() throws {
        var bench = riding()
        bench.confirm(7, 9, 11)
        #expect(
            try bench.tale(until: 12) == Self.upToTheRide + [
                "5 step 3/5 A", "7 place high", "7 step 4/5 B", "9 step 5/5 C", "11 arrived C", "11 ended arrived",
            ])
    }

    @Test func `c3nav/c3nav#297: the ride says the floor that it leads to`() throws {
        #expect(try riding().heard(until: 9).contains("Take the elevator to Floor 2."))
    }

    @Test func `opentripplanner/OpenTripPlanner#2748: after the ride come the authored words, and no turn is made up`()
        throws
    {
        var bench = riding()
        bench.confirm(7)
        let heard = try bench.heard(until: 11)
        #expect(heard.filter { $0.contains("left") || $0.contains("right") } == [])
        #expect(heard.contains("Go from A to B."))
    }

    @Test func `A place that is confirmed from outside confirms the ride, and is told once`() throws {
        var bench = riding()
        bench.at(7, "place", "\"id\":\"high\"")
        #expect(try bench.tale(until: 8).dropFirst(4) == ["5 step 3/5 A", "7 place high", "7 step 4/5 B"])
    }

    @Test func `A place confirmed while an earlier step is walked takes what lies before as done`() throws {
        var bench = CoreBench.twoFloors()
        bench.go(1, to: "high/C", from: "A")
        bench.at(4, "place", "\"id\":\"high\"")
        #expect(try bench.tale(until: 5).suffix(2) == ["4 place high", "4 step 4/5 B"])
    }

    @Test func `A pose of the place that the ride leads to confirms it while it is the present step`() throws {
        var bench = CoreBench.twoFloors()
        bench.go(1, to: "high/C", from: "A")
        bench.confirm(3)
        var early = bench
        early.pose(4, 0, 0, in: "high")
        early.confirm(5)
        #expect(try early.tale(until: 5).last == "5 step 3/5 A", "before the ride it says nothing")
        bench.confirm(5)
        bench.pose(6, 5, 0, in: "high")
        #expect(try bench.tale(until: 6).suffix(2) == ["6 place high", "6 step 4/5 B"])
    }

    @Test func `The same place confirmed twice changes nothing`() throws {
        var bench = riding()
        bench.at(7, "place", "\"id\":\"high\"")
        bench.at(8, "place", "\"id\":\"high\"")
        #expect(try bench.tale(until: 9).suffix(2) == ["7 place high", "7 step 4/5 B"])
    }

    @Test func `Back across the ride leads into the place before`() throws {
        var bench = riding()
        bench.confirm(7)
        bench.at(9, "back")
        #expect(try bench.tale(until: 10).suffix(2) == ["9 place low", "9 step 3/5 A"])
        #expect(try bench.heard(until: 14).last == "Take the elevator to Floor 2.")
        bench.confirm(15)
        #expect(try bench.tale(until: 15).suffix(2) == ["15 place high", "15 step 4/5 B"])
    }

    @Test func `A ride opened again is not confirmed by a pose of somebody who has not been back`() throws {
        var bench = CoreBench.twoFloors()
        bench.stand(22, 0, from: 0, to: 1, in: "low")
        bench.go(1, to: "high/C", from: "C")
        bench.pose(2, 0, 0, in: "high")
        bench.at(2.5, "back")
        bench.stand(0, 0, from: 3, to: 4, in: "high")
        #expect(try bench.tale(until: 4).suffix(2) == ["2.5 place low", "2.5 step 1/3 A"])
        bench.pose(5, 22, 0, in: "low")
        bench.pose(6, 0, 0, in: "high")
        #expect(try bench.tale(until: 6).suffix(2) == ["6 place high", "6 step 2/3 B"])
    }

    @Test func `A place off the way has the way planned anew from the pose there`() throws {
        var bench = CoreBench.twoFloors()
        bench.at(0, "place", "\"id\":\"high\"")
        bench.go(1, to: "high/C", from: "A")
        bench.pose(3, 22, 0, in: "low")
        bench.at(3.5, "place", "\"id\":\"low\"")
        #expect(try bench.tale(until: 4).suffix(3) == ["3.5 place low", "3.5 route ride | AB BC", "3.5 step 1/3 A"])
        #expect(try bench.said(until: 9).contains { $0.kind == .wayChanged })
    }

    @Test func `A place with no way on ends the route, and that is said`() throws {
        var bench = CoreBench.twoFloors { building, _, _ in building.floors[1].places.append("loft") }
        bench.go(1, to: "B", from: "A")
        bench.at(4, "place", "\"id\":\"loft\"")
        #expect(try bench.tale(until: 5).suffix(3) == ["4 place loft", "4 route noNearbyStart", "4 ended noRoute"])
        #expect(try bench.said(until: 9).last?.kind == .noRoute)
    }

    @Test func `Rides that are one step may be left halfway, and go on`() throws {
        let low = "A----------B"
        var bench = CoreBench.twoFloors { building, _, _ in
            var second = building.portals[0]
            second.connection.id = "ride2"
            second.connection.from = "A"
            second.connection.to = "A"
            second.fromPlace = "high"
            second.toPlace = "top"
            building.portals.append(second)
            building.floors.append(.init(id: "f3", name: "Floor 3", places: ["top"]))
        }
        bench.world = .init(
            places: bench.world.places + [DrawnMap(low, id: "top", name: "Top").place], groups: bench.world.groups)
        bench.go(1, to: "top/B", from: "C")
        #expect(try bench.tale(until: 2).suffix(2) == ["1 route ride | ride2 | AB", "1 step 1/2 A"])
        #expect(try bench.heard(until: 5) == ["Take the elevator to Floor 3."])
        bench.at(6, "place", "\"id\":\"high\"")
        bench.at(8, "place", "\"id\":\"top\"")
        #expect(try bench.tale(until: 9).suffix(3) == ["6 place high", "8 place top", "8 step 2/2 B"])
    }

    @Test func `An elevator out of service on the way: the way changes, and why, before the new instruction`() throws {
        var bench = try CoreBench.demo()
        bench.at(0, "place", "\"id\":\"ternwick-ground\"")
        bench.go(1, to: "ternwick-second/help-desk", from: "lobby", stepFree: true)
        bench.connection(30, "elevator-ground-second", "unavailable", in: "ternwick-ground")
        let tale = try bench.tale(until: 60)
        #expect(tale[1] == "1 route lobby-elevator elevator-ground-second | lobby-elevator lobby-desk")
        #expect(
            tale.contains(
                "30 route lobby-elevator elevator-ground-first | elevator-first-second | lobby-elevator lobby-desk"))
        let change = try bench.said(until: 60).first { $0.kind == .wayChanged }
        #expect(change?.text.contains("levator from the ground floor to Floor 2") == true)
    }

    @Test func `No elevator at all in step-free mode ends the route and names them`() throws {
        var bench = try CoreBench.demo()
        bench.at(0, "place", "\"id\":\"ternwick-ground\"")
        bench.go(1, to: "ternwick-first/library", from: "lobby", stepFree: true)
        bench.connection(30, "elevator-ground-second", "unavailable", in: "ternwick-ground")
        bench.connection(31, "elevator-ground-first", "unavailable", in: "ternwick-ground")
        let tale = try bench.tale(until: 60)
        #expect(tale.last == "31 ended noRoute")
        #expect(tale.dropLast().last?.hasPrefix("31 route blocked ") == true)
        #expect(try bench.said(until: 60).last?.kind == .noRoute)
    }
}
