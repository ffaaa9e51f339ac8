/// What confirmed rides teach about the heights of floors.
extension Building {
    /// How many changes are kept for a pair of floors.
    public static let keptChanges = 9

    /// Keeps the change of altitude of a ride between two floors, up positive, and gives the elevation that the floor
    /// reached has now, in metres above the lowest floor that has one.
    ///
    /// A way up and the way back down are one pair: a change is kept in the direction in which the pair was first met,
    /// to the millimetre, and only the last nine. Every elevation is then derived anew from the medians. Nil, and
    /// nothing is changed, where there is nothing to learn: the floors are one or unknown, the change is no number
    /// within a million metres, or the floors do not lie one above the other.
    /// Rides of 3.1, 3.3 and 3.2 m from the lowest floor give the floor above it 3.2 m.
    @discardableResult
    public mutating func learn(from: String, to: String, changeMetres: Double) -> Double? {
        guard isVerticallyOrdered, from != to, changeMetres.magnitude <= MapFields.numberLimit,
            floors.contains(where: { $0.id == from }), let target = floors.firstIndex(where: { $0.id == to })
        else { return nil }
        let change = GroupElevations.millimetres(changeMetres)
        if let index = rides.firstIndex(where: { $0.from == from && $0.to == to }) {
            keep(change, at: index)
        } else if let index = rides.firstIndex(where: { $0.from == to && $0.to == from }) {
            keep(change == 0 ? 0 : -change, at: index)
        } else {
            rides.append(Ride(from: from, to: to, changesMetres: [change]))
        }
        let elevations = GroupElevations(self).derived()
        for index in floors.indices { floors[index].elevationMetres = elevations[index] }
        return floors[target].elevationMetres
    }

    private mutating func keep(_ change: Double, at index: Int) {
        rides[index].changesMetres = Array((rides[index].changesMetres + [change]).suffix(Self.keptChanges))
    }
}

/// Heights from differences: those of rides first, then those of elevations that were there before.
struct GroupElevations {
    private let floors: [Floor]
    /// For each pair that was ridden, the median in metres from the first to the second.
    private let differences: [Pair: Double]

    private struct Pair: Hashable {
        var from: Int
        var to: Int
    }

    init(_ building: Building) {
        floors = building.floors
        let index = Dictionary(
            building.floors.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var changes: [Pair: [Double]] = [:]
        for ride in building.rides {
            guard let from = index[ride.from], let to = index[ride.to], from != to else { continue }
            changes[Pair(from: from, to: to), default: []] += ride.changesMetres
            changes[Pair(from: to, to: from), default: []] += ride.changesMetres.map { -$0 }
        }
        differences = changes.compactMapValues(Self.median)
    }

    /// The middle of some numbers, or the mean of the two in the middle; nil of none.
    static func median(_ numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        let upper = sorted[sorted.count / 2]
        return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
    }

    static func millimetres(_ metres: Double) -> Double {
        let rounded = (metres * 1000).rounded() / 1000
        return rounded == 0 ? 0 : rounded
    }

    /// The elevation of each floor: 0 of the lowest that has one; nil of a floor that nothing ties to that one.
    ///
    /// A floor takes the way of fewest rides from the lowest, so that a ride between the two counts alone.
    func derived() -> [Double?] {
        var elevations = [Double?](repeating: nil, count: floors.count)
        let hasOne = floors.indices.filter { floor in
            floors[floor].elevationMetres != nil || differences.keys.contains { $0.from == floor }
        }
        guard let lowest = hasOne.first else { return elevations }
        elevations[lowest] = 0
        spread(from: [lowest], &elevations)
        while let (floor, metres) = nextRecorded(elevations) {
            elevations[floor] = metres
            spread(from: [floor], &elevations)
        }
        return elevations.map { $0.map(Self.millimetres) }
    }

    private func spread(from start: [Int], _ elevations: inout [Double?]) {
        var open = start[...]
        while let floor = open.popFirst() {
            guard let metres = elevations[floor] else { continue }
            for other in floors.indices where elevations[other] == nil {
                guard let difference = differences[Pair(from: floor, to: other)] else { continue }
                elevations[other] = metres + difference
                open.append(other)
            }
        }
    }

    /// A floor that no ride ties to the others, by the difference of the elevations that were recorded before.
    private func nextRecorded(_ elevations: [Double?]) -> (floor: Int, metres: Double)? {
        let tied = floors.indices.first { elevations[$0] != nil && floors[$0].elevationMetres != nil }
        guard let tied, let base = elevations[tied], let recorded = floors[tied].elevationMetres else { return nil }
        for floor in floors.indices where elevations[floor] == nil {
            if let metres = floors[floor].elevationMetres { return (floor, base + metres - recorded) }
        }
        return nil
    }
}
