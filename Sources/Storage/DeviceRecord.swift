import Documents

/// A paired device in `devices.json`.
package struct DeviceRecord: StoredRecord {
    /// What a device is.
    package enum Kind: String, CaseIterable, Sendable {
        /// A phone of the family.
        case phone
        /// Another robot.
        case robot
    }

    /// The id of the device.
    package let id: String
    /// What people call it.
    package let name: String
    /// What it is.
    package let kind: Kind
    /// The fingerprint of its key, in lower-case hexadecimal digits.
    package let fingerprint: String
    /// The secret that both keep, in lower-case hexadecimal digits.
    package let secret: String
    /// When it was paired, RFC 3339.
    package let pairedAt: String
    /// The record as it is written, with what it does not know.
    package let json: JSONValue

    /// The id.
    package var key: String { id }

    /// Makes a record; `fingerprint` and `secret` are lower-case hexadecimal digits, two a byte.
    package init(id: String, name: String, kind: Kind, fingerprint: String, secret: String, pairedAt: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.fingerprint = fingerprint
        self.secret = secret
        self.pairedAt = pairedAt
        json = .object([
            .init("id", .string(id)), .init("name", .string(name)), .init("kind", .string(kind.rawValue)),
            .init("fingerprint", .string(fingerprint)), .init("secret", .string(secret)),
            .init("pairedAt", .string(pairedAt)),
        ])
    }

    private init?(_ members: inout RecordMembers) {
        let kind = Kind(rawValue: members.text("kind") ?? "")
        guard let id = members.text("id"), let name = members.text("name"), let kind,
            let fingerprint = members.hexadecimal("fingerprint"), let secret = members.hexadecimal("secret"),
            let pairedAt = members.text("pairedAt")
        else { return nil }
        self.id = id
        self.name = name
        self.kind = kind
        self.fingerprint = fingerprint
        self.secret = secret
        self.pairedAt = pairedAt
        json = members.value
    }

    /// Reads a record; nothing of a device that lacks anything can be used, and it must pair again.
    package static func read(_ value: JSONValue) -> (record: DeviceRecord?, flaws: [String]) {
        var members = RecordMembers(value)
        if let record = DeviceRecord(&members) { return (record, members.flaws) }
        let name = if case .string(let text)? = value["name"] { DocumentWriter.quoted(text) } else { "a device" }
        let why = members.flaws.isEmpty ? "its \"kind\" is not known" : members.flaws.joined(separator: ", ")
        return (nil, ["\(name) cannot be read and must pair again: \(why)"])
    }
}
