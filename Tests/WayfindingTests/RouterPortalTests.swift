import Evidence
import Testing
import Wayfinding

/// Three floors, an elevator between them, drawn as one place each.
func threeFloors(kind: Building.Kind? = nil) -> RoutingGraph {
    let places = [1, 2, 3].map { DrawnMap("E----D", id: "f\($0)", name: "Place \($0)").place }
    func ride(_ id: String, _ from: String, _ to: String) -> Portal {
        Portal(
            connection: Connection(
                id: id, from: "E", to: "E", kind: .elevator, instruction: "Take the elevator.",
                returnInstruction: "Take the elevator.", stepFree: .confirmed, displayLengthMetres: 4),
            fromPlace: from, toPlace: to)
    }
    let floors =
        kind == .site
        ? [Floor(id: "g", name: "Ground", places: ["f1", "f2", "f3"])]
        : [1, 2, 3].map { Floor(id: "l\($0)", name: "Floor \($0)", places: ["f\($0)"]) }
    let building = Building(
        id: "b", name: "B", kind: kind, floors: floors,
        portals: [ride("up1", "f1", "f2"), ride("up2", "f2", "f3"), ride("lost", "f3", "f9")])
    return RoutingGraph(places: places, building: building)
}

struct RouterPortalTests {
    @Test func `a portal stands in the leg that it leaves, as its last connection`() {
        let route = ask(threeFloors(), "D", "f3/D").route
        #expect(
            route?.legs == [
                .init(place: "f1", landmarks: ["D", "E"], connections: ["DE", "up1"]),
                .init(place: "f2", landmarks: ["E"], connections: ["up2"]),
                .init(place: "f3", landmarks: ["E", "D"], connections: ["DE"]),
            ])
        #expect(route?.costMillionths == 18_000_000)
        #expect(route?.steps.map(\.isPortal) == [false, true, true, false])
    }

    @Test func `backwards it leaves the place that it leads to, under the name of the one it leads from`() {
        let route = ask(threeFloors(), "f2/D", "f1/E").route
        #expect(
            route?.legs == [
                .init(place: "f2", landmarks: ["D", "E"], connections: ["DE", "up1"]),
                .init(place: "f1", landmarks: ["E"], connections: []),
            ])
        #expect(route?.steps.last?.connection == .init(place: "f1", id: "up1"))
    }

    @Test func `a portal to a place that is not there is ignored`() {
        #expect(threeFloors().portals.map(\.connection.id) == ["up1", "up2"])
    }

    @Test func `a portal can be closed by the place that it leads from`() {
        var graph = threeFloors()
        let wrongPlace = graph.setAvailability(of: .init(place: "f2", id: "up1"), to: .unavailable)
        let rightPlace = graph.setAvailability(of: .init(place: "f1", id: "up1"), to: .unavailable)
        #expect(!wrongPlace && rightPlace)
        #expect(blocked(ask(graph, "D", "f2/D")) == "up1:unavailable")
        graph.setAvailability(of: .init(place: "f1", id: "up1"), to: .unknown)
        #expect(ask(graph, "D", "f2/D").route?.beforeYouGo == [.init(place: "f1", id: "up1")])
    }

    @Test func `a portal costs its display length, else one`() {
        var building = threeFloors().building ?? Building(id: "", name: "", floors: [])
        building.portals[0].connection.displayLengthMetres = nil
        let graph = RoutingGraph(places: threeFloors().places, building: building)
        #expect(graph.costMillionths(of: .init(place: "f1", id: "up1")) == 1_000_000)
        #expect(graph.costMillionths(of: .init(place: "f2", id: "up2")) == 4_000_000)
    }
}
