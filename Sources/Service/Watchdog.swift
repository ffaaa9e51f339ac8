import Deciding
import Platform
import Readings
import Speech

/// The service manager's view of the service: told of readiness, of what is wrong, and, turn by turn of the decision
/// loop, that it goes on.
///
/// It belongs to the decision thread and has no thread and no timer of its own: a loop that stands still tells nothing,
/// and the manager starts the service anew.
package final class Watchdog {
    private let notification: ServiceNotification
    private let log: ServiceLog
    private let others: [(thread: WatchedThread, life: SignOfLife)]
    private let ownCount: Int
    private var policy: WatchdogPolicy
    private var status = ServiceStatus()
    private var told: ServiceStatus?
    private var isReady = false
    private var isWithheld = false
    private let fault: LoopFault?

    /// Begins to look after the loop's own `threads` and `others` beside it.
    ///
    /// A wrong configuration is part of the status from the start; `fault` is one that a trial asks for.
    package init(
        _ notification: ServiceNotification, threads: [WatchedThread],
        others: [(thread: WatchedThread, life: SignOfLife)] = [], configurationFault: String? = nil,
        fault: LoopFault? = LoopFault.named(), log: ServiceLog, at now: Instant
    ) {
        // Where the manager watches nothing, the threads are looked at all the same, for the status.
        let interval = notification.watchdogInterval ?? .seconds(5)
        self.notification = notification
        self.log = log
        self.others = others
        self.fault = fault
        ownCount = threads.count
        policy = WatchdogPolicy(interval: interval, threads: threads + others.map(\.thread), at: now)
        status.configurationFault = configurationFault
    }

    /// When the loop is to turn at the latest.
    package var nextTurn: Instant { Instant.sooner(policy.nextTurn, fault?.due) ?? policy.nextTurn }

    /// The loop has turned; `sign` gives the last sign of life of its own threads, by their places.
    package func turn(at now: Instant, sign: (Int) -> Instant) {
        fault?.strike(at: now, log)
        let outcome = policy.turn(at: now) { $0 < ownCount ? sign($0) : others[$0 - ownCount].life.last }
        status.stuck = outcome.stuck
        if outcome.isWithheld, !isWithheld {
            let names = outcome.stuck.joined(separator: " and ")
            log.say(.error, "No sign of life from \(names): the service manager is left to start the service anew.")
        }
        isWithheld = outcome.isWithheld
        if !isReady {
            isReady = notification.send(.ready, .status(status.sentence), .watchdog)
            if isReady { told = status }
        } else if outcome.tells {
            notification.send(.watchdog)
        }
        if status != told, notification.send(.status(status.sentence)) { told = status }
    }

    /// Takes what the core decided.
    package func note(_ effect: Effect) { status.note(effect) }

    /// Takes what the voice said of itself.
    package func note(_ health: SpeechHealth) { status.note(health) }

    /// The configuration is read again; the next turn says that this is over.
    package func reload(at monotonicMicroseconds: Int64 = MonotonicClock.systemMicroseconds()) {
        notification.send(.reloading(monotonicMicroseconds: monotonicMicroseconds))
        isReady = false
    }

    /// The configuration was read again and is in force.
    package func configurationIsValid() { status.configurationFault = nil }

    /// The service is on its way out.
    package func stop() { notification.send(.stopping, .status("Stopping.")) }
}
