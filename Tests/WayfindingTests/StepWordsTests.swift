import Announcing
import Evidence
import Testing
import Wayfinding

struct StepWordsTests {
    /// One step from Hall to Desk with these words and this length.
    private func spoken(_ words: String, _ length: Double?, units: SpokenUnits = .metres) -> String? {
        let map = DrawnMap("A--B").with("AB") {
            $0.instruction = words
            $0.displayLengthMetres = length
        }
        return ask(map.graph, "A", "B").route.flatMap {
            StepWords.spokenSteps($0, in: map.graph, units: units).first?.text
        }
    }

    @Test(arguments: [
        ("Go through the glass door.", 7.0, "Go through the glass door, 7 metres."),
        ("Go through the glass door", 7.9, "Go through the glass door, 7 metres."),
        ("Go on.", 3.0, "Go on, 3 metres."), ("Go on.", 2.999, "Go on, 2.5 metres."),
        ("Go on.", 2.0, "Go on, 2 metres."),
        ("Go on.", 1.0, "Go on, 1 metre."), ("Go on.", 0.999, "Go on, 0.5 metres."), ("Go on.", 0.499, "Go on."),
        ("Go on.", 0.0, "Go on."), ("Go 7 metres.", 7.2, "Go 7 metres."), ("Go 7.2 m.", 7.2, "Go 7.2 m."),
        ("Go to Room 17.", 7.0, "Go to Room 17, 7 metres."), ("Go to door A7.", 7.0, "Go to door A7, 7 metres."),
        ("Go 2,5 m.", 2.6, "Go 2,5 m."), ("Go!", 4.0, "Go, 4 metres."),
        ("Go on. Mind the step.", 4.0, "Go on. Mind the step. 4 metres."),
    ])
    func `the authored words are said with the length, rounded down, unless it is in them`(
        words: String, length: Double, text: String
    ) {
        #expect(spoken(words, length) == text)
    }

    @Test(arguments: [(2.0, "Go on, 6 feet."), (0.3048, "Go on, 1 foot."), (0.3, "Go on."), (7.0, "Go on, 22 feet.")])
    func `feet by the setting, whole and rounded down`(length: Double, text: String) {
        #expect(spoken("Go on.", length, units: .feet) == text)
    }

    @Test func `without a recorded length nothing is added`() {
        #expect(spoken("Go on", nil) == "Go on")
        #expect(spoken("", nil) == "Take the path between A and B.")
    }

    private func texts(_ graph: RoutingGraph, _ from: String, _ to: String) -> [String] {
        ask(graph, from, to).route.map { StepWords.spokenSteps($0, in: graph).map(\.text) } ?? []
    }

    @Test func `a step onto another floor adds its name, before the length`() {
        #expect(texts(threeFloors(), "D", "f2/E") == ["Go from D to E.", "Take the elevator to Floor 2, 4 metres."])
        #expect(texts(threeFloors(kind: .site), "E", "f2/E") == ["Take the elevator to Place 2, 4 metres."])
    }

    @Test func `the floor's name is not said twice`() {
        var building = threeFloors().building ?? Building(id: "", name: "", floors: [])
        building.portals[0].connection.instruction = "Take the elevator to floor 2."
        building.portals[0].connection.returnInstruction = "Leave Floor 20 by the elevator."
        building.floors[0].name = "Floor 2"
        building.floors[1].name = "Floor 2"
        let graph = RoutingGraph(places: threeFloors().places, building: building)
        #expect(texts(graph, "E", "f2/E") == ["Take the elevator to floor 2, 4 metres."])
        #expect(texts(graph, "f2/E", "f1/E") == ["Leave Floor 20 by the elevator to Floor 2, 4 metres."])
    }

    @Test func `successive connections of one kind with the same words are one step, with the last floor's name`()
        throws
    {
        let graph = threeFloors()
        let route = try #require(ask(graph, "E", "f3/E").route)
        let steps = StepWords.spokenSteps(route, in: graph)
        #expect(steps.map(\.text) == ["Take the elevator to Floor 3, 8 metres."])
        #expect(steps.first?.routeSteps == 0..<2)
        #expect(steps.first?.landmark == .init(place: "f3", id: "E"))
        #expect(steps.first?.changesPlace == true)
    }

    @Test func `the length of a joined step is said only if each has one`() {
        var map = DrawnMap("A==B==C==D")
        for id in ["AB", "BC", "CD"] {
            map = map.with(id) {
                $0.instruction = "Go up."
                $0.displayLengthMetres = id == "BC" ? nil : 2
            }
        }
        #expect(texts(map.graph, "A", "D") == ["Go up."])
        #expect(texts(map.with("BC") { $0.displayLengthMetres = 2.5 }.graph, "A", "D") == ["Go up, 6 metres."])
        #expect(
            texts(map.with("BC") { $0.kind = .path }.graph, "A", "D") == [
                "Go up, 2 metres.", "Go up.", "Go up, 2 metres.",
            ])
    }

    @Test func `a part of a connection says no length, since none was recorded for it`() throws {
        let map = DrawnMap("A---------B").with("AB") { $0.displayLengthMetres = 9 }
        var router = Router()
        let route = try #require(
            router.plan(map.graph, from: .position(place: "here", .init(x: 4, y: 0)), to: .words("B", place: "here"))
                .route)
        #expect(StepWords.spokenSteps(route, in: map.graph).map(\.text) == ["Go from A to B."])
    }
}
