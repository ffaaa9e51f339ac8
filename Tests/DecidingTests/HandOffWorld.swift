import Deciding
import Foundation
import Readings
import Wayfinding

/// Places to be lost, ridden and walked out of in, and logs of poses and rides in them.
extension CoreBench {
    private static func place(_ id: String, _ name: String, bounds: Bounds?, to far: Double = 20) -> PlaceMap {
        PlaceMap(
            id: id, name: name, scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed, bounds: bounds,
            landmarks: [
                Landmark(id: "e", name: "Lift \(id)", kind: .elevator, position: Position(x: 0, y: 0)),
                Landmark(id: "m", name: "Middle \(id)", kind: .spot, position: Position(x: far / 2, y: 0)),
                Landmark(id: "d", name: "Desk \(id)", kind: .desk, position: Position(x: far, y: 0)),
            ],
            connections: [
                Connection(
                    id: "em", from: "e", to: "m", instruction: "Walk to the middle of \(id).",
                    returnInstruction: "Walk to the lift of \(id).", stepFree: .confirmed),
                Connection(
                    id: "md", from: "m", to: "d", kind: .door, instruction: "Go through the door of \(id).",
                    returnInstruction: "Go back through the door of \(id).", stepFree: .confirmed),
            ])
    }

    private static let box = Bounds.box(min: Position(x: -2, y: -5), max: Position(x: 22, y: 5))

    private static func portal(_ id: String, _ from: String, _ to: String, _ kind: Connection.Kind) -> Portal {
        let landmark = kind == .elevator ? "e" : "d"
        return Portal(
            connection: Connection(
                id: id, from: landmark, to: landmark, kind: kind, instruction: "Take \(id) to \(to).",
                returnInstruction: "Take \(id) to \(from).", stepFree: .confirmed),
            fromPlace: from, toPlace: to)
    }

    /// A tower of four floors with one place each, joined by a lift.
    static let tower = World(
        places: (0..<4).map { place("t\($0)", "Place \($0)", bounds: box) },
        groups: [
            Building(
                id: "tower", name: "Tower",
                floors: (0..<4).map { Floor(id: "l\($0)", name: "Floor \($0)", places: ["t\($0)"]) },
                portals: [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map {
                    portal("lift\($0.0)\($0.1)", "t\($0.0)", "t\($0.1)", .elevator)
                })
        ])

    /// A site of peers: a yard and a garage with a door between them, and a barn that nothing leads to.
    static let farm = World(
        places: [
            place("yard", "Yard", bounds: box), place("garage", "Garage", bounds: box),
            place(
                "barn", "Barn",
                bounds: .polygon([
                    Position(x: -2, y: -5), Position(x: 22, y: -5), Position(x: 22, y: 5), Position(x: 10, y: 5),
                    Position(x: 10, y: 2), Position(x: -2, y: 2),
                ])),
        ],
        groups: [
            Building(
                id: "farm", name: "Farm", kind: .site,
                floors: [Floor(id: "all", name: "All", places: ["yard", "garage", "barn"])],
                portals: [portal("door", "yard", "garage", .door)])
        ])

    /// One place that is in no group.
    static let alone = World(places: [place("solo", "Solo", bounds: nil, to: 60)])

    /// Adds one pose.
    mutating func pose(
        _ seconds: Double, _ place: String, _ x: Double, _ y: Double = 0, z: Double? = nil,
        _ tracking: String = "normal"
    ) {
        let height = z.map { ",\"z\":\($0)" } ?? ""
        at(seconds, "pose", "\"place\":\"\(place)\",\"x\":\(x),\"y\":\(y)\(height),\"tracking\":\"\(tracking)\"")
    }

    /// Adds poses at an even rate up to and including the last moment, standing or walking evenly along x.
    mutating func poses(
        _ place: String, from: Double, to: Double, x: Double = 5, toX: Double? = nil, y: Double = 0, z: Double? = nil,
        hertz: Double = 10, _ tracking: String = "normal"
    ) {
        for frame in 0...Int(((to - from) * hertz + 1e-6).rounded(.down)) {
            let moment = from + Double(frame) / hertz
            let share = to > from ? (moment - from) / (to - from) : 0
            pose(moment, place, x + ((toX ?? x) - x) * share, y, z: z, tracking)
        }
    }

    /// Adds pressure at an even rate: rides are evenly fast, each from a moment, over a span, by metres.
    mutating func pressure(
        until end: Double, hertz: Double = 10, _ rides: (start: Double, seconds: Double, metres: Double)...
    ) {
        for sample in 0...Int(end * hertz) {
            let moment = Double(sample) / hertz
            let height = rides.reduce(0.0) { $0 + $1.metres * min(max((moment - $1.start) / $1.seconds, 0), 1) }
            let pressure = 1000 * pow(1 - height / 44330.77, 1 / 0.190263) + Double(sample % 3) / 1000
            at(moment, "pressure", "\"hPa\":\(pressure)")
        }
    }

    /// What is said of some kinds, in order, without the moments; a kind that ends in an asterisk stands for all that
    /// begin so.
    func said(_ kinds: String...) throws -> [String] {
        try effects().compactMap { timed in
            guard case .say(let say) = timed.effect else { return nil }
            let kind = say.kind.rawValue
            let isAsked = kinds.contains { $0.hasSuffix("*") ? kind.hasPrefix($0.dropLast()) : kind == $0 }
            return isAsked ? "\(kind): \(say.text)" : nil
        }
    }

    /// The probes that are asked, as `12.5 floorChange t2 t3 t0`.
    func probes() throws -> [String] {
        try effects().compactMap { timed in
            guard case .probe(_, let places, let why) = timed.effect else { return nil }
            return "\(Self.decimal(timed.time.nanoseconds)) \(why) \(places.joined(separator: " "))"
        }
    }

    /// Ends the log, with an open floor ahead all along, so that depth and readiness have nothing to say in between.
    mutating func end(_ seconds: Double) {
        surface(3, from: 0.01, to: seconds, hertz: 4)
        at(seconds, "end")
    }

    /// The states of tracking, as `6.5 lost`.
    func tracking() throws -> [String] {
        try effects().compactMap { timed in
            guard case .state(.tracking(let state)) = timed.effect else { return nil }
            return "\(Self.decimal(timed.time.nanoseconds)) \(state)"
        }
    }
}
