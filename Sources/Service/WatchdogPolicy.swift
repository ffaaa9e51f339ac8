import Readings

/// A thread that is looked after: what it is called, how long it may be quiet, and what is done about a stuck one.
package struct WatchedThread: Equatable, Sendable {
    /// What is done about a thread that is stuck.
    package enum Remedy: Equatable, Sendable {
        /// It is named; a restart would not help, or would cost more than it brings.
        case naming
        /// The service is started anew.
        case restart
    }

    /// What the operator is told of, such as "the voice".
    package var name: String
    /// How long it may show no sign of life.
    package var limit: Duration
    /// What is done about it then.
    package var remedy: Remedy

    /// Makes a description of a thread.
    package init(_ name: String, limit: Duration, remedy: Remedy) {
        self.name = name
        self.limit = limit
        self.remedy = remedy
    }

    /// The voice comes round once a second; without it the robot is mute, and nothing is lost by a restart.
    package static let voice = WatchedThread("the voice", limit: .seconds(10), remedy: .restart)
    /// A sensor's thread; the loop replaces one that hangs long before, so that this is the last resort.
    package static func sensor(_ name: String) -> WatchedThread {
        WatchedThread(name, limit: .seconds(30), remedy: .restart)
    }
    /// The phone link; the loop opens it afresh long before, so that it is only named.
    package static let phones = WatchedThread("the phone link", limit: .seconds(15), remedy: .naming)
    /// A thread that writes for others to read; who does not read harms nobody else.
    package static func writer(_ name: String) -> WatchedThread {
        WatchedThread(name, limit: .seconds(30), remedy: .naming)
    }
}

/// Whether the service manager may be told that the service goes on: a record that only the decision loop's own turns
/// move forward.
///
/// Nothing is told where nobody calls `turn`, so a stuck loop is silent by itself; a thread that shows no sign of life
/// is noticed at the turns. A span without turns, as when the machine sleeps, counts for `longestStep` at the most: what
/// was not looked at was not seen to be stuck.
package struct WatchdogPolicy: Sendable {
    /// What a turn comes to.
    package struct Outcome: Equatable, Sendable {
        /// Whether the manager is to be told now.
        package var tells: Bool
        /// The threads that are stuck, by name.
        package var stuck: [String]
        /// Whether one of them keeps the manager from being told at all, so that it starts the service anew.
        package var isWithheld: Bool

        /// Makes an outcome.
        package init(tells: Bool, stuck: [String], isWithheld: Bool) {
            self.tells = tells
            self.stuck = stuck
            self.isWithheld = isWithheld
        }
    }

    private struct Entry: Sendable {
        var thread: WatchedThread
        var sign: Instant?
        var quiet = Duration.zero

        var isStuck: Bool { quiet > thread.limit }
        var wantsRestart: Bool { isStuck && thread.remedy == .restart }

        mutating func look(at seen: Instant, _ step: Duration) {
            quiet = sign == seen ? quiet + step : .zero
            sign = seen
        }
    }

    /// The most that one step from turn to turn counts for.
    static let longestStep = Duration.seconds(2)

    private let pause: Duration
    private var entries: [Entry]
    private var lastTurn: Instant
    private var lastTold: Instant?

    /// Begins at `now`; the manager is told every third of `interval`, so that one lost message does no harm.
    ///
    /// Systemd asks for half at the most; a shorter pause would only keep it busy.
    package init(interval: Duration, threads: [WatchedThread], at now: Instant) {
        pause = .nanoseconds(max(interval / 3, .milliseconds(10)).wholeNanoseconds)  // as moments are counted
        entries = threads.map { Entry(thread: $0) }
        lastTurn = now
    }

    /// When the loop is to turn at the latest, even if nothing happens.
    package var nextTurn: Instant {
        let telling = (lastTold ?? lastTurn) + pause
        return telling > lastTurn ? telling : lastTurn + pause  // while it is withheld, it is looked at as often
    }

    /// The loop has turned; `sign` gives the last sign of life of each thread, by its place among those given.
    package mutating func turn(at now: Instant, sign: (Int) -> Instant) -> Outcome {
        let step = min(max(.zero, now - lastTurn), Self.longestStep)
        lastTurn = max(lastTurn, now)
        for index in entries.indices { entries[index].look(at: sign(index), step) }
        let isWithheld = entries.contains(where: \.wantsRestart)
        let isDue = lastTold.map { now - $0 >= pause } ?? true
        if isDue, !isWithheld { lastTold = now }
        let stuck = entries.contains(where: \.isStuck) ? entries.filter(\.isStuck).map(\.thread.name) : []
        return Outcome(tells: isDue && !isWithheld, stuck: stuck, isWithheld: isWithheld)
    }
}
