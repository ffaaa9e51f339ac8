import COpenSSL
import Synchronization

/// The 32 bytes that two paired devices share.
///
/// They are overwritten when the last that holds them lets go, and no description shows them. (On disk they stand in
/// `devices.json`, which only the service's user may read.)
package final class PairingSecret: Sendable, CustomStringConvertible {
    private let bytes: Mutex<[UInt8]>

    /// Takes 32 bytes over and erases the caller's; nil where it is another number of them.
    package init?(taking bytes: inout [UInt8]) {
        guard bytes.count == Cryptography.length else { return nil }
        // A copy of its own: what the caller holds may be shared with an array somewhere else.
        let copy = [UInt8](unsafeUninitializedCapacity: Cryptography.length) { room, count in
            _ = room.initialize(from: bytes)
            count = Cryptography.length
        }
        self.bytes = Mutex(copy)
        Cryptography.erase(&bytes)
    }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    package convenience init?(hexadecimal text: String) {
        guard var bytes = Hexadecimal.bytes(text, count: Cryptography.length) else { return nil }
        self.init(taking: &bytes)
    }

    /// A secret that nobody else has: what is made with it matches nothing.
    static func nobodys() -> PairingSecret? {
        var bytes = Cryptography.random()
        return PairingSecret(taking: &bytes)
    }

    deinit {
        bytes.withLock { bytes in
            let count = bytes.count
            crypto_erase(&bytes, count)
        }
    }

    /// HMAC-SHA256 over `text`; empty where OpenSSL refuses.
    func code(_ text: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Cryptography.length)
        let result = bytes.withLock { crypto_hmac_sha256($0, text, text.count, &code) }
        return result == 0 ? code : []
    }

    /// The secret as `devices.json` keeps it.
    var hexadecimal: String { bytes.withLock { Hexadecimal.text($0) } }

    /// Never the bytes.
    package var description: String { "a secret" }
}
