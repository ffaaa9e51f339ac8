import Perception
import Readings
import Wayfinding

/// A ride whose floor is still to be confirmed, and what it will teach.
struct FloorAsking {
    /// How soon after one source another that notices the same change is not news.
    static let sameChange = Duration.seconds(20)

    /// A ride that the barometer reported, from the floor it left.
    private struct Ride {
        var group: String
        var from: String
        var fromIndex: Int
        var isUpwards: Bool
        var change: Double?
        var confirmed: String?
    }

    /// What a confirmed ride taught.
    struct Lesson: Equatable {
        var group: String
        var from: String
        var to: String
        var change: Double
    }

    /// Whether the floor is still to be confirmed, so that guidance is held.
    private(set) var isOpen = false
    private var neighboursOnly = false
    private var ride: Ride?
    private var driftFrom: (group: String, index: Int, isUpwards: Bool)?
    private var lastSwitch: (time: Instant, fromFloor: Int, fromId: String)?
    private var lastTold: Instant?

    /// The barometer reports a ride from a place; false where another source has told the same change already.
    mutating func changed(upwards: Bool, in group: Building, place: String, at time: Instant) -> Bool {
        guard let index = group.floorIndex(ofPlace: place) else { return false }
        let isKnown = lastSwitch.map { time - $0.time <= Self.sameChange } ?? false
        let from = isKnown ? lastSwitch?.fromFloor ?? index : index
        ride = Ride(
            group: group.id, from: group.floors[from].id, fromIndex: from, isUpwards: upwards,
            confirmed: isKnown ? group.floors[index].id : nil)
        defer { lastTold = time }
        if isKnown { return false }
        (isOpen, neighboursOnly) = (true, false)
        return lastTold.map { time - $0 > Self.sameChange } ?? true || driftFrom == nil
    }

    /// Poses drifted to another height: only the neighbouring floor is asked for, and nothing is learned.
    mutating func drifted(upwards: Bool, in group: Building, place: String, at time: Instant) -> Bool {
        guard let index = group.floorIndex(ofPlace: place) else { return false }
        if let lastSwitch, time - lastSwitch.time <= Self.sameChange { return false }
        let isNews = lastTold.map { time - $0 > Self.sameChange } ?? true
        lastTold = time
        ride = nil
        driftFrom = (group.id, index, upwards)
        (isOpen, neighboursOnly) = (true, true)
        return isNews
    }

    /// The ride settled; gives what it taught where its floor is confirmed already.
    mutating func settled(change: Double) -> Lesson? {
        ride?.change = change
        return lesson()
    }

    /// The ride came back; true where nothing has to be asked any more.
    mutating func returned() { close() }

    /// The barometer stopped: nothing is known of the ride.
    mutating func forgetRide() { ride = nil }

    /// Nothing is asked any more.
    mutating func close() { (isOpen, ride, driftFrom) = (false, nil, nil) }

    /// The places to ask for now, in order.
    func places(in group: Building) -> [String] {
        if neighboursOnly {
            guard let driftFrom else { return [] }
            return ProbeOrder.neighbours(in: group, of: driftFrom.index, upwards: driftFrom.isUpwards)
        }
        guard let ride else { return [] }
        return ProbeOrder.afterRide(
            in: group, from: ride.fromIndex, upwards: ride.isUpwards, likely: likelyFloor(in: group))
    }

    /// The floor that the settled altitude suggests.
    func likelyFloor(in group: Building) -> Int? {
        guard let ride, let change = ride.change else { return nil }
        return ProbeOrder.likelyFloor(in: group, from: ride.fromIndex, changeMetres: change)
    }

    /// A place was confirmed while the robot was in another one; gives what that taught.
    mutating func confirmed(_ place: String, from old: String?, in group: Building?, at time: Instant) -> Lesson? {
        isOpen = false
        driftFrom = nil
        guard let group, let index = group.floorIndex(ofPlace: place) else {
            ride = nil
            return nil
        }
        if let old, let before = group.floorIndex(ofPlace: old), before != index {
            lastSwitch = (time, before, group.floors[before].id)
        }
        guard ride?.group == group.id, ride?.fromIndex != index else {
            ride = nil
            return nil
        }
        ride?.confirmed = group.floors[index].id
        return lesson()
    }

    private mutating func lesson() -> Lesson? {
        guard let known = ride, let change = known.change, let to = known.confirmed, to != known.from else {
            return nil
        }
        ride = nil
        return Lesson(group: known.group, from: known.from, to: to, change: change)
    }
}
