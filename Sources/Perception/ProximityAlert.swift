import Readings

/// Decides when a surface ahead is announced: at once on entering the threshold, again while it stays, and armed anew
/// only after a real clearance.
public struct ProximityAlert: Sendable {
    /// On which side something narrow stands.
    public enum Side: Sendable {
        /// The two strips on the left.
        case left
        /// The middle, or not told apart.
        case ahead
        /// The two strips on the right.
        case right
    }

    /// One alert.
    public struct Alert: Equatable, Sendable {
        /// How far the nearest surface is, in metres.
        public var metres: Double
        /// Where it is.
        public var side: Side
        /// Whether it only repeats what has been said: then it leaves guidance to finish.
        public var isGentle: Bool
    }

    /// How much nearer than the last alert said a repeat must be to interrupt.
    public static let nearerBy = Micrometres(count: 250_000)
    /// How many frames in a row a strip must read near before it counts.
    public static let stripRow = 3
    /// How many gentle repeats come at the first interval.
    public static let gentleRepeats = 3
    /// How old the last distance may be when the rule is asked again.
    public static let freshness = Duration.seconds(1)

    /// The distance at which a surface is announced.
    public var threshold: Micrometres
    /// How far beyond it the alert is armed again.
    public var rearmMargin: Micrometres
    /// How long until a surface that stays near is announced again.
    public var repeatInterval: Duration
    /// Whether strips are regarded.
    public var usesStrips: Bool

    private var isArmed = true
    private var lastAlert: Instant?
    private var lastSaid: Micrometres?
    private var repeatsSaid = 0
    private var rows = SIMD8<Int32>(repeating: 0)
    private var latest: (distance: Micrometres, side: Side, time: Instant)?

    /// Makes an armed alert from the settings.
    public init(settings: Settings) {
        threshold = Micrometres(metres: settings.depthThresholdMetres)
        rearmMargin = Micrometres(metres: settings.depthRearmMarginMetres)
        repeatInterval = settings.depthRepeat
        usesStrips = settings.isOn("depth.strips")
    }

    /// Takes over changed settings; what has been said and armed stays.
    public mutating func apply(_ settings: Settings) {
        let fresh = ProximityAlert(settings: settings)
        (threshold, rearmMargin, repeatInterval) = (fresh.threshold, fresh.rearmMargin, fresh.repeatInterval)
        usesStrips = fresh.usesStrips
    }

    /// Takes what one frame said; a reading that is not believed arms and alerts nothing, its strips count.
    public mutating func take(_ observation: DepthObservation, isBelieved: Bool, at: Instant) -> Alert? {
        let strip = nearestCountingStrip(usesStrips ? observation.strips : nil)
        var region: Micrometres?
        if isBelieved, case .surface(let metres) = observation.reading { region = Micrometres(metres: metres) }
        guard let distance = nearer(region, strip?.distance) else {
            guard isBelieved, observation.reading == .clear else { return nil }
            latest = nil
            rearm()
            return nil
        }
        let decidedByStrip = strip.map { $0.distance == distance && region.map { $0 > distance } ?? true } ?? false
        latest = (distance, decidedByStrip ? strip?.side ?? .ahead : .ahead, at)
        if distance >= threshold + rearmMargin { rearm() }
        guard distance <= threshold, isArmed || isDue(distance, at: at) else { return nil }
        return decide(at: at)
    }

    /// A blocked view was said: it counts as an alert.
    public mutating func countAlert(at: Instant) {
        isArmed = false
        lastAlert = at
        if let latest { lastSaid = latest.distance }
    }

    /// The alert as it would be said now, or nil where the last distance is above the threshold.
    public func current() -> Alert? {
        guard let latest, latest.distance <= threshold else { return nil }
        return Alert(
            metres: latest.distance.metres, side: latest.side, isGentle: !isArmed && !isNearer(latest.distance))
    }

    /// The nearest distance of a frame that came at some time or later: of the region, or of a strip that counts.
    public func nearest(since time: Instant) -> Micrometres? {
        guard let latest, latest.time >= time else { return nil }
        return latest.distance
    }

    /// The rule asked again as if armed, by the last distance if it is fresh.
    public mutating func askAgain(at: Instant) -> Alert? {
        guard let nearest = nearest(since: at - Self.freshness), nearest <= threshold else { return nil }
        return decide(at: at)
    }

    /// An alert has been handed to the voice: what it said is what later ones are compared with.
    public mutating func said(_ alert: Alert) {
        let distance = Micrometres(metres: alert.metres)
        repeatsSaid = alert.isGentle ? repeatsSaid + 1 : 0
        lastSaid = distance
    }

    /// The nearer of two distances that may be missing.
    private func nearer(_ one: Micrometres?, _ other: Micrometres?) -> Micrometres? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private mutating func decide(at: Instant) -> Alert? {
        guard let latest else { return nil }
        let alert = Alert(
            metres: latest.distance.metres, side: latest.side, isGentle: !isArmed && !isNearer(latest.distance))
        isArmed = false
        lastAlert = at
        return alert
    }

    private mutating func rearm() {
        isArmed = true
        lastSaid = nil
        repeatsSaid = 0
    }

    private func isNearer(_ distance: Micrometres) -> Bool { lastSaid.map { distance <= $0 - Self.nearerBy } ?? true }

    private func isDue(_ distance: Micrometres, at: Instant) -> Bool {
        guard let lastAlert else { return true }
        return at - lastAlert >= (isNearer(distance) ? repeatInterval : gentleInterval)
    }

    /// The interval to the next gentle repeat: the setting's, then twice, then four times that.
    private var gentleInterval: Duration {
        switch repeatsSaid {
        case ..<Self.gentleRepeats: repeatInterval
        case Self.gentleRepeats: repeatInterval * 2
        default: repeatInterval * 4
        }
    }

    /// The nearest strip that has read at most the threshold for long enough; two equal ones on two sides tell no side.
    private mutating func nearestCountingStrip(_ strips: StripReadings?) -> (distance: Micrometres, side: Side)? {
        guard let strips else {
            rows = SIMD8(repeating: 0)
            return nil
        }
        var nearest: (distance: Micrometres, side: Side)?
        for index in 0..<StripReadings.count {
            guard let metres = strips[index], Micrometres(metres: metres) <= threshold else {
                rows[index] = 0
                continue
            }
            rows[index] = min(rows[index] + 1, Int32(Self.stripRow))
            guard rows[index] >= Self.stripRow else { continue }
            let (distance, side) = (Micrometres(metres: metres), Self.side(ofStrip: index))
            if let known = nearest, known.distance == distance, known.side != side {
                nearest = (distance, .ahead)
            } else if nearest.map({ distance < $0.distance }) ?? true {
                nearest = (distance, side)
            }
        }
        return nearest
    }

    private static func side(ofStrip index: Int) -> Side { index < 2 ? .left : index > 2 ? .right : .ahead }
}
