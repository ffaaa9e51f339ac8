import Evidence
import Testing
import Wayfinding

struct ReplanTests {
    @Test(
        arguments: [
            (40_000_000, 38_000_000, true), (40_000_000, 38_000_001, false), (39_000_000, 37_000_000, true),
            (60_000_000, 57_000_000, true), (60_000_000, 57_000_001, false), (2_000_000, 0, true),
            (1_999_999, 0, false),
            (10_000_000, 20_000_000, false), (50_000_001, 47_500_001, false), (50_000_001, 47_500_000, true),
        ] as [(Int64, Int64, Bool)])
    func `a new way is taken for 5 % and 2 units`(present: Int64, new: Int64, switches: Bool) {
        #expect(
            Replan.shouldSwitch(presentIsWhole: true, presentMillionths: present, newMillionths: new) == switches)
    }

    @Test func `a blocked way is left for any other`() {
        #expect(Replan.shouldSwitch(presentIsWhole: false, presentMillionths: 1, newMillionths: 1_000_000_000))
    }

    @Test func `a route is whole until something before one is closed, and again when it opens`() throws {
        var graph = DrawnMap("A---B---C---D").graph
        let route = try #require(ask(graph, "A", "D").route)
        #expect(Replan.isWhole(route, in: graph))
        graph.setAvailability(of: .init(place: "here", id: "AB"), to: .unavailable)
        #expect(
            Replan.firstBlocked(on: route, in: graph)
                == .init(connection: .init(place: "here", id: "AB"), reasons: [.unavailable]))
        #expect(Replan.isWhole(route, in: graph, fromStep: 1))
        #expect(Replan.isWhole(route, in: graph, fromStep: 9))
        graph.setAvailability(of: .init(place: "here", id: "AB"), to: .unknown)
        #expect(Replan.isWhole(route, in: graph))
    }

    private func rest(_ route: Route, _ graph: RoutingGraph, _ x: Double, _ y: Double, step: Int = 0) -> RouteRest? {
        Replan.rest(of: route, in: graph, place: "here", position: .init(x: x, y: y), fromStep: step)
    }

    @Test func `the rest of a route is counted from its nearest point, in the direction of walking`() throws {
        let graph = DrawnMap("A---------B---------C").graph
        let there = try #require(ask(graph, "A", "C").route)
        let back = try #require(ask(graph, "C", "A").route)
        #expect(rest(there, graph, 4, 1) == .init(step: 0, costMillionths: 16_000_000, distanceMetres: 1))
        #expect(rest(back, graph, 4, 1) == .init(step: 1, costMillionths: 4_000_000, distanceMetres: 1))
        #expect(rest(there, graph, 13, 0)?.step == 1)
        #expect(rest(there, graph, 10, 0) == .init(step: 0, costMillionths: 10_000_000, distanceMetres: 0))
        #expect(rest(there, graph, 4, 0, step: 1)?.costMillionths == 10_000_000)
        #expect(rest(there, graph, 4, 0, step: 2) == nil)
        #expect(Replan.rest(of: there, in: graph, place: "elsewhere", position: .init(x: 0, y: 0)) == nil)
        #expect(Replan.rest(of: there, fromStep: 1).costMillionths == 10_000_000)
    }

    @Test func `the rest of a route to a position ends there`() throws {
        let graph = DrawnMap("A---------B---------C").graph
        var router = Router()
        let route = try #require(
            router.plan(graph, from: .words("A", place: "here"), to: .position(place: "here", .init(x: 14, y: 0))).route
        )
        #expect(rest(route, graph, 11, 0)?.costMillionths == 3_000_000)
        #expect(rest(route, graph, 4, 0)?.costMillionths == 10_000_000)
    }

    @Test func `what is planned from a point is what is left from it`() throws {
        let graph = DrawnMap("A---------B---------C").graph
        let route = try #require(ask(graph, "A", "C").route)
        var router = Router()
        for x in stride(from: 0.3, to: 18, by: 0.7) {
            let fresh = router.plan(
                graph, from: .position(place: "here", .init(x: x, y: 0.2)), to: .words("C", place: "here"))
            #expect(fresh.route?.costMillionths == rest(route, graph, x, 0.2)?.costMillionths)
        }
    }
}
