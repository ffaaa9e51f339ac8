import Documents
import Perception
import Readings
import Wayfinding

/// The altitude of the last ten minutes, a value a second, in metres above the first sample.
struct AltitudeCurve {
    /// How many seconds are kept.
    static let kept = 600
    /// A sample older than this is none.
    private static let freshFor = Duration.seconds(2)

    /// A floor as a line of the curve.
    struct Mark: Equatable {
        var name: String
        var metres: Double
        /// Whether the robot was there, so that the line is where it stood; else its height is reckoned from the map.
        var wasVisited: Bool
    }

    /// The values, the oldest first; nil where nothing was read.
    private(set) var values: [Double?] = []
    /// The places entered, each with the altitude there.
    private(set) var visits: [(place: String, metres: Double?)] = []
    private var first: Double?
    private static let keptVisits = 64

    /// The altitude now.
    var now: Double? { values.last ?? nil }

    /// Takes what the barometer showed last; called once a second.
    mutating func take(_ sample: ConsoleParts.Pressure?, at time: Instant) {
        let value = sample.flatMap { time - $0.time <= Self.freshFor ? metres($0.hectopascals) : nil }
        if values.count == Self.kept { values.removeFirst() }
        values.append(value)
        // a place is entered before the first sample where the start is known; it stands where that sample is
        if let value, let last = visits.indices.last, visits[last].metres == nil { visits[last].metres = value }
    }

    /// The robot is now in a place.
    mutating func enter(_ place: String) {
        if visits.count == Self.keptVisits { visits.removeFirst() }
        visits.append((place, now))
    }

    private mutating func metres(_ hectopascals: Double) -> Double? {
        guard Altitude.isPlausible(hectopascals: hectopascals) else { return nil }
        let first = first ?? hectopascals
        self.first = first
        return Altitude.metres(hectopascals: hectopascals, above: first)
    }

    /// The floors of a group as lines: those that were visited where they were met last, the others as far from the last
    /// one as the map says.
    func marks(_ group: Building?) -> [Mark] {
        guard let group, group.isVerticallyOrdered else { return [] }
        var met: [Int: Double] = [:]
        var last: (floor: Int, metres: Double)?
        for visit in visits {
            guard let floor = group.floorIndex(ofPlace: visit.place), let metres = visit.metres else { continue }
            met[floor] = metres
            last = (floor, metres)
        }
        return group.floors.enumerated().compactMap { index, floor in
            if let metres = met[index] { return Mark(name: floor.name, metres: metres, wasVisited: true) }
            guard let last, let base = group.floors[last.floor].elevationMetres, let height = floor.elevationMetres
            else { return nil }
            return Mark(name: floor.name, metres: last.metres + height - base, wasVisited: false)
        }
    }

    /// The curve as JSON, with the lines of a group's floors.
    func json(_ group: Building?) -> JSONValue {
        .object([
            .init("values", .array(values.map { $0.map { .thousandths($0) } ?? .null })),
            .init("now", now.map { .thousandths($0) } ?? .null),
            .init(
                "floors",
                .array(
                    marks(group).map { mark in
                        .object([
                            .init("name", .string(mark.name)), .init("metres", .thousandths(mark.metres)),
                            .init("visited", .boolean(mark.wasVisited)),
                        ])
                    })),
        ])
    }
}

/// Frames a second, counted over a few seconds.
package struct FrameRate {
    private var counts: [(time: Instant, frames: UInt64)] = []
    private static let span = 4

    /// Begins to count.
    package init() {}

    /// Takes the count of now; called once a second.
    package mutating func take(_ nearest: ConsoleParts.Nearest?, at time: Instant) {
        counts.append((time, nearest?.frames ?? 0))
        if counts.count > Self.span { counts.removeFirst() }
    }

    /// Frames a second at a moment; none as soon as the last frame is too old, and nil before two counts.
    package func perSecond(_ nearest: ConsoleParts.Nearest?, at time: Instant) -> Double? {
        guard let nearest, time - nearest.arrival <= ConsoleLimits.freshFor else { return 0 }
        guard let first = counts.first, let last = counts.last, last.time > first.time, last.frames >= first.frames
        else { return nil }
        return Double(last.frames - first.frames) / (last.time - first.time).inSeconds
    }
}
