import Control
import Deciding
import Glibc
import Platform
import Storage

/// The thread of ``Memory``: it holds the right to write as long as it runs.
final class MemoryKeeper {
    /// How long it rests before it shows that it goes on, and tries again for the right to write where it has none.
    private static let pause = Duration.seconds(1)

    /// The right to write.
    private final class Right {
        let writer: StateWriter

        init(_ directory: StateDirectory) throws(StorageError) { writer = try directory.writer() }
    }

    private let directory: StateDirectory
    private let board: Memory.Board
    private let clock: MonotonicClock
    private let log: ServiceLog
    private var held: Right?
    private var toldNames = 0

    init(_ directory: StateDirectory, board: Memory.Board, clock: MonotonicClock, log: ServiceLog) {
        self.directory = directory
        self.board = board
        self.clock = clock
        self.log = log
    }

    /// Keeps what comes until it is told to end.
    func run(_ letters: Mailbox<Memory.Letter>) {
        acquire()
        board.begun.put(true)
        lookAtStores()
        while true {
            board.life.show(at: clock.now())
            switch letters.take(limit: Self.pause) {
            case nil: acquire()
            case .end?: return
            case .work(let work, let answer)?:
                answer(outcome(of: work))
                lookAgain(isChanged: true)
            case .write(let change, let reply)?:
                reply.put(result(of: change))
                lookAgain(isChanged: true)
            case .seen(let at, let kind, let text, let place)?:
                keep { writer throws(StorageError) in
                    try writer.openSeen(now: now).store.append(at: at, place: place, kind: kind, text: text)
                }
                lookAgain(isChanged: false)
            case .learned(let group, let from, let to, let change)?:
                keep { writer throws(StorageError) in
                    var (groups, loaded) = try writer.loadGroups(now: now)
                    guard groups.learn(group: group, from: from, to: to, changeMetres: change) != nil else { return }
                    try writer.save(groups, over: loaded, now: now)
                }
                lookAgain(isChanged: false)
            }
        }
    }

    private var now: Int64 { Int64(time(nil)) }

    /// Takes the right to write where it is not held yet.
    private func acquire() {
        guard held == nil else { return }
        do throws(ControlError) { _ = try right() } catch { note(error, losing: false) }
    }

    private func right() throws(ControlError) -> Right {
        if let held { return held }
        let right = try StoreRefusal.checked { () throws(StorageError) in try Right(directory) }
        held = right
        board.health.withLock { ($0.isWriter, $0.trouble) = (true, nil) }
        return right
    }

    private func keep(_ body: (borrowing StateWriter) throws(StorageError) -> Void) {
        do throws(ControlError) {
            let right = try right()
            try StoreRefusal.checked { () throws(StorageError) in try body(right.writer) }
            board.health.withLock { $0.trouble = nil }
        } catch { note(error, losing: true) }
    }

    private func outcome(of work: StoreWork) -> ControlOutcome {
        do throws(ControlError) {
            let result = try work.perform(try right().writer)
            board.health.withLock { $0.trouble = nil }
            tellNews(of: work)
            return .result(result)
        } catch {
            if ["cannotRead", "notFolder", "cannotWrite", "database", "busy"].contains(error.word) {
                note(error, losing: false)
            }
            return .error(error)
        }
    }

    private func result(of change: StateWriting.Change) -> Result<Void, StorageError> {
        do throws(StorageError) {
            if held == nil { held = try Right(directory) }
            if let held { try change(held.writer) }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Whoever decides about places gets them as they are now.
    private func tellNews(of work: StoreWork) {
        guard !work.method.hasPrefix("seen.") else { return }
        do throws(StorageError) {
            board.news.put(try StoredWorld.read(directory, now: now))
        } catch {
            log.say(.error, "The changed places could not be read: \(error.description).")
        }
    }

    // MARK: damage

    /// Tells every file that cannot be read, once.
    private func lookAtStores() {
        let found = directory.damage(now: now)
        found.forEach(say)
        board.health.withLock { $0.damage = found }
    }

    /// After a change: what was mended is told no more, and what was kept under a dated name is told with that name.
    private func lookAgain(isChanged: Bool) {
        let names = held?.writer.keptFiles ?? []
        let before = board.health.withLock { $0.damage }
        guard names.count != toldNames || isChanged && !before.isEmpty else { return }
        var damage = directory.damage(now: now)
        for damage in damage where !before.contains(where: { $0.path == damage.path }) { say(damage) }
        for old in before where !damage.contains(where: { $0.path == old.path }) {
            var kept = old
            kept.kept = old.kept ?? old.copy(among: names)
            guard let name = kept.kept, access(name, F_OK) == 0 else { continue }
            if old.kept == nil { say(kept) }
            damage.append(kept)
        }
        for name in names.dropFirst(toldNames) where !damage.contains(where: { $0.kept == name }) {
            log.say(.warning, "A damaged file was found and is kept as \(name); another has its place.")
        }
        toldNames = names.count
        board.health.withLock { [damage] in $0.damage = damage }
    }

    private func say(_ damage: StoreDamage) { log.say(.error, "\(damage.problem) — \(damage.remedy).") }

    private func note(_ error: ControlError, losing isLost: Bool) {
        board.health.withLock { health in
            health.trouble = error
            if isLost { health.lost += 1 }
        }
        let what = isLost ? "Something could not be kept" : "Nothing can be kept"
        log.fault(
            .error, "\(what) in \(directory.path): \(error.message) — \(error.remedy).", kind: "memory \(error.word)",
            at: clock.now())
    }
}
