import Readings

/// When pairing is open, and the one request that waits: a state machine with the time as an argument.
///
/// What is due at a moment is done before what happens at it: exactly at its end a window is closed, and a request lapsed.
struct PairingWindow {
    /// How long pairing stays open.
    static let openFor = Duration.seconds(120)
    /// How long a request waits for the owner.
    static let answerLimit = Duration.seconds(60)
    /// How many refusals close pairing.
    static let refusalLimit = 3
    /// Within what time they count.
    static let refusalSpan = Duration.seconds(300)
    /// How long pairing stays closed after them.
    static let closedFor = Duration.seconds(300)

    /// A request: first only its place is taken, then its owner is asked.
    struct Request: Equatable {
        let line: Int
        let device: String
        let name: String
        let digits: String
        let askedAt: Instant

        var lapsesAt: Instant { askedAt + PairingWindow.answerLimit }
    }

    /// What becomes of a wish to ask.
    enum Admission: Equatable {
        case taken, closed, busy
    }

    private(set) var openUntil: Instant?
    private(set) var closedUntil: Instant?
    private(set) var request: Request?
    private var reservedFor: Int?
    private var refusals: [Instant] = []
    /// When a request was last withdrawn that its owner may have heard.
    private var withdrawnAt: Instant?

    /// Opens pairing, or keeps it open for the whole time again; gives when it may be opened where it may not.
    mutating func open(at now: Instant) -> Instant? {
        advance(to: now)
        if let closedUntil { return closedUntil }
        openUntil = now + Self.openFor
        return nil
    }

    /// Closes pairing for new requests; one that waits still may be answered.
    mutating func close() { openUntil = nil }

    func isOpen(at now: Instant) -> Bool { openUntil.map { now < $0 } ?? false }

    /// Keeps the one place for a connection that begins to ask.
    mutating func reserve(for line: Int, at now: Instant) -> Admission {
        advance(to: now)
        guard isOpen(at: now) else { return .closed }
        guard reservedFor == nil || reservedFor == line else { return .busy }
        reservedFor = line
        return .taken
    }

    /// The owner is asked now.
    mutating func ask(line: Int, device: String, name: String, digits: String, at now: Instant) {
        guard reservedFor == line else { return }
        request = Request(line: line, device: device, name: name, digits: digits, askedAt: now)
    }

    /// The connection is gone or done; gives the request that waited, if it was its.
    ///
    /// Whoever withdraws knows the digits of this end already, and could ask until they are those that another device
    /// shows: that counts as a refusal.
    mutating func release(_ line: Int, at now: Instant) -> Request? {
        guard reservedFor == line else { return nil }
        reservedFor = nil
        guard let waiting = request else { return nil }
        request = nil
        withdrawnAt = now
        countRefusal(at: now)
        return waiting
    }

    /// Whether a request was withdrawn so lately that the owner may mean that one, and must say the digits.
    func needsDigits(at now: Instant) -> Bool { withdrawnAt.map { now - $0 < Self.answerLimit } ?? false }

    /// The owner allows: the request, whose place stays taken until it is released.
    mutating func allow(at now: Instant) -> Request? {
        guard let waiting = request, now < waiting.lapsesAt else { return nil }
        request = nil
        refusals = []
        return waiting
    }

    /// The owner refuses: the request, whose place is free again.
    mutating func refuse(at now: Instant) -> Request? {
        guard let waiting = request, now < waiting.lapsesAt else { return nil }
        (request, reservedFor) = (nil, nil)
        countRefusal(at: now)
        return waiting
    }

    private mutating func countRefusal(at now: Instant) {
        refusals = refusals.filter { now - $0 < Self.refusalSpan } + [now]
        guard refusals.count >= Self.refusalLimit else { return }
        (openUntil, closedUntil, refusals) = (nil, now + Self.closedFor, [])
    }

    /// The request that has lapsed by now, if one has; its place is free again.
    mutating func lapse(at now: Instant) -> Request? {
        guard let waiting = request, now >= waiting.lapsesAt else { return nil }
        (request, reservedFor) = (nil, nil)
        return waiting
    }

    /// Lets windows end.
    mutating func advance(to now: Instant) {
        if let end = openUntil, now >= end { openUntil = nil }
        if let end = closedUntil, now >= end { closedUntil = nil }
    }

    var nextDeadline: Instant? {
        Instant.sooner(Instant.sooner(openUntil, closedUntil), request?.lapsesAt)
    }
}
