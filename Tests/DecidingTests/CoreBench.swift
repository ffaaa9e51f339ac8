import Deciding
import Readings
import Wayfinding

/// A bench on which an event log is written by hand and run: real lines in, real lines out.
struct CoreBench {
    /// One line of the log, and when it happens.
    private struct Line {
        var nanoseconds: Int64
        var text: String
    }

    var world: World
    var settings = Settings()
    private var script: [Line] = []

    init(_ world: World = World()) { self.world = world }

    /// A house of two floors, a shed with one floor, and a site of two peers.
    static let town = World(groups: [
        Building(
            id: "house", name: "House", kind: .building,
            floors: [
                Floor(id: "ground", name: "Ground floor", places: ["hall"]),
                Floor(id: "upper", name: "Upper floor", places: ["attic", "study"]),
            ]),
        Building(
            id: "shed", name: "Shed", floors: [Floor(id: "only", name: "Only floor", places: ["shed-room"])]),
        Building(
            id: "farm", name: "Farm", kind: .site,
            floors: [Floor(id: "all", name: "All", places: ["yard", "garage"])]),
    ])

    /// Adds one event of a type; `fields` are its members as JSON, such as `"surface":0.9`.
    mutating func at(_ seconds: Double, _ type: String, _ fields: String = "") {
        let nanoseconds = Int64((seconds * 1e9).rounded())
        let rest = fields.isEmpty ? "" : "," + fields
        script.append(
            Line(nanoseconds: nanoseconds, text: "{\"t\":\(Self.decimal(nanoseconds)),\"type\":\"\(type)\"\(rest)}"))
    }

    /// Adds depth events at an even rate, from the first moment up to and including the last.
    mutating func depth(_ fields: String, from: Double, to: Double, hertz: Double = 10) {
        for frame in 0...Int(((to - from) * hertz + 1e-6).rounded(.down)) {
            at(from + Double(frame) / hertz, "depth", fields)
        }
    }

    /// Adds surfaces at one distance at an even rate.
    mutating func surface(_ metres: Double, from: Double, to: Double, hertz: Double = 10) {
        depth("\"surface\":\(metres)", from: from, to: to, hertz: hertz)
    }

    /// Adds frames in which too little could be measured, at an even rate.
    mutating func unmeasurable(from: Double, to: Double, hertz: Double = 10) {
        depth("\"none\":\"tooFewUsable\"", from: from, to: to, hertz: hertz)
    }

    /// Adds a notice.
    mutating func notice(_ seconds: Double, _ key: String, _ text: String, _ priority: String = "info") {
        at(seconds, "notice", "\"key\":\"\(key)\",\"text\":\"\(text)\",\"priority\":\"\(priority)\"")
    }

    /// The same log without what happens after a moment.
    func until(_ seconds: Double) -> CoreBench {
        var bench = self
        bench.script.removeAll { $0.nanoseconds > Int64((seconds * 1e9).rounded()) }
        return bench
    }

    /// The log in order of time, events of one moment in the order in which they were added.
    var log: [String] {
        script.enumerated().sorted { ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset) }
            .map(\.element.text)
    }

    /// Reads the log as a file of lines.
    func events() throws -> [(time: Instant, event: Event)] {
        try EventReader.readAll(Array(log.map { $0 + "\n" }.joined().utf8), world: world, settings: settings)
    }

    /// The effects of the log.
    func effects() throws -> [TimedEffect] {
        var effects: [TimedEffect] = []
        Replay.run(try events(), world: world, settings: settings) { effects.append($0) }
        return effects
    }

    /// The effects of the log as the lines that a replay prints.
    func lines() throws -> [String] { try effects().map(EffectWriter.line) }

    /// The effects in short, such as `4 say 1 depthUnavailable`; only those of the types asked for, if any are.
    func story(_ types: String...) throws -> [String] {
        try effects().filter { types.isEmpty || types.contains($0.effect.type) }.map(Self.short)
    }

    /// What is said, in words, with its moment: `4 Depth readings are back.`
    func words() throws -> [String] {
        try effects().compactMap { timed in
            guard case .say(let say) = timed.effect else { return nil }
            return "\(Self.decimal(timed.time.nanoseconds)) \(say.text)"
        }
    }

    /// When something of a kind is said, in seconds.
    func moments(_ kind: String) throws -> [Double] {
        try effects().compactMap { timed in
            guard case .say(let say) = timed.effect, say.kind.rawValue == kind else { return nil }
            return timed.time.seconds
        }
    }

    /// Whether moments in seconds, each a whole number of nanoseconds, are at least so far apart.
    static func areApart(_ moments: [Double], by seconds: Double) -> Bool {
        let stamps = moments.map { Int64(($0 * 1e9).rounded()) }
        return zip(stamps, stamps.dropFirst()).allSatisfy { $1 - $0 >= Int64(seconds * 1e9) }
    }

    static func short(_ timed: TimedEffect) -> String {
        let what =
            switch timed.effect {
            case .say(let say): "say \(say.id) \(say.kind.rawValue)"
            case .hush(let id): "hush \(id)"
            case .dropped(let kind, let why): "dropped \(kind.rawValue) \(why.rawValue)"
            case .place(let id): "place \(id)"
            case .floor(.changed): "floor changed"
            case .floor(.settled): "floor settled"
            case .floor(.returned): "floor returned"
            case .state(.depth(let state)): "depth \(state)"
            case .state(.tracking(let state)): "tracking \(state)"
            case .state(.barometer(let state)): "barometer \(state)"
            case .state(.speech(let state)): "speech \(state)"
            default: timed.effect.type
            }
        return decimal(timed.time.nanoseconds) + " " + what
    }

    /// Seconds as the log writes them: up to nine decimals, no trailing zeros.
    static func decimal(_ nanoseconds: Int64) -> String {
        var digits = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(nanoseconds / 1_000_000_000)" + (digits.isEmpty ? "" : "." + digits)
    }
}
