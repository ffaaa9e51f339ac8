import Deciding
import Glibc
import Platform
import Readings
import Service
import Storage

/// The robot's memory on a real disk, which can be made full: no file of this process may grow any more.
final class SoakDisk {
    private let memory: Memory
    private let path: String
    /// Observations that were handed over.
    private(set) var given = 0
    /// Those of them that a full disk could not take.
    private(set) var refused = 0
    private var isFull = false

    /// Begins to keep things in a folder.
    init(folder: String, log: ServiceLog) throws(SystemError) {
        let directory = StateDirectory(folder + "/state")
        path = directory.seenPath
        memory = try Memory(directory, clock: MonotonicClock(), log: log)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Takes what is to be kept.
    func keep(_ effect: Effect) {
        given += 1
        if isFull { refused += 1 }
        memory.take(effect)
        _ = settles()
    }

    /// Makes the disk full, or gives the room back; false where the system does not let it.
    func fill(_ full: Bool) -> Bool {
        isFull = full
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
        limit.rlim_cur = full ? 0 : limit.rlim_max
        return setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    }

    /// Whether all that was handed over has been dealt with: the memory answers each time within two seconds, and a
    /// machine whose disk is busy with something else is asked ten times.
    private func settles() -> Bool {
        (0..<10).contains { _ in
            do throws(StorageError) {
                try memory.writing.make { _ throws(StorageError) in }
                return true
            } catch { return false }
        }
    }

    /// What is wrong with what was kept; nil where everything is there that a disk with room was given.
    func fault() -> String? {
        guard settles() else { return "the memory does not answer" }
        let health = memory.health
        guard health.lost == refused else {
            return "\(health.lost) observations were lost, \(refused) could not be kept"
        }
        do throws(StorageError) {
            let kept = try SeenStore.read(path).count
            return kept == given - refused ? nil : "\(kept) observations are kept of \(given - refused)"
        } catch { return "what was kept cannot be read: \(error.description)" }
    }

    /// Ends the memory.
    func end() { memory.end(limit: .seconds(2)) }
}
