import Evidence
import Testing
import Wayfinding

struct RouterScaleTests {
    /// A grid of landmarks with random costs, `side` by `side`, each joined with its right and lower neighbour.
    private func grid(_ side: Int) -> PlaceMap {
        var random = SplitMix(seed: 5)
        var place = PlaceMap(id: "g", name: "Grid", scannedAt: "", kind: .surveyed, landmarks: [], connections: [])
        func join(_ from: Int, _ to: Int) {
            place.connections.append(
                Connection(
                    id: "\(from)-\(to)", from: "\(from)", to: "\(to)", instruction: "Go.", returnInstruction: "Go.",
                    stepFree: .confirmed, cost: Double(1 + random.below(40)) / 4))
        }
        for index in 0..<(side * side) {
            let position = Position(x: Double(index % side) * 20, y: Double(index / side) * 20)
            place.landmarks.append(Landmark(id: "\(index)", name: "N\(index)", kind: .junction, position: position))
            if index % side > 0 { join(index - 1, index) }
            if index >= side { join(index - side, index) }
        }
        return place
    }

    @Test func `100,000 connections are routed, and there costs what back costs`() {
        let clock = ContinuousClock()
        let place = grid(225)
        #expect(place.connections.count > 100_000)
        var graph = RoutingGraph(places: [])
        let laying = clock.measure { graph = RoutingGraph(places: [place]) }
        var router = Router()
        var answers: [RouteAnswer] = []
        let (first, last) = ("0", "\(225 * 225 - 1)")
        let planning = clock.measure {
            for ends in [(first, last), (last, first)] {
                answers.append(
                    router.plan(
                        graph, from: .landmark(.init(place: "g", id: ends.0)),
                        to: .landmark(.init(place: "g", id: ends.1))))
            }
        }
        let near = clock.measure {
            answers.append(
                router.plan(
                    graph, from: .position(place: "g", .init(x: 8, y: 1)), to: .landmark(.init(place: "g", id: "30"))))
        }
        print("from a position to a near landmark in \(near)")
        #expect(answers.removeLast().route?.steps.first?.isPart == true)
        print("\(graph.wayCount) connections: laid out in \(laying), two routes from corner to corner in \(planning)")
        let routes = answers.compactMap(\.route)
        #expect(routes.count == 2)
        #expect(routes.first?.costMillionths == routes.last?.costMillionths)
        #expect((routes.first?.steps.count ?? 0) >= 448)
        #expect(routes.first?.steps.reduce(0) { $0 + $1.costMillionths } == routes.first?.costMillionths)
    }
}
