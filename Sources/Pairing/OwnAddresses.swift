import Glibc
import Platform

/// The robot's own addresses on the local network, as a person types them on a phone.
enum OwnAddresses {
    /// Every IPv4 address of an interface that is up and that phones may come to; the loopback alone where only that is
    /// listened on.
    ///
    /// Empty where the machine is on no network, or will not say.
    static func list(onlyLoopback: Bool) -> [String] {
        if onlyLoopback { return ["127.0.0.1"] }
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            if let address = address(of: entry) { addresses.append(address) }
        }
        return addresses
    }

    private static func address(of entry: ifaddrs) -> String? {
        guard entry.ifa_flags & UInt32(IFF_UP) != 0,
            entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.ifa_addr,
            Int32(address.pointee.sa_family) == AF_INET
        else { return nil }
        let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
        let bytes = withUnsafeBytes(of: number) { Array($0) }
        return LocalAddress.isLocal(bytes) ? bytes.map(String.init).joined(separator: ".") : nil
    }
}
