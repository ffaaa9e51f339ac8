import CProcess
import Glibc

/// Who is at the other end of a socket, as the kernel noted it when the connection was made.
package struct PeerCredentials: Equatable, Sendable {
    /// The process.
    package var pid: Int32
    /// Its user.
    package var uid: uid_t
    /// Its group.
    package var gid: gid_t
    /// The further groups that it is in.
    package var groups: [gid_t]

    private static let usualGroups: Int32 = 64
    private static let mostGroups: Int32 = 65_536

    /// Gathers what is known of a peer.
    package init(pid: Int32, uid: uid_t, gid: gid_t, groups: [gid_t]) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }

    /// Asks the kernel about the other end of a connection.
    package init(of socket: borrowing Descriptor) throws(SystemError) {
        var peer = unix_peer()
        let result = unix_peer(socket.number, &peer)
        guard result == 0 else { throw SystemError(result, "ask who is connected") }
        self.init(pid: peer.pid, uid: peer.uid, gid: peer.gid, groups: try Self.groups(socket))
    }

    private static func groups(_ socket: borrowing Descriptor) throws(SystemError) -> [gid_t] {
        var room = usualGroups
        while true {
            var groups = [gid_t](repeating: 0, count: Int(room))
            var count = room
            let result = unix_peer_groups(socket.number, &groups, &count)
            if result == 0 { return Array(groups.prefix(Int(count))) }
            guard result == -ERANGE, count > room, count <= mostGroups else {
                throw SystemError(result, "ask for the groups of who is connected")
            }
            room = count
        }
    }

    /// Whether the peer may talk: root, the user of this process (`own`), or a member of a group.
    package func mayTalk(own: uid_t, group: gid_t?) -> Bool {
        if uid == 0 || uid == own { return true }
        return group.map { gid == $0 || groups.contains($0) } ?? false
    }
}

/// The groups that the system knows.
package enum SystemGroup {
    private static let roomBytes = 65_536

    /// The number of a group by its name; nil where there is none.
    package static func id(named name: String) -> gid_t? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var room = [CChar](repeating: 0, count: roomBytes)
        guard getgrnam_r(name, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
        return entry.gr_gid
    }
}
