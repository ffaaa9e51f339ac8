import Wayfinding

/// Routes and re-planning, against general graph software on the same graph, query by query.
struct RouteBench {
    let peers: Peers
    private static let names = ["rustworkx", "igraph", "scipy"]

    func run(into table: inout BenchTable) throws {
        for (floors, side) in GridBuilding.sizes {
            let building = GridBuilding(floors: floors, side: side)
            var graph = RoutingGraph(places: [building.place])
            var chance = Chance(state: 3)
            let rounds = building.count > 10_000 ? Stopwatch.repetitions + 9 : 301
            let pairs = (0..<rounds).map { _ in [chance.below(building.count), chance.below(building.count)] }
            let (times, counted) = plan(building, &graph, pairs)
            let asked = try ask(building, counted)
            let size = "\(building.count) landmarks"
            for name in Self.names {
                let peer = asked.first { $0.name == name }
                table.add(
                    BenchRow(
                        what: "route", size: size, ours: times.fresh, against: peer?.title ?? name,
                        theirs: peer?.microseconds ?? .nan, goal: .timesFaster(10)))
            }
            table.add(
                BenchRow(
                    what: "re-plan to a moving goal", size: size, ours: times.again, against: "a fresh plan",
                    theirs: times.fresh, goal: .atMost(0.2)))
            table.add(
                BenchRow(
                    what: "re-plan from a pose to a moving person", size: size, ours: times.poseAgain,
                    against: "a fresh plan from a pose", theirs: times.pose, goal: .atMost(0.2)))
        }
    }

    private struct Times {
        var fresh: Double
        var again: Double
        var pose: Double
        var poseAgain: Double
    }

    /// Fresh plans, and plans to a neighbour of the goal from the next landmark on the way.
    ///
    /// The pairs that counted are given as well: the others are asked the very same.
    private func plan(
        _ building: GridBuilding, _ graph: inout RoutingGraph, _ pairs: [[Int]]
    ) -> (Times, counted: [[Int]]) {
        var counted: [[Int]] = []
        var router = Router()
        var times: [[Double]] = [[], [], [], []]
        let forget = ConnectionReference(place: "grid", id: "0-1")
        for pair in pairs {
            let moved = pair[1] % building.side > 0 ? pair[1] - 1 : pair[1] + 1
            for (kind, end) in [building.landmark, building.position].enumerated() {
                // Whatever was remembered does not hold for a graph that changed.
                graph.setAvailability(of: forget, to: .available)
                var answer = RouteAnswer.failure(.noNearbyStart)
                let fresh = Stopwatch.once { answer = router.plan(graph, from: end(pair[0]), to: end(pair[1])) }
                guard let next = answer.route?.steps.dropFirst().first?.landmark.flatMap({ Int($0.id) }) else {
                    continue
                }
                // The first route is still there then: letting go of it belongs to neither.
                var second = RouteAnswer.failure(.noNearbyStart)
                let again = Stopwatch.once { second = router.plan(graph, from: end(next), to: end(moved)) }
                guard second.route != nil else { continue }
                times[2 * kind].append(fresh)
                times[2 * kind + 1].append(again)
                if kind == 0 { counted.append(pair) }
            }
        }
        let medians = times.map(Stopwatch.median)
        return (Times(fresh: medians[0], again: medians[1], pose: medians[2], poseAgain: medians[3]), counted)
    }

    private func ask(_ building: GridBuilding, _ pairs: [[Int]]) throws -> [Peers.Measured] {
        let ends: [Int32] = building.place.connections.flatMap { [$0.from, $0.to].compactMap { Int32($0) } }
        let edges = try peers.lay(ends, as: "edges")
        let costs = try peers.lay(building.place.connections.map { $0.cost ?? 1 }, as: "costs")
        let queries = try peers.lay(pairs.joined().map(Int32.init), as: "queries")
        return peers.measure(["routes", edges, costs, queries, "\(building.count)"])
    }
}
