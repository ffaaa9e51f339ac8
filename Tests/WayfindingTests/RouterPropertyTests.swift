import Evidence
import Foundation
import Testing
import Wayfinding

/// Random small places, and what decided between their routes.
private struct RandomPlaces {
    var random: SplitMix

    /// Ids whose NFC order differs from the order of their bytes as written, and from their order without case.
    static let ids = [
        "a", "b", "B", "a1", "a10", "a2", "e\u{301}", "ea", "ez", "\u{e9}a", "f", "z", "\u{212b}", "\u{c5}b",
        "\u{1e69}",
        "s\u{307}\u{323}x", "\u{ac00}", "\u{1100}\u{1161}\u{11a8}", "\u{ffee}", "\u{1f6b6}", "o\u{328}\u{304}",
        "\u{1ed}z",
        "-", "0", "00",
    ]

    mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    mutating func next(_ name: Int) -> PlaceMap {
        let count = 2 + random.below(7)
        let names = (0..<count).map { "N\($0)" }
        var ids = Self.ids.shuffled(using: &random)
        let wanted = min(ids.count, count - 1 + random.below(count + 3))
        // Some places are of one or two costs, so that ties are common.
        let costs = pick([[0, 0.5, 1, 2], [1], [0, 1], [0.5, 1]] as [[Double]])
        let blockedOutOf = pick([2, 4, 12])
        var connections: [Connection] = []
        while connections.count < wanted {
            let from = random.below(count)
            let to = random.below(count)
            guard from != to, let id = ids.popLast() else { continue }
            let isOneWay = random.below(4) == 0
            connections.append(
                Connection(
                    id: id, from: names[from], to: names[to], direction: isOneWay ? .oneWay : .both,
                    kind: random.below(6) == 0 ? pick(Connection.Kind.allCases) : .path, instruction: "Go.",
                    returnInstruction: isOneWay ? nil : "Go back.",
                    stepFree: random.below(blockedOutOf) == 0 ? pick(Connection.StepFree.allCases) : .confirmed,
                    availability: random.below(blockedOutOf) == 0
                        ? pick(Connection.Availability.allCases) : .available,
                    cost: pick(costs)))
        }
        return PlaceMap(
            id: "p\(name)", name: "Place", scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed,
            landmarks: names.map { Landmark(id: $0, name: $0, kind: .spot) }, connections: connections)
    }
}

/// Which rule decided between the best route and the next best.
private struct Decisions {
    var cost = 0
    var steps = 0
    var ids = 0
    var blocked = 0
    var notConnected = 0

    mutating func note(_ planner: SlowPlanner, _ from: String, _ to: String, _ answer: String) {
        if answer.hasPrefix("blocked") { blocked += 1 }
        if answer.hasPrefix("notConnected") { notConnected += 1 }
        guard answer.hasPrefix("route") else { return }
        let sorted = planner.paths(from, to).filter { $0.against.isEmpty && $0.blocked.isEmpty }
            .sorted { SlowPlanner.isBetter($0, $1) { _ in 0 } }
        guard sorted.count > 1 else { return }
        if sorted[0].millionths != sorted[1].millionths {
            cost += 1
        } else if sorted[0].ids.count != sorted[1].ids.count {
            steps += 1
        } else {
            ids += 1
        }
    }
}

struct RouterPropertyTests {
    private let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

