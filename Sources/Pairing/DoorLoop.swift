import Deciding
import Glibc
import Platform
import Readings
import Storage
import Synchronization

/// The door's thread: sockets, TLS and the disk around ``DoorCore``.
struct DoorLoop {
    /// How long it rests at most.
    static let longestRest = Duration.seconds(1)
    /// How long until listening is tried again.
    static let listenPause = Duration.seconds(5)
    /// Connections that are still saying goodbye.
    static let leavingLimit = 16
    /// Connections that are accepted in one round.
    private static let acceptsARound = 16
    /// Connections that are accepted in a second, so that nobody can keep the robot busy with handshakes.
    static let acceptsASecond = 50

    let parts: PairingDoor.Parts
    let inbox: DoorInbox
    let shared: DoorShared
    let discovery: (any Discovering)?
    private let responding: TLSContext
    private let asking: TLSContext
    private var core: DoorCore
    private var listener: PortHolder?
    private var triesAt = Instant.start
    private var connections: [Int: LinkConnection] = [:]
    private var leaving: [LinkConnection] = []
    private var nextNumber = 0
    private var poll = PollSet()
    private var toldName: String?
    private var admissions = RateLimit(perSecond: Self.acceptsASecond, burst: Self.acceptsASecond)
    private var acceptsAgain = Instant.start

    init(
        _ parts: PairingDoor.Parts, _ inbox: DoorInbox, _ shared: DoorShared, _ discovery: (any Discovering)?
    ) throws(PairingError) {
        let loaded = try IdentityFile.load(
            parts.directory, writing: parts.writing, now: WallClock.seconds)
        let store = DeviceStore(parts.directory, writing: parts.writing)
        let kept: (devices: [PairedDevice], flaws: [String])
        do throws(StorageError) { kept = try store.load() } catch { throw .storage(error) }
        for flaw in kept.flaws { parts.log.say(.error, "Paired devices: \(flaw).") }
        if let aside = loaded.setAside {
            parts.log.say(
                .error, "The robot's key could not be read and is kept as \(aside): all phones must pair again.")
        } else if loaded.isFresh, !kept.devices.isEmpty {
            parts.log.say(.error, "The robot's key was missing and a new one was made: all phones must pair again.")
        }
        var coreParts = DoorCore.Parts(
            own: loaded.identity.fingerprint, name: DeviceName.cleaned(parts.name), devices: kept.devices,
            keeping: store.keeping, random: { Cryptography.random($0) },
            date: { CalendarTime.utc(WallClock.seconds) })
        coreParts.sharing = parts.sharing
        core = DoorCore(coreParts)
        responding = try TLSContext(loaded.identity, role: .responder)
        asking = try TLSContext(loaded.identity, role: .initiator)
        (self.parts, self.inbox, self.shared, self.discovery) = (parts, inbox, shared, discovery)
    }

    private var now: Instant { parts.clock.now() }

    mutating func run() {
        while true {
            wait()
            shared.life.show(at: now)
            let content = inbox.take()
            take(content)
            if content.isClosed { break }
            acceptAll()
            serviceAll()
            perform(core.advance(to: now))
            takeAway()
            listenOrNot()
            publish()
        }
        perform(core.stop(at: now))
        sayGoodbye()
    }

    private mutating func wait() {
        poll.removeAll()
        poll.watch(inbox.number, for: .reading)
        let isAccepting = acceptsAgain <= now
        if let listener, isAccepting { poll.watch(listener.listener.number, for: .reading) }
        for connection in connections.values { connection.watch(in: &poll) }
        for connection in leaving { connection.watch(in: &poll) }
        var next = now + Self.longestRest
        if let deadline = core.nextDeadline { next = min(next, deadline) }
        if !isAccepting { next = min(next, acceptsAgain) }
        poll.wait(limit: next - now)
    }

