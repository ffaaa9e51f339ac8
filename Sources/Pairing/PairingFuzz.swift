import Readings

/// Where a fuzzer puts its bytes in.
package enum PairingFuzz {
    /// Takes bytes as a stream of messages, and as one; what was understood reads back once it is written again.
    package static func messages(_ bytes: [UInt8]) {
        var framer = MessageFramer()
        framer.take(bytes)
        do throws(EndMessage) {
            rewrite(try LinkMessageReader.read(bytes))
        } catch {
            // what is malformed as one message may still be a stream of them
        }
        do throws(EndMessage) {
            while let message = try framer.next() { rewrite(try LinkMessageReader.read(message)) }
        } catch {
            return
        }
    }

    private static func rewrite(_ reading: LinkMessageReader.Reading) {
        // an end with a word that is not known is never written
        guard let message = reading.message, message != .end(nil) else { return }
        let json = LinkMessageWriter.json(message)
        guard json.count <= LinkMessageReader.byteLimit else { return }  // what was escaped shortly may be longer
        let again: LinkMessage?
        do throws(EndMessage) {
            again = try LinkMessageReader.read(json).message
        } catch {
            preconditionFailure("a message that was read cannot be read when it is written")
        }
        precondition(again != nil, "a message that was read is not known when it is written")
    }

    /// Takes bytes as what strangers do at a door where pairing is open, and gives how many were paired: always none.
    ///
    /// Each byte chooses a message, a connection, or time that passes; some messages are built from the bytes after it.
    package static func handshake(_ bytes: [UInt8]) -> Int {
        guard let (fresh, ends) = door([]) else { return 0 }
        var core = fresh
        var now = Instant.start
        _ = core.perform(.open, at: now)
        for (index, byte) in bytes.enumerated() {
            let number = Int(byte >> 6)
            switch byte & 0x0F {
            case 0: _ = core.opened(number, at: now)
            case 1: _ = core.secured(number, ends, at: now)
            case 2: _ = core.closed(number, at: now)
            case 3:
                now = now + .milliseconds(Int(byte) * 20)
                _ = core.advance(to: now)
            case 4: _ = core.received(number, Array(bytes[index...]), at: now)
            case let kind:
                _ = core.received(number, LinkMessageWriter.json(message(kind, bytes[index...], ends)), at: now)
            }
        }
        return core.status(at: now).devices.count
    }

    private static func message(_ kind: UInt8, _ rest: ArraySlice<UInt8>, _ ends: LinkEnds) -> LinkMessage {
        let filled = Array(
            (Array(rest) + [UInt8](repeating: 0, count: Cryptography.length)).prefix(Cryptography.length))
        switch kind {
        case 5: return .pair(name: String(decoding: rest, as: UTF8.self), commitment: filled)
        case 6: return .reveal(contribution: filled)
        case 7: return .confirm(proof: filled)
        case 8: return .hello(id: ends.other.id, nonce: filled)
        case 9: return .proof(filled)
        case 10: return .allowed(proof: filled)
        case 11: return .here(place: ends.other.id)
        case 12: return .pair(name: "x", commitment: Derivation.commitment(.initiator, ends.other, filled))
        case 13: return .challenge(nonce: filled, proof: filled)
        case 14: return .end(EndMessage(.stopping))
        default: return .paired
        }
    }

    private static func door(_ devices: [PairedDevice]) -> (DoorCore, LinkEnds)? {
        let zeros = [UInt8](repeating: 0, count: Cryptography.length)
        guard let own = Fingerprint(zeros.map { _ in 1 }), let other = Fingerprint(zeros.map { _ in 2 }) else {
            return nil
        }
        let keeping = DeviceKeeping(keep: { _ in nil }, remove: { _ in nil }, rename: { _, _ in nil })
        let parts = DoorCore.Parts(
            own: own, name: "Companion", devices: devices, keeping: keeping,
            random: { [UInt8](repeating: 3, count: $0) }, date: { "" })
        return (DoorCore(parts), LinkEnds(role: .responder, own: own, other: other, exporter: zeros))
    }
}

