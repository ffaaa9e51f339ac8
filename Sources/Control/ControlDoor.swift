import Deciding
import Platform
import Readings
import Synchronization

/// Which request of which connection an answer is for.
package struct ControlTicket: Hashable, Sendable {
    /// The connection, by a number that no other has.
    package let connection: UInt64
    /// The request, by a number that no other of the connection has.
    package let call: UInt64

    /// Names a request.
    package init(connection: UInt64, call: UInt64) {
        self.connection = connection
        self.call = call
    }
}

/// A request as it is handed to the decision thread.
package struct ControlRequest: Sendable {
    /// Whom to answer.
    package var ticket: ControlTicket
    /// The method's name.
    package var method: String
    /// Its parameters, checked against the table.
    package var parameters: ControlParameters
    /// What the connection had uploaded, where the method takes that.
    package var upload: [UInt8]
    /// The file that was sent along, where the method takes one.
    package var file: PassedDescriptor?

    /// Gathers a request.
    package init(
        ticket: ControlTicket, method: String, parameters: ControlParameters, upload: [UInt8] = [],
        file: PassedDescriptor? = nil
    ) {
        self.ticket = ticket
        self.method = method
        self.parameters = parameters
        self.upload = upload
        self.file = file
    }
}

/// What a door's thread shares with the others, be it the control socket's or the page's: requests go in one way, answers and effects the other, and
/// nobody waits for anybody.
package final class ControlDoor: Sendable {
    /// What came of a request.
    package struct Answer: Sendable {
        /// Which request.
        package let ticket: ControlTicket
        /// What came of it.
        package let outcome: ControlOutcome
    }

    private static let requestRoom = 160
    private static let answerRoom = 512
    private static let effectRoom = 512

    private let requests: Mailbox<ControlRequest>
    /// Answers, for the door's thread.
    package let answers: Mailbox<Answer>
    /// Effects, for the door's thread.
    package let effects: Mailbox<TimedEffect>
    private let subscribers = Atomic<Int>(0)
    private let life: SignOfLife
    private let clients = Atomic<Int>(0)

    /// Makes the mailboxes; throws where the process has no descriptor left.
    package init(at now: Instant) throws(SystemError) {
        life = SignOfLife(at: now)
        requests = try Mailbox(capacity: Self.requestRoom)
        answers = try Mailbox(capacity: Self.answerRoom)
        effects = try Mailbox(capacity: Self.effectRoom)
    }

    /// The descriptor that reads as ready while a request waits.
    package var number: Int32 { requests.number }

    /// The next request, if one waits; never waits itself.
    package func next() -> ControlRequest? { requests.take() }

    /// Puts a request in for the decision thread.
    package func put(_ request: ControlRequest) { requests.put(request) }

    /// Answers a request; never waits.
    ///
    /// An answer that comes twice or too late is passed over.
    package func answer(_ ticket: ControlTicket, _ outcome: ControlOutcome) {
        answers.put(Answer(ticket: ticket, outcome: outcome))
    }

    /// Shows an effect to whoever subscribed; never waits, and costs nothing where nobody did.
    package func show(_ effect: TimedEffect) {
        if subscribers.load(ordering: .relaxed) > 0 { effects.put(effect) }
    }

    /// How many are connected.
    package var clientCount: Int { clients.load(ordering: .relaxed) }

    /// When the socket's thread last showed that it goes on; it does so at least once a second.
    package var signOfLife: SignOfLife { life }

    /// The door's thread tells how many are connected and how many want effects, and shows that it goes on.
    package func note(clients: Int, subscribers: Int, turn: Instant) {
        self.clients.store(clients, ordering: .relaxed)
        self.subscribers.store(subscribers, ordering: .relaxed)
        life.show(at: turn)
    }
}
