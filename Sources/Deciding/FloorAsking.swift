import Perception
import Readings
import Wayfinding

/// A ride whose floor is still to be confirmed, and what it will teach.
struct FloorAsking {
    /// How soon after one source another that notices the same change is not news.
    static let sameChange = Duration.seconds(20)

    /// A ride that the barometer reported, from the last floor that was confirmed.
    private struct Ride {
        var group: String
        var from: String
        var fromIndex: Int
        var isUpwards: Bool
        /// The metres of the rides before whose floors were never confirmed; nil where they are not known.
        var earlier: Double? = 0
        /// The metres since the last confirmed floor, once it has settled.
        var change: Double?
        var confirmed: String?
    }

    /// A floor that was confirmed without a ride or a drift to explain it: a report of it may still come.
    private struct Unexplained {
        var time: Instant
        var group: String
        var from: Int
        var isUpwards: Bool
    }

    private enum Source {
        case barometer
        case drift
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
    private var unexplained: Unexplained?
    private var lastTold: (source: Source, time: Instant)?

    /// The barometer reports a ride from a place; false where another source has told the same change already.
    mutating func changed(upwards: Bool, in group: Building, place: String, at time: Instant) -> Bool {
        guard let index = group.floorIndex(ofPlace: place) else { return false }
        if let known = takeUnexplained(upwards: upwards, in: group, at: time) {
            ride = Ride(
                group: group.id, from: group.floors[known.from].id, fromIndex: known.from, isUpwards: upwards,
                confirmed: group.floors[index].id)
            lastTold = (.barometer, time)
            return false
        }
        var earlier: Double? = 0
        if isOpen { earlier = ride?.change }
        ride = Ride(
            group: group.id, from: group.floors[index].id, fromIndex: index, isUpwards: upwards, earlier: earlier)
        (isOpen, neighboursOnly, driftFrom) = (true, false, nil)
        return tell(.barometer, at: time)
    }

    /// Poses drifted to another height: only the neighbouring floor is asked for, and nothing is learned.
    ///
    /// A drift back while the first is still asked for leads to where the robot was: nothing is asked any more.
    mutating func drifted(upwards: Bool, in group: Building, place: String, at time: Instant) -> Bool {
        guard let index = group.floorIndex(ofPlace: place) else { return false }
        if takeUnexplained(upwards: upwards, in: group, at: time) != nil { return false }
        let isBack = driftFrom.map { $0.index == index && $0.isUpwards != upwards } ?? false
        ride = nil
        driftFrom = isBack ? nil : (group.id, index, upwards)
        (isOpen, neighboursOnly) = (!isBack, true)
        return tell(.drift, at: time)
    }

    /// Whether a change is news: not where the other source has just told of it.
    private mutating func tell(_ source: Source, at time: Instant) -> Bool {
        defer { lastTold = (source, time) }
        guard let lastTold, lastTold.source != source else { return true }
        return time - lastTold.time > Self.sameChange
    }

    /// The floor that was confirmed just before, where a change that is noticed now must be the one that led there.
    private mutating func takeUnexplained(upwards: Bool, in group: Building, at time: Instant) -> Unexplained? {
        guard let known = unexplained, known.group == group.id, known.isUpwards == upwards,
            time - known.time <= Self.sameChange
        else { return nil }
        unexplained = nil
        return known
    }

    /// The ride settled; gives what it taught where its floor is confirmed already.
    mutating func settled(change: Double) -> Lesson? {
        let whole = ride?.earlier.map { $0 + change }
        ride?.change = whole
        return lesson()
    }

    /// The ride came back to where it began.
    ///
    /// That ends the asking, unless the floor it began on was never confirmed, or another one was on the way.
    mutating func returned(in group: Building, place: String) {
        guard let back = ride, let index = group.floorIndex(ofPlace: place) else { return close() }
        if back.confirmed != nil {
            ride = Ride(
                group: group.id, from: group.floors[index].id, fromIndex: index, isUpwards: !back.isUpwards,
                earlier: nil)
            isOpen = true
        } else if let earlier = back.earlier, earlier != 0 {
            ride?.isUpwards = earlier > 0
            ride?.change = earlier
        } else if back.earlier != nil {
            close()
        }
    }

    /// The barometer stopped: how far the ride leads is not known.
    mutating func forgetRide() {
        ride?.earlier = nil
        ride?.change = nil
        if ride?.confirmed != nil { ride = nil }
    }

    /// Nothing is asked any more.
    mutating func close() { (isOpen, ride, driftFrom) = (false, nil, nil) }

    /// The places that are to be asked about, in order.
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
        let isExplained = isOpen
        (isOpen, driftFrom, unexplained) = (false, nil, nil)
        guard let group, let index = group.floorIndex(ofPlace: place) else {
            ride = nil
            return nil
        }
        if !isExplained, let old, let before = group.floorIndex(ofPlace: old), before != index {
            unexplained = Unexplained(time: time, group: group.id, from: before, isUpwards: index > before)
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
