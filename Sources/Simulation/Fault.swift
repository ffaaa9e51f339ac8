/// Something that goes wrong with a sensor for a time.
package struct Fault: Equatable, Sendable {
    /// What goes wrong.
    package enum Kind: Equatable, Sendable {
        /// The camera repeats its last frame; its own frame number and time go on or stay too.
        case cameraFrozen(advances: Bool)
        /// The camera is there and delivers nothing.
        case cameraStopped
        /// The camera is gone.
        case cameraDisconnected
        /// The camera delivers frames full of holes.
        case cameraZeros
        /// The barometer repeats its last value.
        case barometerFrozen
        /// The barometer is there and delivers nothing.
        case barometerStopped
        /// The barometer is gone.
        case barometerDisconnected
        /// The barometer's value is off by so many hPa.
        case barometerJumps(hectopascals: Double)
    }

    /// What goes wrong.
    package var kind: Kind
    /// When, in seconds of the scenario.
    package var span: Range<Double>

    var concernsCamera: Bool {
        switch kind {
        case .cameraFrozen, .cameraStopped, .cameraDisconnected, .cameraZeros: true
        case .barometerFrozen, .barometerStopped, .barometerDisconnected, .barometerJumps: false
        }
    }

    var isDisconnection: Bool { kind == .cameraDisconnected || kind == .barometerDisconnected }

    /// The place in the row of what hides what: gone, silent, frozen, the rest.
    private var weight: Int {
        switch kind {
        case .cameraDisconnected, .barometerDisconnected: 3
        case .cameraStopped, .barometerStopped: 2
        case .cameraFrozen, .barometerFrozen: 1
        case .cameraZeros, .barometerJumps: 0
        }
    }

    /// The fault of a sensor that shows at a time, where several hold the one that hides the rest; nil for none.
    static func shown(in faults: [Fault], camera: Bool, at seconds: Double) -> Fault? {
        var found: Fault?
        for fault in faults where fault.concernsCamera == camera && fault.span.contains(seconds) {
            if found.map({ fault.weight > $0.weight }) ?? true { found = fault }
        }
        return found
    }
}

extension Fault {
    static let keys = ["camera", "barometer", "from", "until", "advances", "hPa"]

    /// Reads one fault; nil where it is not clear what it is.
    init?(_ fields: ScenarioFields) {
        guard fields.has("camera") != fields.has("barometer") else {
            fields.findings.add(
                "contradiction", at: fields.element, fields.pointer,
                "a fault concerns either \"camera\" or \"barometer\"")
            return nil
        }
        span = fields.presence()
        kind = fields.has("camera") ? Self.camera(fields) : Self.barometer(fields)
    }

    private static func camera(_ fields: ScenarioFields) -> Kind {
        let word = fields.word("camera", of: ["frozen", "stopped", "disconnected", "zeros"])
        if fields.has("hPa") { fields.fail("contradiction", "hPa", "\"hPa\" belongs to a jumping barometer") }
        if fields.has("advances"), word != "frozen" {
            fields.fail("contradiction", "advances", "\"advances\" belongs to a frozen camera")
        }
        switch word {
        case "frozen": return .cameraFrozen(advances: fields.boolean("advances", or: false))
        case "stopped": return .cameraStopped
        case "disconnected": return .cameraDisconnected
        default: return .cameraZeros
        }
    }

    private static func barometer(_ fields: ScenarioFields) -> Kind {
        let word = fields.word("barometer", of: ["frozen", "stopped", "disconnected", "jumps"])
        if fields.has("advances") {
            fields.fail("contradiction", "advances", "\"advances\" belongs to a frozen camera")
        }
        if fields.has("hPa"), word != "jumps" {
            fields.fail("contradiction", "hPa", "\"hPa\" belongs to a jumping barometer")
        }
        switch word {
        case "frozen": return .barometerFrozen
        case "stopped": return .barometerStopped
        case "disconnected": return .barometerDisconnected
        default: return .barometerJumps(hectopascals: fields.number("hPa", in: -2000...2000) ?? 0)
        }
    }
}
