/// Which addresses the robot talks to: those that no router passes on.
package enum LocalAddress {
    /// Whether the four bytes of an IPv4 address or the sixteen of an IPv6 address are local.
    ///
    /// RFC 1122 (127/8), 1918 (10/8, 172.16/12, 192.168/16), 3927 (169.254/16), 4291 (::1, fe80::/10, mapped IPv4) and
    /// 4193 (fc00::/7).
    package static func isLocal(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: isLocalIPv4(address[...])
        case 16: isLocalIPv6(address)
        default: false
        }
    }

    private static func isLocalIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        switch first {
        case 127, 10: return true
        case 172: return (16...31).contains(second)
        case 192: return second == 168
        case 169: return second == 254
        default: return false
        }
    }

    private static func isLocalIPv6(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) { return isLocalIPv4(bytes[12...]) }
        if bytes == [UInt8](repeating: 0, count: 15) + [1] { return true }
        return bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 || bytes[0] & 0xFE == 0xFC
    }
}
