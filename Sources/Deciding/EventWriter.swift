import Documents
import Readings

/// Writes events as lines of JSON that ``EventReader`` reads back to the same values.
public enum EventWriter {
    /// One event as one line, without its newline.
    public static func line(_ event: Event, at time: Instant) -> String {
        DocumentWriter.line(.object([.init("t", EffectWriter.time(time))] + members(event)))
    }

    private static func members(_ event: Event) -> [JSONValue.Member] {
        switch event {
        case .depth(let observation): [type("depth")] + depth(observation)
        case .pressure(let hectopascals, let reference):
            [type("pressure"), .init("hPa", .decimal(hectopascals))]
                + (reference.map { [.init("referenceHPa", .decimal($0))] } ?? [])
        case .pose(let pose): [type("pose")] + self.pose(pose)
        case .place(let id): [type("place"), .init("id", .string(id))]
        case .probeResult(let place, let id):
            [type("probeResult"), .init("place", place.map { .string($0) } ?? .null)]
                + (id.map { [.init("id", .integer($0))] } ?? [])
        case .go(let request): [type("go")] + go(request)
        case .stop, .confirm, .back, .repeatLast, .whereAmI, .next, .silence, .tick, .end: [type(word(event))]
        case .talking(let on): [type("talking"), .init("on", .boolean(on))]
        case .peer, .peerQuiet, .peerRemoved, .pairing: people(event)
        case .sensor(let sensor, let isConnected):
            [
                type("sensor"), .init("sensor", .string(sensor.rawValue)),
                .init("state", .string(isConnected ? "connected" : "disconnected")),
            ]
        case .spoken(let id, let outcome):
            [type("spoken"), .init("id", .integer(id)), .init("outcome", .string(outcome.rawValue))]
        case .connection(let place, let id, let availability):
            [
                type("connection"), .init("place", .string(place)), .init("id", .string(id)),
                .init("availability", .string(availability.rawValue)),
            ]
        case .notice(let notice):
            [
                type("notice"), .init("key", .string(notice.key)), .init("text", .string(notice.text)),
                .init("priority", .string(notice.priority.rawValue)), .init("on", .boolean(notice.isOn)),
            ]
        case .setting(let key, let value): [type("setting"), .init("key", .string(key))] + setting(key, value)
        }
    }

    /// Events about paired devices.
    private static func people(_ event: Event) -> [JSONValue.Member] {
        switch event {
        case .peer(let peer): [type("peer")] + self.peer(peer)
        case .peerQuiet(let device): [type("peerQuiet"), .init("device", .string(device))]
        case .peerRemoved(let device): [type("peerRemoved"), .init("device", .string(device))]
        case .pairing(let pairing):
            [
                type("pairing"), .init("device", .string(pairing.device)), .init("name", .string(pairing.name)),
                .init("state", .string(pairing.state.rawValue)),
            ] + (pairing.digits.map { [.init("digits", .string($0))] } ?? [])
        default: []
        }
    }

    /// The type of an event that has no fields.
    private static func word(_ event: Event) -> String {
        switch event {
        case .stop: "stop"
        case .confirm: "confirm"
        case .back: "back"
        case .repeatLast: "repeat"
        case .whereAmI: "where"
        case .next: "next"
        case .silence: "silence"
        case .tick: "tick"
        default: "end"
        }
    }

    private static func type(_ name: String) -> JSONValue.Member { .init("type", .string(name)) }

    private static func depth(_ observation: DepthObservation) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        switch observation.reading {
        case .surface(let metres): members.append(.init("surface", .decimal(metres)))
        case .clear: members.append(.init("clear", .boolean(true)))
        case .none(let reason): members.append(.init("none", .string(reason.rawValue)))
        }
        if let strips = observation.strips {
            let readings = (0..<StripReadings.count).map { strips[$0].map { JSONValue.decimal($0) } ?? .null }
            members.append(.init("strips", .array(readings)))
        }
        if let metres = observation.dropOffMetres { members.append(.init("dropOff", .decimal(metres))) }
        return members
    }

    private static func pose(_ pose: Pose) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("place", .string(pose.place)), .init("x", number(pose.x)), .init("y", number(pose.y)),
        ]
        if let z = pose.z { members.append(.init("z", number(z))) }
        return members + [.init("yaw", number(pose.yaw)), .init("tracking", .string(pose.tracking.rawValue))]
    }

    private static func peer(_ peer: PeerPosition) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("device", .string(peer.device)), .init("name", .string(peer.name)),
            .init("place", .string(peer.place)),
            .init("x", .decimal(peer.position.x)), .init("y", .decimal(peer.position.y)),
        ]
        if let z = peer.position.z { members.append(.init("z", .decimal(z))) }
        if let yaw = peer.yaw { members.append(.init("yaw", .decimal(yaw))) }
        return members
    }

    /// A number that may be no finite one: then a spelling that overflows, which the reader takes for what it is.
    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .decimal(value) : .number(value < 0 ? "-1e999" : "1e999")
    }

    private static func go(_ request: GoRequest) -> [JSONValue.Member] {
        var members: [JSONValue.Member]
        switch request.target {
        case .words(let words): members = [.init("to", .string(words))]
        case .device(let device): members = [.init("device", .string(device))]
        case .position(let x, let y): members = [.init("x", .decimal(x)), .init("y", .decimal(y))]
        }
        if let from = request.from { members.append(.init("from", .string(from))) }
        if let stepFree = request.stepFree { members.append(.init("stepFree", .boolean(stepFree))) }
        return members
    }

    private static func setting(_ key: String, _ value: SettingValue) -> [JSONValue.Member] {
        [.init("value", value.json(as: SettingsTable.row(key)?.kind ?? .text))]
    }
}
