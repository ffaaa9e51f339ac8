import Documents

/// Reads messages strictly: what is known must have its form, what is not known is passed over.
package enum LinkMessageReader {
    /// The most bytes of a message.
    package static let byteLimit = 65_536
    /// The deepest nesting.
    static let depthLimit = 8
    /// The longest id of a place, in bytes.
    static let placeLimit = 256
    /// The longest text of any other kind, in bytes; a name is cut to its own limit by whoever shows it.
    static let textLimit = 16_384

    /// What stood in a message: its version, nil where there was none that counts, and what it says, nil for a type that
    /// is not known.
    package struct Reading: Equatable, Sendable {
        /// The version.
        package var version: Int?
        /// What it says.
        package var message: LinkMessage?
    }

    /// Reads the bytes of one message; throws where it is malformed.
    package static func read(_ bytes: [UInt8]) throws(EndMessage) -> Reading {
        let limits = Document.Limits(bytes: byteLimit, depth: depthLimit)
        let document: Document
        do throws(DocumentError) { document = try Document(bytes, limits: limits) } catch {
            throw EndMessage(.malformed)
        }
        guard document.root.kind == .object, let type = document.root["type"]?.string else {
            throw EndMessage(.malformed)
        }
        let version = document.root["v"].flatMap { wholeNumber($0) }
        // Of a newer version only its first word is understood, and it is answered with the version that is spoken here.
        if (version ?? 0) > LinkMessageWriter.version, type == "hello" || type == "pair" {
            return Reading(version: version, message: nil)
        }
        return Reading(version: version, message: try message(type, MessageMembers(document.root)))
    }

    private static func message(_ type: String, _ members: MessageMembers) throws(EndMessage) -> LinkMessage? {
        switch type {
        case "pair": .pair(name: try members.text("name"), commitment: try members.bytes("commitment"))
        case "pairing": .pairing(name: try members.text("name"), commitment: try members.bytes("commitment"))
        case "reveal": .reveal(contribution: try members.bytes("contribution"))
        case "allowed": .allowed(proof: try members.bytes("proof"))
        case "confirm": .confirm(proof: try members.bytes("proof"))
        case "paired": .paired
        case "hello": .hello(id: try members.id("id"), nonce: try members.bytesIfAny("nonce"))
        case "challenge": .challenge(nonce: try members.bytes("nonce"), proof: try members.bytes("proof"))
        case "proof": .proof(try members.bytesIfAny("proof"))
        case "welcome": .welcome(name: try members.text("name"))
        case "here": .here(place: try members.idOrNull("place"))
        case "position": .position(try position(members))
        case "nearest": .nearest(metres: try members.numberOrNull("metres", in: 0...100))
        case "seen": .seen(try observation(members))
        case "alive": .alive
        case "end": .end(try end(members))
        default: nil
        }
    }

    private static func position(_ members: MessageMembers) throws(EndMessage) -> LinkPosition {
        let place = try members.text("place", limit: placeLimit)
        guard !place.isEmpty else { throw EndMessage(.malformed) }
        return LinkPosition(
            place: place, placeName: try members.text("placeName"), scannedAt: try members.textOrNull("scannedAt"),
            name: try members.text("name"), x: try members.number("x", in: -10_000...10_000),
            y: try members.number("y", in: -10_000...10_000),
            z: try members.numberOrNull("z", in: -10_000...10_000), yaw: try members.number("yaw", in: -7...7))
    }

    private static func observation(_ members: MessageMembers) throws(EndMessage) -> LinkObservation {
        LinkObservation(
            kind: try members.text("kind"), text: try members.text("text"), place: try members.textOrNull("place"))
    }

    private static func end(_ members: MessageMembers) throws(EndMessage) -> EndMessage? {
        guard let word = EndWord(rawValue: try members.text("word")) else { return nil }
        return EndMessage(word, seconds: try members.wholeIfAny("seconds"), version: try members.wholeIfAny("version"))
    }

    static func wholeNumber(_ element: JSONElement) -> Int? {
        guard let number = element.number, number == number.rounded(), abs(number) <= 1_000_000 else { return nil }
        return Int(number)
    }
}

/// The members of a message with their rules; whatever breaks one makes the message malformed.
struct MessageMembers {
    private let element: JSONElement

    init(_ element: JSONElement) { self.element = element }

    private func value<Value>(_ value: Value?) throws(EndMessage) -> Value {
        guard let value else { throw EndMessage(.malformed) }
        return value
    }

    func text(_ key: StaticString, limit: Int = LinkMessageReader.textLimit) throws(EndMessage) -> String {
        let text = try value(element[key]?.string)
        guard text.utf8.count <= limit else { throw EndMessage(.malformed) }
        return text
    }

    func textOrNull(_ key: StaticString) throws(EndMessage) -> String? {
        element[key]?.isNull ?? true ? nil : try text(key)
    }

    func id(_ key: StaticString) throws(EndMessage) -> String {
        let text = try text(key)
        guard Fingerprint.isId(text) else { throw EndMessage(.malformed) }
        return text
    }

    func idOrNull(_ key: StaticString) throws(EndMessage) -> String? {
        try value(element[key]).isNull ? nil : try id(key)
    }

    func bytes(_ key: StaticString) throws(EndMessage) -> [UInt8] {
        try value(Hexadecimal.bytes(try text(key), count: Cryptography.length))
    }

    /// Nil where there is nothing: missing, null or empty.
    func bytesIfAny(_ key: StaticString) throws(EndMessage) -> [UInt8]? {
        guard let member = element[key], !member.isNull, member.string != "" else { return nil }
        return try bytes(key)
    }

    func number(_ key: StaticString, in range: ClosedRange<Double>) throws(EndMessage) -> Double {
        let number = try value(element[key]?.number)
        guard number.isFinite, range.contains(number) else { throw EndMessage(.malformed) }
        return number
    }

    func numberOrNull(_ key: StaticString, in range: ClosedRange<Double>) throws(EndMessage) -> Double? {
        element[key]?.isNull ?? true ? nil : try number(key, in: range)
    }

    func wholeIfAny(_ key: StaticString) throws(EndMessage) -> Int? {
        guard let member = element[key], !member.isNull else { return nil }
        return try value(LinkMessageReader.wholeNumber(member))
    }
}
