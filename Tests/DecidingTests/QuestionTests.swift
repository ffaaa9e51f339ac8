import Deciding
import Testing
import Wayfinding

/// Where the person answers: they are asked by voice.
struct QuestionTests {
    /// The tower, with two places on its first floor; the person answers.
    private func asked(_ change: Double = 3.5, until end: Double = 120) -> CoreBench {
        var group = CoreBench.tower.groups[0]
        group.floors[1].places.append("pool")
        var bench = CoreBench(World(places: CoreBench.tower.places, groups: [group]))
        _ = bench.settings.set("probe.by", .text("person"))
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: end, (20, 5, change))
        bench.end(end)
        return bench
    }

    @Test func `The person is asked of one place by its floor, and of several by place and floor`() throws {
        var bench = asked()
        for moment in [35.0, 40, 45] { bench.at(moment, "next") }
        #expect(
            try bench.said("question") == [
                "question: Are we in Place 1, Floor 1? Confirm, or next.",
                "question: Are we in pool, Floor 1? Confirm, or next.",
                "question: Are we on Floor 2? Confirm, or next.",
                "question: Are we on Floor 3? Confirm, or next.",
            ])
        #expect(try bench.probes().first?.hasSuffix("floorChange t1 pool t2 t3 t0") == true, "the effect as well")
    }

    @Test func `Settling does not ask anew while the first of the list is the same`() throws {
        let bench = asked()
        #expect(try bench.probes().count == 2)
        #expect(try bench.said("question").count == 1)
    }

    @Test func `Settling does not begin the list anew for someone who is through half of it`() throws {
        var bench = asked()
        bench.at(29.5, "next")
        bench.at(40, "next")
        #expect(try bench.said("question").count == 3)
        #expect(try bench.story("floor").last.flatMap { Double($0.split(separator: " ")[0]) } ?? 0 > 29.5)
        bench.at(45, "confirm")
        #expect(try bench.story("place").last == "45 place t2")
    }

    @Test func `Confirm answers, and the name is said once`() throws {
        var bench = asked()
        bench.at(35, "next")
        bench.at(40, "confirm")
        #expect(try bench.story("place").last == "40 place pool")
        #expect(try bench.said("placeChanged") == ["placeChanged: Now in pool, Floor 1."])
        #expect(try bench.said("reply").isEmpty)
    }

    @Test func `While a question is out, confirm and next answer it and nothing else`() throws {
        var bench = asked()
        bench.at(1, "go", "\"to\":\"d\",\"from\":\"e\"")
        bench.at(35, "next")
        bench.at(40, "next")
        bench.at(45, "confirm")
        #expect(try bench.story("step").allSatisfy { !$0.hasPrefix("35") && !$0.hasPrefix("40") })
        #expect(try bench.said("reply").isEmpty)
        #expect(try bench.story("place").last == "45 place t2")
    }

    @Test func `The list is gone through once; then confirm and next are guidance's again`() throws {
        var bench = asked()
        bench.at(1, "go", "\"to\":\"d\",\"from\":\"e\"")
        for step in 0..<5 { bench.at(40 + Double(step) * 6, "next") }
        bench.at(80, "next")
        #expect(try bench.said("question").count == 5)
        #expect(try bench.said("reply").count == 1)
        bench.at(90, "confirm")
        #expect(try bench.story("step").last == "90 step")
    }

    @Test func `An overtaken question is not said`() throws {
        var bench = asked()
        bench.at(15, "talking", "\"on\":true")
        bench.at(30, "probeResult", "\"place\":\"t1\"")
        bench.at(31, "talking", "\"on\":false")
        #expect(try bench.said("question").isEmpty)
        #expect(try bench.said("placeChanged").count == 1)
    }

    @Test func `An edge asks the person of the neighbours, and no to all ends guidance`() throws {
        var bench = CoreBench(CoreBench.farm)
        _ = bench.settings.set("probe.by", .text("person"))
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, y: 2.5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Desk yard\"")
        bench.poses("yard", from: 5.1, to: 30, y: 7, hertz: 1)
        bench.at(15, "next")
        bench.at(18, "next")
        bench.end(30)
        #expect(
            try bench.said("question", "edgeOfMap").map { $0.split(separator: ".")[0].description } == [
                "question: Are we in Garage? Confirm, or next", "question: Are we in Barn? Confirm, or next",
                "edgeOfMap: We have left the mapped area, and guidance has ended",
            ])
        #expect(try bench.moments("edgeOfMap") == [18])
    }

    @Test func `Whoever answers is a setting that can change while running`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0.5, "setting", "\"key\":\"probe.by\",\"value\":\"person\"")
        bench.poses("yard", from: 1, to: 9)
        bench.at(5, "confirm")
        bench.end(9)
        #expect(try bench.said("question") == ["question: Are we in Yard? Confirm, or next."])
        #expect(try bench.story("place") == ["5 place yard"])
    }
}
