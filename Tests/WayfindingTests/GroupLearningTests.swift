import Testing
import Wayfinding

struct GroupLearningTests {
    private func tower(_ rides: [Ride] = []) -> Building {
        Building(
            id: "b", name: "B",
            floors: (0..<4).map { Floor(id: "l\($0)", name: "Floor \($0)", places: ["p\($0)"]) }, rides: rides)
    }

    @Test func `A ride up and a ride down teach the same pair`() {
        var group = tower()
        #expect(group.learn(changeMetres: 7, from: "l0", to: "l2") == 7)
        #expect(group.learn(changeMetres: -7.4, from: "l2", to: "l0") == 0)
        #expect(group.rides == [Ride(from: "l0", to: "l2", changesMetres: [7, 7.4])])
        #expect(group.floors.map(\.elevationMetres) == [0, nil, 7.2, nil])
    }

    @Test func `One ride that went wrong does not move the median`() {
        var group = tower()
        for change in [3.5, 3.4, 12, 3.6, 3.5] { _ = group.learn(changeMetres: change, from: "l0", to: "l1") }
        #expect(group.floors[1].elevationMetres == 3.5)
    }

    @Test func `The last nine are kept`() {
        var group = tower()
        for change in 1...12 { _ = group.learn(changeMetres: Double(change), from: "l0", to: "l1") }
        #expect(group.rides.first?.changesMetres == [4, 5, 6, 7, 8, 9, 10, 11, 12])
        #expect(group.floors[1].elevationMetres == 8)
    }

    @Test func `Floors follow one from the other, from the lowest that any ride touched`() {
        var group = tower()
        #expect(group.learn(changeMetres: 3, from: "l2", to: "l3") == 3)
        #expect(group.learn(changeMetres: -3.5, from: "l2", to: "l1") == 0)
        #expect(group.floors.map(\.elevationMetres) == [nil, 0, 3.5, 6.5])
    }

    @Test func `A pair that a file has the other way about is the same pair`() {
        var group = tower([Ride(from: "l1", to: "l0", changesMetres: [-3])])
        #expect(group.learn(changeMetres: 4, from: "l0", to: "l1") == 3.5)
        #expect(group.rides == [Ride(from: "l1", to: "l0", changesMetres: [-3, -4])])
    }

    @Test(arguments: [
        ("l0", "l0", 3.0), ("l0", "none", 3), ("none", "l1", 3), ("l0", "l1", .nan), ("l0", "l1", .infinity),
    ])
    func `What is no ride teaches nothing`(from: String, to: String, change: Double) {
        var group = tower()
        #expect(group.learn(changeMetres: change, from: from, to: to) == nil)
        #expect(group == tower())
    }
}
