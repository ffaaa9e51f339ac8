import Announcing
import Deciding
import Documents
import Evidence
import Foundation
import Readings
import Wayfinding

/// Routes on the bench: places drawn in characters, and what is decided and heard of a walk through them.
extension CoreBench {
    /// A bench in one drawn place.
    init(_ drawing: String, change: (inout PlaceMap) -> Void = { _ in }) {
        var place = DrawnMap(drawing).place
        change(&place)
        self.init(World(places: [place]))
    }

    /// Two floors: A–B–C below and A–B–C above, an elevator from the lower C to the upper A; the robot starts below.
    static func twoFloors(change: (inout Building, inout PlaceMap, inout PlaceMap) -> Void = { _, _, _ in })
        -> CoreBench
    {
        var low = DrawnMap("A----------B----------C", id: "low", name: "Low").place
        var high = DrawnMap("A----------B----------C", id: "high", name: "High").place
        let ride = Connection(
            id: "ride", from: "C", to: "A", kind: .elevator, instruction: "Take the elevator.",
            returnInstruction: "Take the elevator back.", stepFree: .confirmed, cost: 10)
        var building = Building(
            id: "tower", name: "Tower",
            floors: [
                Floor(id: "f1", name: "Floor 1", places: ["low"]), Floor(id: "f2", name: "Floor 2", places: ["high"]),
            ], portals: [Portal(connection: ride, fromPlace: "low", toPlace: "high")])
        change(&building, &low, &high)
        var bench = CoreBench(World(places: [low, high], groups: [building]))
        bench.at(0, "place", "\"id\":\"low\"")
        return bench
    }

    /// The building that the demo walks through, read from its files.
    static func demo() throws -> CoreBench {
        let folder =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/") + "/Sources/Simulation/Demo/"
        func document(_ name: String) throws -> Document {
            try Document(Files.read(folder + name) ?? [], limits: .init(bytes: 1 << 20, depth: 32))
        }
        var places: [PlaceMap] = []
        for name in ["ground", "first", "second"] {
            let (map, findings) = PlaceMapReader.read(try document(name + ".json"), now: 1_800_000_000)
            guard let map else { throw CocoaError(.fileReadCorruptFile, userInfo: ["findings": "\(findings)"]) }
            places.append(map)
        }
        let groups = GroupsReader.read(
            try document("buildings.json"), now: 1_800_000_000, surroundings: .init(known: nil, maps: places))
        return CoreBench(World(places: places, groups: groups.buildings))
    }

    mutating func go(_ seconds: Double, to: String, from: String? = nil, stepFree: Bool? = nil) {
        let start = from.map { ",\"from\":\"\($0)\"" } ?? ""
        let flat = stepFree.map { ",\"stepFree\":\($0)" } ?? ""
        at(seconds, "go", "\"to\":\"\(to)\"\(start)\(flat)")
    }

    mutating func confirm(_ moments: Double...) { for seconds in moments { at(seconds, "confirm") } }

    mutating func pose(
        _ seconds: Double, _ x: Double, _ y: Double, in place: String = "here", tracking: String = "normal"
    ) {
        at(seconds, "pose", "\"place\":\"\(place)\",\"x\":\(x),\"y\":\(y),\"tracking\":\"\(tracking)\"")
    }

    /// One pose a second from `start` on, so that tracking holds while nothing moves.
    mutating func stand(_ x: Double, _ y: Double, from start: Int, to end: Int, in place: String = "here") {
        for second in start...end { pose(Double(second), x, y, in: place) }
    }

    mutating func connection(_ seconds: Double, _ id: String, _ availability: String, in place: String = "here") {
        at(seconds, "connection", "\"place\":\"\(place)\",\"id\":\"\(id)\",\"availability\":\"\(availability)\"")
    }

    /// The log with a clear view ahead, so that of the depth camera nothing is to be said, up to its end.
    private func closed(_ end: Double) -> CoreBench {
        var bench = until(end)
        bench.depth("\"clear\":true", from: 0, to: end, hertz: 4)
        bench.at(end, "end")
        return bench
    }

    /// What is decided of the way: `1 route AB BC`, `1 step 1/2 B`, `5 arrived C`, `5 ended arrived`, `3 place high`.
    func tale(until end: Double) throws -> [String] {
        try closed(end).effects().compactMap { timed in
            let moment = Self.decimal(timed.time.nanoseconds)
            switch timed.effect {
            case .route: return try moment + " route " + Self.route(timed)
            case .step(let index, let count, let landmark): return "\(moment) step \(index)/\(count) \(landmark ?? "-")"
            case .arrived(let landmark): return "\(moment) arrived \(landmark ?? "-")"
            case .ended(let why): return "\(moment) ended \(why.rawValue)"
            case .place(let id): return "\(moment) place \(id)"
            default: return nil
            }
        }
    }

    private static func route(_ timed: TimedEffect) throws -> String {
        let line = try JSONSerialization.jsonObject(with: Data(EffectWriter.line(timed).utf8)) as? [String: Any] ?? [:]
        if let failure = line["failure"] as? [String: Any] {
            let blocked = (failure["blocked"] as? [[String: Any]] ?? []).map { entry in
                "\(entry["connection"] ?? ""):\((entry["why"] as? [String] ?? []).joined(separator: ","))"
            }
            return ([failure["reason"] as? String ?? ""] + blocked).joined(separator: " ")
        }
        let legs = line["legs"] as? [[String: Any]] ?? []
        return legs.map { ($0["connections"] as? [String] ?? []).joined(separator: " ") }.joined(separator: " | ")
    }

    /// What is heard of routes and answers, in words, in order; without what has to do with anything else.
    func heard(until end: Double) throws -> [String] {
        try said(until: end).map(\.text)
    }

    /// The same with kinds.
    func said(until end: Double) throws -> [Effect.Say] {
        try closed(end).effects().compactMap { timed in
            guard case .say(let say) = timed.effect, say.priority == .guidance || say.priority == .reply else {
                return nil
            }
            return say
        }
    }
}
