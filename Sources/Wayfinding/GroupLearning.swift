extension Building {
    /// How many changes of altitude are kept for a pair of floors.
    public static let keptChanges = 9

    /// Takes note of a confirmed ride between two floors of this group, and works the elevations out anew.
    ///
    /// A ride down teaches the same pair as a ride up. Gives the elevation of the floor it led to, in metres above the
    /// lowest floor that has one; nil where a floor is not of this group.
    public mutating func learn(changeMetres change: Double, from: String, to: String) -> Double? {
        guard let start = floors.firstIndex(where: { $0.id == from }),
            let end = floors.firstIndex(where: { $0.id == to }),
            start != end, change.isFinite
        else { return nil }
        let (lower, upper) = (floors[min(start, end)].id, floors[max(start, end)].id)
        let upwards = start < end ? change : -change
        if let index = rides.firstIndex(where: {
            [$0.from, $0.to] == [lower, upper] || [$0.to, $0.from] == [lower, upper]
        }) {
            let kept = rides[index].from == lower ? upwards : -upwards
            rides[index].changesMetres = Array((rides[index].changesMetres + [kept]).suffix(Self.keptChanges))
        } else {
            rides.append(Ride(from: lower, to: upper, changesMetres: [upwards]))
        }
        workOutElevations()
        return floors[end].elevationMetres
    }

    /// Elevations from the medians of the rides: the lowest floor that any ride touched is 0, the rest follow by the
    /// rides that join them to it; floors that nothing joins to it have none.
    private mutating func workOutElevations() {
        let touched = floors.indices.filter { index in
            rides.contains { $0.from == floors[index].id || $0.to == floors[index].id }
        }
        guard let lowest = touched.first else { return }
        var known: [String: Double] = [floors[lowest].id: 0]
        var open = [floors[lowest].id]
        while !open.isEmpty {
            let floor = open.removeFirst()
            for ride in rides where ride.from == floor || ride.to == floor {
                let other = ride.from == floor ? ride.to : ride.from
                guard known[other] == nil, let height = known[floor], let change = ride.median else { continue }
                known[other] = ride.from == floor ? height + change : height - change
                open.append(other)
            }
        }
        for index in floors.indices { floors[index].elevationMetres = known[floors[index].id] }
    }
}

extension Ride {
    /// The median of the changes: the middle one, or the mean of the two in the middle.
    var median: Double? {
        let sorted = changesMetres.sorted()
        guard let middle = sorted.indices.middle else { return nil }
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension Range<Int> {
    fileprivate var middle: Int? { isEmpty ? nil : (lowerBound + upperBound) / 2 }
}
