import Documents
import Readings

extension Scenario {
    private static let keys = [
        "title", "seed", "duration", "building", "groups", "places", "floors", "walls", "stairs", "ramps", "boxes",
        "cabins", "people", "glass", "walk", "weather", "camera", "barometer", "faults", "events",
    ]
    private static let solidLimit = 20_000
    private static let glassLimit = 200

    /// Reads a scenario file (JSON5) and says everything that is wrong with it, in the order of the lines.
    ///
    /// The scenario is nil exactly where there is a finding.
    package static func read(_ bytes: [UInt8]) -> (scenario: Scenario?, findings: [ScenarioFinding]) {
        let findings = ScenarioFindings()
        do throws(DocumentError) {
            let document = try Document(bytes, dialect: .json5)
            let fields = ScenarioFields(document.root, at: .root, keys: keys, findings: findings)
            let scenario = document.root.kind == .object ? Scenario(fields) : nil
            return (findings.list.isEmpty ? scenario : nil, findings.sorted)
        } catch {
            findings.add(error)
            return (nil, findings.sorted)
        }
    }

    /// Reads the whole of a file; nil where its walk has no beginning.
    private init?(_ fields: ScenarioFields) {
        let floors = FloorReading(fields.objects("floors", keys: FloorReading.keys))
        let walk = Walk(fields.objects("walk", keys: Walk.keys), heights: floors.heights)
        self.init(walk: walk ?? Walk(standingAt: .zero))
        readHead(fields, hasWalk: walk != nil)
        solids = floors.solids
        readSolids(fields, heights: floors.heights)
        weather = Weather(fields.object("weather", keys: Weather.keys))
        camera = Self.isOff(fields, "camera") ? nil : CameraModel(fields.object("camera", keys: CameraModel.keys))
        barometer =
            Self.isOff(fields, "barometer")
            ? nil : BarometerModel(fields.object("barometer", keys: BarometerModel.keys))
        faults = fields.objects("faults", keys: Fault.keys).compactMap { Fault($0) }
        events = Self.script(fields)
        if walk == nil, !fields.has("walk") {
            fields.findings.add("missingKey", at: fields.element, fields.pointer, "the key \"walk\" is missing")
        } else if walk == nil, let list = fields.element["walk"], list.kind == .array, Array(list.items).isEmpty {
            fields.fail("missingKey", "walk", "a walk has at least one stop")
        }
    }

    private mutating func readHead(_ fields: ScenarioFields, hasWalk: Bool) {
        title = fields.string("title") ?? ""
        seed = UInt64(fields.integer("seed", or: 1, in: 0...9_007_199_254_740_991))
        let seconds = fields.number("duration", or: walk.end, in: 0.001...ScenarioLimits.seconds)
        duration = Instant(seconds: seconds) - .start
        if !fields.has("duration"), walk.end <= 0, hasWalk {
            fields.findings.add(
                "missingKey", at: fields.element, fields.pointer,
                "the key \"duration\" is missing, and the walk takes no time")
        }
        building = fields.string("building")
        groups = fields.string("groups")
        places = Self.texts(fields, "places")
    }

    private mutating func readSolids(_ fields: ScenarioFields, heights: FloorHeights) {
        let building = BuildingReading(heights: heights)
        let cabins = CabinReading(heights: heights)
        let people = PersonReading(heights: heights)
        solids += fields.objects("walls", keys: BuildingReading.wallKeys).flatMap { building.wall($0) }
        solids += fields.objects("stairs", keys: BuildingReading.stairKeys).flatMap { building.stairs($0) }
        solids += fields.objects("boxes", keys: BuildingReading.boxKeys).compactMap { building.box($0) }
        solids += fields.objects("cabins", keys: CabinReading.keys).flatMap { cabins.solids($0) }
        solids += fields.objects("people", keys: PersonReading.keys).flatMap { people.solids($0) }
        ramps = fields.objects("ramps", keys: Ramp.keys).compactMap { Ramp($0, heights: heights) }
        glass = fields.objects("glass", keys: Glass.keys).compactMap { Glass($0, heights: heights) }
        if glass.count > Self.glassLimit {
            fields.fail("outOfRange", "glass", "\(glass.count) panes are more than \(Self.glassLimit)")
        }
        if solids.count + ramps.count > Self.solidLimit {
            fields.findings.add(
                "outOfRange", at: fields.element, fields.pointer,
                "\(solids.count + ramps.count) boxes and ramps are more than \(Self.solidLimit) — split the scenario")
        }
    }

    /// Whether a sensor is switched off with `false`.
    private static func isOff(_ fields: ScenarioFields, _ key: StaticString) -> Bool {
        fields.element[key]?.boolean == false
    }

    private static func texts(_ fields: ScenarioFields, _ key: StaticString) -> [String] {
        guard let value = fields.element[key] else { return [] }
        let texts = value.items.compactMap(\.string)
        if value.kind != .array || texts.count != Array(value.items).count {
            fields.fail("wrongType", key, "this must be a list of file names")
        }
        return texts
    }

    /// The scripted events, sorted by time, those of one time as written.
    private static func script(_ fields: ScenarioFields) -> [ScriptedEvent] {
        guard let list = fields.element["events"] else { return [] }
        guard list.kind == .array else {
            fields.fail("wrongType", "events", "this must be a list of events")
            return []
        }
        var events: [ScriptedEvent] = []
        for (index, item) in list.items.enumerated() {
            let at = fields.pointer.appending("events").appending(index)
            guard item.kind == .object, let seconds = item["t"]?.number,
                (0...ScenarioLimits.seconds).contains(seconds)
            else {
                fields.findings.add(
                    "wrongType", at: item, at, "an event is an object with \"t\", the seconds, at least 0")
                continue
            }
            events.append(ScriptedEvent(time: Instant(seconds: seconds), event: JSONValue(item)))
        }
        return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }
}
