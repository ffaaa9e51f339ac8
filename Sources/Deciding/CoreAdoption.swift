import Readings
import Wayfinding

/// Other maps and groups while the core runs: a place was taken in, renamed or removed, a group changed.
extension DecisionCore {
    /// The places that the robot is in or on its way through: their maps must stay.
    public var placesInUse: Set<String> {
        var places = Set(guidance.active?.route.legs.map(\.place) ?? [])
        if let place = guidance.place { places.insert(place) }
        return places
    }

    /// Whether another world may be taken now: no route is followed through anything that would change.
    public func mayAdopt(_ other: World) -> Bool {
        guard isGuiding else { return true }
        return placesInUse.allSatisfy { place in
            world.map(ofPlace: place) == other.map(ofPlace: place)
                && world.group(ofPlace: place) == other.group(ofPlace: place)
        }
    }

    /// Takes another world; asked for only where ``mayAdopt(_:)`` allows it.
    ///
    /// A probe that names a place which is no more is withdrawn. Where no place was known and the world has exactly one,
    /// that is where the robot is, as at the start.
    public mutating func adopt(_ other: World, at time: Instant) -> [TimedEffect] {
        var effects = advance(to: time)
        var decisions = Decisions(at: now)
        let wasOrdered = world.isVerticallyOrdered(place: guidance.place)
        world = other
        guidance.adopt(other)
        if let probe = probes.outstanding, !probe.places.allSatisfy(other.knows) {
            endAsking()
            probes.withdraw()
            startAsked = nil
        }
        let isOrdered = other.isVerticallyOrdered(place: guidance.place)
        if guidance.place == nil, other.places.count == 1, let only = other.places.first?.id {
            enter(only, into: &decisions)
        } else if wasOrdered != isOrdered {
            floors.placeConfirmed(isVerticallyOrdered: isOrdered, into: &decisions)
        }
        conclude(&decisions, into: &effects)
        return effects
    }
}
