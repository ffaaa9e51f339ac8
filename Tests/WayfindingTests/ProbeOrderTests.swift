import Testing
import Wayfinding

struct ProbeOrderTests {
    private func tower(_ elevations: [Double?]) -> Building {
        Building(
            id: "b", name: "B",
            floors: elevations.enumerated().map {
                Floor(id: "l\($0)", name: "Floor \($0)", places: ["p\($0)", "q\($0)"], elevationMetres: $1)
            })
    }

    private func order(from floor: Int, upwards: Bool, likely: Int?) -> String {
        ProbeOrder.afterRide(in: tower([nil, nil, nil, nil]), from: floor, upwards: upwards, likely: likely)
            .filter { $0.hasPrefix("p") }.map { String($0.dropFirst()) }.joined()
    }

    @Test(
        arguments: [
            (1, true, nil, "2301"), (1, false, nil, "0231"), (2, false, nil, "1032"), (0, true, 3, "3120"),
            (3, true, nil, "2103"), (1, true, 0, "0231"),
        ] as [(Int, Bool, Int?, String)])
    func `In the ride's direction first, nearest first, what was left last, what is likely before all`(
        floor: Int, upwards: Bool, likely: Int?, expected: String
    ) {
        #expect(order(from: floor, upwards: upwards, likely: likely) == expected)
    }

    @Test func `A floor's places stay together, in their order`() {
        let places = ProbeOrder.afterRide(in: tower([nil, nil]), from: 0, upwards: true, likely: nil)
        #expect(places == ["p1", "q1", "p0", "q0"])
    }

    @Test(
        arguments: [
            (0, 3.5, 1), (0, 4.5, 1), (0, 4.501, nil), (0, 6.2, 2), (0, 5.4, nil), (2, -3.2, 1), (2, -7.5, 0),
            (1, 0.2, nil),
            (3, 3, nil),
        ] as [(Int, Double, Int?)])
    func `A floor is likely within 1 m, the nearest, where both elevations are known`(
        from: Int, change: Double, likely: Int?
    ) {
        #expect(ProbeOrder.likelyFloor(in: tower([0, 3.5, 7, nil]), from: from, changeMetres: change) == likely)
    }

    @Test func `Of two within 1 m the nearer is likely`() {
        #expect(ProbeOrder.likelyFloor(in: tower([0, 3, 4.2]), from: 0, changeMetres: 3.7) == 2)
        #expect(ProbeOrder.likelyFloor(in: tower([0, 3, 4.2]), from: 0, changeMetres: 3.5) == 1)
    }

    @Test func `Beyond either end there is no neighbour`() {
        let group = tower([nil, nil])
        #expect(ProbeOrder.neighbours(in: group, of: 0, upwards: true) == ["p1", "q1"])
        #expect(ProbeOrder.neighbours(in: group, of: 1, upwards: true).isEmpty)
        #expect(ProbeOrder.neighbours(in: group, of: 0, upwards: false).isEmpty)
    }
}
