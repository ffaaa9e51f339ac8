import Glibc
import Platform
import Readings

/// The control socket of a running service, on a thread of its own.
package final class ControlServer: Sendable {
    /// Why the socket could not be opened.
    package enum Failure: Error, Equatable, Sendable {
        /// Another service listens there; its process, where it said one.
        case inUse(path: String, pid: Int32?)
        /// The system refused.
        case system(SystemError)
    }

    /// Where it listens.
    package let path: String
    /// What it shares with the other threads.
    package let door: ControlDoor
    private let stopping: WakeUp
    private let thread: WorkerThread

    /// Listens in a folder, which is made where it is not there; the socket that a dead service left is replaced.
    package init(
        folder: String, programVersion: String, clock: MonotonicClock, log: ServiceLog
    ) throws(Failure) {
        path = folder + "/" + ControlPath.name
        let group = SystemGroup.id(named: ControlPath.group)
        let socket = try ControlSocket(folder: folder, path: path, group: group)
        do throws(SystemError) {
            let door = try ControlDoor(at: clock.now())
            let stopping = try WakeUp()
            self.door = door
            self.stopping = stopping
            let guests = ControlGuests(own: geteuid(), group: group)
            let facts = ControlFacts(programVersion: programVersion)
            thread = try WorkerThread(name: "control") {
                var loop = ControlLoop(
                    socket: socket, door: door, stopping: stopping, guests: guests, facts: facts, clock: clock, log: log
                )
                loop.run()
            }
        } catch { throw .system(error) }
    }

    /// Ends the thread and removes the socket; false where that took longer than `limit`.
    @discardableResult
    package func stop(limit: Duration) -> Bool {
        stopping.raise()
        return thread.join(limit: limit)
    }
}

/// The listening end with the lock that tells a living service from a dead one.
final class ControlSocket: Sendable {
    /// Whoever may connect: the group, if there is one, beside the user that the service runs as.
    private static let mode: mode_t = 0o660

    private let lock: FileLock
    let listener: UnixListener

    /// Takes the lock, then the path; a socket that is there belongs to nobody any more.
    init(folder: String, path: String, group: gid_t?) throws(ControlServer.Failure) {
        do throws(SystemError) { try ControlPath.make(folder) } catch { throw .system(error) }
        do throws(FileLock.Failure) {
            lock = try FileLock(folder + "/" + ControlPath.lockName)
        } catch {
            switch error {
            case .held(let pid): throw .inUse(path: path, pid: pid)
            case .system(let error): throw .system(error)
            }
        }
        do throws(SystemError) {
            listener = try UnixListener(path: path, mode: Self.mode, group: group)
        } catch { throw .system(error) }
    }
}

/// Who may talk to the service.
package struct ControlGuests: Sendable {
    /// The user of the service.
    package let own: uid_t
    /// The group whose members may talk; nil where the system has none of that name.
    package let group: gid_t?

    /// Who may talk to a service of this user.
    package init(own: uid_t, group: gid_t?) {
        self.own = own
        self.group = group
    }

    /// Why whoever is connected may not talk; nil where they may.
    package func refusal(of peer: PeerCredentials) -> ControlError? {
        if peer.mayTalk(own: own, group: group) { return nil }
        let remedy =
            group == nil
            ? "there is no group \(ControlPath.group); run the command as root or as the service's user"
            : "add the user to the group \(ControlPath.group) with usermod -aG \(ControlPath.group) USER, and log in anew"
        return ControlError(.notAllowed, "user \(peer.uid) may not talk to the service", remedy: remedy)
    }
}
