import Readings

/// Whether depth can be relied on: starting, ok, blocked, or unavailable, with its deadlines as data.
///
/// A loss of readings is a state of its own, and so is its end; a flickering source says one thing once.
public struct DepthAvailability: Sendable {
    /// The state; the raw values are those of the event log.
    public enum State: String, Sendable {
        /// No reliable result has come yet.
        case starting
        /// Reliable results come.
        case ok
        /// Readings stopped right after something was very near.
        case blocked
        /// No reliable results.
        case unavailable
    }

    /// Why depth is unavailable, by the last event.
    public enum Cause: Equatable, Sendable {
        /// The camera works, but too little of what it sees can be measured.
        case unmeasurable
        /// The same, right after something was very near.
        case veryClose
        /// The camera has stopped.
        case stopped
        /// The camera has never delivered.
        case notStarted
    }

    /// What changed.
    public enum Fact: Equatable, Sendable {
        /// The state is now another.
        case state(State)
        /// The first reliable result since the start.
        case firstReliable
        /// Depth has become unavailable.
        case unavailable
        /// Depth has come back.
        case back
        /// Something very near is hiding what is ahead: to be said now.
        case blocked
    }

    /// How long after the last reliable result depth is unavailable.
    public static let limit = Duration.seconds(1)
    /// The same from the start: cameras take that long.
    public static let startLimit = Duration.seconds(5)
    /// How long reliable results must have come for depth to be back.
    public static let recovery = Duration.seconds(1)
    /// The longest gap between them.
    public static let recoveryGap = Duration.milliseconds(300)
    /// The silence after which the camera itself is to blame.
    public static let silence = Duration.milliseconds(500)
    /// How long before readings stopped the last near one may lie.
    public static let nearWindow = Duration.milliseconds(500)
    /// How near it must have been.
    public static let nearLimit = Micrometres(count: 600_000)
    /// How often a blocked view is said.
    public static let blockedRepeat = Duration.seconds(3)
    /// How long a blocked view lasts before it is unavailable.
    public static let blockedLimit = Duration.seconds(9)

    /// The state now.
    public private(set) var state = State.starting
    private let startedAt: Instant
    private var lastReliable: Instant?
    private var runStart: Instant?
    private var lastEvent: (time: Instant, fault: Fault?)?
    private var lastFault = Fault.camera
    private var hasDelivered = false
    private var lastReading: (time: Instant, isNear: Bool)?
    private var blockedSince: Instant?
    private var blockedFrom = State.ok
    private var nextBlocked: Instant?
    private var lastBlocked: Instant?
    private var cameFromBlocked = false

    /// Starts to watch at a moment.
    public init(startedAt: Instant = .start) {
        self.startedAt = startedAt
    }

    /// Takes one result; `isBelieved` is false for a far ghost of something near, which shows only that the camera works:
    /// it ends no blocked view.
    public mutating func take(_ reading: DepthReading, isBelieved: Bool, at: Instant) -> [Fact] {
        switch reading {
        case .surface(let metres):
            if isBelieved {
                lastReading = (at, Micrometres(metres: metres) <= Self.nearLimit)
            } else if state == .blocked {
                (lastEvent, hasDelivered) = ((at, nil), true)
                return []
            }
            return takeReliable(at: at)
        case .clear:
            lastReading = (at, false)
            return takeReliable(at: at)
        case .none(let reason):
            note(reason == .tooFewUsable ? .unmeasurable : .camera, at: at)
            if reason != .noFrame, reason != .disconnected { hasDelivered = true }
            if reason == .disconnected { return becomeUnavailable(at: at) }
            return reason == .tooFewUsable && wasNear(at: at) ? becomeBlocked(at: at) : []
        }
    }

    /// The camera is reported gone.
    public mutating func disconnect(at: Instant) -> [Fact] {
        note(.camera, at: at)
        return becomeUnavailable(at: at)
    }

    /// When the state changes, or a blocked view is to be said again, although nothing comes.
    public var nextDeadline: Instant? {
        switch state {
        case .starting: startedAt + Self.startLimit
        case .ok: lastReliable.map { $0 + Self.limit }
        case .blocked: blockedSince.map { min($0 + Self.blockedLimit, nextBlocked ?? $0 + Self.blockedLimit) }
        case .unavailable: nil
        }
    }

    /// Does what is due by `at`; to be called at each deadline.
    public mutating func advance(to at: Instant) -> [Fact] {
        guard let deadline = nextDeadline, deadline <= at else { return [] }
        guard state == .blocked, let since = blockedSince, at < since + Self.blockedLimit else {
            return becomeUnavailable(at: at)
        }
        return sayBlocked(at: at)
    }

    /// Why depth is unavailable, judged now: by the last event that was no reading, or by the silence since any.
    public func cause(at: Instant) -> Cause {
        guard let lastEvent else { return .notStarted }
        let isSilent = at - lastEvent.time > Self.silence
        if !isSilent, (lastEvent.fault ?? lastFault) == .unmeasurable {
            return cameFromBlocked ? .veryClose : .unmeasurable
        }
        return hasDelivered ? .stopped : .notStarted
    }

    private enum Fault {
        case unmeasurable
        case camera
    }

    private mutating func note(_ fault: Fault, at: Instant) {
        lastEvent = (at, fault)
        lastFault = fault
    }

    /// Asks whether a blocked view that could not be said in time is to be said now; then its 3 s count from here.
    public mutating func askBlockedAgain(at: Instant) -> Bool {
        guard state == .blocked else { return false }
        _ = sayBlocked(at: at)
        return true
    }

    private mutating func takeReliable(at: Instant) -> [Fact] {
        var facts: [Fact] = []
        lastEvent = (at, nil)
        hasDelivered = true
        if lastReliable == nil { facts.append(.firstReliable) }
        if runStart == nil || lastReliable.map({ at - $0 > Self.recoveryGap }) ?? true { runStart = at }
        lastReliable = at
        switch state {
        case .starting: facts += change(to: .ok)
        case .ok: break
        case .blocked: facts += change(to: blockedFrom) + recover(at: at)
        case .unavailable: facts += recover(at: at)
        }
        return facts
    }

    private mutating func recover(at: Instant) -> [Fact] {
        guard state == .unavailable, let runStart, at - runStart >= Self.recovery else { return [] }
        return change(to: .ok) + [.back]
    }

    private func wasNear(at: Instant) -> Bool {
        guard state == .ok || state == .unavailable, let lastReading, lastReading.isNear else { return false }
        return at - lastReading.time <= Self.nearWindow
    }

    private mutating func becomeBlocked(at: Instant) -> [Fact] {
        blockedFrom = state
        blockedSince = at
        let earliest = lastBlocked.map { $0 + Self.blockedRepeat } ?? at
        nextBlocked = max(at, earliest)
        return change(to: .blocked) + (nextBlocked == at ? sayBlocked(at: at) : [])
    }

    private mutating func sayBlocked(at: Instant) -> [Fact] {
        lastBlocked = at
        nextBlocked = at + Self.blockedRepeat
        return [.blocked]
    }

    private mutating func becomeUnavailable(at: Instant) -> [Fact] {
        guard state != .unavailable else { return [] }
        cameFromBlocked = state == .blocked
        if lastEvent.map({ $0.fault == nil || at - $0.time > Self.silence }) ?? true { lastFault = .camera }
        runStart = nil
        return change(to: .unavailable) + [.unavailable]
    }

    private mutating func change(to new: State) -> [Fact] {
        guard state != new else { return [] }
        state = new
        return [.state(new)]
    }
}