// MARK: a link that is up

extension PairingFuzz {
    private static let lobby = OwnPlace(id: "lobby", name: "Lobby", scannedAt: nil)
    private static let hall = OwnPlace(id: "hall", name: "Hall", scannedAt: nil)

    /// Takes bytes as what a paired phone does once it has proved itself, and the robot meanwhile.
    ///
    /// What reaches the decision core is only ever of the place where the robot is, and never more than the rate lets
    /// through. The low half of each byte chooses what is done.
    package static func link(_ bytes: [UInt8]) {
        var chosen = [UInt8](repeating: 9, count: Cryptography.length)
        guard let secret = PairingSecret(taking: &chosen),
            let phone = Fingerprint([UInt8](repeating: 2, count: Cryptography.length)),
            let (fresh, ends) = door([PairedDevice(name: "Sam", fingerprint: phone, secret: secret, pairedAt: "")]),
            var core = proved(fresh, ends, secret)
        else { return }
        var now = Instant.start
        var place: OwnPlace?
        var heard = 0
        for (index, byte) in bytes.enumerated() {
            var actions: [DoorCore.Action] = []
            switch byte & 0x0F {
            case 0, 1:
                place = byte & 1 == 0 ? lobby : hall
                core.stand(at: OwnPosition(place: byte & 1 == 0 ? lobby : hall, x: 1, y: 2, z: nil, yaw: 0, time: now))
            case 2:
                now = now + .milliseconds(Int(byte) * 4 + 50)
                actions = core.advance(to: now)
            case 7: actions = core.received(0, Array(bytes[(index + 1)...]), at: now)
            case let kind:
                let message = message(kind, byte, bytes.dropFirst(index), secret)
                actions = core.received(0, LinkMessageWriter.json(message), at: now)
            }
            for case .event(.peer(let peer)) in actions {
                heard += 1
                precondition(peer.place == place?.id, "a position of a place where the robot is not")
                precondition(peer.position.x.isFinite && abs(peer.position.x) <= 10_000, "a position that is none")
            }
        }
        precondition(heard <= 5 + Int((now - .start).inSeconds * 5), "more positions than are let through")
    }

    private static func message(
        _ kind: UInt8, _ byte: UInt8, _ rest: ArraySlice<UInt8>, _ secret: PairingSecret
    ) -> LinkMessage {
        let other = byte >= 0x80 ? hall : lobby
        switch kind {
        case 3: return .here(place: Derivation.placeTag(secret, .initiator, place: other.id, scannedAt: nil))
        case 4:
            return .position(
                LinkPosition(
                    place: other.id, placeName: "", scannedAt: nil, name: String(decoding: rest, as: UTF8.self),
                    x: Double(byte), y: 0))
        case 5: return .nearest(metres: Double(byte) / 4)
        case 6: return .seen(LinkObservation(kind: "", text: String(decoding: rest, as: UTF8.self), place: nil))
        case 8: return .here(place: nil)
        case 9: return .end(nil)
        case 10: return .welcome(name: "")
        default: return .alive
        }
    }

    /// The door with one connection that has proved itself under the number 0.
    private static func proved(_ door: DoorCore, _ ends: LinkEnds, _ secret: PairingSecret) -> DoorCore? {
        var core = door
        _ = core.opened(0, at: .start)
        _ = core.secured(0, ends, at: .start)
        let theirs = LinkEnds(role: .initiator, own: ends.other, other: ends.own, exporter: ends.exporter)
        let nonce = [UInt8](repeating: 7, count: Cryptography.length)
        var initiator = LinkInitiator(theirs, secret: secret, name: "Sam", nonce: nonce)
        var next = initiator.hello
        while true {
            let actions = core.received(0, LinkMessageWriter.json(next), at: .start)
            guard case .send(_, let answer)? = actions.last else { return nil }
            do throws(EndMessage) {
                switch try initiator.receive(answer, at: .start) {
                case .send(let proof): next = proof
                case .up: return core
                }
            } catch { return nil }
        }
    }
}
