import CProcess
import Glibc

/// Stream sockets in the file system: one end listens at a path, others connect to it; nothing here waits.
package enum UnixSocket {
    /// The most bytes that the path of a socket may have.
    package static let longestPath = 107

    /// Connects to whoever listens at a path.
    ///
    /// Throws `ENOENT` where there is no socket, `ECONNREFUSED` where nobody listens any more, `EACCES` where this user
    /// may not, `EAGAIN` where too many wait to be accepted, `ENAMETOOLONG` beyond ``longestPath``.
    package static func connect(_ path: String) throws(SystemError) -> Descriptor {
        let socket = try make()
        let result = unix_connect(socket.number, path)
        guard result == 0 else { throw SystemError(result, "connect to \(path)") }
        return socket
    }

    /// Reads once, over the front of `buffer`, and gives the count with the descriptor that was sent along, if one was.
    ///
    /// 0 is the end; `EAGAIN` is thrown where nothing waits.
    package static func receive(
        _ socket: borrowing Descriptor, into buffer: inout [UInt8]
    ) throws(SystemError) -> (count: Int, passed: PassedDescriptor?) {
        var number: Int32 = -1
        let count = buffer.withUnsafeMutableBytes { unix_receive(socket.number, $0.baseAddress, $0.count, &number) }
        let passed = try number >= 0 ? PassedDescriptor(try Descriptor.aboveStandard(number)) : nil
        guard count >= 0 else { throw SystemError(Int32(count), "read") }
        return (count, passed)
    }

    /// Writes once, sends a descriptor along, and gives the count taken; whoever reads has then a copy of its own.
    package static func send(
        _ bytes: ArraySlice<UInt8>, with passed: Int32, over socket: borrowing Descriptor
    ) throws(SystemError) -> Int {
        let count = bytes.withUnsafeBytes { unix_send_with(socket.number, $0.baseAddress, $0.count, passed) }
        guard count >= 0 else { throw SystemError(Int32(count), "write") }
        return count
    }

    static func make() throws(SystemError) -> Descriptor {
        var number: Int32 = -1
        let result = unix_socket(&number)
        guard result == 0 else { throw SystemError(result, "open a socket") }
        return try Descriptor.aboveStandard(number)
    }
}

/// The end of a socket that takes connections, at a path that it removes when it is let go.
package struct UnixListener: ~Copyable, Sendable {
    /// How many connections wait in the kernel until they are accepted.
    private static let waiting: Int32 = 64

    private let socket: Descriptor
    /// Where it listens.
    package let path: String
    private let inode: UInt64

    /// Listens at a path; whatever is there is replaced in one step, so that whoever connects finds the old or the new.
    ///
    /// `mode` holds the permissions, and `group` the group of the socket where it is to have another than the process;
    /// a group that this user may not give is passed over.
    package init(path: String, mode: mode_t, group: gid_t?) throws(SystemError) {
        let made = try UnixSocket.make()
        let inode = try Self.listen(made.number, at: path, mode: mode, group: group)
        socket = made
        self.path = path
        self.inode = inode
    }

    private static func listen(
        _ number: Int32, at path: String, mode: mode_t, group: gid_t?
    ) throws(SystemError) -> UInt64 {
        let fresh = "\(path).new-\(getpid())"
        _ = unlink(fresh)
        let bound = unix_bind(number, fresh)
        guard bound == 0 else { throw SystemError(bound, "open the socket \(path)") }
        do throws(SystemError) {
            let inode = try prepare(fresh, mode: mode, group: group)
            let listening = unix_listen(number, waiting)
            guard listening == 0 else { throw SystemError(listening, "listen at \(path)") }
            guard rename(fresh, path) == 0 else { throw .last("open the socket \(path)") }
            return inode
        } catch {
            _ = unlink(fresh)
            throw error
        }
    }

    deinit { remove() }

    /// Takes the socket out of the file system, unless another has taken its place; nobody can connect afterwards.
    package func remove() {
        if Self.inode(of: path) == inode { _ = unlink(path) }
    }

    private static func prepare(_ path: String, mode: mode_t, group: gid_t?) throws(SystemError) -> UInt64 {
        if let group { _ = chown(path, uid_t.max, group) }
        guard chmod(path, mode) == 0, let inode = inode(of: path) else { throw .last("set the rights of \(path)") }
        return inode
    }

    private static func inode(of path: String) -> UInt64? {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// The descriptor that reads as ready while a connection waits.
    package var number: Int32 { socket.number }

    /// The next connection, which never blocks; nil where none waits.
    package func accept() throws(SystemError) -> Descriptor? {
        var number: Int32 = -1
        let result = unix_accept(socket.number, &number)
        if result == -EAGAIN || result == -ECONNABORTED { return nil }
        guard result == 0 else { throw SystemError(result, "accept a connection at \(path)") }
        return try Descriptor.aboveStandard(number)
    }
}
