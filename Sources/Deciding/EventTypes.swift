import Documents
import Readings
import Wayfinding

/// The types of events and the fields of each.
enum EventTypes {
    /// Every type, as the log names it.
    static let names = [
        "depth", "pressure", "pose", "place", "probeResult", "go", "stop", "confirm", "back", "repeat", "where", "next",
        "silence",
        "talking",
        "peer", "peerQuiet", "peerRemoved", "pairing", "sensor", "spoken", "connection", "notice", "setting", "tick",
        "end",
    ]

    /// The fields of each type beside `t` and `type`, so that a misspelt one is named before a missing one.
    static let fields = [
        "depth": ["surface", "clear", "none", "strips", "dropOff"], "pressure": ["hPa", "referenceHPa"],
        "pose": ["place", "x", "y", "z", "yaw", "tracking"], "place": ["id"],
        "go": ["to", "device", "x", "y", "from", "stepFree"], "talking": ["on"], "sensor": ["sensor", "state"],
        "spoken": ["id", "outcome"], "connection": ["place", "id", "availability"],
        "notice": ["key", "text", "priority", "on"], "setting": ["key", "value"], "probeResult": ["place", "id"],
        "peer": ["device", "name", "place", "x", "y", "z", "yaw"], "peerQuiet": ["device"], "peerRemoved": ["device"],
        "pairing": ["device", "name", "state", "digits"],
    ]

    static func event(_ type: String, _ fields: inout EventFields) throws(EventFault) -> Event {
        switch type {
        case "depth": .depth(try depth(&fields))
        case "pressure":
            .pressure(hectopascals: try fields.number("hPa"), reference: try fields.optionalNumber("referenceHPa"))
        case "pose": .pose(try pose(&fields))
        case "place": .place(try fields.string("id"))
        case "probeResult": try probeResult(&fields)
        case "go": .go(try go(&fields))
        case "stop": .stop
        case "confirm": .confirm
        case "back": .back
        case "repeat": .repeatLast
        case "where": .whereAmI
        case "next": .next
        case "silence": .silence
        case "talking": .talking(try fields.boolean("on"))
        case "peer": .peer(try peer(&fields))
        case "peerQuiet": .peerQuiet(device: try fields.string("device"))
        case "peerRemoved": .peerRemoved(device: try fields.string("device"))
        case "pairing":
            .pairing(
                PairingChange(
                    device: try fields.string("device"), name: try fields.string("name"),
                    state: try fields.word("state"), digits: try fields.optionalString("digits")))
        case "sensor": try sensor(&fields)
        case "spoken": .spoken(id: try wholeNumber("id", &fields), try fields.word("outcome"))
        case "connection":
            .connection(
                place: try fields.string("place"), id: try fields.string("id"), try fields.word("availability"))
        case "notice": .notice(try notice(&fields))
        case "setting": try setting(&fields)
        case "tick": .tick
        case "end": .end
        default: throw unknown(type)
        }
    }

    private static func unknown(_ type: String) -> EventFault {
        let hint = NearestName.among(names, to: type).first.map { "; did you mean \"\($0)\"?" } ?? ""
        return EventFault("there is no event type \"\(type)\"\(hint)", kind: .unknownType)
    }

    private static func depth(_ fields: inout EventFields) throws(EventFault) -> DepthObservation {
        let given = ["surface", "clear", "none"].filter { fields.has($0) }
        guard given.count == 1 else { throw EventFault("depth needs exactly one of surface, clear and none") }
        let reading: DepthReading
        switch given[0] {
        case "surface": reading = .surface(metres: try fields.distance("surface"))
        case "clear":
            guard try fields.boolean("clear") else { throw fields.wrong("clear", "true") }
            reading = .clear
        default: reading = .none(try fields.word("none"))
        }
        let dropOff = fields.optional("dropOff") == nil ? nil : try fields.distance("dropOff")
        return DepthObservation(reading: reading, strips: try strips(&fields), dropOffMetres: dropOff)
    }

