import Deciding
import Documents
import Glibc
import Platform
import Readings

/// The control socket's own loop: one `poll` over the listener, the answers, the effects and every client.
struct ControlLoop {
    /// How long the loop rests at the most, so that its sign of life stays fresh.
    private static let longestRest = Duration.seconds(1)
    /// How much is read from one client before the others have their turn.
    private static let chunk = 65_536
    /// How many connections are taken before the clients have their turn.
    private static let acceptsATurn = 64

    /// A client with its socket.
    private final class Client {
        let number: UInt64
        let socket: Descriptor
        var connection: ControlConnection
        var isBroken = false
        /// A file that was sent along, for the next method that takes one.
        var file: PassedDescriptor?

        init(number: UInt64, socket: consuming Descriptor, at now: Instant) {
            self.number = number
            self.socket = socket
            connection = ControlConnection(at: now)
        }
    }

    private let socket: ControlSocket
    private let door: ControlDoor
    private let stopping: WakeUp
    private let guests: ControlGuests
    private let facts: ControlFacts
    private let clock: MonotonicClock
    private let log: ServiceLog
    private var clients: [Client] = []
    private var nextNumber: UInt64 = 1
    private var uploads = ControlLimits.uploads
    private var effectsLost: UInt64 = 0
    private var buffer = [UInt8](repeating: 0, count: chunk)

    init(
        socket: ControlSocket, door: ControlDoor, stopping: WakeUp, guests: ControlGuests, facts: ControlFacts,
        clock: MonotonicClock, log: ServiceLog
    ) {
        self.socket = socket
        self.door = door
        self.stopping = stopping
        self.guests = guests
        self.facts = facts
        self.clock = clock
        self.log = log
    }

    /// Runs until it is told to stop; then what waits is answered, and the socket removed.
    mutating func run() {
        var poll = PollSet()
        while !stopping.wait(limit: .zero) {
            rest(&poll)
            passOn()
            for client in clients { serve(client) }
            clear()
            takeConnections()
            note()
        }
        end(&poll)
    }

    private func rest(_ poll: inout PollSet) {
        poll.removeAll()
        for number in [stopping.number, door.answers.number, door.effects.number, socket.listener.number] {
            poll.watch(number, for: .reading)
        }
        var next: Instant?
        for client in clients {
            if client.connection.wantsBytes { poll.watch(client.socket.number, for: .reading) }
            if !client.connection.queue.isEmpty { poll.watch(client.socket.number, for: .writing) }
            next = Instant.sooner(next, client.connection.deadline)
        }
        let limit = next.map { $0 - clock.now() } ?? Self.longestRest
        poll.wait(limit: min(limit, Self.longestRest))
    }

    /// Answers and effects go to their clients; an answer never comes before the effects that it speaks of.
    private mutating func passOn() {
        var answers: [ControlDoor.Answer] = []
        while let answer = door.answers.take() { answers.append(answer) }
        while let effect = door.effects.take() { show(effect) }
        let lost = door.effects.dropped
        if lost > effectsLost {
            for client in clients { client.connection.lose(Int(lost - effectsLost)) }
            effectsLost = lost
        }
        for answer in answers {
            clients.first { $0.number == answer.ticket.connection }?.connection
                .answer(call: answer.ticket.call, answer.outcome)
        }
    }

    private func show(_ effect: TimedEffect) {
        let type = effect.effect.type
        guard clients.contains(where: { $0.connection.types?.contains(type) ?? false }) else { return }
        let line = ControlEffects.line(effect)
        for client in clients { client.connection.show(line, type: type) }
    }

    // MARK: one client

    private mutating func serve(_ client: Client) {
        let now = clock.now()
        if client.connection.wantsBytes { read(client, at: now) }
        while let request = client.connection.next(at: now, facts: facts, uploads: &uploads) {
            var file: PassedDescriptor?
            if ControlMethods.takeFile.contains(request.name) { swap(&file, &client.file) }
            door.put(
                ControlRequest(
                    ticket: ControlTicket(connection: client.number, call: request.call), method: request.name,
                    parameters: request.parameters, upload: request.upload, file: file))
        }
        if !client.connection.advance(to: now) { client.isBroken = true }
        write(client, at: now)
    }

    private mutating func read(_ client: Client, at now: Instant) {
        do throws(SystemError) {
            let (count, file) = try UnixSocket.receive(client.socket, into: &buffer)
            if let file { client.file = file }
            if count == 0 {
                client.connection.takeEnd(at: now)
            } else {
                client.connection.take(buffer[..<count], at: now)
            }
        } catch {
            if error.number != EAGAIN { client.isBroken = true }
        }
    }

    private func write(_ client: Client, at now: Instant) {
        do throws(SystemError) {
            while !client.isBroken, let bytes = client.connection.queue.next {
                let count = try client.socket.write(bytes)
                client.connection.took(count, at: now)
            }
        } catch {
            if error.number != EAGAIN { client.isBroken = true }
        }
    }

    /// Lets go of those that are over.
    private mutating func clear() {
        for client in clients where client.isBroken || client.connection.isOver {
            uploads += client.connection.upload.count
        }
        clients.removeAll { $0.isBroken || $0.connection.isOver }
    }

    // MARK: coming and going

    private mutating func takeConnections() {
        for _ in 0..<Self.acceptsATurn {
            do throws(SystemError) {
                guard let socket = try socket.listener.accept() else { return }
                try greet(socket)
            } catch {
                log.fault(
                    .warning, "A connection to the control socket was not taken: \(error.description).",
                    kind: "control accept", at: clock.now())
                return
            }
        }
    }

    private mutating func greet(_ socket: consuming Descriptor) throws(SystemError) {
        let now = clock.now()
        let peer = try PeerCredentials(of: socket)
        let client = Client(number: nextNumber, socket: socket, at: now)
        nextNumber += 1
        if let refusal = guests.refusal(of: peer) {
            client.connection.end(refusal)
            log.fault(
                .warning, "User \(peer.uid) was refused at the control socket.", kind: "control refused", at: now)
            return write(client, at: now)
        }
        if clients.count >= ControlLimits.clients, !makeRoom(at: now) {
            client.connection.end(
                ControlError(
                    .tooManyClients, "\(ControlLimits.clients) are connected already",
                    remedy: "try again when one has gone"))
            return write(client, at: now)
        }
        clients.append(client)
    }

    /// Lets go of the client that has rested longest, if one has for long enough.
    private mutating func makeRoom(at now: Instant) -> Bool {
        let resting = clients.filter { $0.connection.restingSince.map { now - $0 >= ControlLimits.restTime } ?? false }
        let longest = resting.min { ($0.connection.restingSince ?? now) < ($1.connection.restingSince ?? now) }
        guard let longest else { return false }
        longest.isBroken = true
        clear()
        return true
    }

    private func note() {
        door.note(
            clients: clients.count, subscribers: clients.count { $0.connection.types != nil }, turn: clock.now())
    }

    /// Nobody connects any more, and the last answers are given, within a limit.
    private mutating func end(_ poll: inout PollSet) {
        socket.listener.remove()
        passOn()
        for client in clients { client.connection.stop() }
        let end = clock.now() + ControlLimits.endTime
        while true {
            for client in clients { write(client, at: clock.now()) }
            clear()
            guard !clients.isEmpty, clock.now() < end else { break }
            poll.removeAll()
            for client in clients { poll.watch(client.socket.number, for: .writing) }
            poll.wait(limit: end - clock.now())
        }
        clients = []
        note()
    }
}
