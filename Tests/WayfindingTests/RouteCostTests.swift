import Testing
import Wayfinding

struct RouteCostTests {
    @Test(
        arguments: [
            (0.0, 0), (1, 1_000_000), (0.1, 100_000), (0.000_000_5, 1), (0.000_000_4, 0), (2.345_678_9, 2_345_679),
        ] as [(Double, Int64)])
    func `costs are whole millionths, halves up`(value: Double, millionths: Int64) {
        #expect(RouteCost.millionths(value) == millionths)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.000_001, -3])
    func `what is no finite number from 0 up is no cost`(value: Double) {
        #expect(RouteCost.millionths(value) == nil)
    }

    private func connection(cost: Double? = nil, length: Double? = nil, path: [Position] = []) -> Connection {
        Connection(id: "c", from: "a", to: "b", instruction: "Go.", displayLengthMetres: length, cost: cost, path: path)
    }

    @Test func `the cost is what is written, else the way's length, else the display length, else one`() {
        let line = WayLine(start: .init(x: 0, y: 0), end: .init(x: 3, y: 4))
        #expect(RouteCost.millionths(connection(cost: 9, length: 2), line: line) == 9_000_000)
        #expect(RouteCost.millionths(connection(length: 2), line: line) == 5_000_000)
        #expect(RouteCost.millionths(connection(length: 2), line: nil) == 2_000_000)
        #expect(RouteCost.millionths(connection(), line: nil) == 1_000_000)
        #expect(RouteCost.millionths(connection(cost: .nan, length: 2), line: nil) == 2_000_000)
        #expect(RouteCost.millionths(connection(cost: -3), line: nil) == 1_000_000)
    }

    @Test func `the way's length goes over its bends, and up`() {
        let bent = WayLine(start: .init(x: 0, y: 0), bends: [.init(x: 3, y: 0)], end: .init(x: 3, y: 4))
        #expect(bent.lengthMetres == 7)
        #expect(WayLine(start: .init(x: 0, y: 0), end: .init(x: 3, y: 0, z: 4)).lengthMetres == 5)
    }

    @Test func `the nearest point of a bent line knows how far along it is`() {
        let bent = WayLine(start: .init(x: 0, y: 0), bends: [.init(x: 3, y: 0)], end: .init(x: 3, y: 4))
        let near = bent.nearest(to: .init(x: 4, y: 2))
        #expect(near == .init(distanceMetres: 1, alongMetres: 5, point: .init(x: 3, y: 2)))
    }

    @Test func `no sum of the largest costs overflows`() {
        var place = PlaceMap(id: "p", name: "P", scannedAt: "", kind: .surveyed, landmarks: [], connections: [])
        for index in 0..<2_000 {
            place.landmarks.append(Landmark(id: "\(index)", name: "N\(index)", kind: .spot))
            if index > 0 {
                place.connections.append(
                    Connection(id: "\(index)", from: "\(index - 1)", to: "\(index)", instruction: "Go.", cost: 1e300))
            }
        }
        #expect((ask(RoutingGraph(places: [place]), "0", "1999").route?.costMillionths ?? 0) > 0)
    }
}
