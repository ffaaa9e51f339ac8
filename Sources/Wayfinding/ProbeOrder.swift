import Readings

/// In which order places are tried where the robot may be.
public enum ProbeOrder {
    /// How near a known elevation must be to the altitude that was measured.
    public static let matching = Micrometres(count: 1_000_000)

    /// The places of a group after a ride: those in its direction first, nearest floor first, the floor that was left
    /// last; a floor whose elevation matches the ride before all.
    public static func afterRide(
        in group: Building, from floor: Int, upwards: Bool, likely: Int?
    ) -> [String] {
        let above = Array(group.floors.indices.filter { $0 > floor })
        let below = Array(group.floors.indices.filter { $0 < floor }.reversed())
        let order = (likely.map { [$0] } ?? []) + (upwards ? above + below : below + above).filter { $0 != likely }
        return (order + [floor]).flatMap { group.floors[$0].places }
    }

    /// The floor whose elevation is the nearest to where a ride of `change` metres led, where both ends are known and
    /// agree within 1 m; the floor that was left is none.
    public static func likelyFloor(in group: Building, from floor: Int, changeMetres change: Double) -> Int? {
        guard let start = group.floors[floor].elevationMetres else { return nil }
        let candidates = group.floors.indices.filter { $0 != floor }.compactMap { index -> (Int, Micrometres)? in
            guard let elevation = group.floors[index].elevationMetres else { return nil }
            let apart = Micrometres(metres: (start + change - elevation).magnitude)
            return apart <= matching ? (index, apart) : nil
        }
        return candidates.min { $0.1 < $1.1 }?.0
    }

    /// The places of the neighbouring floor; none beyond either end.
    public static func neighbours(in group: Building, of floor: Int, upwards: Bool) -> [String] {
        let index = floor + (upwards ? 1 : -1)
        return group.floors.indices.contains(index) ? group.floors[index].places : []
    }
}
