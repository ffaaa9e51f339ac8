import Readings
import Wayfinding

/// Where one can go to from here.
public struct CoreDestinations: Sendable {
    /// The place that the robot is in; without one nothing can be gone to.
    public var place: String?
    /// The people whose devices were heard: those who are here first, the nearest first.
    public var people: [Person]
    /// Some of the landmarks: those of the place first, then those of its group.
    public var landmarks: [(place: PlaceMap, landmark: Landmark)]
    /// How many landmarks there are.
    public var total: Int

    /// Somebody, by their device.
    public struct Person: Equatable, Sendable {
        /// The device's id.
        public var device: String
        /// The device's name.
        public var name: String
        /// The place that it was heard in last.
        public var place: String
        /// Where it was heard last, in that place's frame.
        public var position: Position
        /// Whether that is the place that the robot is in.
        public var isHere: Bool
        /// Whether it is heard now.
        public var isLive: Bool
        /// How far away it was heard, in a straight line; nil where either position is not known.
        public var metres: Double?
        /// How long ago it was heard.
        public var age: Duration
    }
}

extension DecisionCore {
    /// Where one can go to: everybody, and `count` landmarks beginning with the one of number `from`.
    public func destinations(from: Int, count: Int, at time: Instant) -> CoreDestinations {
        var landmarks: [(place: PlaceMap, landmark: Landmark)] = []
        var total = 0
        for map in reachableMaps {
            let first = max(from - total, 0)
            let some = map.landmarks.dropFirst(first).prefix(max(0, count - landmarks.count))
            landmarks += some.map { (map, $0) }
            total += map.landmarks.count
        }
        return CoreDestinations(place: guidance.place, people: people(at: time), landmarks: landmarks, total: total)
    }

    /// The place that the robot is in, then the others of its group.
    private var reachableMaps: [PlaceMap] {
        guard let place = guidance.place else { return [] }
        let members = world.group(ofPlace: place)?.floors.flatMap(\.places) ?? []
        return ([place] + members.filter { $0 != place }).compactMap(world.map)
    }

    /// Everybody whose device was heard, as they were heard last.
    public func people(at time: Instant) -> [CoreDestinations.Person] {
        let robot = tracking.isLost ? nil : guidance.freshPosition(at: time)
        let people = guidance.people.sightings.map { device, sighting in
            let isHere = sighting.place == guidance.place
            let metres = isHere ? robot.map { WayLine.distanceMetres($0, sighting.position) } : nil
            return CoreDestinations.Person(
                device: device, name: sighting.name, place: sighting.place, position: sighting.position, isHere: isHere,
                isLive: isHere && sighting.isLive(in: sighting.place, at: time), metres: metres,
                age: time - sighting.time)
        }
        return people.sorted { left, right in
            if left.isHere != right.isHere { return left.isHere }
            let (near, far) = (left.metres ?? .infinity, right.metres ?? .infinity)
            return near == far ? (left.name, left.device) < (right.name, right.device) : near < far
        }
    }
}
