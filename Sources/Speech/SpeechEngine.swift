import Platform
import Readings

/// The robot's voice: speaks one text at a time through the operator's commands, on a thread of its own.
///
/// No call here waits for a process. Every `speak` gets exactly one ending report, whatever happens to the voice;
/// events arrive on the voice's thread (or, for a text refused at the door, on the caller's), so that a receiver should
/// only put them into a mailbox.
package final class SpeechEngine: Sendable {
    private let commands: SpeechCommands
    private let thread: WorkerThread
    private let clock: MonotonicClock
    private let log: ServiceLog
    private let events: @Sendable (SpeechEvent) -> Void

    /// Starts the voice; throws where the process has no thread or descriptor left.
    ///
    /// Missing commands are no error: the first health event tells. `findProgram` gives the path of a program that may be run, or nil.
    package init(
        settings: SpeechSettings, clock: MonotonicClock, log: ServiceLog,
        findProgram: @escaping @Sendable (String) -> String? = { ChildEnvironment.program($0) },
        events: @escaping @Sendable (SpeechEvent) -> Void
    ) throws(SystemError) {
        SystemSignals.ignoreBrokenPipes()
        let commands = try SpeechCommands()
        thread = try WorkerThread(name: "speech") {
            let loop = SpeechLoop(
                settings: settings, clock: clock, log: log, commands: commands, findProgram: findProgram, events: events
            )
            loop.run()
        }
        self.commands = commands
        self.clock = clock
        self.log = log
        self.events = events
    }

    deinit { commands.close() }

    /// When the voice's thread last came round, on the engine's clock: once a second at least, unless it is stuck.
    package var lastSignOfLife: Instant { commands.lastSignOfLife }

    /// Says a text after those that wait already; `estimate` is how long that should take.
    package func speak(id: Int, text: String, estimate: Duration) {
        guard !commands.put(.speak(Utterance(id: id, text: text, estimate: estimate))) else { return }
        log.fault(.warning, "Dropped an utterance: the voice is stopped or does not keep up.", at: clock.now())
        events(.report(SpeechReport(id: id, outcome: .failed, at: clock.now())))
    }

    /// Stops saying a text, or never begins; nothing happens where it has ended already.
    package func hush(id: Int) {
        guard !commands.put(.hush(id: id)) else { return }
        log.fault(.warning, "Could not hush: the voice is stopped or does not keep up.", at: clock.now())
    }

    /// Runs the signal command, if there is one, with the kind of what happened as its last argument.
    package func signal(kind: String) {
        guard !commands.put(.signal(kind: kind)) else { return }
        log.fault(.warning, "Dropped a signal: the voice is stopped or does not keep up.", at: clock.now())
    }

    /// Takes new settings, in force from the next utterance on.
    package func apply(_ settings: SpeechSettings) {
        guard !commands.put(.apply(settings)) else { return }
        log.fault(.warning, "Could not change the voice: it is stopped or does not keep up.", at: clock.now())
    }

    /// Stops what is said, drops what waits, ends all processes; false where that took longer than `limit`, and the
    /// thread was left behind.
    ///
    /// What is asked for afterwards fails.
    @discardableResult
    package func shutdown(limit: Duration) -> Bool {
        commands.close()
        return thread.join(limit: limit)
    }
}