    private mutating func take(_ content: DoorInbox.Content) {
        if let (name, sharing) = content.settings { core.apply(name: DeviceName.cleaned(name), sharing: sharing) }
        switch content.standing {
        case .at(let position)?: core.stand(at: position)
        case .within(let place)?: core.move(to: place)
        case nil: break
        }
        if let nearest = content.nearest { core.tell(nearestMetres: nearest) }
        for observation in content.observations { core.tell(observation) }
        for (command, reply) in content.commands {
            if core.isOpen(at: now), let refusal = objection(to: command) {
                reply(.failure(refusal))
                continue
            }
            let (result, actions) = core.perform(command, at: now)
            perform(actions)
            listenOrNot()
            publish()
            shared.life.show(at: now)  // each may wait for the disk
            let isOpened = if case .open = command { true } else { false }
            reply(result.map { PairingAnswer(text: isOpened ? $0 + howToReach() : $0, status: shared.status) })
        }
    }

    // MARK: connections

    private mutating func listenOrNot() {
        guard core.wantsToListen(at: now) else { return listener = nil }
        guard listener == nil, now >= triesAt else { return }
        do throws(SystemError) {
            let holder = try PortHolder(wanted: parts.port, onlyLoopback: parts.onlyLoopback)
            listener = holder
            guard parts.port != 0, holder.listener.port != parts.port else { return }
            parts.log.fault(
                .warning, "Port \(parts.port) cannot be had; phones reach the robot on port \(holder.listener.port).",
                kind: "other port", at: now)
        } catch {
            triesAt = now + Self.listenPause
            parts.log.fault(.error, "Phones cannot connect: \(error).", at: now)
        }
    }

    private mutating func acceptAll() {
        guard let listener, poll.isReady(listener.listener.number) else { return }
        for _ in 0..<Self.acceptsARound {
            guard admissions.admits(at: now) else { return acceptsAgain = now + .milliseconds(20) }
            do throws(SystemError) {
                guard let accepted = try listener.listener.accept() else { return }
                guard LocalAddress.isLocal(accepted.address) else {
                    parts.log.fault(.warning, "Refused a connection from outside the local network.", at: now)
                    continue
                }
                welcome(accepted.take())
            } catch {
                return parts.log.fault(.error, "Cannot take a connection: \(error).", at: now)
            }
        }
    }

    private mutating func welcome(_ socket: consuming TCPSocket) {
        do throws(PairingError) {
            let connection = LinkConnection(socket, try TLSSession(responding), isConnecting: false)
            connections[nextNumber] = connection
            let actions = core.opened(nextNumber, at: now)
            nextNumber += 1
            perform(actions)
        } catch {
            parts.log.fault(.error, "Cannot take a connection: \(error).", at: now)
        }
    }

    private mutating func serviceAll() {
        for (number, connection) in connections where poll.isReady(connection.number) {
            for happening in connection.service() where connections[number] != nil {
                switch happening {
                case .secured(let ends): perform(core.secured(number, ends, at: now))
                case .message(let bytes): perform(core.received(number, bytes, at: now))
                case .broken(let why): perform(core.broken(number, why, at: now))
                case .gone: break
                }
            }
        }
        for connection in leaving where poll.isReady(connection.number) { _ = connection.service() }
    }

    /// Lets go of connections that are gone, and of those that took too long to say goodbye.
    private mutating func takeAway() {
        for (number, connection) in connections where connection.isGone {
            connections[number] = nil
            perform(core.closed(number, at: now))
        }
        let time = now
        leaving.removeAll { $0.isGone || $0.leavesBy.map { $0 <= time } ?? false }
        if leaving.count > Self.leavingLimit { leaving.removeFirst(leaving.count - Self.leavingLimit) }
    }

    private mutating func perform(_ actions: [DoorCore.Action]) {
        for action in actions {
            switch action {
            case .send(let number, let message): connections[number]?.send(message)
            case .end(let number, let why):
                guard let connection = connections.removeValue(forKey: number) else { break }
                if let why { note(why) }
                connection.leave(why, at: now)
                leaving.append(connection)
            case .event(let event): parts.events(now, event)
            case .connect(let number, let phone): connect(number, phone)
            }
        }
    }

