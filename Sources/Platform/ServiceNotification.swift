import Glibc
import Readings

/// The service manager's ear: messages by which a service says that it is up, how it is, and that it still turns.
///
/// It is the plain datagram protocol of sd_notify (systemd's `sd_notify(3)`): lines of `NAME=value` to the socket that
/// `NOTIFY_SOCKET` names. Sending never waits; a message that is not taken at once is lost, and `send` tells.
package final class ServiceNotification: Sendable {
    /// What the service manager is told.
    package enum Message: Equatable, Sendable {
        /// The service is up; also the end of a reload.
        case ready
        /// How it is, one sentence for the operator; line breaks become spaces.
        case status(String)
        /// It still turns.
        case watchdog
        /// It is on its way out.
        case stopping
        /// It reads its configuration again, since a moment of `CLOCK_MONOTONIC` in microseconds.
        case reloading(monotonicMicroseconds: Int64)

        /// The lines of the protocol.
        package var lines: String {
            switch self {
            case .ready: "READY=1"
            case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
            case .watchdog: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            }
        }
    }

    private let socket: Descriptor
    private let address: [UInt8]
    /// How often the manager wants `watchdog`, at the very least; nil where it does not watch this process.
    package let watchdogInterval: Duration?

    /// What the environment names; nil where no manager listens.
    ///
    /// `variable` gives a variable of the environment, and `pid` is this process; a watchdog that is meant for another
    /// process (`WATCHDOG_PID`) is none.
    package init?(variable: (String) -> String? = ServiceNotification.variable, pid: Int32 = getpid())
        throws(SystemError)
    {
        guard let name = variable("NOTIFY_SOCKET"), let address = Self.address(name) else { return nil }
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("open a socket for the service manager") }
        socket = try Descriptor.aboveStandard(number)
        self.address = address
        watchdogInterval = Self.interval(variable("WATCHDOG_USEC"), for: variable("WATCHDOG_PID"), pid)
    }

    /// Sends some messages as one datagram, without waiting; false where the manager did not take it.
    @discardableResult
    package func send(_ messages: Message...) -> Bool {
        let text = Array(messages.map(\.lines).joined(separator: "\n").utf8)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let sent = address.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: sockaddr.self) { place in
                sendto(socket.number, text, text.count, flags, place.baseAddress, socklen_t(raw.count))
            }
        }
        return sent == text.count
    }

    /// A variable of this process's environment; nil where it is not set, or empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The bytes of a socket's address: the family, then a path with its end, or `@` and an abstract name.
    private static func address(_ name: String) -> [UInt8]? {
        let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        var path = Array(name.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 } else { path.append(0) }
        let isNamed = name.hasPrefix("/") || name.hasPrefix("@")
        guard isNamed, path.count > 2, path.count <= longest else { return nil }
        return withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
    }

    private static func interval(_ microseconds: String?, for named: String?, _ pid: Int32) -> Duration? {
        guard let span = microseconds.flatMap(Int64.init), span > 0, span < 1 << 53 else { return nil }
        if let named, Int32(named) != pid { return nil }
        return .microseconds(span)
    }
}
