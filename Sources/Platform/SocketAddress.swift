import Glibc

/// An address of IPv4 or IPv6 with its port.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(0)

    private init() {}

    /// Reads an address in numbers; no name is looked up.
    init(_ text: String, port: UInt16) throws(SystemError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(text, String(port), &hints, &list) == 0, let first = list?.pointee else {
            throw SystemError(EINVAL, "read the address \(text)")
        }
        defer { freeaddrinfo(list) }
        guard Int(first.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            throw SystemError(EINVAL, "read the address \(text)")
        }
        withUnsafeMutableBytes(of: &storage) { room in
            room.copyMemory(from: UnsafeRawBufferPointer(start: first.ai_addr, count: Int(first.ai_addrlen)))
        }
        length = first.ai_addrlen
    }

    /// The address that a socket has.
    static func own(of number: Int32) throws(SystemError) -> SocketAddress {
        var address = SocketAddress()
        address.length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &address.storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &address.length) }
        }
        guard result == 0 else { throw .last("look at a socket") }
        return address
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The port, which both families have in the same two bytes.
    var port: UInt16 { withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) } }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The 4 or 16 bytes of an address; none for another family.
    static func bytes(of storage: inout sockaddr_storage) -> [UInt8] {
        let family = Int32(storage.ss_family)
        return withUnsafeBytes(of: &storage) { bytes in
            switch family {
            case AF_INET: Array(bytes[4..<8])
            case AF_INET6: Array(bytes[8..<24])
            default: []
            }
        }
    }
}
