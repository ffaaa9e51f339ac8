import Evidence
import Foundation
import Testing
import Wayfinding

/// What the planner measures beforehand and what it keeps from search to search changes no answer.
struct RouterMemoryTests {
    private let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

    /// A place of some islands, with parallel, one-way, closed, free and equally dear connections.
    private static func place(_ random: inout SplitMix) -> PlaceMap {
        let count = 2 + random.below(38)
        let costs: [Double] = [[1], [0, 1], [0, 0.5, 1, 2], [0.0004, 0.0011, 3], [0.25, 1, 9]][random.below(5)]
        var place = PlaceMap(
            id: "p", name: "Place", scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed,
            landmarks: (0..<count).map { index in
                Landmark(
                    id: "\(index)", name: "N\(index)", kind: .spot,
                    position: Position(x: Double(random.below(90)), y: Double(random.below(90))))
            }, connections: [])
        for name in 0..<count + random.below(2 * count) {
            let (from, to) = (random.below(count), random.below(count))
            if from == to { continue }
            place.connections.append(
                Connection(
                    id: "\(random.below(90))-\(name)", from: "\(from)", to: "\(to)",
                    direction: random.below(5) == 0 ? .oneWay : .both, kind: random.below(9) == 0 ? .stairs : .path,
                    instruction: "Go.", returnInstruction: "Go back.",
                    stepFree: random.below(6) == 0 ? .unknown : .confirmed,
                    availability: random.below(9) == 0 ? .unavailable : .available,
                    cost: costs[random.below(costs.count)]
                ))
        }
        return place
    }

    private static func landmark(_ index: Int) -> RoutePoint {
        .landmark(LandmarkReference(place: "p", id: "\(index)"))
    }

    private static func name(_ answer: RouteAnswer) -> String {
        answer.route.map { "\($0.connections.map(\.id)) \($0.costMillionths)" } ?? "none"
    }

    @Test func `a planner that remembers says what the plain search says, while both ends move and ways close`() {
        var random = SplitMix(seed: 77)
        var (routes, wrong): (Int, [String]) = (0, [])
        for round in 0..<(isLong ? 20_000 : 400) {
            var place = Self.place(&random)
            var graph = RoutingGraph(places: [place], beacons: random.below(9))
            var router = Router()
            var (from, to) = (0, 1)
            for _ in 0..<8 {
                if random.below(3) == 0 { from = random.below(place.landmarks.count) }
                if random.below(2) == 0 { to = random.below(place.landmarks.count) }
                if from == to { continue }
                if random.below(6) == 0, !place.connections.isEmpty {
                    let changed = random.below(place.connections.count)
                    place.connections[changed].availability = random.below(2) == 0 ? .available : .unavailable
                    let isKnown = graph.setAvailability(
                        of: ConnectionReference(place: "p", id: place.connections[changed].id),
                        to: place.connections[changed].availability)
                    #expect(isKnown)
                }
                let stepFree = random.below(5) == 0
                let answer = router.plan(
                    graph, from: Self.landmark(from), to: Self.landmark(to), preferences: .init(stepFree: stepFree))
                let expected = PlainSearch(place: place).best(from: "\(from)", to: "\(to)", stepFree: stepFree)
                let text = expected.map { "\($0.ids) \($0.millionths)" } ?? "none"
                if Self.name(answer) != text { wrong.append("\(round): \(Self.name(answer)) instead of \(text)") }
                routes += expected == nil ? 0 : 1
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.prefix(3))")
        #expect(routes > 800, "\(routes)")
    }

    @Test func `from and to points of connections, beacons and memory give what neither gives, failures too`() {
        var random = SplitMix(seed: 78)
        var (routes, failures, wrong): (Int, Int, [String]) = (0, 0, [])
        for round in 0..<(isLong ? 20_000 : 500) {
            let place = Self.place(&random)
            let plain = RoutingGraph(places: [place], beacons: 0)
            let graph = RoutingGraph(places: [place], beacons: 1 + random.below(8))
            var kept = Router()
            for _ in 0..<6 {
                let ends = [0, 1].map { _ -> RoutePoint in
                    let index = random.below(place.landmarks.count)
                    guard random.below(2) == 0, let at = place.landmarks[index].position else {
                        return Self.landmark(index)
                    }
                    return .position(place: "p", Position(x: at.x + Double(random.below(9)) / 4, y: at.y))
                }
                var fresh = Router()
                let preferences = RoutePreferences(stepFree: random.below(4) == 0)
                let expected = fresh.plan(plain, from: ends[0], to: ends[1], preferences: preferences)
                let answer = kept.plan(graph, from: ends[0], to: ends[1], preferences: preferences)
                if answer != expected { wrong.append("\(round): \(answer) instead of \(expected)") }
                if expected.route == nil { failures += 1 } else { routes += 1 }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.prefix(2))")
        #expect(routes > 500 && failures > 200, "\(routes) routes, \(failures) failures")
    }

    @Test func `a connection that opens again is used at once by a planner that knew it closed`() {
        let draw = { (availability: Connection.Availability) in
            Connection(
                id: "short", from: "0", to: "1", instruction: "Go.", returnInstruction: "Go back.",
                stepFree: .confirmed, availability: availability, cost: 1)
        }
        let long = [("a", "0", "2"), ("b", "2", "1")].map { id, from, to in
            Connection(
                id: id, from: from, to: to, instruction: "Go.", returnInstruction: "Go back.", stepFree: .confirmed,
                cost: 5)
        }
        let place = PlaceMap(
            id: "p", name: "Place", scannedAt: "", kind: .surveyed,
            landmarks: (0..<3).map { Landmark(id: "\($0)", name: "N\($0)", kind: .spot) },
            connections: [draw(.unavailable)] + long)
        var graph = RoutingGraph(places: [place], beacons: 2)
        var router = Router()
        let short = ConnectionReference(place: "p", id: "short")
        func cost() -> Int64? {
            router.plan(graph, from: Self.landmark(0), to: Self.landmark(1)).route?.costMillionths
        }
        #expect(cost() == 10_000_000)
        graph.setAvailability(of: short, to: .available)
        #expect(cost() == 1_000_000)
        var copy = graph
        copy.setAvailability(of: short, to: .unavailable)
        #expect(cost() == 1_000_000)
        graph = copy
        #expect(cost() == 10_000_000)
    }
}
