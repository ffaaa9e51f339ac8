import Deciding
import Pairing
import Readings
import Synchronization
import Testing

/// The door's decisions without sockets, at times that a test chooses.
final class CoreBench {
    var core: DoorCore
    var now = Instant(seconds: 100)
    let kept = Kept()

    final class Kept: Sendable {
        let names = Mutex<[String: String]>([:])
        let why = Mutex<String?>(nil)
    }

    init(
        own: Fingerprint? = nil, devices: [PairedDevice] = [], name: String = "Companion",
        date: @escaping @Sendable () -> String = { "2026-11-30T10:11:12Z" }
    ) throws {
        let kept = kept
        let keeping = DeviceKeeping(
            keep: { device in
                if let why = kept.why.withLock({ $0 }) { return why }
                kept.names.withLock { $0[device.id] = device.name }
                return nil
            },
            remove: { id in
                if let why = kept.why.withLock({ $0 }) { return why }
                kept.names.withLock { $0[id] = nil }
                return nil
            },
            rename: { id, name in
                if let why = kept.why.withLock({ $0 }) { return why }
                kept.names.withLock { $0[id] = name }
                return nil
            })
        core = DoorCore(
            DoorCore.Parts(
                own: try own ?? Self.fingerprint(0xEE), name: name, devices: devices, keeping: keeping,
                random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
                date: date))
    }

    static func fingerprint(_ byte: UInt8) throws -> Fingerprint {
        try #require(
            Fingerprint(
                hexadecimal: String(repeating: String(byte >> 4, radix: 16) + String(byte & 15, radix: 16), count: 32)))
    }

    func opened(_ number: Int) -> [DoorCore.Action] { core.opened(number, at: now) }
    func secured(_ number: Int, _ ends: LinkEnds) -> [DoorCore.Action] { core.secured(number, ends, at: now) }
    func received(_ number: Int, _ message: LinkMessage) -> [DoorCore.Action] {
        core.received(number, LinkMessageWriter.json(message), at: now)
    }
    func closed(_ number: Int) -> [DoorCore.Action] { core.closed(number, at: now) }
    func advance(_ seconds: Double) -> [DoorCore.Action] {
        now = Instant(seconds: now.seconds + seconds)
        return core.advance(to: now)
    }

    @discardableResult
    func perform(_ command: PairingCommand) -> (Result<String, PairingRefusal>, [DoorCore.Action]) {
        core.perform(command, at: now)
    }

    /// A phone of this byte, connected with TLS under a number: both views of the connection.
    func connect(_ number: Int, _ byte: UInt8) throws -> (phone: LinkEnds, actions: [DoorCore.Action]) {
        let exporter = (0..<32).map { _ in UInt8.random(in: 0...255) }
        let (own, other) = (core.own, try Self.fingerprint(byte))
        let actions = opened(number)
        _ = secured(number, LinkEnds(role: .responder, own: own, other: other, exporter: exporter))
        return (LinkEnds(role: .initiator, own: other, other: own, exporter: exporter), actions)
    }

    /// Asks, up to the digits.
    func ask(_ number: Int, _ byte: UInt8, name: String = "Sam's iPhone") throws -> PairingAsk {
        let (ends, _) = try connect(number, byte)
        var ask = PairingAsk()
        var actions = received(number, ask.begin(ends, contribution: TestPhone.random(), name: name))
        guard case .send(let reveal) = try ask.receive(try Self.sent(actions)) else { throw EndMessage(.malformed) }
        actions = received(number, reveal)
        guard case .compare = try ask.receive(try Self.sent(actions)) else { throw EndMessage(.malformed) }
        return ask
    }

    /// The first message that is sent; where the connection is ended, why is thrown.
    static func sent(_ actions: [DoorCore.Action]) throws -> LinkMessage {
        if let message = actions.messages.first { return message }
        for case .end(_, let why?) in actions { throw why }
        throw EndMessage(.silent)
    }

    /// A device of this byte, as it is kept.
    static func device(_ byte: UInt8, name: String = "Sam's iPhone") throws -> PairedDevice {
        PairedDevice(
            name: name, fingerprint: try fingerprint(byte), secret: try secret(byte), pairedAt: "2026-11-30T10:11:12Z")
    }

    static func secret(_ byte: UInt8) throws -> PairingSecret {
        try #require(PairingSecret(hexadecimal: try fingerprint(byte).hexadecimal))
    }

    /// Proves a device that is kept.
    func link(_ number: Int, _ byte: UInt8) throws -> (peer: LinkPeer, actions: [DoorCore.Action]) {
        let (ends, _) = try connect(number, byte)
        var initiator = LinkInitiator(ends, secret: try Self.secret(byte), name: "x", nonce: TestPhone.random())
        var actions = received(number, initiator.hello)
        guard case .send(let proof) = try initiator.receive(try Self.sent(actions), at: now) else {
            throw EndMessage(.malformed)
        }
        actions = received(number, proof)
        guard case .up(let peer, _) = try initiator.receive(try Self.sent(actions), at: now) else {
            throw EndMessage(.malformed)
        }
        return (peer, actions)
    }
}

extension [DoorCore.Action] {
    /// The words with which connections are ended.
    var ends: [EndWord?] { compactMap { if case .end(_, let why) = $0 { .some(why?.word) } else { nil } } }
    var events: [Event] { compactMap { if case .event(let event) = $0 { event } else { nil } } }
    var messages: [LinkMessage] { compactMap { if case .send(_, let message) = $0 { message } else { nil } } }
}
