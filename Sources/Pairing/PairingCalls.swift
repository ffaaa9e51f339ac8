import Documents

/// Pairing as methods with parameters, for the control socket and its clients.
package enum PairingCalls {
    /// The names of the methods: `pair.open`, `pair.close`, `pair.allow` and `pair.refuse` (`digits`, may be left out),
    /// `pair.remove` (`device`), `pair.rename` (`device`, `name`), `pair.ask` (`phone`), `pair.status`.
    package static let methods = [
        "pair.open", "pair.close", "pair.allow", "pair.refuse", "pair.remove", "pair.rename", "pair.ask", "pair.status",
    ]

    /// The command of a call; nil where there is no such method.
    ///
    /// A parameter that is missing or no text is refused with the code `badParameter`.
    package static func command(
        _ method: String, _ parameters: JSONValue
    ) throws(PairingRefusal) -> PairingCommand? {
        switch method {
        case "pair.open": .open
        case "pair.close": .close
        case "pair.allow": .allow(digits: try digits(parameters))
        case "pair.refuse": .refuse(digits: try digits(parameters))
        case "pair.remove": .remove(device: try text("device", parameters))
        case "pair.rename":
            .rename(device: try text("device", parameters), name: try text("name", parameters))
        case "pair.ask": .ask(phone: try text("phone", parameters))
        case "pair.status": .status
        default: nil
        }
    }

    private static func text(_ key: String, _ parameters: JSONValue) throws(PairingRefusal) -> String {
        guard case .string(let text)? = parameters[key], !text.isEmpty else {
            throw PairingRefusal("badParameter", "\"\(key)\" is missing or no text — give it")
        }
        return text
    }

    private static func digits(_ parameters: JSONValue) throws(PairingRefusal) -> String? {
        switch parameters["digits"] {
        case nil, .null: return nil
        case .string(let text) where text.utf8.count == 3 && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
            return text
        default: throw PairingRefusal("badParameter", "\"digits\" are not three digits in a text — give what is shown")
        }
    }
}

extension PairingAnswer {
    /// The answer as the result of a call: `text` and the members of the status.
    package var json: JSONValue { .object([.init("text", .string(text))] + status.members) }
}

extension PairingStatus {
    /// The status for a machine; nothing secret is in it.
    package var json: JSONValue { .object(members) }

    var members: [JSONValue.Member] {
        [
            .init("openSeconds", Self.whole(openSeconds)), .init("closedSeconds", Self.whole(closedSeconds)),
            .init("request", request.map { $0.json } ?? .null), .init("asked", asked.map { $0.json } ?? .null),
            .init("devices", .array(devices.map(\.json))), .init("near", .array(near.map { .string($0) })),
            .init("port", Self.whole(port)), .init("announcedName", announcedName.map { .string($0) } ?? .null),
            .init("hasDiscovery", .boolean(hasDiscovery)), .init("refusals", .integer(refusals)),
        ]
    }

    private static func whole(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}

extension PairingStatus.Request {
    var json: JSONValue {
        .object([
            .init("device", .string(device)), .init("name", .string(name)), .init("digits", .string(digits)),
            .init("secondsLeft", .integer(secondsLeft)),
        ])
    }
}

extension PairingStatus.Asked {
    var json: JSONValue {
        .object([.init("name", .string(name)), .init("digits", digits.map { .string($0) } ?? .null)])
    }
}

extension PairingStatus.Device {
    var json: JSONValue {
        .object([
            .init("id", .string(id)), .init("name", .string(name)), .init("kind", .string(kind)),
            .init("pairedAt", .string(pairedAt)), .init("fingerprint", .string(fingerprint)),
            .init("connected", .boolean(isConnected)), .init("here", .boolean(isHere)),
        ])
    }
}
