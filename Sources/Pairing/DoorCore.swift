import Deciding
import Platform
import Readings
import Storage

/// Everything that the door decides, over messages and times: no socket, no clock, no thread.
///
/// The thread around it tells what happened to its connections, which it numbers itself, and does what it is told.
package struct DoorCore {
    /// Most connections.
    static let connectionLimit = 8
    /// How long a connection has to prove itself, or to reveal.
    static let handshakeLimit = Duration.seconds(10)
    /// How long a connection that has not proved itself may stay when its place is wanted.
    static let evictionAge = Duration.seconds(2)
    /// How long until the owner is told again that a device's id is refused again and again.
    static let noticeSpan = Duration.seconds(3600)

    /// What the thread is to do.
    package enum Action: Equatable, Sendable {
        /// Send a message.
        case send(Int, LinkMessage)
        /// End a connection: with this message where there is one, and TLS in order.
        case end(Int, EndMessage?)
        /// Tell the decision core.
        case event(Event)
        /// Open a connection to a phone that was found, under this number.
        case connect(Int, phone: String)
    }

    /// What the door is made of.
    package struct Parts {
        /// The robot's own fingerprint.
        package var own: Fingerprint
        /// What the robot is called.
        package var name: String
        /// The paired devices at the start.
        package var devices: [PairedDevice]
        /// Where they are kept.
        package var keeping: DeviceKeeping
        /// So many random bytes, fit for keys.
        package var random: @Sendable (Int) -> [UInt8]
        /// Now, RFC 3339, for the date of a pairing.
        package var date: @Sendable () -> String
        /// What phones are sent beside positions.
        package var sharing = PairingSharing()

        /// Gathers the parts.
        package init(
            own: Fingerprint, name: String, devices: [PairedDevice], keeping: DeviceKeeping,
            random: @escaping @Sendable (Int) -> [UInt8], date: @escaping @Sendable () -> String
        ) {
            self.own = own
            self.name = name
            self.devices = devices
            self.keeping = keeping
            self.random = random
            self.date = date
        }
    }

    /// A connection.
    struct Line {
        let openedAt: Instant
        var ends: LinkEnds?
        var phase = Phase.opening

        /// Whether it may be sent away to make room: nobody waits for it.
        var isUnproved: Bool {
            switch phase {
            case .opening, .exchanging, .challenged: true
            case .waiting, .allowed, .linked, .asking: false
            }
        }
    }

    /// How far a connection has come.
    enum Phase {
        /// Nothing was said yet.
        case opening
        /// Both have committed.
        case exchanging(PairingExchange, name: String)
        /// The owner is asked.
        case waiting(PairingExchange, name: String)
        /// The owner has allowed.
        case allowed(PairingExchange, name: String, PairingSecret, at: Instant)
        /// This end has asked a phone.
        case asking(PairingAsk, name: String)
        /// A nonce was answered.
        case challenged(LinkChallenge)
        /// It has proved itself.
        case linked(LinkPeer, device: String)
    }

    var parts: Parts
    /// The robot's own fingerprint.
    package var own: Fingerprint { parts.own }
    var devices: [PairedDevice]
    var window = PairingWindow()
    var lines: [Int: Line] = [:]
    var refusals = RefusalCounter()
    var nonces = NonceMemory()
    var instanceId = ""
    var heard: Set<String> = []
    var toldOwner: [String: Instant] = [:]
    var place: OwnPlace?
    var position: OwnPosition?
    let nobodys: PairingSecret?
    private var nextAsked = -1

    /// A door with nobody at it.
    package init(_ parts: Parts) {
        self.parts = parts
        devices = parts.devices
        nobodys = PairingSecret.nobodys()
    }

    // MARK: connections

    /// Somebody has connected; gives what is to be done, which may be to send them away.
    package mutating func opened(_ number: Int, at now: Instant) -> [Action] {
        var actions: [Action] = []
        if lines.count >= Self.connectionLimit {
            let old = lines.filter { $0.value.isUnproved && now - $0.value.openedAt >= Self.evictionAge }
            guard let oldest = old.min(by: { ($0.value.openedAt, $0.key) < ($1.value.openedAt, $1.key) }) else {
                return [.end(number, EndMessage(.full))]
            }
            actions += end(oldest.key, EndMessage(.full), at: now)
        }
        lines[number] = Line(openedAt: now)
        return actions
    }

    /// TLS is up on a connection.
    package mutating func secured(_ number: Int, _ ends: LinkEnds, at now: Instant) -> [Action] {
        guard lines[number] != nil else { return [] }
        lines[number]?.ends = ends
        guard case .asking(var ask, let name)? = lines[number]?.phase else { return [] }
        let contribution = parts.random(Cryptography.length)
        guard contribution.count == Cryptography.length else { return end(number, EndMessage(.stopping), at: now) }
        let message = ask.begin(ends, contribution: contribution, name: parts.name)
        lines[number]?.phase = .asking(ask, name: name)
        return [.send(number, message)]
    }

    /// A connection is gone.
    package mutating func closed(_ number: Int, at now: Instant) -> [Action] {
        guard let line = lines.removeValue(forKey: number) else { return [] }
        // With the exporter value and what was revealed, the secret of a pairing could be derived anew.
        if let exporter = line.ends?.exporter { SecretMemory.erase(exporter) }
        var actions: [Action] = []
        let wasClosed = window.closedUntil != nil
        if let request = window.release(number, at: now) {
            actions.append(.event(.pairing(change(request, .lapsed))))
            if !wasClosed, window.closedUntil != nil {
                actions.append(.event(.notice(PairingWords.closedAfterRefusals)))
            }
        }
        switch line.phase {
        case .linked(let peer, let device): if peer.isHeard { actions += becameQuiet(device) }
        case .allowed(_, let name, _, _), .asking(_, let name):
            actions.append(.event(.notice(PairingWords.notPaired(name))))
        default: break
        }
        return actions
    }

    /// The bytes of a message came; the length is off.
    package mutating func received(_ number: Int, _ bytes: [UInt8], at now: Instant) -> [Action] {
        guard let line = lines[number], let ends = line.ends else { return [] }
        do throws(EndMessage) {
            let reading = try LinkMessageReader.read(bytes)
            if case .end(let end)? = reading.message { return takeEnd(number, end, at: now) }
            return try take(reading, number, line, ends, at: now)
        } catch {
            return end(number, error, at: now)
        }
    }

    /// What a connection sent cannot be cut into messages, or cannot be taken for another reason.
    package mutating func broken(_ number: Int, _ why: EndMessage, at now: Instant) -> [Action] {
        lines[number] == nil ? [] : end(number, why, at: now)
    }

    private mutating func take(
        _ reading: LinkMessageReader.Reading, _ number: Int, _ line: Line, _ ends: LinkEnds, at now: Instant
    ) throws(EndMessage) -> [Action] {
        switch line.phase {
        case .opening: return try first(reading, number, ends, at: now)
        case .exchanging(let exchange, let name):
            return try reveal(Self.own(reading), number, exchange, name, at: now)
        case .waiting: throw EndMessage(.malformed)
        case .allowed(let exchange, let name, let secret, _):
            return try confirm(Self.own(reading), number, exchange, name, secret, at: now)
        case .asking(let ask, let name): return try answer(Self.own(reading), number, ask, name, at: now)
        case .challenged(let challenge): return try prove(reading, number, challenge, ends, at: now)
        case .linked(var peer, let device):
            guard reading.version == LinkMessageWriter.version else { throw EndMessage(.malformed) }
            let outputs = peer.receive(reading.message, at: now)
            lines[number]?.phase = .linked(peer, device: device)
            return perform(outputs, number, device, at: now)
        }
    }

    /// The message of a reading in the version that is spoken; any other is malformed here.
    private static func own(_ reading: LinkMessageReader.Reading) throws(EndMessage) -> LinkMessage {
        guard reading.version == LinkMessageWriter.version, let message = reading.message else {
            throw EndMessage(.malformed)
        }
        return message
    }

    private mutating func first(
        _ reading: LinkMessageReader.Reading, _ number: Int, _ ends: LinkEnds, at now: Instant
    ) throws(EndMessage) -> [Action] {
        let version = reading.version ?? 0
        if version > LinkMessageWriter.version { throw EndMessage(.version, version: LinkMessageWriter.version) }
        switch reading.message {
        case .hello(let id, let nonce):
            return hello(number, id: id, nonce: version < LinkMessageWriter.version ? nil : nonce, ends, at: now)
        case .pair(let name, let commitment):
            guard version == LinkMessageWriter.version else { return downgrade(number, ends, at: now) }
            return try pair(number, name: name, commitment: commitment, ends, at: now)
        case .proof, .here, .position, .nearest, .seen, .alive: return downgrade(number, ends, at: now)
        default: throw EndMessage(.malformed)
        }
    }

    private mutating func takeEnd(_ number: Int, _ end: EndMessage?, at now: Instant) -> [Action] {
        [.end(number, nil)] + closed(number, at: now)
    }

    /// Ends a connection from this side.
    mutating func end(_ number: Int, _ why: EndMessage?, at now: Instant) -> [Action] {
        [.end(number, why)] + closed(number, at: now)
    }

    /// Every connection ends; the service stops.
    package mutating func stop(at now: Instant) -> [Action] {
        lines.keys.sorted().flatMap { end($0, EndMessage(.stopping), at: now) }
    }

    /// A number for a connection that this end opens; those of others count up from 0.
    mutating func numberForAsking() -> Int {
        defer { nextAsked -= 1 }
        return nextAsked
    }
}

/// What phones are sent beside positions.
package struct PairingSharing: Equatable, Sendable {
    /// What is ahead.
    package var nearby = false
    /// Observations.
    package var seen = false

    /// Nothing beside positions, unless turned on.
    package init(nearby: Bool = false, seen: Bool = false) {
        self.nearby = nearby
        self.seen = seen
    }
}
