import Deciding
import Readings

/// A nonce that was answered: what the initiator's proof has to be.
struct LinkChallenge {
    let claimant: RefusalCounter.Claimant
    let secret: PairingSecret
    let ownProof: [UInt8]
    let expected: [UInt8]
}

/// Proving: the responder's side of section 5 of the protocol.
extension DoorCore {
    mutating func hello(
        _ number: Int, id: String, nonce: [UInt8]?, _ ends: LinkEnds, at now: Instant
    ) -> [Action] {
        let (secret, isGenuine) = secret(of: id, ends)
        let claimant = RefusalCounter.Claimant(id: id, isGenuine: isGenuine)
        if let paused = paused(number, claimant, at: now) { return paused }
        guard let nonce else { return refuse(number, .downgrade, claimant, at: now) }
        guard nonces.take(nonce) else { return refuse(number, .replay, claimant, at: now) }
        let own = parts.random(Cryptography.length)
        guard own.count == Cryptography.length, let secret else { return end(number, EndMessage(.stopping), at: now) }
        _ = nonces.take(own)
        let both = Pair(.responder, own: own, other: nonce)
        let proof = ends.proof(by: .responder, secret, otherId: id, nonces: both)
        let expected = ends.proof(by: .initiator, secret, otherId: id, nonces: both)
        lines[number]?.phase = .challenged(
            LinkChallenge(
                claimant: claimant, secret: secret, ownProof: proof, expected: expected))
        return [.send(number, .challenge(nonce: own, proof: proof))]
    }

    /// The secret of an id with the certificate that is pinned for it; else one that nobody has, for the same answers.
    ///
    /// Every device is looked at, so that the time does not tell which was found, or whether.
    private func secret(of id: String, _ ends: LinkEnds) -> (PairingSecret?, isGenuine: Bool) {
        var found = nobodys
        var isGenuine = false
        for device in devices {
            let isIt = device.id == id && device.fingerprint == ends.other
            found = isIt ? device.secret : found
            isGenuine = isIt || isGenuine
        }
        return (found, isGenuine)
    }

    mutating func prove(
        _ reading: LinkMessageReader.Reading, _ number: Int, _ challenge: LinkChallenge, _ ends: LinkEnds,
        at now: Instant
    ) throws(EndMessage) -> [Action] {
        guard let message = reading.message else { throw EndMessage(.malformed) }
        guard reading.version == LinkMessageWriter.version, !message.isOfLink else {
            return refuse(number, .downgrade, challenge.claimant, at: now)
        }
        guard case .proof(let proof) = message else { throw EndMessage(.malformed) }
        guard let proof else { return refuse(number, .downgrade, challenge.claimant, at: now) }
        if Cryptography.areEqual(proof, challenge.ownProof) {
            return refuse(number, .replay, challenge.claimant, at: now)
        }
        let isProved = Cryptography.areEqual(proof, challenge.expected)
        let device = devices.first { $0.id == challenge.claimant.id && $0.secret === challenge.secret }
        guard isProved, challenge.claimant.isGenuine, let device else {
            return refuse(number, .refused, challenge.claimant, at: now)
        }
        return link(number, device, at: now)
    }

    private mutating func link(_ number: Int, _ device: PairedDevice, at now: Instant) -> [Action] {
        var actions = endLines(of: device.id, EndMessage(.replaced), at: now)
        var peer = LinkPeer(.responder, name: parts.name, secret: device.secret, at: now)
        peer.move(to: place)
        if let position { peer.stand(at: position) }
        lines[number]?.phase = .linked(peer, device: device.id)
        actions.append(.send(number, .welcome(name: parts.name)))
        return actions
    }

    mutating func endLines(of device: String, _ why: EndMessage, at now: Instant) -> [Action] {
        let numbers = lines.compactMap { number, line -> Int? in
            if case .linked(_, device) = line.phase { return number }
            return nil
        }
        return numbers.sorted().flatMap { end($0, why, at: now) }
    }

    /// Refuses what comes without a proof; it is counted for the id that the certificate gives.
    mutating func downgrade(_ number: Int, _ ends: LinkEnds, at now: Instant) -> [Action] {
        let isGenuine = devices.contains { $0.id == ends.other.id && $0.fingerprint == ends.other }
        let claimant = RefusalCounter.Claimant(id: ends.other.id, isGenuine: isGenuine)
        return paused(number, claimant, at: now) ?? refuse(number, .downgrade, claimant, at: now)
    }

    /// Ends a connection of somebody who was refused too often, and says for how long; nil where nobody was.
    private mutating func paused(
        _ number: Int, _ claimant: RefusalCounter.Claimant, at now: Instant
    ) -> [Action]? {
        guard let seconds = refusals.secondsOfPause(for: claimant, at: now) else { return nil }
        return end(number, EndMessage(.paused, seconds: seconds), at: now)
    }

    /// Ends a connection in one word, and counts it; the owner is told once when that becomes too often.
    private mutating func refuse(
        _ number: Int, _ word: EndWord, _ claimant: RefusalCounter.Claimant, at now: Instant
    ) -> [Action] {
        var actions = end(number, EndMessage(word), at: now)
        guard refusals.count(claimant, at: now), let device = devices.first(where: { $0.id == claimant.id }) else {
            return actions
        }
        if let last = toldOwner[device.id], now - last < Self.noticeSpan { return actions }
        toldOwner[device.id] = now
        actions.append(.event(.notice(PairingWords.refusedOften(device.name, device: device.id))))
        return actions
    }

    // MARK: a link that is up

    mutating func perform(_ outputs: [LinkPeer.Output], _ number: Int, _ device: String, at now: Instant) -> [Action] {
        var actions: [Action] = []
        for output in outputs {
            switch output {
            case .send(let message): actions.append(.send(number, message))
            case .heard(let position): actions += heard(position, from: device)
            case .quiet: actions += becameQuiet(device)
            case .end(let why): return actions + end(number, why, at: now)
            case .nearest, .seen: break  // a phone has nothing of that kind to say to a robot
            }
        }
        return actions
    }

    private mutating func heard(_ position: LinkPosition, from id: String) -> [Action] {
        guard let device = devices.first(where: { $0.id == id }) else { return [] }
        heard.insert(id)
        let peer = PeerPosition(
            device: id, name: device.name, place: position.place,
            position: .init(x: position.x, y: position.y, z: position.z), yaw: position.yaw)
        return [.event(.peer(peer))]
    }

    /// The decision core is only told of devices that it has heard of.
    func becameQuiet(_ device: String) -> [Action] {
        heard.contains(device) ? [.event(.peerQuiet(device: device))] : []
    }
}
