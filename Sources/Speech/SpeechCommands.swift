import Platform
import Readings
import Synchronization

/// What the decision thread asks of the voice, on its way to the voice's thread; bounded, and nobody waits in it.
final class SpeechCommands: Sendable {
    enum Command: Sendable {
        case speak(Utterance)
        case hush(id: Int)
        case signal(kind: String)
        case apply(SpeechSettings)
        case shutDown
    }

    private struct State {
        var commands: [Command] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake: WakeUp
    private let lastTurn = Atomic<Int64>(0)
    private static let capacity = 256

    init() throws(SystemError) { wake = try WakeUp() }

    var number: Int32 { wake.number }

    /// When the voice's thread last came round.
    var lastSignOfLife: Instant { Instant(nanoseconds: lastTurn.load(ordering: .relaxed)) }

    func noteSignOfLife(at now: Instant) { lastTurn.store(now.nanoseconds, ordering: .relaxed) }

    /// Puts a command in; false where the box is full or closed, so that the sender can say what became of it.
    func put(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.commands.count < Self.capacity else { return false }
            state.commands.append(command)
            wake.raise()
            return true
        }
    }

    /// Lets nothing more in; the shutting down itself always gets through.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.commands.append(.shutDown)
            wake.raise()
        }
    }

    func takeAll() -> [Command] {
        state.withLock { state in
            wake.lower()
            guard !state.commands.isEmpty else { return [] }
            defer { state.commands = [] }
            return state.commands
        }
    }
}
