import Announcing
import Deciding
import Readings
import Wayfinding

/// A bench with a flat, its garden, and people in it.
///
/// The flat, in metres; its rooms R and D lie off a corridor A–B–C, and a gate leads from C to the garden's G:
/// ```
///          R (10,8)     D (20,10)
///          |            |
/// A (0,0)--B (10,0)-----C (20,0) )) G (0,0)--H (10,0)
/// ```
struct PersonBench {
    var world = Self.world
    private var script: [(seconds: Double, type: String, fields: String)] = []
    private var ending: Double?
    /// Whether the camera sees a clear floor all the time, so that nothing is said of depth.
    var seesClear = true

    /// The log so far; what would come after its end is left out.
    var core: CoreBench {
        var core = CoreBench(world)
        if seesClear { core.depth("\"clear\":true", from: 0, to: ending ?? 0, hertz: 2) }
        for line in script where line.seconds <= ending ?? .infinity { core.at(line.seconds, line.type, line.fields) }
        if let ending { core.at(ending, "end") }
        return core
    }

    static let world = World(
        places: [flat, garden],
        groups: [
            Building(
                id: "home", name: "Home", kind: .site,
                floors: [Floor(id: "all", name: "All", places: ["flat", "garden"])], portals: [gate])
        ])

    static let flat = place(
        "flat", ["A": (0, 0), "B": (10, 0), "C": (20, 0), "R": (10, 8), "D": (20, 10)],
        [("A", "B"), ("B", "C"), ("B", "R"), ("C", "D")])
    static let garden = place("garden", ["G": (0, 0), "H": (10, 0)], [("G", "H")])

    private static let gate = Portal(
        connection: way("C", "G", id: "gate"), fromPlace: "flat", toPlace: "garden")

    static func place(
        _ id: String, _ landmarks: [String: (Double, Double)], _ ways: [(String, String)], bounds: Bounds? = nil
    ) -> PlaceMap {
        PlaceMap(
            id: id, name: id.capitalisedFirst, scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed, bounds: bounds,
            landmarks: landmarks.sorted { $0.key < $1.key }.map { name, point in
                Landmark(id: name, name: name, kind: .junction, position: Position(x: point.0, y: point.1))
            }, connections: ways.map { way($0.0, $0.1, id: $0.0 + $0.1) })
    }

    static func way(_ from: String, _ to: String, id: String) -> Connection {
        Connection(
            id: id, from: from, to: to, instruction: "Walk from \(from) to \(to).",
            returnInstruction: "Walk from \(to) to \(from).", stepFree: .confirmed)
    }

    /// Starts in the flat, or elsewhere, or nowhere.
    init(in place: String? = "flat") {
        if let place { at(0, "place", "\"id\":\"\(place)\"") }
    }

    /// Adds any event.
    mutating func at(_ seconds: Double, _ type: String, _ fields: String = "") {
        script.append((seconds, type, fields))
    }

    /// Adds a pose.
    mutating func pose(_ seconds: Double, _ x: Double, _ y: Double, in place: String = "flat", _ more: String = "") {
        at(seconds, "pose", "\"place\":\"\(place)\",\"x\":\(x),\"y\":\(y)\(more)")
    }

    /// The robot stands, with a pose every half second, from the first moment up to and including the last.
    mutating func stand(_ x: Double, _ y: Double, from: Double, to: Double, in place: String = "flat") {
        for index in 0...Int((to - from) * 2 + 1e-6) { pose(from + Double(index) / 2, x, y, in: place) }
    }

    /// The robot walks straight at 1 m/s, with two poses a second, the last where it ends; gives when that is.
    @discardableResult
    mutating func walk(_ path: (Double, Double)..., from: Double) -> Double {
        var time = from
        for (start, end) in zip(path, path.dropFirst()) {
            let (x, y) = (end.0 - start.0, end.1 - start.1)
            let metres = (x * x + y * y).squareRoot()
            let halves = max(Int((metres * 2).rounded()), 1)
            for index in 1...halves {
                let share = Double(index) / Double(halves)
                time += 0.5
                pose(time, start.0 + x * share, start.1 + y * share)
            }
        }
        return time
    }

    /// Adds a position of a device.
    mutating func peer(
        _ seconds: Double, _ x: Double, _ y: Double, _ device: String = "sam", name: String = "Sam's iPhone",
        in place: String = "flat"
    ) {
        at(
            seconds, "peer",
            "\"device\":\"\(device)\",\"name\":\"\(name)\",\"place\":\"\(place)\",\"x\":\(x),\"y\":\(y)")
    }

    /// A device stays where it is, with a position every second, from the first moment up to and including the last.
    mutating func stays(_ x: Double, _ y: Double, from: Double, to: Double, _ device: String = "sam") {
        for index in 0...Int(to - from + 1e-6) { peer(from + Double(index), x, y, device) }
    }

    /// Asks for the way to a device.
    mutating func go(_ seconds: Double, to device: String = "sam", _ more: String = "") {
        at(seconds, "go", "\"device\":\"\(device)\"\(more)")
    }

    /// The log ends; nothing later is in it.
    mutating func end(_ seconds: Double) { ending = seconds }

    /// The lines of effects of some types.
    func lines(_ types: String...) throws -> [String] {
        try core.effects().filter { types.contains($0.effect.type) }.map(EffectWriter.line)
    }

    /// The effects of some types in short, without words: `1 goal 12 0 live`, `2 route AB BC`, `2 step 1/2 B`.
    func story(_ types: String...) throws -> [String] {
        try core.effects().filter { types.contains($0.effect.type) }.map(Self.short)
    }

    /// What is said, in words, with its moment.
    func words() throws -> [String] { try core.words() }

    /// What is said of some kinds, in words, with its moment.
    func words(_ kinds: AnnouncementKind...) throws -> [String] {
        try core.effects().compactMap { timed in
            guard case .say(let say) = timed.effect, kinds.contains(say.kind) else { return nil }
            return CoreBench.decimal(timed.time.nanoseconds) + " " + say.text
        }
    }

    /// Everything that is said of people.
    func ofPeople() throws -> [String] {
        try words(.personHere, .personLastSeenHere, .personMoved, .personQuiet, .personBack, .personGone)
    }

    static func short(_ timed: TimedEffect) -> String {
        let time = CoreBench.decimal(timed.time.nanoseconds)
        switch timed.effect {
        case .goal(_, let x, let y, let isLive): return "\(time) goal \(x) \(y) \(isLive ? "live" : "last")"
        case .route: return "\(time) route \(connections(EffectWriter.line(timed)))"
        case .step(let index, let of, let landmark): return "\(time) step \(index)/\(of) \(landmark ?? "-")"
        case .stepTo(let index, let of, let device): return "\(time) step \(index)/\(of) to \(device)"
        case .arrivedAt(let device): return "\(time) arrived \(device)"
        case .arrived(let landmark): return "\(time) arrived at \(landmark ?? "-")"
        case .ended(let why): return "\(time) ended \(why.rawValue)"
        case .observation(let kind, let text, let place):
            return "\(time) observation \(kind.rawValue) \(place ?? "-") \(text)"
        default: return CoreBench.short(timed)
        }
    }

    /// The connections of a route's line, or why there is none.
    private static func connections(_ line: String) -> String {
        if let reason = line.split(separator: "\"reason\":\"").dropFirst().first?.split(separator: "\"").first {
            return String(reason)
        }
        return line.split(separator: "\"connections\":[").dropFirst().map { rest in
            String(rest.prefix { $0 != "]" }.filter { $0 != "\"" })
        }.joined(separator: "|")
    }
}
