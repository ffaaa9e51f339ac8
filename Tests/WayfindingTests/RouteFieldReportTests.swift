import Announcing
import Evidence
import Testing
import Wayfinding

struct RouteFieldReportTests {
    @Test func `graphhopper/graphhopper#432: two landmarks at one spot are joined at a finite cost`() {
        var map = DrawnMap("A--B--C")
        map.place.landmarks[1].position = map.place.landmarks[0].position
        let route = ask(map.graph, "A", "C").route
        #expect(route?.legs.first?.landmarks == ["A", "B", "C"])
        #expect(route?.costMillionths == 6_000_000)
        #expect(ask(map.graph, "A", "B").route?.costMillionths == 0)
    }

    @Test func `itinero/routing#110: corridor and stairs between the same two are both kept`() {
        var map = DrawnMap("A====B")
        map.place.connections.append(
            Connection(
                id: "corridor", from: "A", to: "B", instruction: "Go.", returnInstruction: "Go.", stepFree: .confirmed,
                cost: 30))
        #expect(ask(map.graph, "A", "B").route?.connections.map(\.id) == ["AB"])
        #expect(ask(map.graph, "A", "B", stepFree: true).route?.connections.map(\.id) == ["corridor"])
    }

    @Test func `itinero/routing2#42: a very short connection is walked`() {
        var map = DrawnMap("A--B--C")
        map.place.landmarks[1].position = Position(x: 0.01, y: 0)
        #expect(letters(ask(map.graph, "A", "C")) == "ABC")
        #expect(ask(map.graph, "A", "B").route?.costMillionths == 10_000)
    }

    @Test func `perliedman/geojson-path-finder#75: a closed loop is walked the shorter way round`() {
        let graph = DrawnMap(
            """
            A---B
            |   |
            C---D
            |   |
            E---F
            """
        ).with("CD") { $0.availability = .unavailable }.graph
        #expect(letters(ask(graph, "C", "B")) == "CAB")
        #expect(letters(ask(graph, "D", "E")) == "DFE")
    }

    @Test func `opentripplanner/OpenTripPlanner#3362: an elevator without words is still worded`() {
        let map = DrawnMap("A-%-B").with("AB") { $0.returnInstruction = nil }
        let steps = ask(map.graph, "B", "A").route.map { StepWords.spokenSteps($0, in: map.graph).map(\.text) }
        #expect(steps == ["Take the elevator between A and B."])
    }

    @Test func `graphhopper/graphhopper#1807: into a pocket behind a one-way door the door is named`() {
        let graph = DrawnMap("A-#->-B---C").graph
        #expect(letters(ask(graph, "A", "C")) == "ABC")
        #expect(ask(graph, "C", "A").failure == .notConnected(against: [.init(place: "here", id: "AB")]))
    }

    @Test func `opentripplanner/OpenTripPlanner#7502: what nobody confirmed is not step-free`() {
        #expect(blocked(ask(DrawnMap("A-!-B").graph, "A", "B", stepFree: true)) == "AB:stepFreeUnknown")
    }

    @Test func `ucdavis/wayfinding#31: from the third floor to the second does not lead over the first`() {
        var building = threeFloors().building ?? Building(id: "", name: "", floors: [])
        building.portals[0].connection.cost = 1
        building.portals[1].connection.cost = 5
        building.portals.append(
            Portal(
                connection: Connection(
                    id: "express", from: "E", to: "E", kind: .elevator, instruction: "Ride.",
                    returnInstruction: "Ride.",
                    cost: 5), fromPlace: "f1", toPlace: "f3"))
        let graph = RoutingGraph(places: threeFloors().places, building: building)
        #expect(ask(graph, "f3/D", "f2/D").route?.legs.map(\.place) == ["f3", "f2"])
    }

    @Test func `c3nav/c3nav#297: a ride always says where it leads`() {
        let graph = threeFloors()
        let texts = ask(graph, "D", "f3/D").route.map { StepWords.spokenSteps($0, in: graph).map(\.text) } ?? []
        #expect(texts.contains { $0.hasPrefix("Take the elevator to Floor 3") })
    }

    @Test func `valhalla/valhalla#5191: one flight of three stairs is one step`() {
        var map = DrawnMap("A==B==C==D")
        for id in ["AB", "BC", "CD"] { map = map.with(id) { $0.instruction = "Go up the stairs." } }
        let steps = ask(map.graph, "A", "D").route.map { StepWords.spokenSteps($0, in: map.graph) } ?? []
        #expect(steps.map(\.text) == ["Go up the stairs."])
        #expect(steps.first?.landmark?.id == "D")
    }

    @Test func `Scottish-Tech-Army/Soundscape-Android#542: where one already is, no route begins`() {
        let answer = ask(DrawnMap("A--B").graph, "A", "A")
        #expect(answer.route == nil)
        #expect(
            answer.failure.map { RouteWords(graph: DrawnMap("A--B").graph).text(of: $0, to: "A") } == "You are at A.")
    }
}