    private static func strips(_ fields: inout EventFields) throws(EventFault) -> StripReadings? {
        guard let list = fields.optional("strips") else { return nil }
        let items = Array(list.items)
        guard list.kind == .array, items.count == StripReadings.count else {
            throw fields.wrong("strips", "a list of five readings, each metres or null")
        }
        var strips = StripReadings()
        for (index, item) in items.enumerated() where !item.isNull {
            guard let metres = item.number, metres.isFinite, metres >= 0 else {
                throw fields.wrong("strips", "a list of five readings, each metres or null")
            }
            strips[index] = metres
        }
        return strips
    }

    private static func pose(_ fields: inout EventFields) throws(EventFault) -> Pose {
        Pose(
            place: try fields.string("place"), x: try fields.number("x", finite: false),
            y: try fields.number("y", finite: false), z: try fields.optionalNumber("z", finite: false),
            yaw: try fields.optionalNumber("yaw", finite: false) ?? 0,
            tracking: try fields.optionalWord("tracking") ?? .normal)
    }

    private static func probeResult(_ fields: inout EventFields) throws(EventFault) -> Event {
        guard fields.has("place") else { throw EventFault("probeResult needs \"place\", an id or null") }
        let place = try fields.optionalString("place")
        let id = fields.optional("id") == nil ? nil : try wholeNumber("id", &fields)
        return .probeResult(place: place, id: id)
    }

    private static func go(_ fields: inout EventFields) throws(EventFault) -> GoRequest {
        let words = try fields.optionalString("to")
        let x = try fields.optionalNumber("x")
        let y = try fields.optionalNumber("y")
        let device = try fields.optionalString("device")
        let target: GoRequest.Target
        switch (words, device, x, y) {
        case (let words?, nil, nil, nil): target = .words(words)
        case (nil, let device?, nil, nil): target = .device(device)
        case (nil, nil, let x?, let y?): target = .position(x: x, y: y)
        default: throw EventFault("go needs exactly one of \"to\", \"device\", and \"x\" with \"y\"")
        }
        return GoRequest(
            target: target, from: try fields.optionalString("from"), stepFree: try fields.optionalBoolean("stepFree"))
    }

    private static func peer(_ fields: inout EventFields) throws(EventFault) -> PeerPosition {
        PeerPosition(
            device: try fields.string("device"), name: try fields.string("name"), place: try fields.string("place"),
            position: Position(
                x: try fields.number("x"), y: try fields.number("y"), z: try fields.optionalNumber("z")),
            yaw: try fields.optionalNumber("yaw"))
    }

    private enum SensorState: String, CaseIterable { case connected, disconnected }

    private static func sensor(_ fields: inout EventFields) throws(EventFault) -> Event {
        let sensor: Sensor = try fields.word("sensor")
        let state: SensorState = try fields.word("state")
        return .sensor(sensor, isConnected: state == .connected)
    }

    private static func notice(_ fields: inout EventFields) throws(EventFault) -> Notice {
        Notice(
            key: try fields.string("key"), text: try fields.string("text"),
            priority: try fields.optionalWord("priority") ?? .info, isOn: try fields.optionalBoolean("on") ?? true)
    }

    private static func setting(_ fields: inout EventFields) throws(EventFault) -> Event {
        let key = try fields.string("key")
        guard fields.has("value") else { throw EventFault("setting needs \"value\"") }
        guard let element = fields.optional("value") else { return .setting(key: key, .absent) }
        guard let value = SettingValue(element) else { throw fields.wrong("value", "a plain value, not an object") }
        return .setting(key: key, value)
    }

    private static func wholeNumber(_ name: String, _ fields: inout EventFields) throws(EventFault) -> Int {
        let number = try fields.number(name)
        guard number == number.rounded(), number >= 1, number < 1e15 else {
            throw fields.wrong(name, "a whole number from 1")
        }
        return Int(number)
    }
}
