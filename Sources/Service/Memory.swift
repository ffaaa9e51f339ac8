import Deciding
import Glibc
import Platform
import Storage
import Wayfinding

/// What the service keeps of what it decides: observations, while that is turned on, and what rides taught.
///
/// It writes on a thread of its own through a bounded mailbox: a slow or full disk costs what it cannot take, and that
/// is logged; the decision loop never waits for it.
package final class Memory: Sendable {
    private enum Letter: Sendable {
        case seen(at: Int64, kind: String, text: String, place: String?)
        case learned(group: String, from: String, to: String, change: Double)
        case end
    }

    private let letters: Mailbox<Letter>
    private let thread: WorkerThread

    /// Starts to keep things in a state directory, which is made when there is something to keep.
    package init(_ directory: StateDirectory, log: ServiceLog) throws(SystemError) {
        let letters = try Mailbox<Letter>(capacity: 256)
        self.letters = letters
        thread = try WorkerThread(name: "memory") {
            while let letter = Self.next(letters) { Self.keep(letter, in: directory, log) }
        }
    }

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

    /// Ends after what waits has been kept; false where that took longer than `limit`.
    @discardableResult
    package func end(limit: Duration) -> Bool {
        letters.put(.end)
        return thread.join(limit: limit)
    }

    private static func next(_ letters: Mailbox<Letter>) -> Letter? {
        while true {
            guard let letter = letters.take(limit: .seconds(60)) else { continue }
            if case .end = letter { return nil }
            return letter
        }
    }

    private static func keep(_ letter: Letter, in directory: StateDirectory, _ log: ServiceLog) {
        do throws(StorageError) {
            let writer = try directory.writer()
            let now = Int64(time(nil))
            switch letter {
            case .seen(let at, let kind, let text, let place):
                try writer.openSeen(now: now).store.append(at: at, place: place, kind: kind, text: text)
            case .learned(let group, let from, let to, let change):
                var (groups, loaded) = try writer.loadGroups(now: now)
                guard groups.learn(group: group, from: from, to: to, changeMetres: change) != nil else { return }
                try writer.save(groups, over: loaded, now: now)
            case .end: break
            }
        } catch {
            log.say(.error, "Something could not be kept in \(directory.path): \(error.description).")
        }
    }
}
