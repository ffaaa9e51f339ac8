import Documents
import Foundation
import Wayfinding

/// Reading and checking maps, against reading the same text without meaning.
///
/// What validation is held to is the parse before it, which only finds where the values are and makes none of them: the
/// quickest parse of that text here. Python's, which makes them, is told beside it.
struct MapBench {
    let peers: Peers
    /// Floors and sides of maps with about 1,000, 10,000 and 100,000 connections.
    private static let sizes = [(1, 22), (2, 50), (5, 100)]
    /// Floors and sides of the maps whose loading is measured.
    private static let loaded = [(5, 20), (10, 100)]

    /// The same members, for a decoder that knows nothing of places.
    private struct PlainPlace: Decodable {
        struct Spot: Decodable {
            var x: Double
            var y: Double
            var z: Double?
        }
        struct PlainLandmark: Decodable {
            var id: String
            var name: String
            var kind: String
            var position: Spot?
        }
        struct PlainConnection: Decodable {
            var id: String
            var from: String
            var to: String
            var direction: String
            var kind: String
            var instruction: String?
            var returnInstruction: String?
            var stepFree: String
            var availability: String
            var cost: Double?
        }
        var id: String
        var landmarks: [PlainLandmark]
        var connections: [PlainConnection]
    }

    func run(into table: inout BenchTable) throws {
        for (floors, side) in Self.sizes {
            let place = GridBuilding(floors: floors, side: side).place
            let text = Self.text(of: place)
            let rounds = place.connections.count > 50_000 ? Stopwatch.repetitions : 61
            let size = "\(place.connections.count) connections"
            var document = try Document(text)
            let times = try Stopwatch.medians(
                rounds: rounds,
                [
                    { _ in document = try Document(text) },
                    { _ in _ = PlaceMapReader.read(document, now: 1_800_000_000) },
                ])
            func add(_ against: String, _ theirs: Double, _ goal: BenchRow.Goal) {
                table.add(
                    BenchRow(
                        what: "validation of a map", size: size, ours: times[1], against: against, theirs: theirs,
                        goal: goal))
            }
            add("parsing the same JSON", times[0], .atMost(1))
            let path = try peers.lay(text, as: "map.json")
            for peer in peers.measure(["parse", path]) { add(peer.title, peer.microseconds, .anyTimesFaster) }
        }
        for (floors, side) in Self.loaded { try load(GridBuilding(floors: floors, side: side).place, into: &table) }
    }

    private func load(_ place: PlaceMap, into table: inout BenchTable) throws {
        let text = Self.text(of: place)
        let data = Data(text)
        var nodes = 0
        let times = try Stopwatch.medians(
            [
                { _ in
                    let map = PlaceMapReader.read(try Document(text), now: 1_800_000_000).map
                    nodes += RoutingGraph(places: map.map { [$0] } ?? []).landmarkCount
                },
                { _ in nodes += try JSONDecoder().decode(PlainPlace.self, from: data).landmarks.count },
            ])
        if nodes == 0 { print("nothing was loaded") }
        table.add(
            BenchRow(
                what: "loading a map, ready for routes", size: "\(place.landmarks.count) landmarks", ours: times[0],
                against: "JSONDecoder", theirs: times[1], goal: .atMost(2)))
    }

    private static func text(of place: PlaceMap) -> [UInt8] {
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        let landmarks = place.landmarks.map { landmark in
            let at = landmark.position.map { ", \"position\": {\"x\": \($0.x), \"y\": \($0.y), \"z\": \($0.z ?? 0)}" }
            return "{\"id\": \(quoted(landmark.id)), \"name\": \(quoted(landmark.name)), "
                + "\"kind\": \"\(landmark.kind.rawValue)\"\(at ?? "")}"
        }
        let connections = place.connections.map { connection in
            "{\"id\": \(quoted(connection.id)), \"from\": \(quoted(connection.from)), \"to\": \(quoted(connection.to)), "
                + "\"direction\": \"\(connection.direction.rawValue)\", \"kind\": \"\(connection.kind.rawValue)\", "
                + "\"instruction\": \(quoted(connection.instruction)), "
                + "\"returnInstruction\": \(quoted(connection.returnInstruction ?? "")), "
                + "\"stepFree\": \"\(connection.stepFree.rawValue)\", \"availability\": \"available\", "
                + "\"verification\": {\"status\": \"unverified\"}, \"cost\": \(connection.cost ?? 1)}"
        }
        let text = """
            {"format": "companion.place", "version": 1, "id": "grid", "name": "Grid", "kind": "surveyed",
            "scannedAt": "2026-01-01T00:00:00Z",
            "landmarks": [\(landmarks.joined(separator: ",\n"))],
            "connections": [\(connections.joined(separator: ",\n"))]}
            """
        return Array(text.utf8)
    }
}
