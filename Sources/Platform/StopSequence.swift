import Glibc
import Readings

/// One step of stopping a child: a signal to its group, and how long to wait for it to help.
package struct StopStep: Equatable, Sendable {
    /// The signal, such as `SIGTERM`.
    package var signal: Int32
    /// How long the child has before the next step.
    package var wait: Duration

    /// Makes a step.
    package init(_ signal: Int32, wait: Duration) {
        self.signal = signal
        self.wait = wait
    }

    /// How long a killed child has to be gone; only one stuck in the kernel takes longer.
    package static let waitAfterKilling = Duration.seconds(2)

    /// Asks with `SIGTERM`, and kills `after` this long.
    package static func askThenKill(after wait: Duration) -> [StopStep] {
        [StopStep(SIGTERM, wait: wait), StopStep(SIGKILL, wait: waitAfterKilling)]
    }
}

/// The stopping of a child as data: which signal is due at a given time.
///
/// A list whose last step does not kill gets one that does, with 2 s to work. After its wait the sequence is spent: the
/// child is stuck in the kernel and nothing in user space can end it.
package struct StopSequence: Equatable, Sendable {
    private let steps: [StopStep]
    private var taken = 0
    private var due: Instant

    /// Begins at `now`: the first signal is due at once.
    package init(_ steps: [StopStep], at now: Instant) {
        let kills = steps.last?.signal == SIGKILL
        self.steps = kills ? steps : steps + [StopStep(SIGKILL, wait: StopStep.waitAfterKilling)]
        due = now
    }

    /// The signal to send at `now`, if the time for one has come; each is given once.
    package mutating func nextSignal(at now: Instant) -> Int32? {
        guard taken < steps.count, now >= due else { return nil }
        let step = steps[taken]
        taken += 1
        due = now + step.wait
        return step.signal
    }

    /// When to look again.
    package var nextLook: Instant { due }

    /// Whether the last signal has been sent and its wait is over.
    package func isSpent(at now: Instant) -> Bool { taken == steps.count && now >= due }
}
