import Foundation

/// The socket of a service manager, as a test holds it: it takes the datagrams that a service sends.
public final class NotifySocket {
    private let number: Int32
    /// What `NOTIFY_SOCKET` is set to.
    public let name: String

    /// Listens at a path, or at an abstract name that begins with `@`; nil where that cannot be had.
    public init?(_ name: String) {
        self.name = name
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 } else { bytes.append(0) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
        }
        guard number >= 0, result == 0 else { return nil }
    }

    deinit { close(number) }

    /// The next datagram, waiting for it so long; nil where none came.
    public func next(limit milliseconds: Int32 = 0) -> String? {
        var set = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&set, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// All datagrams that have come.
    public func all() -> [String] {
        var messages: [String] = []
        while let message = next() { messages.append(message) }
        return messages
    }
}
