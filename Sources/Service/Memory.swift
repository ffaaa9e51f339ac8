import Control
import Deciding
import Glibc
import Platform
import Readings
import Storage
import Synchronization

/// What the service keeps: observations, while that is turned on, what rides taught, and what is asked for by the
/// control socket.
///
/// It writes on a thread of its own through a bounded mailbox: a slow or full disk costs what it cannot take, and that
/// is logged; the decision loop never waits for it. The thread is the one writer of the state directory, from its first
/// chance on until it ends.
package final class Memory: Sendable {
    /// How the keeping goes.
    package struct Health: Equatable, Sendable {
        /// Whether the service is the one writer of its state directory.
        package var isWriter = false
        /// What went wrong last; nil once something was kept since.
        package var trouble: ControlError?
        /// How many things could not be kept.
        package var lost = 0
        /// The files that cannot be read, or not whole, and those that another stands in the place of since.
        package var damage: [StoreDamage] = []
    }

    enum Letter: Sendable {
        case seen(at: Int64, kind: String, text: String, place: String?)
        case learned(group: String, from: String, to: String, change: Double)
        case work(StoreWork, answer: @Sendable (ControlOutcome) -> Void)
        case write(StateWriting.Change, reply: Mailbox<Result<Void, StorageError>>)
        case end
    }

    /// What the thread shows of itself.
    final class Board: Sendable {
        let health = Mutex(Health())
        let life: SignOfLife
        let news: Mailbox<World>
        let begun: Mailbox<Bool>

        init(at now: Instant) throws(SystemError) {
            life = SignOfLife(at: now)
            news = try Mailbox(capacity: 1)
            begun = try Mailbox(capacity: 1)
        }
    }

    /// The directory.
    package let directory: StateDirectory
    private let board: Board
    private let letters: Mailbox<Letter>
    private let thread: WorkerThread

    /// Starts to keep things in a state directory, which is made where it is not there.
    package init(_ directory: StateDirectory, clock: MonotonicClock, log: ServiceLog) throws(SystemError) {
        let letters = try Mailbox<Letter>(capacity: 256)
        let board = try Board(at: clock.now())
        self.directory = directory
        self.letters = letters
        self.board = board
        thread = try WorkerThread(name: "memory") {
            let keeper = MemoryKeeper(directory, board: board, clock: clock, log: log)
            keeper.run(letters)
        }
    }

    /// The places and groups as they are after a change that was asked for, for whoever decides about them.
    package var news: Mailbox<World> { board.news }

    /// When the thread last showed that it goes on; a disk that takes long makes it late.
    package var signOfLife: SignOfLife { board.life }

    /// How the keeping goes.
    package var health: Health { board.health.withLock { $0 } }

    /// What keeps the last minutes from being kept in the directory: nobody but its one writer may.
    package var ringObstacle: RingObstacle? {
        let health = health
        guard !health.isWriter else { return nil }
        return health.trouble.map { RingObstacle(why: $0.message, remedy: $0.remedy) }
            ?? RingObstacle(why: "the state directory is not open yet", remedy: "look again in a moment")
    }

    /// Waits until the right to write was asked for a first time, `limit` at most; called once.
    package func awaitRight(limit: Duration) { _ = board.begun.take(limit: limit) }

    /// Takes an effect that is to be kept, without waiting; any other is passed over.
    package func take(_ effect: Effect) {
        switch effect {
        case .observation(let kind, let text, let place):
            letters.put(.seen(at: Int64(time(nil)), kind: kind.rawValue, text: text, place: place))
        case .learned(let group, let from, let to, let change, _):
            letters.put(.learned(group: group, from: from, to: to, change: change))
        default: break
        }
    }

    /// Takes a change that is asked for, without waiting; `answer` is called on the thread that makes it.
    package func take(_ work: StoreWork, answer: @escaping @Sendable (ControlOutcome) -> Void) {
        letters.put(.work(work, answer: answer))
    }

    /// How long somebody waits for a change to be made.
    private static let writingLimit = Duration.seconds(2)

    /// Changes of the directory, made on the thread that has the right to; whoever asks waits, two seconds at most.
    package var writing: StateWriting {
        let (letters, folder) = (letters, directory.path)
        return StateWriting { change throws(StorageError) in
            let reply: Mailbox<Result<Void, StorageError>>
            do throws(SystemError) {
                reply = try Mailbox(capacity: 1)
            } catch { throw .cannotWrite(path: folder, error) }
            letters.put(.write(change, reply: reply))
            guard let result = reply.take(limit: Self.writingLimit) else { throw .busy(folder: folder, pid: nil) }
            try result.get()
        }
    }

    /// Ends after what waits has been kept; false where that took longer than `limit`.
    @discardableResult
    package func end(limit: Duration) -> Bool {
        letters.put(.end)
        return thread.join(limit: limit)
    }
}
