import Readings
import Wayfinding

/// A building of square floors with stairs between them, every connection of a random cost.
struct GridBuilding {
    /// Three sizes: 2,000, 100,000 and about 900,000 landmarks.
    static let sizes = [(5, 20), (10, 100), (9, 316)]

    let floors: Int
    let side: Int
    let place: PlaceMap

    init(floors: Int, side: Int) {
        self.floors = floors
        self.side = side
        var chance = Chance(state: 9)
        var landmarks: [Landmark] = []
        var connections: [Connection] = []
        func join(_ from: Int, _ to: Int, _ kind: Connection.Kind) {
            connections.append(
                Connection(
                    id: "\(from)-\(to)", from: "\(from)", to: "\(to)", kind: kind, instruction: "Go on.",
                    returnInstruction: "Go back.", stepFree: kind == .stairs ? .unsuitable : .confirmed,
                    cost: Double(1 + chance.below(10_000)) / 1_000))
        }
        for index in 0..<floors * side * side {
            let (x, y, floor) = (index % side, index / side % side, index / (side * side))
            landmarks.append(
                Landmark(
                    id: "\(index)", name: "Spot \(index)", kind: index == 0 ? .entrance : .junction,
                    position: Position(x: Double(x) * 4, y: Double(y) * 4, z: Double(floor) * 4)))
            if x > 0 { join(index - 1, index, .path) }
            if y > 0 { join(index - side, index, .path) }
            if floor > 0, x % 10 == 5, y % 10 == 5 { join(index - side * side, index, .stairs) }
        }
        place = PlaceMap(
            id: "grid", name: "Grid", scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed, landmarks: landmarks,
            connections: connections)
    }

    var count: Int { place.landmarks.count }

    func landmark(_ index: Int) -> RoutePoint { .landmark(LandmarkReference(place: "grid", id: "\(index)")) }

    /// Where a landmark is, a little beside it.
    func position(_ index: Int) -> RoutePoint {
        let at = place.landmarks[index].position ?? Position(x: 0, y: 0)
        return .position(place: "grid", Position(x: at.x + 0.5, y: at.y, z: at.z))
    }
}
