import CProcess
import Glibc

/// The one owner of an open file descriptor, which closes it exactly once.
package struct Descriptor: ~Copyable, Sendable {
    /// The kernel's number; valid as long as this value lives.
    package let number: Int32

    /// Takes over a descriptor that is open and belongs to nobody else.
    package init(owning number: Int32) {
        precondition(number >= 0, "a descriptor is never negative")
        self.number = number
    }

    deinit { _ = Glibc.close(number) }

    /// Opens a file close-on-exec, with a number of 3 or above, so that it never stands in for a standard stream.
    ///
    /// `mode` holds the permissions of a file that `flags` create. Throws what the kernel said.
    package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> Descriptor {
        var result: Int32
        repeat { result = Glibc.open(path, flags | O_CLOEXEC, mode) } while result < 0 && errno == EINTR
        guard result >= 0 else { throw .last("open \(path)") }
        return try aboveStandard(result)
    }

    /// A close-on-exec copy of a descriptor that somebody else goes on owning, with a number of 3 or above.
    package static func copy(of number: Int32) throws(SystemError) -> Descriptor {
        let result = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard result >= 0 else { throw .last("copy a descriptor") }
        return Descriptor(owning: result)
    }

    /// The device that swallows writes and reads as empty.
    package static func nothing() throws(SystemError) -> Descriptor { try open("/dev/null", O_RDWR) }

    static func aboveStandard(_ number: Int32) throws(SystemError) -> Descriptor {
        let owned = Descriptor(owning: number)
        return number >= 3 ? owned : try copy(of: owned.number)
    }

    /// Makes reads and writes give `EAGAIN` instead of waiting; it holds for every copy of this end.
    package func setNonBlocking() throws(SystemError) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw .last("set a descriptor") }
    }

    /// Reads once, over the front of `buffer`, and gives the count; 0 is the end.
    ///
    /// `EINTR` is tried again; `EAGAIN` is thrown.
    package func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        let count = buffer.withUnsafeMutableBytes { part in
            var count: Int
            repeat { count = Glibc.read(number, part.baseAddress, part.count) } while count < 0 && errno == EINTR
            return count
        }
        guard count >= 0 else { throw .last("read") }
        return count
    }

    /// Writes once and gives the count taken, which may be less than offered.
    ///
    /// `EINTR` is tried again; `EAGAIN` and `EPIPE` are thrown (the latter needs `SystemSignals.ignoreBrokenPipes()` to
    /// have been called).
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        let count = bytes.withUnsafeBytes { part in
            var count: Int
            repeat { count = Glibc.write(number, part.baseAddress, part.count) } while count < 0 && errno == EINTR
            return count
        }
        guard count >= 0 else { throw .last("write") }
        return count
    }

    /// Writes all of the bytes to a blocking descriptor.
    package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        while done < bytes.count { done += try write(bytes[done...]) }
    }
}

/// The two ends of a fresh pipe, both close-on-exec and numbered 3 or above.
package struct Pipe: ~Copyable {
    /// The end to read from.
    package let reading: Descriptor
    /// The end to write to.
    package let writing: Descriptor

    /// Opens a pipe; throws where the process has no descriptor left.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let result = kernel_pipe(&ends)
        guard result == 0 else { throw SystemError(result, "open a pipe") }
        let first = try Descriptor.aboveStandard(ends[0])
        let second = try Descriptor.aboveStandard(ends[1])
        reading = first
        writing = second
    }

}
