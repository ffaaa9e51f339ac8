import Documents

/// Writes messages as they travel: four bytes of length, then JSON.
package enum LinkMessageWriter {
    /// The protocol version that is spoken.
    package static let version = 1

    /// The message with its length in front.
    ///
    /// Texts of our own that would break the limit are cut by whoever makes them.
    package static func frame(_ message: LinkMessage) -> [UInt8] { frame(json: json(message)) }

    /// Any bytes with their length in front.
    package static func frame(json: [UInt8]) -> [UInt8] {
        let count = UInt32(json.count)
        return [UInt8(count >> 24), UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + json
    }

    /// The message without its length.
    package static func json(_ message: LinkMessage) -> [UInt8] {
        let (type, members) = content(message)
        let head: [JSONValue.Member] = [.init("v", .integer(version)), .init("type", .string(type))]
        return DocumentWriter.compact(.object(head + members))
    }

    private static func content(_ message: LinkMessage) -> (type: String, members: [JSONValue.Member]) {
        switch message {
        case .pair(let name, let commitment): ("pair", [text("name", name), bytes("commitment", commitment)])
        case .pairing(let name, let commitment): ("pairing", [text("name", name), bytes("commitment", commitment)])
        case .reveal(let contribution): ("reveal", [bytes("contribution", contribution)])
        case .allowed(let proof): ("allowed", [bytes("proof", proof)])
        case .confirm(let proof): ("confirm", [bytes("proof", proof)])
        case .paired: ("paired", [])
        case .hello(let id, let nonce): ("hello", [text("id", id)] + (nonce.map { [bytes("nonce", $0)] } ?? []))
        case .challenge(let nonce, let proof): ("challenge", [bytes("nonce", nonce), bytes("proof", proof)])
        case .proof(let proof): ("proof", proof.map { [bytes("proof", $0)] } ?? [])
        case .welcome(let name): ("welcome", [text("name", name)])
        case .here(let place): ("here", [text("place", place)])
        case .position(let position): ("position", members(position))
        case .nearest(let metres): ("nearest", [.init("metres", metres.map { .thousandths($0) } ?? .null)])
        case .seen(let seen): ("seen", [text("kind", seen.kind), text("text", seen.text), text("place", seen.place)])
        case .alive: ("alive", [])
        case .end(let end): ("end", end.map { members($0) } ?? [])
        }
    }

    private static func members(_ position: LinkPosition) -> [JSONValue.Member] {
        var members = [
            text("place", position.place), text("placeName", position.placeName),
            text("scannedAt", position.scannedAt), text("name", position.name),
            .init("x", .thousandths(position.x)), .init("y", .thousandths(position.y)),
        ]
        if let z = position.z { members.append(.init("z", .thousandths(z))) }
        members.append(.init("yaw", .thousandths(position.yaw)))
        return members
    }

    private static func members(_ end: EndMessage) -> [JSONValue.Member] {
        var members = [text("word", end.word.rawValue)]
        if let seconds = end.seconds { members.append(.init("seconds", .integer(seconds))) }
        if let version = end.version { members.append(.init("version", .integer(version))) }
        return members
    }

    private static func text(_ key: String, _ text: String?) -> JSONValue.Member {
        .init(key, text.map { .string($0) } ?? .null)
    }

    private static func bytes(_ key: String, _ bytes: [UInt8]) -> JSONValue.Member {
        .init(key, .string(Hexadecimal.text(bytes)))
    }
}
