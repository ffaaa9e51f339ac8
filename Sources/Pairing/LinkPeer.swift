import Readings

/// One end of a link that is up: what it sends and when, and what it makes of what comes.
///
/// Both ends are alike.
package struct LinkPeer {
    /// The shortest time between two positions that are sent.
    static let positionSpacing = Duration.milliseconds(200)
    /// The longest, while there is a position.
    static let positionRepeat = Duration.milliseconds(900)
    /// How old a position of one's own may be and still be sent.
    static let ownPositionLimit = Duration.seconds(2)
    /// How long nothing is sent before `alive` is.
    static let keepAlive = Duration.seconds(5)
    /// How long nothing may come before the connection ends.
    static let silenceLimit = Duration.seconds(15)
    /// How long no position may come before the other counts as quiet.
    static let quietLimit = Duration.seconds(5)
    /// How many observations wait at most.
    static let waitingObservations = 32

    /// What is to be done.
    package enum Output: Equatable, Sendable {
        /// Send this.
        case send(LinkMessage)
        /// The other end is there, in the place where this one is.
        case heard(LinkPosition)
        /// The other end is no longer heard, or has left the place.
        case quiet
        /// What is ahead of the other end.
        case nearest(metres: Double?)
        /// What the other end has seen.
        case seen(LinkObservation)
        /// End the connection.
        case end(EndMessage)
    }

    /// What this end calls itself.
    package var name: String
    private let secret: PairingSecret
    private let role: LinkRole
    private var lastHeard: Instant
    private var lastSent: Instant
    private var place: OwnPlace?
    private var tag: String?
    /// The tag that the other end has where it is in the same place of the same scan.
    private var sameTag: String?
    private var tellsPlace = true
    private var otherTag: String?
    private var own: OwnPosition?
    private var isOwnFresh = false
    private var lastPositionSent: Instant?
    private var heardAt: Instant?
    private var positions = RateLimit(perSecond: 5, burst: 5)
    private var messages = RateLimit(perSecond: 20, burst: 60)
    private var nearest: (metres: Double?, isFresh: Bool) = (nil, false)
    private var lastNearestSent: Instant?
    private var observations: [LinkObservation] = []
    /// How many positions were dropped because they came too fast.
    package private(set) var droppedPositions = 0

    /// A link that has come up now.
    package init(_ role: LinkRole, name: String, secret: PairingSecret, at now: Instant) {
        self.role = role
        self.name = name
        self.secret = secret
        lastHeard = now
        lastSent = now
    }

    /// Whether both ends are in the same place of the same scan.
    package var sharesPlace: Bool { sameTag != nil && sameTag == otherTag }

    /// Whether the other end's last position still counts.
    package var isHeard: Bool { heardAt != nil }

    // MARK: what this end is and has

    /// This end is in another place, or in none; the same place changes nothing.
    package mutating func move(to place: OwnPlace?) {
        guard place != self.place else { return }
        self.place = place
        func tag(_ role: LinkRole) -> String? {
            place.map { Derivation.placeTag(secret, role, place: $0.id, scannedAt: $0.scannedAt) }
        }
        let fresh = tag(role)
        sameTag = tag(role.other)
        if fresh != self.tag { (self.tag, tellsPlace) = (fresh, true) }
        if own?.place != place { own = nil }
    }

    /// This end is here; what is no position is passed over.
    package mutating func stand(at position: OwnPosition) {
        guard position.isPlausible else { return }
        move(to: position.place)
        (own, isOwnFresh) = (position, true)
    }

    /// This end does not know where it is.
    package mutating func loseOwnPosition() { own = nil }

    /// What is ahead of this end.
    package mutating func tell(nearestMetres: Double?) {
        nearest = (nearestMetres, true)
    }

    /// What this end has seen; when too much waits, the oldest is dropped.
    package mutating func tell(_ observation: LinkObservation) {
        if observations.count >= Self.waitingObservations { observations.removeFirst() }
        observations.append(observation)
    }

    // MARK: what comes

    /// Takes a message of the other end; nil is one of a type that is not known.
    package mutating func receive(_ message: LinkMessage?, at now: Instant) -> [Output] {
        lastHeard = now
        guard messages.admits(at: now) else { return [.end(EndMessage(.tooFast))] }
        switch message {
        case nil, .alive: return []
        case .here(let place): return take(otherTag: place)
        case .position(let position): return take(position, at: now)
        case .nearest(let metres): return sharesPlace ? [.nearest(metres: metres)] : []
        case .seen(let seen): return sharesPlace ? [.seen(seen)] : []
        default: return [.end(EndMessage(.malformed))]
        }
    }

    private mutating func take(otherTag place: String?) -> [Output] {
        otherTag = place
        return sharesPlace ? [] : becomeQuiet()
    }

    private mutating func take(_ position: LinkPosition, at now: Instant) -> [Output] {
        guard positions.admits(at: now) else {
            droppedPositions += 1
            return []
        }
        guard sharesPlace, let place, position.place == place.id, position.scannedAt == place.scannedAt else {
            return []
        }
        heardAt = now
        return [.heard(position)]
    }

    private mutating func becomeQuiet() -> [Output] {
        guard heardAt != nil else { return [] }
        heardAt = nil
        return [.quiet]
    }

    // MARK: time

    /// What is due by now.
    package mutating func advance(to now: Instant) -> [Output] {
        if now - lastHeard >= Self.silenceLimit { return [.end(EndMessage(.silent))] }
        if let own, now - own.time >= Self.ownPositionLimit { self.own = nil }
        var outputs: [Output] = []
        if let heardAt, !sharesPlace || now - heardAt >= Self.quietLimit { outputs += becomeQuiet() }
        if tellsPlace {
            tellsPlace = false
            outputs.append(.send(.here(place: tag)))
        }
        if let due = positionDue, due <= now, let own {
            (isOwnFresh, lastPositionSent) = (false, now)
            outputs.append(.send(.position(own.sent(as: name))))
        }
        outputs += extras(at: now)
        if outputs.contains(where: { if case .send = $0 { true } else { false } }) {
            lastSent = now
        } else if now - lastSent >= Self.keepAlive {
            lastSent = now
            outputs.append(.send(.alive))
        }
        return outputs
    }

    private mutating func extras(at now: Instant) -> [Output] {
        guard sharesPlace else {
            observations = []
            return []
        }
        var outputs: [Output] = []
        if let due = nearestDue, due <= now {
            lastNearestSent = now
            nearest.isFresh = false
            outputs.append(.send(.nearest(metres: nearest.metres)))
        }
        if !observations.isEmpty { outputs.append(.send(.seen(observations.removeFirst()))) }
        return outputs
    }

    /// When the next position is to be sent; nil while there is none, or nobody to see it.
    private var positionDue: Instant? {
        guard let own, sharesPlace else { return nil }
        guard let last = lastPositionSent else { return own.time }
        return last + (isOwnFresh ? Self.positionSpacing : Self.positionRepeat)
    }

    private var nearestDue: Instant? {
        guard nearest.isFresh, sharesPlace else { return nil }
        return lastNearestSent.map { $0 + Self.positionSpacing } ?? .start
    }

    /// When something is due next; what is due at once is in the past.
    package var nextDeadline: Instant {
        if tellsPlace { return .start }
        var next = min(lastHeard + Self.silenceLimit, lastSent + Self.keepAlive)
        if let heardAt { next = min(next, sharesPlace ? heardAt + Self.quietLimit : .start) }
        if let positionDue { next = min(next, positionDue) }
        if let nearestDue { next = min(next, nearestDue) }
        if sharesPlace, !observations.isEmpty { next = .start }
        return next
    }
}
