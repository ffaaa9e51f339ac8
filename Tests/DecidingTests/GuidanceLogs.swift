import Deciding
import Evidence
import Foundation
import Readings
import Wayfinding

/// Random walks on random small maps, the same for the same seed on every machine.
enum GuidanceLogs {
    /// How many walks each property is tried on; many more with `COMPANION_LONG=1`.
    static var count: Int { ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1" ? 20_000 : 1000 }

    private static let kinds: [Connection.Kind] = [.path, .path, .door, .ramp, .stairs, .elevator]
    private static let states: [Connection.Availability] = [.available, .available, .available, .unknown, .unavailable]

    /// A place of a few landmarks on a grid of 6 m, some without a position, joined at random.
    private static func place(_ id: String, _ random: inout SplitMix) -> PlaceMap {
        let count = 2 + random.below(5)
        let landmarks = (0..<count).map { index in
            let position = Position(x: Double(index % 3) * 6, y: Double(index / 3) * 6)
            return Landmark(
                id: "\(id)\(index)", name: "\(id.uppercased())\(index % 4)", kind: .junction,
                position: random.below(8) == 0 ? nil : position, note: random.below(4) == 0 ? "A note" : nil)
        }
        var connections: [Connection] = []
        for index in 0..<(count + random.below(count + 1)) {
            let from = index < count - 1 ? index : random.below(count)
            let to = index < count - 1 ? index + 1 : random.below(count)
            guard from != to else { continue }
            connections.append(
                connection("\(id)-\(index)", landmarks[from].id, landmarks[to].id, &random))
        }
        return PlaceMap(
            id: id, name: "Place \(id)", scannedAt: "2026-01-01T00:00:00Z",
            kind: random.below(3) == 0 ? .demo : .surveyed, landmarks: landmarks, connections: connections)
    }

    private static func connection(_ id: String, _ from: String, _ to: String, _ random: inout SplitMix) -> Connection {
        let kind = kinds[random.below(kinds.count)]
        let text = random.below(3) == 0 ? "Go on." : "Go from \(from) to \(to)."
        return Connection(
            id: id, from: from, to: to, direction: random.below(5) == 0 ? .oneWay : .both, kind: kind,
            instruction: text, returnInstruction: random.below(3) == 0 ? "Go on." : "Go from \(to) to \(from).",
            stepFree: kind.hasSteps ? .unsuitable : random.below(4) == 0 ? .unknown : .confirmed,
            availability: states[random.below(states.count)],
            displayLengthMetres: random.below(2) == 0 ? Double(1 + random.below(20)) : nil,
            cost: random.below(3) == 0 ? Double(random.below(40)) : nil)
    }

    /// Two or three places of one group, each joined to the next, and one place apart.
    static func world(_ random: inout SplitMix) -> World {
        let ids = random.below(2) == 0 ? ["a", "b"] : ["a", "b", "c"]
        let places = ids.map { place($0, &random) }
        let portals = zip(places, places.dropFirst()).map { one, other in
            Portal(
                connection: connection(
                    "\(one.id)-\(other.id)", one.landmarks[random.below(one.landmarks.count)].id,
                    other.landmarks[random.below(other.landmarks.count)].id, &random),
                fromPlace: one.id, toPlace: other.id)
        }
        let floors = ids.map { Floor(id: "f" + $0, name: "Floor " + $0, places: [$0]) }
        return World(
            places: places + [place("z", &random)],
            groups: [Building(id: "g", name: "Group", floors: floors, portals: portals)])
    }

    /// A log of some tens of events: goings, moves, poses, places, changes of connections, silences.
    static func log(seed: UInt64) -> CoreBench {
        var random = SplitMix(seed: seed)
        var bench = CoreBench(world(&random))
        var milliseconds = 0
        var walker = Walker(place: "a", x: 0, y: 0)
        bench.at(0, "place", "\"id\":\"a\"")
        for _ in 0..<(20 + random.below(100)) {
            milliseconds += [0, 100, 500, 500, 1000, 1000, 3000][random.below(7)]
            add(to: &bench, at: Double(milliseconds) / 1000, &walker, &random)
        }
        bench.at(Double(milliseconds) / 1000 + random.unit() * 20, "end")
        return bench
    }

    private struct Walker {
        var place: String
        var x: Double
        var y: Double
    }

    private static func add(
        to bench: inout CoreBench, at seconds: Double, _ walker: inout Walker, _ random: inout SplitMix
    ) {
        let places = bench.world.places
        switch random.below(24) {
        case 0...2: go(to: &bench, at: seconds, &random)
        case 3...6: bench.at(seconds, "confirm")
        case 7: bench.at(seconds, ["stop", "back", "repeat", "where", "next", "silence"][random.below(6)])
        case 8: bench.at(seconds, "back")
        case 9, 10:
            let place = places[random.below(places.count)]
            guard !place.connections.isEmpty else { return }
            let connection = place.connections[random.below(place.connections.count)]
            bench.connection(
                seconds, connection.id, ["available", "unavailable", "unknown"][random.below(3)], in: place.id)
        case 11: bench.at(seconds, "place", "\"id\":\"\(places[random.below(places.count)].id)\"")
        case 12: bench.at(seconds, "talking", "\"on\":\(random.below(2) == 0)")
        case 13: bench.at(seconds, "depth", random.below(2) == 0 ? "\"surface\":0.9" : "\"clear\":true")
        default:
            walker.x = min(max(walker.x + (random.unit() - 0.4) * 3, -8), 20)
            walker.y = min(max(walker.y + (random.unit() - 0.45) * 3, -8), 14)
            if random.below(12) == 0 { walker.place = places[random.below(places.count)].id }
            let (x, y) = (Double(Int(walker.x * 1000)) / 1000, Double(Int(walker.y * 1000)) / 1000)
            let tracking = ["normal", "normal", "normal", "normal", "normal", "limited", "lost"][random.below(7)]
            bench.pose(seconds, x, y, in: walker.place, tracking: tracking)
        }
    }

    private static func go(to bench: inout CoreBench, at seconds: Double, _ random: inout SplitMix) {
        let places = bench.world.places
        let place = places[random.below(places.count)]
        let landmark = place.landmarks[random.below(place.landmarks.count)]
        let from = random.below(3) == 0 ? nil : places[0].landmarks[random.below(places[0].landmarks.count)].id
        let words = [landmark.id, landmark.name, place.id + "/" + landmark.id, "nowhere"][random.below(8) % 4]
        if random.below(6) == 0 {
            return bench.at(seconds, "go", "\"x\":\(random.below(14)),\"y\":\(random.below(14))")
        }
        bench.go(seconds, to: words, from: from, stepFree: random.below(3) == 0)
    }
}
