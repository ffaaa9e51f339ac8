import Platform
import Readings
import Synchronization

/// What other threads hand to the door's thread: bounded, and nobody ever waits to put something in.
final class DoorInbox: Sendable {
    /// What becomes of a command.
    typealias Reply = @Sendable (Result<PairingAnswer, PairingRefusal>) -> Void

    /// Where the robot is.
    enum Standing: Sendable {
        case at(OwnPosition)
        case within(OwnPlace?)
    }

    /// What was put in since it was emptied last.
    struct Content: Sendable {
        var commands: [(PairingCommand, Reply)] = []
        var standing: Standing?
        var nearest: Double??
        var observations: [LinkObservation] = []
        var settings: (name: String, PairingSharing)?
        var isClosed = false
    }

    private static let commandLimit = 32
    private let content = Mutex(Content())
    private let wake: WakeUp

    init() throws(SystemError) { wake = try WakeUp() }

    var number: Int32 { wake.number }

    /// Puts a command in; false where too many wait, or the door is closed.
    func put(_ command: PairingCommand, _ reply: @escaping Reply) -> Bool {
        content.withLock { content in
            guard !content.isClosed, content.commands.count < Self.commandLimit else { return false }
            content.commands.append((command, reply))
            wake.raise()
            return true
        }
    }

    /// Changes what is newest.
    func put(_ change: (inout Content) -> Void) {
        content.withLock { content in
            change(&content)
            let surplus = content.observations.count - LinkPeer.waitingObservations
            if surplus > 0 { content.observations.removeFirst(surplus) }
            wake.raise()
        }
    }

    /// Takes everything out; that it is closed stays.
    func take() -> Content {
        content.withLock { content in
            wake.lower()
            let taken = content
            content = Content()
            content.isClosed = taken.isClosed
            if taken.isClosed { wake.raise() }
            return taken
        }
    }
}