    @Test func `random places have the route, the ties and the explanation that all simple paths have`() {
        var places = RandomPlaces(random: SplitMix(seed: 2026))
        var router = Router()
        var decisions = Decisions()
        var wrong: [String] = []
        for name in 0..<(isLong ? 20_000 : 1_500) {
            let place = places.next(name)
            let graph = RoutingGraph(places: [place])
            let goal = "N\(1 + places.random.below(place.landmarks.count - 1))"
            for stepFree in [false, true] {
                let planner = SlowPlanner(place: place, stepFree: stepFree)
                let expected = planner.answer("N0", goal)
                decisions.note(planner, "N0", goal, expected)
                let answer = router.plan(
                    graph, from: .landmark(.init(place: place.id, id: "N0")),
                    to: .landmark(.init(place: place.id, id: goal)), preferences: .init(stepFree: stepFree))
                let found = SlowPlanner.describe(answer)
                if found != expected { wrong.append("\(name) \(stepFree): \(found) instead of \(expected)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.prefix(3))")
        print("decided by", decisions)
        let least = min(decisions.cost, decisions.steps, decisions.ids, decisions.blocked, decisions.notConnected)
        #expect(least >= (isLong ? 500 : 30), "\(decisions)")
    }

    @Test
    func
        `opentripplanner/OpenTripPlanner#7072: no route holds a blocked connection, and each two steps are joined by one connection of the map`()
    {
        var places = RandomPlaces(random: SplitMix(seed: 7))
        var routes = 0
        for name in 0..<(isLong ? 20_000 : 1_500) {
            let place = places.next(name)
            let graph = RoutingGraph(places: [place])
            for stepFree in [false, true] {
                guard let route = ask(graph, "N0", "N1", stepFree: stepFree).route else { continue }
                routes += 1
                let landmarks = route.legs.flatMap(\.landmarks)
                #expect(route.legs.count == 1 && landmarks.count == route.steps.count + 1)
                for (index, step) in route.steps.enumerated() {
                    let connection = place.connections.first { $0.id == step.connection.id }
                    let ends =
                        step.isForward ? [connection?.from, connection?.to] : [connection?.to, connection?.from]
                    #expect(ends == [landmarks[index], landmarks[index + 1]])
                    #expect(connection?.availability != .unavailable)
                    #expect(step.isForward || connection?.direction == .both)
                    #expect(!stepFree || connection?.stepFree == .confirmed && connection?.kind.hasSteps == false)
                }
            }
        }
        #expect(routes > 1_000)
    }

    @Test func `from a point of a connection the route costs what the better of its two ends costs with the part`() {
        var places = RandomPlaces(random: SplitMix(seed: 19))
        var (routes, none) = (0, 0)
        for name in 0..<(isLong ? 5_000 : 800) {
            var place = places.next(name)
            for index in place.landmarks.indices {
                // On a parabola no three are in line; far apart, no other connection is as near but where two cross.
                place.landmarks[index].position = Position(x: 40 * Double(index), y: 9 * Double(index * index))
            }
            let under = place.connections[places.random.below(place.connections.count)]
            guard let from = place.landmarks.first(where: { $0.id == under.from })?.position,
                let to = place.landmarks.first(where: { $0.id == under.to })?.position
            else { continue }
            let spot = Position(x: from.x + (to.x - from.x) / 4, y: from.y + (to.y - from.y) / 4)
            let planner = SlowPlanner(place: place, stepFree: false)
            let goal = under.to == "N0" || under.from == "N0" ? "N1" : "N0"
            if [under.from, under.to].contains(goal) { continue }
            var router = Router()
            let answer = router.plan(
                RoutingGraph(places: [place]), from: .position(place: place.id, spot),
                to: .landmark(.init(place: place.id, id: goal)))
            if let start = answer.route?.start, case .onConnection(let found, _, _) = start, found.id != under.id {
                continue
            }
            let ends = under.direction == .both ? [(under.from, 0.25), (under.to, 0.75)] : [(under.to, 0.75)]
            let costs = ends.flatMap { end, share in
                planner.paths(end, goal).filter { $0.against.isEmpty && $0.blocked.isEmpty }
                    .map { $0.millionths + Int64((under.cost ?? 1) * share * 1_000_000) }
            }
            let isClosed = under.availability == .unavailable
            let parallel = place.connections.contains {
                $0.id != under.id && Set([$0.from, $0.to]) == Set([under.from, under.to])
            }
            if parallel { continue }
            #expect(answer.route?.costMillionths == (isClosed ? nil : costs.min()), "\(name)")
            if answer.route == nil { none += 1 } else { routes += 1 }
        }
        #expect(routes > 100 && none > 20, "\(routes) routes, \(none) without")
    }

    @Test func `changing availability gives what a new graph gives`() {
        var places = RandomPlaces(random: SplitMix(seed: 11))
        for name in 0..<300 {
            var place = places.next(name)
            var graph = RoutingGraph(places: [place])
            for index in place.connections.indices {
                let availability = places.pick(Connection.Availability.allCases)
                place.connections[index].availability = availability
                let reference = ConnectionReference(place: place.id, id: place.connections[index].id)
                let isKnown = graph.setAvailability(of: reference, to: availability)
                #expect(isKnown)
            }
            #expect(
                ask(graph, "N0", "N1", stepFree: true) == ask(RoutingGraph(places: [place]), "N0", "N1", stepFree: true)
            )
            #expect(ask(graph, "N0", "N1") == ask(RoutingGraph(places: [place]), "N0", "N1"))
        }
    }
}
