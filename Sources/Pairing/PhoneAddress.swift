import Glibc
import Readings

/// Where a phone is that is to be asked: an address in numbers with a port, for networks without a directory.
package struct PhoneAddress: Equatable {
    /// The address.
    package let host: String
    /// The port.
    package let port: UInt16

    /// Reads `192.168.1.20:4711` or `[fe80::1%wlan0]:4711`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let head = text[..<colon]
        let isBracketed = head.hasPrefix("[") && head.hasSuffix("]")
        let host = String(isBracketed ? head.dropFirst().dropLast() : head)
        guard let bytes = Self.bytes(of: host), isBracketed == (bytes.count == 16) else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Whether it is on a local network.
    package var isLocal: Bool { Self.isLocal(host) }

    /// Whether an address in numbers is one that the robot talks to.
    static func isLocal(_ host: String) -> Bool { bytes(of: host).map(LocalAddress.isLocal) ?? false }

    /// The four or sixteen bytes of an address in numbers, a zone left out.
    private static func bytes(of host: String) -> [UInt8]? {
        let numbers = String(host.prefix { $0 != "%" })
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, numbers, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
