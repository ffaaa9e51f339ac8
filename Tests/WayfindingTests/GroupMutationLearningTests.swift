import Testing
import Wayfinding

struct GroupMutationLearningTests {
    private func building(_ floors: Int, elevations: [Double?] = []) -> Building {
        Building(
            id: "b", name: "B",
            floors: (0..<floors).map { number in
                Floor(
                    id: "f\(number)", name: "F\(number)", places: [],
                    elevationMetres: number < elevations.count ? elevations[number] : nil)
            })
    }

    private func elevations(_ building: Building) -> [Double?] { building.floors.map(\.elevationMetres) }

    @Test func `the elevation of a floor is the running median of its rides from the lowest`() {
        var building = building(3)
        #expect(building.learn(from: "f0", to: "f1", changeMetres: 3.1) == 3.1)
        #expect(building.learn(from: "f0", to: "f1", changeMetres: 3.3) == 3.2)
        #expect(building.learn(from: "f0", to: "f1", changeMetres: 9) == 3.3)
        #expect(elevations(building) == [0, 3.3, nil])
        #expect(building.rides == [Ride(from: "f0", to: "f1", changesMetres: [3.1, 3.3, 9])])
    }

    @Test func `the last nine changes of a pair are kept, whichever way it was ridden`() {
        var building = building(2)
        for number in 1...12 {
            let change = Double(number)
            if number % 2 == 0 {
                building.learn(from: "f1", to: "f0", changeMetres: -change)
            } else {
                building.learn(from: "f0", to: "f1", changeMetres: change)
            }
        }
        #expect(building.rides == [Ride(from: "f0", to: "f1", changesMetres: [4, 5, 6, 7, 8, 9, 10, 11, 12])])
        #expect(elevations(building) == [0, 8])
    }

    @Test func `a pair that was first ridden down is kept so, and gives the same heights`() {
        var building = building(2)
        #expect(building.learn(from: "f1", to: "f0", changeMetres: -3.5) == 0)
        #expect(building.learn(from: "f0", to: "f1", changeMetres: 3.7) == 3.6)
        #expect(building.rides == [Ride(from: "f1", to: "f0", changesMetres: [-3.5, -3.7])])
        #expect(elevations(building) == [0, 3.6])
    }

    @Test func `elevations count from the lowest floor that has one, also when a lower one gets one`() {
        var building = building(4)
        building.learn(from: "f2", to: "f3", changeMetres: 3)
        #expect(elevations(building) == [nil, nil, 0, 3])
        building.learn(from: "f2", to: "f1", changeMetres: -4)
        #expect(elevations(building) == [nil, 0, 4, 7])
        building.learn(from: "f0", to: "f3", changeMetres: 10)
        #expect(elevations(building) == [0, 3, 7, 10])
    }

    @Test func `a ride between two floors counts alone, though others lead there too`() {
        var building = building(3)
        building.learn(from: "f0", to: "f1", changeMetres: 3)
        building.learn(from: "f1", to: "f2", changeMetres: 3)
        #expect(elevations(building) == [0, 3, 6])
        #expect(building.learn(from: "f0", to: "f2", changeMetres: 6.4) == 6.4)
    }

    @Test func `floors that nothing ties together get no guess`() {
        var building = building(4)
        building.learn(from: "f0", to: "f1", changeMetres: 3)
        building.learn(from: "f2", to: "f3", changeMetres: 3)
        #expect(elevations(building) == [0, 3, nil, nil])
        building.learn(from: "f1", to: "f2", changeMetres: 3.2)
        #expect(elevations(building) == [0, 3, 6.2, 9.2])
    }

    @Test func `an elevation that was recorded stays as far from its neighbours as it was`() {
        var building = building(4, elevations: [nil, 0, 3, 7])
        building.learn(from: "f0", to: "f1", changeMetres: 4)
        #expect(elevations(building) == [0, 4, 7, 11])
    }

    @Test(arguments: [
        ("f0", "f0", 3.0), ("f0", "f9", 3), ("f9", "f0", 3), ("f0", "f1", .nan), ("f0", "f1", .infinity),
        ("f0", "f1", 1_000_000.001),
    ])
    func `what teaches nothing changes nothing`(from: String, to: String, change: Double) {
        var building = building(2)
        let before = building
        #expect(building.learn(from: from, to: to, changeMetres: change) == nil)
        #expect(building == before)
    }

    @Test func `a site and a single floor learn nothing`() {
        var site = building(2)
        site.kind = .site
        #expect(site.learn(from: "f0", to: "f1", changeMetres: 3) == nil)
        var single = building(1)
        #expect(single.learn(from: "f0", to: "f0", changeMetres: 3) == nil)
        #expect(site.rides.isEmpty && single.rides.isEmpty)
    }

    @Test func `changes are kept to the millimetre, and no zero has a sign`() {
        var building = building(2)
        #expect(building.learn(from: "f0", to: "f1", changeMetres: 3.14159) == 3.142)
        #expect(building.learn(from: "f1", to: "f0", changeMetres: 0.0001) == 0)
        #expect(building.rides[0].changesMetres.map(\.description) == ["3.142", "0.0"])
    }

    @Test func `what a ride teaches is written with its group`() throws {
        var groups = GroupList()
        try groups.create(name: "B", floors: ["A", "C"])
        #expect(groups.learn(group: "b", from: "a", to: "c", changeMetres: 3.5) == 3.5)
        #expect(groups.learn(group: "nowhere", from: "a", to: "c", changeMetres: 3.5) == nil)
        #expect(
            String(decoding: MapWriter.groups(groups.records), as: UTF8.self)
                == #"[{"floors":[{"elevation":0,"id":"a","name":"A","places":[]},{"elevation":3.5,"id":"c","name":"C","#
                + #""places":[]}],"id":"b","name":"B","rides":[{"changes":[3.5],"from":"a","to":"c"}]}]"#)
    }
}
