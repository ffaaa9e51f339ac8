import Evidence
import Testing
import Wayfinding

struct RouterPositionTests {
    private let line = DrawnMap("A---------B---------C").graph

    private func plan(
        _ graph: RoutingGraph, from: Position, to: String = "C", stepFree: Bool = false
    ) -> RouteAnswer {
        var router = Router()
        return router.plan(
            graph, from: .position(place: "here", from), to: .words(to, place: "here"),
            preferences: .init(stepFree: stepFree))
    }

    private func plan(_ graph: RoutingGraph, from: Position, to: Position) -> RouteAnswer {
        var router = Router()
        return router.plan(graph, from: .position(place: "here", from), to: .position(place: "here", to))
    }

    @Test func `a part-walked connection costs its part, and the landmarks start with the first one reached`() {
        let route = plan(line, from: .init(x: 4, y: 1)).route
        #expect(route?.legs == [.init(place: "here", landmarks: ["B", "C"], connections: ["AB", "BC"])])
        #expect(route?.costMillionths == 16_000_000)
        #expect(route?.steps.map(\.isPart) == [true, false])
        #expect(
            route?.start
                == .onConnection(.init(place: "here", id: "AB"), point: .init(x: 4, y: 0), asked: .init(x: 4, y: 1)))
        #expect(plan(line, from: .init(x: 4, y: 1), to: "A").route?.costMillionths == 4_000_000)
    }

    @Test func `the graph is reached within 5 m, exactly, and not beyond`() {
        #expect(plan(line, from: .init(x: 5, y: 5)).route?.costMillionths == 15_000_000)
        #expect(plan(line, from: .init(x: 5, y: 5.000_001)).failure == .noNearbyStart)
        #expect(plan(line, from: .init(x: -5, y: 0)).route?.legs.first?.landmarks == ["A", "B", "C"])
        #expect(plan(line, from: .init(x: -5.000_001, y: 0)).failure == .noNearbyStart)
        #expect(plan(line, from: .init(x: .nan, y: 0)).failure == .noNearbyStart)
    }

    @Test func `a landmark is taken before a connection at equal distance`() {
        let route = plan(line, from: .init(x: 10, y: 2)).route
        #expect(route?.legs == [.init(place: "here", landmarks: ["B", "C"], connections: ["BC"])])
        #expect(route?.start == .nearLandmark(.init(place: "here", id: "B"), asked: .init(x: 10, y: 2)))
    }

    @Test func `height counts where both have one`() {
        let map = DrawnMap("A----B----C").with("AB") { _ in }
        var tall = map
        for index in tall.place.landmarks.indices { tall.place.landmarks[index].position?.z = 4 }
        #expect(plan(tall.graph, from: .init(x: 2, y: 3.5, z: 0)).failure == .noNearbyStart)
        #expect(plan(tall.graph, from: .init(x: 2, y: 3.5)).route != nil)
        #expect(plan(map.graph, from: .init(x: 2, y: 3.5, z: 0)).route != nil)
    }

    @Test func `a blocked connection under the start counts as blocked`() {
        let graph = DrawnMap("A--x------B---------C").graph
        #expect(blocked(plan(graph, from: .init(x: 4, y: 0))) == "AB:unavailable")
        #expect(
            blocked(plan(DrawnMap("A====B--C").graph, from: .init(x: 2, y: 0), stepFree: true))
                == "AB:stairs,notStepFree")
    }

    @Test func `a one-way under the start is left forwards only`() {
        let graph = DrawnMap("A--->-----B---------C").graph
        #expect(plan(graph, from: .init(x: 4, y: 0)).route?.costMillionths == 16_000_000)
        #expect(
            plan(graph, from: .init(x: 4, y: 0), to: "A").failure
                == .notConnected(against: [.init(place: "here", id: "AB")]))
    }

    @Test func `of equally near connections the better route decides`() {
        var map = DrawnMap("A====B")
        map.place.connections.append(
            Connection(
                id: "corridor", from: "A", to: "B", instruction: "Go.", returnInstruction: "Go.", stepFree: .confirmed))
        let route = plan(map.graph, from: .init(x: 2, y: 0), to: "B", stepFree: true).route
        #expect(route?.connections.map(\.id) == ["corridor"])
    }

    @Test func `to a position the last piece ends on the connection`() {
        let route = plan(line, from: .init(x: -1, y: 0), to: .init(x: 14, y: 1)).route
        #expect(route?.legs == [.init(place: "here", landmarks: ["A", "B"], connections: ["AB", "BC"])])
        #expect(route?.costMillionths == 14_000_000)
        #expect(route?.steps.last?.landmark == nil)
        #expect(
            route?.end
                == .onConnection(.init(place: "here", id: "BC"), point: .init(x: 14, y: 0), asked: .init(x: 14, y: 1)))
        #expect(plan(line, from: .init(x: 0, y: 0), to: .init(x: 14, y: 6)).failure == .noNearbyGoal)
    }

    @Test func `two positions on one connection are joined along it`() {
        let route = plan(line, from: .init(x: 8, y: 0), to: .init(x: 3, y: 0)).route
        #expect(route?.legs == [.init(place: "here", landmarks: [], connections: ["AB"])])
        #expect(route?.costMillionths == 5_000_000)
        #expect(route?.steps.map(\.isForward) == [false])
    }

    @Test func `against a one-way the way leads round`() {
        let graph = DrawnMap(
            """
            A----->-----B
            |           |
            C-----------D
            """
        ).graph
        let route = plan(graph, from: .init(x: 8, y: 0.5), to: .init(x: 4, y: 0.5)).route
        #expect(
            route?.legs == [
                .init(place: "here", landmarks: ["B", "D", "C", "A"], connections: ["AB", "BD", "CD", "AC", "AB"])
            ])
        #expect(route?.costMillionths == 28_000_000)
    }

    @Test(arguments: [(0.99, true), (1.0, true), (1.000_001, false)])
    func `within 1 m of the destination one is there`(distance: Double, isThere: Bool) {
        let there = RouteFailure.alreadyThere(.init(place: "here", id: "C"))
        #expect((plan(line, from: .init(x: 20 + distance, y: 0)).failure == there) == isThere)
        #expect(
            (plan(line, from: .init(x: 5, y: 0), to: .init(x: 5 + distance, y: 0)).failure == .alreadyThere(nil))
                == isThere)
    }

    @Test func `where the destination is the nearest point of the graph the route has no steps`() {
        let route = plan(line, from: .init(x: 23, y: 0)).route
        #expect(route?.legs == [.init(place: "here", landmarks: ["C"], connections: [])])
        #expect(route?.steps.isEmpty == true)
        #expect(route?.destination == .init(place: "here", id: "C"))
    }

    @Test func `parts of a connection are whole millionths and add up`() {
        let map = DrawnMap("A--B").with("AB") { $0.cost = 0.000_005 }
        let there = plan(map.graph, from: .init(x: 1.5, y: 0), to: "B").route?.costMillionths
        let back = plan(map.graph, from: .init(x: 1.5, y: 0), to: "A").route?.costMillionths
        #expect(there == 2 && back == 3)
    }
}
