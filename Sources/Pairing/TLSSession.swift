import COpenSSL
import Glibc

/// What all TLS sessions of one end share.
package final class TLSContext {
    fileprivate let handle: OpaquePointer
    /// Which end it is for.
    package let role: LinkRole
    fileprivate let own: Fingerprint

    /// A context with the identity of this end.
    package init(_ identity: LinkIdentity, role: LinkRole) throws(PairingError) {
        var handle: OpaquePointer?
        guard tls_context_make(identity.handle, role == .responder, &handle) == 0, let handle else {
            throw .cryptography("set up TLS 1.3")
        }
        self.handle = handle
        self.role = role
        own = identity.fingerprint
    }

    deinit { tls_context_free(handle) }
}

/// One TLS session over bytes, without any socket; one thread uses it at a time.
package final class TLSSession {
    /// How a session ended.
    package enum End: Error, Equatable, Sendable {
        /// In order.
        case closed
        /// By an error of the protocol, a refused certificate included; an alert may wait to go out.
        case failed
    }

    private let handle: OpaquePointer
    private let context: TLSContext
    private var chunk = [UInt8](repeating: 0, count: 16_384)
    /// Whether the handshake is done, as far as this end knows.
    package private(set) var isUp = false

    /// A session at its start; with a pin, only with the end that has this certificate.
    package init(_ context: TLSContext, pinned: Fingerprint? = nil) throws(PairingError) {
        var handle: OpaquePointer?
        let result =
            if let pinned { tls_session_make(context.handle, pinned.bytes, &handle) } else {
                tls_session_make(context.handle, nil, &handle)
            }
        guard result == 0, let handle else { throw .cryptography("begin a TLS session") }
        self.handle = handle
        self.context = context
    }

    deinit { tls_session_free(handle) }

    /// Takes bytes that came from the other end, and goes on with the handshake.
    package func take(_ bytes: [UInt8]) throws(End) {
        guard tls_session_take(handle, bytes, bytes.count) == 0 else { throw .failed }
        try goOn()
    }

    /// Goes on with the handshake; the initiator calls it once to begin.
    package func goOn() throws(End) {
        guard !isUp else { return }
        let result = tls_session_shake_hands(handle)
        guard result >= 0 else { throw .failed }
        isUp = result == 1
    }

    /// What is at both ends; nil before the handshake is done.
    package func ends() -> LinkEnds? {
        var exporter = [UInt8](repeating: 0, count: Cryptography.length)
        var other = exporter
        guard isUp, tls_session_exporter(handle, &exporter) == 0, tls_session_peer_fingerprint(handle, &other) == 0,
            let fingerprint = Fingerprint(other)
        else { return nil }
        return LinkEnds(role: context.role, own: context.own, other: fingerprint, exporter: exporter)
    }

    /// What the other end wrote, as far as it is there.
    package func read() throws(End) -> ArraySlice<UInt8> {
        let count = tls_session_read(handle, &chunk, chunk.count)
        guard count >= 0 else { throw count == -ENOTCONN ? .closed : .failed }
        return chunk[..<Int(count)]
    }

    /// Writes bytes into what is to go out.
    package func write(_ bytes: [UInt8]) throws(End) {
        guard tls_session_write(handle, bytes, bytes.count) == 0 else { throw .failed }
    }

    /// Says in order that nothing more is written.
    package func close() { tls_session_close(handle) }

    /// Takes out what is to go to the other end.
    package func outgoing() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let count = tls_session_give(handle, &chunk, chunk.count)
            guard count > 0 else { return all }
            all += chunk[..<Int(count)]
        }
    }
}