    private func note(_ why: EndMessage) {
        switch why.word {
        case .downgrade, .replay, .refused, .mismatch, .paused:
            parts.log.fault(.warning, "A connection was refused: \(why.word.rawValue).", kind: "link refused", at: now)
        default: break
        }
    }

    /// The phone that is meant: one that announces itself by its name, or any by its address.
    private func near(_ phone: String) -> NearPhone? {
        discovery?.view.phones.first { $0.name == phone }
            ?? PhoneAddress(phone).map { NearPhone(name: phone, address: $0.host, port: $0.port) }
    }

    /// Why a phone cannot be asked; nil where it can.
    private func objection(to command: PairingCommand) -> PairingRefusal? {
        guard case .ask(let phone) = command else { return nil }
        guard let near = near(phone) else {
            return PairingRefusal(
                "unknownPhone",
                "no phone called \"\(phone)\" is near — companion pair list shows which are, or give ADDRESS:PORT")
        }
        guard PhoneAddress.isLocal(near.address) else {
            return PairingRefusal("unknownPhone", "\(near.address) is not on the local network — the phone must be")
        }
        return nil
    }

    private mutating func connect(_ number: Int, _ phone: String) {
        guard let near = near(phone), PhoneAddress.isLocal(near.address) else {
            return perform(core.closed(number, at: now))
        }
        do {
            let socket = try TCPSocket.connect(to: near.address, port: near.port)
            let connection = LinkConnection(socket, try TLSSession(asking), isConnecting: true)
            connection.begin()
            connections[number] = connection
        } catch {
            parts.log.say(.warning, "Cannot reach \(near.name): \(error).")
            perform(core.closed(number, at: now))
        }
    }

    // MARK: what others see

    private mutating func publish() {
        let time = now
        var status = core.status(at: time)
        status.port = listener.map { Int($0.listener.port) }
        if let discovery {
            let port = listener?.listener.port ?? 0
            let all = port == 0 ? [] : core.announcements(hour: WallClock.seconds / 3600, at: time)
            discovery.announce(all, port: port)
            discovery.look(status.openSeconds != nil)
            let view = discovery.view
            status.hasDiscovery = view.isThere
            status.near = view.phones.map(\.name)
            status.announcedName = status.openSeconds == nil ? nil : view.announcedName
            tellOfName(status.announcedName)
        }
        shared.set(status)
    }

    /// What to do on the phone now that pairing is open: choose the robot's name, or give its address.
    private func howToReach() -> String {
        let status = shared.status
        if status.hasDiscovery { return " Choose \"\(status.announcedName ?? core.parts.name)\" on the phone." }
        guard let port = status.port else { return " It cannot be reached yet: its port cannot be had." }
        return PairingWords.notAnnounced(OwnAddresses.list(onlyLoopback: parts.onlyLoopback), port: port)
    }

    private mutating func tellOfName(_ name: String?) {
        guard let name, name != core.parts.name else { return }
        guard toldName != name else { return }
        toldName = name
        parts.log.say(.notice, "The name \"\(core.parts.name)\" is taken on this network; phones see \"\(name)\".")
        parts.events(now, .notice(PairingWords.renamed(name)))
    }

    /// Lets the last words out, within the farewell's limit.
    private mutating func sayGoodbye() {
        listener = nil
        let end = now + LinkConnection.farewellLimit
        while !leaving.isEmpty, now < end {
            poll.removeAll()
            for connection in leaving { connection.watch(in: &poll) }
            poll.wait(limit: end - now)
            for connection in leaving where poll.isReady(connection.number) { _ = connection.service() }
            leaving.removeAll { $0.isGone }
        }
    }
}

/// The listening socket, which is not to be copied, where the loop can be.
private final class PortHolder {
    let listener: TCPListener

    /// Listens on the wanted port; where it is taken, on any.
    init(wanted: UInt16, onlyLoopback: Bool) throws(SystemError) {
        do throws(SystemError) {
            listener = try TCPListener(port: wanted, onlyLoopback: onlyLoopback)
        } catch  where error.number == EADDRINUSE || error.number == EACCES {
            listener = try TCPListener(port: 0, onlyLoopback: onlyLoopback)
        }
    }
}
