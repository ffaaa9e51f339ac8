import Deciding
import Readings

/// What the owner and the service ask of the door, and what falls due.
extension DoorCore {
    /// Does what the owner asks; gives the sentence that answers it.
    package mutating func perform(
        _ command: PairingCommand, at now: Instant
    ) -> (Result<String, PairingRefusal>, [Action]) {
        switch command {
        case .open: return open(at: now)
        case .close:
            window.close()
            return (.success("Pairing is closed."), [])
        case .allow(let digits): return answer(digits, allows: true, at: now)
        case .refuse(let digits): return answer(digits, allows: false, at: now)
        case .remove(let device): return withDevice(device) { core, index in core.remove(index, at: now) }
        case .rename(let device, let name): return withDevice(device) { core, index in core.rename(index, to: name) }
        case .ask(let phone): return ask(phone, at: now)
        case .status: return (.success(""), [])
        }
    }

    private mutating func open(at now: Instant) -> (Result<String, PairingRefusal>, [Action]) {
        let wasOpen = window.isOpen(at: now)
        if let closed = window.open(at: now) {
            let seconds = Self.seconds(until: closed, from: now)
            let message =
                "pairing is closed after three requests that were refused or withdrawn — open it again in \(seconds) seconds"
            return (.failure(PairingRefusal("closedAfterRefusals", message)), [])
        }
        if !wasOpen { instanceId = Hexadecimal.text(parts.random(8)) }
        return (.success("Pairing is open for 2 minutes."), [])
    }

    private mutating func answer(
        _ digits: String?, allows: Bool, at now: Instant
    ) -> (Result<String, PairingRefusal>, [Action]) {
        var actions = lapse(at: now)
        guard let waiting = window.request else {
            let refusal = PairingRefusal("noRequest", "no phone asks to be paired — ask on the phone first")
            return (.failure(refusal), actions)
        }
        if digits == nil, allows, window.needsDigits(at: now) {
            let message =
                "another phone asked just before — say which: companion pair allow --digits, with the digits it shows"
            return (.failure(PairingRefusal("needsDigits", message)), actions)
        }
        guard digits == nil || digits == waiting.digits else {
            let message =
                "\(waiting.name) shows \(PairingWords.digits(waiting.digits)) — refuse it unless the phone does"
            return (.failure(PairingRefusal("otherDigits", message)), actions)
        }
        if allows, let request = window.allow(at: now) {
            return (.success("\(request.name) is allowed."), actions + allowed(request, at: now))
        }
        guard let request = window.refuse(at: now) else { return (.success(""), actions) }
        actions.append(.event(.pairing(change(request, .refused))))
        if window.closedUntil != nil { actions.append(.event(.notice(PairingWords.closedAfterRefusals))) }
        actions += end(request.line, EndMessage(.refused), at: now)
        return (.success("\(request.name) is refused."), actions)
    }

    private mutating func withDevice(
        _ text: String, _ body: (inout DoorCore, Int) -> (Result<String, PairingRefusal>, [Action])
    ) -> (Result<String, PairingRefusal>, [Action]) {
        if let index = devices.firstIndex(where: { $0.id == text }) { return body(&self, index) }
        let named = devices.indices.filter { devices[$0].name == text }
        if named.count == 1 { return body(&self, named[0]) }
        let refusal =
            named.isEmpty
            ? PairingRefusal(
                "unknownDevice", "no paired device is called \"\(text)\" — companion devices paired lists them")
            : PairingRefusal("ambiguousName", "several devices are called \"\(text)\" — give the id of one")
        return (.failure(refusal), [])
    }

    /// The connection ends and the device is forgotten at once; that the disk refuses is said.
    private mutating func remove(_ index: Int, at now: Instant) -> (Result<String, PairingRefusal>, [Action]) {
        let device = devices.remove(at: index)
        var actions = endLines(of: device.id, EndMessage(.removed), at: now)
        // others may have told of it as well, or this door before it was made anew
        heard.remove(device.id)
        actions.append(.event(.peerRemoved(device: device.id)))
        toldOwner[device.id] = nil
        guard let why = parts.keeping.remove(device.id) else {
            return (.success("\(device.name) is removed."), actions)
        }
        let message =
            "\(device.name) is cut off, but its record is still on disk and counts again at the next start: \(why)"
        return (.failure(PairingRefusal("notKept", message)), actions)
    }

