import Readings

/// Whether the robot knows where it is, told from its poses and from their absence, with deadlines as data.
///
/// Flicker says nothing; a loss of 1.5 s is said once and latched until poses have been normal for 1.5 s again.
public struct TrackingWatch: Sendable {
    /// The state; the raw values are those of the event log.
    public enum State: String, Sendable {
        /// Nothing is known: no place, or no pose in it yet.
        case unknown
        /// Poses can be relied on.
        case ok
        /// They cannot.
        case lost
    }

    /// How long poses must not have been normal, and how long normal again.
    public static let debounce = Duration.milliseconds(1500)
    /// How fast a pose may move from the one before; in micrometres a second.
    public static let fastest: Int64 = 5_000_000
    /// Poses farther apart in time are not compared for speed.
    public static let comparable = Duration.seconds(1)

    /// The state now.
    public private(set) var state = State.unknown
    private var window = TrackingWindow()
    private var normalSince: Instant?
    private var poorSince: Instant?
    private var lastPose: Instant?
    private var lastPoint: (place: String, position: Position, time: Instant)?
    private var isNothing = false
    private var steadySince: Instant?
    private var silenceFrom: Instant?

    /// Starts without a place.
    public init() {}

    /// Whether the poses of now are normal, debounce aside; what is not normal confirms nothing.
    public var isNormal: Bool { normalSince != nil }

    /// A place was entered; unless a pose of it led there, its poses are still to come, and a loss stays latched until
    /// they do.
    public mutating func enterPlace(byPose: Bool = false) {
        guard !byPose else { return }
        isNothing = false
        (normalSince, poorSince, lastPose, lastPoint, steadySince) = (nil, nil, nil, nil, nil)
    }

    /// A route began, or ended (nil): while one is active, no pose is not normal either.
    public mutating func routeChanged(activeSince: Instant?) { silenceFrom = activeSince }

    /// Takes a pose; `isHere` tells whether its place is the current one, or the one that the present step leads to.
    ///
    /// Returns whether the state changed.
    public mutating func take(_ pose: Pose, isHere: Bool, at time: Instant) -> Bool {
        let position = Position(x: pose.x, y: pose.y, z: pose.z)
        let isGood = pose.tracking == .normal && pose.isPlausible && isHere
        let leaps = isGood && jumps(to: position, in: pose.place, at: time)
        isNothing = pose.isAllZero && (leaps || isNothing)
        let isSound = isGood && !isNothing
        let jumped = leaps && isSound
        if isSound { lastPoint = (pose.place, position, time) }
        if jumped || (steadySince != nil && !isSound) { steadySince = time }
        let isSteady = steadySince.map { time - $0 >= Self.debounce } ?? true
        if isSteady { steadySince = nil }
        let gap = lastPose.map { time - $0 >= Self.debounce } ?? false
        lastPose = time
        if isSound, isSteady, !jumped { becomeNormal(at: time, afterGap: gap) } else { becomePoor(at: time) }
        return settle(at: time)
    }

    /// When the state changes although no pose comes.
    public var nextDeadline: Instant? {
        if state == .lost { return foundDeadline }
        return Instant.sooner(Instant.sooner(poorDeadline, silenceDeadline), state == .unknown ? foundDeadline : nil)
    }

    /// Lets time pass, to be called at each deadline; returns whether the state changed.
    public mutating func advance(to time: Instant) -> Bool { settle(at: time) }

    private mutating func settle(at time: Instant) -> Bool {
        if state != .lost, let due = Instant.sooner(poorDeadline, silenceDeadline), due <= time {
            if silenceDeadline.map({ $0 <= time }) ?? false { normalSince = nil }
            state = .lost
            return true
        }
        if state != .ok, let due = foundDeadline, due <= time {
            state = .ok
            window.empty()
            return true
        }
        return false
    }

    private func jumps(to position: Position, in place: String, at time: Instant) -> Bool {
        guard let lastPoint, lastPoint.place == place, time - lastPoint.time < Self.comparable else { return false }
        let metres = WayLine.lengthMetres(lastPoint.position, position)
        let span = (time - lastPoint.time).wholeNanoseconds
        return Micrometres(metres: metres).count > Self.fastest * span / 1_000_000_000
    }

    private mutating func becomeNormal(at time: Instant, afterGap: Bool) {
        if let poorSince {
            window.add(poorSince, until: time)
            self.poorSince = nil
        }
        if normalSince == nil || afterGap { normalSince = time }
    }

    private mutating func becomePoor(at time: Instant) {
        normalSince = nil
        if poorSince == nil { poorSince = time }
    }

    /// When poor poses are a loss: after 1.5 s, unless they are only the one jump that stays; or by their share.
    private var poorDeadline: Instant? {
        guard let poorSince else { return nil }
        let isOneJump = steadySince == poorSince
        return Instant.sooner(isOneJump ? nil : poorSince + Self.debounce, window.crossing(poorSince: poorSince))
    }

    private var silenceDeadline: Instant? {
        guard let silenceFrom, let lastPose else { return nil }
        return max(lastPose, silenceFrom) + Self.debounce
    }

    /// When normal poses have lasted long enough; one pose alone does not.
    private var foundDeadline: Instant? {
        guard let normalSince, let lastPose, lastPose > normalSince else { return nil }
        return normalSince + Self.debounce
    }
}

extension Pose {
    /// Whether it says nothing but zeros: reached by a jump, that is how some trackers tell that they know nothing.
    fileprivate var isAllZero: Bool { x == 0 && y == 0 && (z ?? 0) == 0 && yaw == 0 }
}
