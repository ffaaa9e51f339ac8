import Deciding
import Readings

/// Pairing: the responder's side of section 4 of the protocol, and asking a phone.
extension DoorCore {
    mutating func pair(
        _ number: Int, name: String, commitment: [UInt8], _ ends: LinkEnds, at now: Instant
    ) throws(EndMessage) -> [Action] {
        switch window.reserve(for: number, at: now) {
        case .closed: throw EndMessage(.closed)
        case .busy: throw EndMessage(.busy)
        case .taken: break
        }
        let contribution = parts.random(Cryptography.length)
        guard contribution.count == Cryptography.length else { throw EndMessage(.stopping) }
        var exchange = PairingExchange(ends, contribution: contribution)
        exchange.takeCommitment(commitment)
        let name = distinct(name, for: ends.other.id)
        lines[number]?.phase = .exchanging(exchange, name: name)
        return [.send(number, .pairing(name: parts.name, commitment: exchange.commitment))]
    }

    func distinct(_ name: String, for id: String) -> String {
        DeviceName.distinct(DeviceName.cleaned(name), used: Set(devices.filter { $0.id != id }.map(\.name)))
    }

    mutating func reveal(
        _ message: LinkMessage, _ number: Int, _ exchange: PairingExchange, _ name: String, at now: Instant
    ) throws(EndMessage) -> [Action] {
        guard case .reveal(let contribution) = message else { throw EndMessage(.malformed) }
        guard window.isOpen(at: now) else { throw EndMessage(.closed) }
        var exchange = exchange
        guard exchange.takeReveal(contribution) else { throw EndMessage(.mismatch) }
        guard let revealed = exchange.revealed, let digits = exchange.digits else { throw EndMessage(.stopping) }
        let device = exchange.ends.other.id
        lines[number]?.phase = .waiting(exchange, name: name)
        let asked = distinct(DeviceName.asked(name), for: device)
        window.ask(line: number, device: device, name: asked, digits: digits, at: now)
        let change = PairingChange(device: device, name: asked, state: .asked, digits: digits)
        return [.send(number, .reveal(contribution: revealed)), .event(.pairing(change))]
    }

    func change(_ request: PairingWindow.Request, _ state: PairingChange.State) -> PairingChange {
        PairingChange(device: request.device, name: request.name, state: state)
    }

    /// The owner has allowed: this end proves that it has the secret.
    mutating func allowed(_ request: PairingWindow.Request, at now: Instant) -> [Action] {
        let event = Action.event(.pairing(change(request, .allowed)))
        guard case .waiting(let exchange, let name)? = lines[request.line]?.phase, let secret = exchange.secret() else {
            return [event] + end(request.line, EndMessage(.stopping), at: now)
        }
        lines[request.line]?.phase = .allowed(exchange, name: name, secret, at: now)
        return [event, .send(request.line, .allowed(proof: exchange.proof(by: .responder, secret)))]
    }

    mutating func confirm(
        _ message: LinkMessage, _ number: Int, _ exchange: PairingExchange, _ name: String, _ secret: PairingSecret,
        at now: Instant
    ) throws(EndMessage) -> [Action] {
        guard case .confirm(let proof) = message else { throw EndMessage(.malformed) }
        guard Cryptography.areEqual(proof, exchange.proof(by: .initiator, secret)) else {
            lines[number]?.phase = .opening
            return [.event(.notice(PairingWords.someoneInTheMiddle(name)))]
                + end(number, EndMessage(.mismatch), at: now)
        }
        lines[number]?.phase = .opening
        let (isKept, actions) = keep(exchange.ends.other, name, secret, at: now)
        guard isKept else { return actions + end(number, EndMessage(.refused), at: now) }
        return actions + [.send(number, .paired)] + end(number, nil, at: now)
    }

    /// Keeps a device that has just been paired, in place of what was known under its id.
    mutating func keep(
        _ fingerprint: Fingerprint, _ name: String, _ secret: PairingSecret, at now: Instant
    ) -> (isKept: Bool, [Action]) {
        let device = PairedDevice(
            name: distinct(name, for: fingerprint.id), fingerprint: fingerprint, secret: secret, pairedAt: parts.date())
        if parts.keeping.keep(device) != nil { return (false, [.event(.notice(PairingWords.notKept(name)))]) }
        let actions = endLines(of: device.id, EndMessage(.replaced), at: now)
        if let index = devices.firstIndex(where: { $0.id == device.id }) {
            devices[index] = device
        } else {
            devices.append(device)
        }
        return (true, actions + [.event(.notice(PairingWords.paired(device.name)))])
    }

    // MARK: asking a phone

    /// Takes a phone's answer to a request of this robot.
    mutating func answer(
        _ message: LinkMessage, _ number: Int, _ ask: PairingAsk, _ name: String, at now: Instant
    ) throws(EndMessage) -> [Action] {
        var ask = ask
        let step = try ask.receive(message)
        // One that was asked by its address is called what it calls itself, once it has said so.
        let name = PhoneAddress(name) == nil ? name : distinct(ask.otherName, for: lines[number]?.ends?.other.id ?? "")
        lines[number]?.phase = .asking(ask, name: name)
        switch step {
        case .send(let message): return [.send(number, message)]
        case .compare(let digits): return [.event(.notice(PairingWords.compare(name, digits)))]
        case .confirm(let message): return [.send(number, message)]
        case .done(let other, let secret):
            lines[number]?.phase = .opening
            var actions = keep(other, name, secret, at: now).1
            if let digits = ask.digits { actions.append(.event(.notice(PairingWords.removeUnlessShown(name, digits)))) }
            return actions + end(number, nil, at: now)
        }
    }
}
