import Testing
import Wayfinding

struct DestinationTests {
    private func landmark(_ id: String, _ name: String, _ aliases: [String] = []) -> Landmark {
        Landmark(id: id, name: name, kind: .room, aliases: aliases)
    }

    private func graph(_ landmarks: [Landmark], other: [Landmark] = [], costs: [Double] = []) -> RoutingGraph {
        let connections = landmarks.dropFirst().enumerated().map { index, landmark in
            Connection(
                id: "c\(index)", from: landmarks[0].id, to: landmark.id, instruction: "Go.", returnInstruction: "Go.",
                cost: index < costs.count ? costs[index] : 1)
        }
        let places = [("p", "Pool", landmarks, connections), ("q", "Garden", other, [])].map {
            id, name, landmarks, connections in
            PlaceMap(
                id: id, name: name, scannedAt: "", kind: .surveyed, landmarks: landmarks, connections: connections)
        }
        let portal = Portal(
            connection: Connection(id: "gate", from: landmarks[0].id, to: other.first?.id ?? "", instruction: "Go."),
            fromPlace: "p", toPlace: "q")
        let building = Building(
            id: "b", name: "B", kind: .site, floors: [Floor(id: "f", name: "F", places: ["p", "q"])], portals: [portal])
        return RoutingGraph(places: places, building: building)
    }

    private func found(_ words: String, _ graph: RoutingGraph) -> [String] {
        Destination.landmarks(called: words, in: graph, from: "p").map { "\($0.place)/\($0.id)" }
    }

    @Test func `id comes before name, name before alias, and all of them before the same without case`() {
        let graph = graph([
            landmark("bar", "Kitchen", ["Desk"]), landmark("x", "bar", ["Foyer"]), landmark("y", "Desk", ["bar"]),
            landmark("z", "FOYER"),
        ])
        #expect(found("bar", graph) == ["p/bar"])
        #expect(found("Desk", graph) == ["p/y"])
        #expect(found("Foyer", graph) == ["p/x"])
        #expect(found("foyer", graph) == ["p/z"])
        #expect(found("BAR", graph) == ["p/bar"])
        #expect(found("none", graph).isEmpty)
    }

    @Test func `the current place comes wholly before its group`() {
        let graph = graph([landmark("a", "Hall", ["desk"])], other: [landmark("Desk", "Desk"), landmark("g", "Bench")])
        #expect(found("Desk", graph) == ["p/a"])
        #expect(found("Bench", graph) == ["q/g"])
        #expect(found("q/Desk", graph) == ["q/Desk"])
        #expect(found("garden/desk", graph) == ["q/Desk"])
        #expect(found("p/Bench", graph).isEmpty)
    }

    @Test func `names are compared composed`() {
        let graph = graph([landmark("a", "Caf\u{e9}"), landmark("b", "STRASSE")])
        #expect(found("Cafe\u{301}", graph) == ["p/a"])
        #expect(found("CAFE\u{301}", graph) == ["p/a"])
        #expect(found("straße", graph) == ["p/b"])
    }

    @Test func `a stroke in an id is no place`() {
        let graph = graph([landmark("q/Desk", "One"), landmark("b", "B")], other: [landmark("Desk", "Desk")])
        #expect(found("q/Desk", graph) == ["p/q/Desk"])
    }

    @Test func `of several the one with the cheapest route is taken, and the answer says so`() {
        let graph = graph(
            [landmark("a", "Hall"), landmark("b", "Desk"), landmark("c", "Desk"), landmark("d", "Desk")],
            costs: [3, 1, 2])
        let route = ask(graph, "Hall", "Desk").route
        #expect(route?.destination == .init(place: "p", id: "c"))
        #expect(route?.choice?.candidates.map(\.id) == ["b", "c", "d"])
        #expect(route?.choice?.chosen.id == "c")
        #expect(ask(graph, "Hall", "b").route?.choice == nil)
    }

    @Test func `of several a blocked one is passed over, and only all of them blocked is a failure`() {
        var graph = graph([landmark("a", "Hall"), landmark("b", "Desk"), landmark("c", "Desk")], costs: [3, 1])
        graph.setAvailability(of: .init(place: "p", id: "c1"), to: .unavailable)
        #expect(ask(graph, "Hall", "Desk").route?.destination?.id == "b")
        graph.setAvailability(of: .init(place: "p", id: "c0"), to: .unavailable)
        #expect(blocked(ask(graph, "Hall", "Desk")) == "c1:unavailable")
    }

    @Test func `up to three names like the words are given, of which end they are`() {
        let graph = graph([
            landmark("a", "Room 1"), landmark("b", "Room 2"), landmark("c", "Room 3"), landmark("d", "Room 4"),
            landmark("e", "Swimming pool"),
        ])
        let failure = ask(graph, "a", "Rom 3").failure
        #expect(failure == .unknownLandmark(.to, words: "Rom 3", nearest: ["Room 3", "Room 1", "Room 2"]))
        #expect(
            ask(graph, "Swiming pool", "b").failure
                == .unknownLandmark(.from, words: "Swiming pool", nearest: ["Swimming pool"]))
    }
}
