import Testing

/// The demo building is walked on all three floors.
struct DemoBuildingTests {
    @Test func `A walk from the street to the roof terrace, by confirmations alone`() throws {
        var bench = try CoreBench.demo()
        bench.at(0, "place", "\"id\":\"ternwick-ground\"")
        bench.go(1, to: "roof terrace", from: "main-entrance", stepFree: true)
        for step in 0..<12 { bench.confirm(20 + Double(step) * 10) }
        let tale = try bench.tale(until: 200)
        let steps = tale.filter { $0.contains(" step ") }
        #expect(steps.first == "1 step 1/8 foyer")
        #expect(tale.filter { $0.contains(" place ") }.count == 2)
        #expect(tale.suffix(2) == ["90 arrived terrace", "90 ended arrived"])
        let heard = try bench.said(until: 200)
        #expect(heard.first?.text == "This is a demo map.")
        #expect(heard.contains { $0.text == "Walk straight along the corridor, 20 metres." }, "two parts, one step")
        #expect(heard.contains { $0.text == "Take the elevator up to Floor 2." })
        #expect(heard.contains { $0.text == "You have arrived at Roof terrace. The benches are along the wall." })
        #expect(heard.filter { $0.kind == .demoMap }.count == 1)
    }

    @Test func `On every pair of landmarks a way is found, said, and walked by confirmations to its end`() throws {
        let bench = try CoreBench.demo()
        let all = bench.world.places.flatMap { place in place.landmarks.map { (place.id, $0.id) } }
        for (place, from) in all where ["main-entrance", "balcony", "archive"].contains(from) {
            for (goal, to) in all where (place, from) != (goal, to) {
                var walk = bench
                walk.at(0, "place", "\"id\":\"\(place)\"")
                walk.go(1, to: "\(goal)/\(to)", from: from)
                for step in 0..<14 { walk.confirm(2 + Double(step)) }
                let tale = try walk.tale(until: 20)
                #expect(tale.contains { $0.hasSuffix("arrived \(to)") }, "\(from) to \(goal)/\(to): \(tale)")
            }
        }
    }

    @Test func `Walked by poses through two floors, the landmarks confirm themselves`() throws {
        var bench = try CoreBench.demo()
        bench.at(0, "place", "\"id\":\"ternwick-ground\"")
        let ground = "ternwick-ground"
        let second = "ternwick-second"
        bench.pose(0, 24, 0, in: ground)
        bench.pose(1, 24, 0, in: ground)
        bench.go(1, to: "help desk", stepFree: true)
        for (index, point) in [(25.0, 1.0), (26.0, 2.0), (26.9, 2.4)].enumerated() {
            bench.pose(2 + Double(index), point.0, point.1, in: ground)
        }
        for index in 0..<10 { bench.pose(5 + Double(index), 27, 2.5, in: second) }
        for (index, point) in [(26.0, 2.0), (25.0, 1.0), (24.2, 0.2), (22.5, 2), (21.2, 4)].enumerated() {
            bench.pose(15 + Double(index), point.0, point.1, in: second)
        }
        let tale = try bench.tale(until: 20)
        #expect(tale.contains("5 place ternwick-second"), "\(tale)")
        #expect(tale.suffix(2) == ["19 arrived help-desk", "19 ended arrived"], "\(tale)")
    }
}
