import COpenSSL
import Platform

/// A P-256 key with its self-signed certificate: what this end is known by.
package final class LinkIdentity {
    let handle: OpaquePointer
    /// The certificate's fingerprint.
    package let fingerprint: Fingerprint
    private static let pemLimit = 16_384

    private init(owning handle: OpaquePointer) throws(PairingError) {
        var bytes = [UInt8](repeating: 0, count: Cryptography.length)
        guard link_identity_fingerprint(handle, &bytes) == 0, let fingerprint = Fingerprint(bytes) else {
            link_identity_free(handle)
            throw .cryptography("read a certificate")
        }
        self.handle = handle
        self.fingerprint = fingerprint
    }

    deinit { link_identity_free(handle) }

    /// A fresh key and certificate.
    package static func made() throws(PairingError) -> LinkIdentity {
        var handle: OpaquePointer?
        guard link_identity_make(&handle) == 0, let handle else { throw .cryptography("make a key") }
        return try LinkIdentity(owning: handle)
    }

    /// The key and certificate of PEM text; nil where it is no such pair.
    package static func read(pem: [UInt8]) throws(PairingError) -> LinkIdentity? {
        var handle: OpaquePointer?
        guard link_identity_read(pem, pem.count, &handle) == 0, let handle else { return nil }
        return try LinkIdentity(owning: handle)
    }

    /// Gives the PEM text, key first, to `body`, and erases it afterwards.
    package func withPEM<Result>(_ body: ([UInt8]) throws(PairingError) -> Result) throws(PairingError) -> Result {
        var room = [UInt8](repeating: 0, count: Self.pemLimit)
        let count = link_identity_write(handle, &room, room.count)
        guard count > 0 else { throw .cryptography("write a key") }
        let pem = Array(room[..<Int(count)])
        Cryptography.erase(&room)
        defer { SecretMemory.erase(pem) }
        return try body(pem)
    }
}
