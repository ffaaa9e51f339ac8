import Glibc

/// A TCP socket that never waits.
package struct TCPSocket: ~Copyable, Sendable {
    private let descriptor: Descriptor

    fileprivate init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// The descriptor, for waiting.
    package var number: Int32 { descriptor.number }

    /// Begins to connect to an address in numbers, such as `127.0.0.1` or `fe80::1%eth0`; it is connected, or has
    /// failed, when it reads as ready for writing.
    ///
    /// Throws `EINVAL` where the text is no address.
    package static func connect(to address: String, port: UInt16) throws(SystemError) -> TCPSocket {
        let target = try SocketAddress(address, port: port)
        let socket = try make(target.family)
        let result = target.withPointer { Glibc.connect(socket.number, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw .last("connect to \(address)") }
        return socket
    }

    fileprivate static func make(_ family: Int32) throws(SystemError) -> TCPSocket {
        let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard number >= 0 else { throw .last("open a socket") }
        return TCPSocket(try Descriptor.aboveStandard(number))
    }

    /// What became of a connection that was begun: nil where it stands.
    package func failure() -> SystemError? {
        var (error, length) = (Int32(0), socklen_t(4))
        guard getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else { return .last("connect") }
        return error == 0 ? nil : SystemError(error, "connect")
    }

    /// Reads once; 0 is the end, nil that nothing is there yet.
    package func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
        do throws(SystemError) { return try descriptor.read(into: &buffer) } catch  where error.number == EAGAIN {
            return nil
        }
    }

    /// Writes once and gives the count taken; 0 where there is no room now.
    ///
    /// A far end that is gone is an error, never a signal.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        let count = bytes.withUnsafeBytes { part in
            var count: Int
            repeat {
                count = send(number, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            } while count < 0 && errno == EINTR
            return count
        }
        if count < 0, errno == EAGAIN { return 0 }
        guard count >= 0 else { throw .last("write") }
        return count
    }

    /// Says that nothing more is written.
    package func endWriting() { _ = shutdown(number, Int32(SHUT_WR)) }

    /// Small messages go out at once.
    package func setPrompt() {
        var yes = Int32(1)
        _ = setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)  // only slower where it fails
    }
}

/// A TCP socket that others connect to.
package struct TCPListener: ~Copyable, Sendable {
    private let socket: TCPSocket
    /// The port that is listened on.
    package let port: UInt16
    private static let backlog: Int32 = 16

    /// Listens on every address of both families, or of IPv4 alone where the machine has no other; port 0 takes any.
    package init(port: UInt16, onlyLoopback: Bool = false) throws(SystemError) {
        let made: TCPSocket
        do throws(SystemError) {
            made = try Self.bound(onlyLoopback ? "127.0.0.1" : "::", port: port)
        } catch  where error.number == EAFNOSUPPORT || error.number == EADDRNOTAVAIL {
            made = try Self.bound("0.0.0.0", port: port)
        }
        guard listen(made.number, Self.backlog) == 0 else { throw .last("listen") }
        self.port = try SocketAddress.own(of: made.number).port
        socket = made
    }

    private static func bound(_ address: String, port: UInt16) throws(SystemError) -> TCPSocket {
        let target = try SocketAddress(address, port: port)
        let made = try TCPSocket.make(target.family)
        var (yes, no) = (Int32(1), Int32(0))
        _ = setsockopt(made.number, SOL_SOCKET, SO_REUSEADDR, &yes, 4)  // without, a restart may have to wait
        if target.family == AF_INET6 {
            guard setsockopt(made.number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, 4) == 0 else {
                throw .last("listen on IPv4 too")
            }
        }
        guard target.withPointer({ bind(made.number, $0, $1) }) == 0 else { throw .last("listen on port \(port)") }
        return made
    }

    /// The descriptor, for waiting.
    package var number: Int32 { socket.number }

    /// The next who has connected, and from which address: 4 or 16 bytes; nil where nobody waits.
    package func accept() throws(SystemError) -> Accepted? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(number, $0, &length) }
        }
        guard result >= 0 else {
            if [EAGAIN, EINTR, ECONNABORTED].contains(errno) { return nil }
            throw .last("accept a connection")
        }
        let descriptor = try Descriptor.aboveStandard(result)
        guard fcntl(descriptor.number, F_SETFD, FD_CLOEXEC) == 0 else { throw .last("set a descriptor") }
        try descriptor.setNonBlocking()
        return Accepted(socket: TCPSocket(descriptor), address: SocketAddress.bytes(of: &storage))
    }

    /// Somebody who has connected.
    package struct Accepted: ~Copyable {
        /// The connection.
        package let socket: TCPSocket
        /// The other end's address: 4 or 16 bytes.
        package let address: [UInt8]

        /// The connection alone.
        package consuming func take() -> TCPSocket { socket }
    }
}
