import Control
import Foundation
import Platform

/// A bare connection that is held open.
final class Held {
    private let socket: Descriptor

    init(_ path: String) throws { socket = try UnixSocket.connect(path) }

    func send(_ text: String) throws { _ = try socket.write(Array(text.utf8)[...]) }

    /// What comes within ten seconds, up to a newline.
    func read() throws -> String {
        var set = PollSet()
        set.watch(socket.number, for: .reading)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var text = ""
        while !text.hasSuffix("\n"), set.wait(limit: .seconds(10)) {
            let count = try socket.read(into: &buffer)
            if count == 0 { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    func ask() throws -> String {
        try send(ControlBench.line("version"))
        return try read()
    }
}

/// Connections that are let go one after the other.
final class Sockets {
    private(set) var all: [Held]

    init(_ all: [Held]) { self.all = all }

    func dropFirst() { all.removeFirst() }
}

func peer(acceptedBy listener: borrowing UnixListener) throws -> PeerCredentials? {
    var set = PollSet()
    set.watch(listener.number, for: .reading)
    set.wait(limit: .seconds(10))
    guard let socket = try listener.accept() else { return nil }
    return try PeerCredentials(of: socket)
}

func ownCredentials() -> PeerCredentials {
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = getgroups(Int32(groups.count), &groups)
    return PeerCredentials(
        pid: getpid(), uid: geteuid(), gid: getegid(), groups: Array(groups.prefix(max(0, Int(count)))))
}
