import CAvahi
import Glibc
import Platform
import Readings
import Synchronization

/// The local network's directory through the Avahi daemon, on a thread of its own: its bus may be slow.
///
/// A daemon that is missing, goes away or comes back is looked after; so is its library, which may be missing as well.
package final class AvahiDiscovery: Discovering {
    /// The type under which robots are announced.
    static let type = "_companion._tcp"
    /// The type under which phones that want to be asked are.
    static let phoneType = "_phone._sub._companion._tcp"
    /// How long until a directory that could not be opened is tried again.
    private static let reopenPause = Duration.seconds(10)

    /// What the other threads want and see.
    private struct Shared {
        var wanted: [Announcement] = []
        var port: UInt16 = 0
        var looks = false
        var isClosed = false
        var view = DiscoveryView()
        /// Where the thread can be woken while it waits in the directory.
        var waker: Waker?
    }

    /// The directory while it is open; only waking it is done by other threads, under the lock that also guards its end.
    private struct Waker: @unchecked Sendable {
        // Proof: `avahi_directory_wake` writes a byte into a pipe and may be called by any thread; it is only called with
        // the lock held, and the directory is closed only after this was taken out with the lock held.
        let directory: OpaquePointer
    }

    private let shared: SharedBox
    private let thread: WorkerThread

    private final class SharedBox: Sendable {
        let held = Mutex(Shared())
        let wake: WakeUp
        init() throws(SystemError) { wake = try WakeUp() }
    }

    /// Starts to look after the directory; nil where there is no library for it, which is said in the log.
    package static func open(_ log: ServiceLog, _ clock: MonotonicClock) -> (any Discovering)? {
        do throws(SystemError) {
            return try AvahiDiscovery(log, clock)
        } catch {
            log.say(.warning, "Phones must be given the robot's address: \(error).")
            return nil
        }
    }

    /// Whether the Avahi daemon's library is installed and its bus answers, for the doctor.
    package static var isThere: Bool {
        var directory: OpaquePointer?
        let result = avahi_directory_open(&directory)
        avahi_directory_close(directory)
        return result == 0
    }

    private init(_ log: ServiceLog, _ clock: MonotonicClock) throws(SystemError) {
        let shared = try SharedBox()
        self.shared = shared
        thread = try WorkerThread(name: "discovery") { Self.run(shared, log, clock) }
    }

    // MARK: what other threads call

    /// Announces exactly these, on this port.
    package func announce(_ announcements: [Announcement], port: UInt16) {
        change { shared in
            guard shared.wanted != announcements || shared.port != port else { return false }
            (shared.wanted, shared.port) = (announcements, port)
            return true
        }
    }

    /// Looks for phones, or stops looking.
    package func look(_ isWanted: Bool) {
        change { shared in
            defer { shared.looks = isWanted }
            return shared.looks != isWanted
        }
    }

    /// How it stands.
    package var view: DiscoveryView { shared.held.withLock { $0.view } }

    /// Withdraws everything; false where that took longer than `limit`.
    package func end(limit: Duration) -> Bool {
        change { shared in
            shared.isClosed = true
            return true
        }
        return thread.join(limit: limit)
    }

    private func change(_ body: (inout Shared) -> Bool) {
        shared.held.withLock { held in
            guard body(&held) else { return }
            shared.wake.raise()
            if let waker = held.waker { avahi_directory_wake(waker.directory) }
        }
    }

    // MARK: the thread

    private static func run(_ shared: SharedBox, _ log: ServiceLog, _ clock: MonotonicClock) {
        while !shared.held.withLock({ $0.isClosed }) {
            var directory: OpaquePointer?
            let result = avahi_directory_open(&directory)
            guard result == 0, let directory else {
                note(result, log, clock.now())
                rest(shared, clock)
                continue
            }
            shared.held.withLock { $0.waker = Waker(directory: directory) }
            var session = AvahiSession(directory, log, clock)
            session.run { session in
                shared.wake.lower()
                let wish = shared.held.withLock { held in
                    held.view = session.view
                    return (held.wanted, held.port, held.looks, held.isClosed)
                }
                return .init(wanted: wish.0, port: wish.1, looks: wish.2, isClosed: wish.3)
            }
            shared.held.withLock { held in
                held.waker = nil
                held.view = DiscoveryView()
            }
            avahi_directory_close(directory)
            rest(shared, clock)
        }
    }

    private static func note(_ result: Int32, _ log: ServiceLog, _ now: Instant) {
        let why = result == -ENOENT ? "libavahi-client3 is not installed" : "the Avahi daemon cannot be reached"
        log.fault(.warning, "Phones must be given the robot's address: \(why).", kind: "no discovery", at: now)
    }

    private static func rest(_ shared: SharedBox, _ clock: MonotonicClock) {
        let end = clock.now() + reopenPause
        while clock.now() < end, !shared.held.withLock({ $0.isClosed }) {
            guard shared.wake.wait(limit: end - clock.now()) else { return }
            shared.wake.lower()
        }
    }
}