    private mutating func rename(_ index: Int, to name: String) -> (Result<String, PairingRefusal>, [Action]) {
        let old = devices[index].name
        let name = distinct(name, for: devices[index].id)
        if let why = parts.keeping.rename(devices[index].id, name) {
            return (.failure(PairingRefusal("notKept", "\(old) keeps its name: \(why)")), [])
        }
        devices[index].name = name
        return (.success("\(old) is now called \(name)."), [])
    }

    private mutating func ask(_ phone: String, at now: Instant) -> (Result<String, PairingRefusal>, [Action]) {
        guard window.isOpen(at: now) else {
            return (.failure(PairingRefusal("closed", "pairing is not open — companion pair open")), [])
        }
        let isAsking = lines.values.contains { if case .asking = $0.phase { true } else { false } }
        guard !isAsking, lines.count < Self.connectionLimit else {
            return (.failure(PairingRefusal("busy", "another phone is being asked — try again in a minute")), [])
        }
        let number = numberForAsking()
        let name = DeviceName.cleaned(phone)
        lines[number] = Line(openedAt: now, phase: .asking(PairingAsk(), name: name))
        return (.success("\(name) is asked. Compare the digits on it."), [.connect(number, phone: phone)])
    }

    // MARK: what the service tells

    /// The robot is here.
    package mutating func stand(at position: OwnPosition) {
        (self.position, place) = (position, position.place)
        eachPeer { $0.stand(at: position) }
    }

    /// The robot is in this place, or in none, and does not know where in it.
    package mutating func move(to place: OwnPlace?) {
        (position, self.place) = (nil, place)
        eachPeer { peer in
            peer.move(to: place)
            peer.loseOwnPosition()
        }
    }

    /// What is ahead of the robot, in metres; sent only where that is shared.
    package mutating func tell(nearestMetres: Double?) {
        if parts.sharing.nearby { eachPeer { $0.tell(nearestMetres: nearestMetres) } }
    }

    /// What the robot has seen; sent only where that is shared.
    package mutating func tell(_ observation: LinkObservation) {
        if parts.sharing.seen { eachPeer { $0.tell(observation) } }
    }

    /// The robot is called otherwise, or other things are shared.
    package mutating func apply(name: String, sharing: PairingSharing) {
        (parts.name, parts.sharing) = (name, sharing)
        eachPeer { $0.name = name }
    }

    private mutating func eachPeer(_ body: (inout LinkPeer) -> Void) {
        for number in lines.keys {
            guard case .linked(var peer, let device)? = lines[number]?.phase else { continue }
            body(&peer)
            lines[number]?.phase = .linked(peer, device: device)
        }
    }

    // MARK: time

    /// Does what is due by now.
    package mutating func advance(to now: Instant) -> [Action] {
        var actions = lapse(at: now)
        window.advance(to: now)
        for number in lines.keys.sorted() { actions += advance(number, to: now) }
        return actions
    }

    private mutating func lapse(at now: Instant) -> [Action] {
        guard let request = window.lapse(at: now) else { return [] }
        return [.event(.pairing(change(request, .lapsed)))] + end(request.line, EndMessage(.lapsed), at: now)
    }

    private mutating func advance(_ number: Int, to now: Instant) -> [Action] {
        guard let line = lines[number] else { return [] }
        if let limit = deadline(of: line), limit <= now { return end(number, EndMessage(.slow), at: now) }
        guard case .linked(var peer, let device) = line.phase else { return [] }
        let outputs = peer.advance(to: now)
        lines[number]?.phase = .linked(peer, device: device)
        return perform(outputs, number, device, at: now)
    }

    private func deadline(of line: Line) -> Instant? {
        switch line.phase {
        case .opening, .exchanging, .challenged: line.openedAt + Self.handshakeLimit
        case .allowed(_, _, _, let at): at + Self.handshakeLimit
        case .asking(let ask, _):
            line.openedAt + Self.handshakeLimit
                + (ask.digits == nil ? .zero : PairingWindow.answerLimit + Self.handshakeLimit)
        case .waiting, .linked: nil
        }
    }

    /// When something is due next.
    package var nextDeadline: Instant? {
        var next = window.nextDeadline
        for line in lines.values {
            if case .linked(let peer, _) = line.phase { next = Instant.sooner(next, peer.nextDeadline) }
            next = Instant.sooner(next, deadline(of: line))
        }
        return next
    }

    static func seconds(until end: Instant, from now: Instant) -> Int {
        Int((max(0, (end - now).wholeNanoseconds) + 999_999_999) / 1_000_000_000)
    }
}
