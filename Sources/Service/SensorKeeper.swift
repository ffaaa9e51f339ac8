import Platform
import Readings

/// Keeps one sensor's thread going: starts it, notices when a call into the device hangs, and begins afresh.
struct SensorKeeper {
    /// The sensor, as the journal calls it.
    let name: String
    private let start: () throws(SystemError) -> SensorThread
    private let abandoned: @Sendable () -> Int
    private var thread: SensorThread
    private var patience: SensorPatience

    /// Starts the thread that `start` makes, now and whenever it has to be made again; `abandoned` tells how many
    /// devices such threads had to abandon so far.
    init(
        name: String, patience: SensorPatience, abandoned: @escaping @Sendable () -> Int = { 0 },
        start: @escaping () throws(SystemError) -> SensorThread
    ) throws(SystemError) {
        self.name = name
        self.patience = patience
        self.abandoned = abandoned
        self.start = start
        thread = try start()
    }

    /// How many threads hung and were left behind.
    var leftBehind: Int { patience.leftBehind }
    /// When the thread last showed that it goes on.
    var lastSign: Instant { thread.lastSign }

    /// Replaces a thread that hangs; false where that was done too often, or cannot be done: the process is to be
    /// replaced.
    mutating func look(at now: Instant, log: ServiceLog) -> Bool {
        guard !thread.hasEnded else { return true }
        let abandoned = abandoned()
        switch patience.judge(age: thread.age(at: now), abandoned: abandoned) {
        case .alive: return true
        case .giveUp:
            let count = patience.leftBehind + abandoned
            log.say(.error, "The \(name) was left behind once more, \(count) times now; only a restart can free it.")
            return false
        case .replace: return replace(log)
        }
    }

    private mutating func replace(_ log: ServiceLog) -> Bool {
        log.say(
            .error,
            "A call into the \(name) does not return. It is left behind, and the \(name) is opened afresh "
                + "(\(patience.leftBehind) of \(SensorPatience.most) before a restart).")
        thread.abandon()
        do throws(SystemError) {
            thread = try start()
            return true
        } catch {
            log.say(.error, "The \(name) cannot be opened afresh: \(error.description).")
            return false
        }
    }

    /// Ends the thread; false where it did not come within the limit, and was left behind.
    func stop(limit: Duration) -> Bool { thread.stop(limit: limit) }
}
