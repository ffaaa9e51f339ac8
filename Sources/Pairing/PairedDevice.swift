import Readings
import Storage

/// A device that is paired with this robot.
package struct PairedDevice: Sendable {
    /// Its id, which follows from its fingerprint.
    package let id: String
    /// What people call it, clean and unlike the others'.
    package var name: String
    /// What it is.
    package let kind: DeviceRecord.Kind
    /// The fingerprint that is pinned for it.
    package let fingerprint: Fingerprint
    /// The secret that both keep.
    let secret: PairingSecret
    /// When it was paired, RFC 3339.
    package let pairedAt: String

    /// Makes a device.
    package init(
        name: String, kind: DeviceRecord.Kind = .phone, fingerprint: Fingerprint, secret: PairingSecret,
        pairedAt: String
    ) {
        id = fingerprint.id
        self.name = name
        self.kind = kind
        self.fingerprint = fingerprint
        self.secret = secret
        self.pairedAt = pairedAt
    }

    /// The device of a record; nil where its id is not that of its fingerprint, or its secret is none.
    init?(_ record: DeviceRecord) {
        guard let fingerprint = Fingerprint(hexadecimal: record.fingerprint), fingerprint.id == record.id,
            let secret = PairingSecret(hexadecimal: record.secret)
        else { return nil }
        self.init(
            name: record.name, kind: record.kind, fingerprint: fingerprint, secret: secret, pairedAt: record.pairedAt)
    }

    /// The record as it is kept.
    var record: DeviceRecord {
        DeviceRecord(
            id: id, name: name, kind: kind, fingerprint: fingerprint.hexadecimal, secret: secret.hexadecimal,
            pairedAt: pairedAt)
    }
}

/// Where paired devices are kept, as the door needs it; each call is done or gives why not, for a person.
package struct DeviceKeeping: Sendable {
    /// Keeps a device in place of an earlier one with its id.
    package var keep: @Sendable (PairedDevice) -> String?
    /// Erases a device and its secret.
    package var remove: @Sendable (_ id: String) -> String?
    /// Keeps a device under another name.
    package var rename: @Sendable (_ id: String, _ name: String) -> String?

    /// Gathers the three.
    package init(
        keep: @escaping @Sendable (PairedDevice) -> String?, remove: @escaping @Sendable (String) -> String?,
        rename: @escaping @Sendable (String, String) -> String?
    ) {
        self.keep = keep
        self.remove = remove
        self.rename = rename
    }
}
