import Synchronization

/// How the bridge is.
package struct BridgeStatus: Equatable, Sendable {
    /// What it is doing.
    package enum State: Equatable, Sendable {
        /// It is about to begin.
        case starting
        /// The program was built without the library's headers.
        case notBuilt
        /// The library is not installed.
        case libraryMissing
        /// The library refused; it is tried again.
        case refused(String)
        /// It takes part.
        case running
    }

    /// What it is doing.
    package var state = State.starting
    /// How many messages were written.
    package var written: UInt64 = 0
    /// How many could not be, because a reader was too slow or the library refused.
    package var unwritten: UInt64 = 0
    /// How many poses went to the core.
    package var poses: UInt64 = 0
    /// How many messages were received of which nothing was made, by the reason.
    package var ignored: [String: UInt64] = [:]
    /// How many there are at the other ends of the topics that are written.
    package var readers = 0
    /// How many there are at the other ends of the topics that are read.
    package var writers = 0

    /// It is about to begin.
    package init() {}
}

/// The status as the threads of the bridge keep it.
package final class StatusKeeper: Sendable {
    private let status = Mutex(BridgeStatus())

    /// Of a bridge that is about to begin.
    package init() {}

    /// How it is now.
    package var now: BridgeStatus { status.withLock { $0 } }

    func become(_ state: BridgeStatus.State) { status.withLock { $0.state = state } }

    func note(_ writing: BridgeWriting) {
        status.withLock { if writing == .written { $0.written += 1 } else { $0.unwritten += 1 } }
    }

    func notePose() { status.withLock { $0.poses += 1 } }

    func ignore(_ reason: String) { status.withLock { $0.ignored[reason, default: 0] += 1 } }

    func meet(readers: Int, writers: Int) { status.withLock { ($0.readers, $0.writers) = (readers, writers) } }
}
