import Readings

/// Which voice is tried next: a pure record of what failed, and when it may be tried again.
package struct HookLadder: Sendable {
    private struct Rung: Sendable {
        var failures = 0
        var retryAt = Instant.start
        /// Whether it hung when it was last tried in vain.
        var hasHung = false
    }

    private var rungs: [Rung]
    private let limits: SpeechLimits

    /// A record of `count` hooks that nothing is known against.
    package init(count: Int, limits: SpeechLimits) {
        rungs = [Rung](repeating: Rung(), count: count)
        self.limits = limits
    }

    /// The hooks to try for an utterance that begins at `now`, in order: a sound one twice, one that failed before once
    /// and only after its pause.
    ///
    /// One that hung for the utterance before, whose second attempt was cut short, has its second attempt here, where
    /// there is another: who is warned should not wait for two. Where all must pause, those that fail at once are tried
    /// all the same, for there is nothing to lose; empty where all hung, for whoever hangs holds up the signals of what
    /// comes next as well.
    package func plan(at now: Instant) -> [Int] {
        let plan = rungs.indices.flatMap { index in
            let rung = rungs[index]
            if rung.failures == 0 { return rung.hasHung && rungs.count > 1 ? [index] : [index, index] }
            return now >= rung.retryAt ? [index] : []
        }
        return plan.isEmpty ? rungs.indices.filter { !rungs[$0].hasHung } : plan
    }

    /// Whether every hook has failed since it last worked.
    package var isDead: Bool { rungs.allSatisfy { $0.failures > 0 } }

    /// The first hook that has not failed since it last worked.
    package var soundHook: Int? { rungs.firstIndex { $0.failures == 0 } }

    /// Notes that a hook hung, and that it is to be tried once more.
    package mutating func hung(_ hook: Int) { rungs[hook].hasHung = true }

    /// Notes that a hook was given up for an utterance; true where it had worked before, so that it is worth a line.
    package mutating func failed(_ hook: Int, isHung: Bool, at now: Instant) -> Bool {
        rungs[hook].failures += 1
        rungs[hook].hasHung = isHung
        let failures = rungs[hook].failures
        let doubled = limits.firstPause * (1 << min(failures - 1, 10))
        rungs[hook].retryAt = now + (isHung ? limits.longestPause : min(doubled, limits.longestPause))
        return failures == 1
    }

    /// Notes that a hook spoke; true where it had failed before.
    package mutating func succeeded(_ hook: Int) -> Bool {
        let hadFailed = rungs[hook].failures > 0
        rungs[hook] = Rung()
        return hadFailed
    }
}
