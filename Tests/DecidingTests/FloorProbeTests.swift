import Deciding
import Testing
import Wayfinding

/// Rides between floors, asked of a localiser.
struct FloorProbeTests {
    private func inTower(_ place: String = "t0") -> CoreBench {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"\(place)\"")
        return bench
    }

    private func answer(_ bench: inout CoreBench, _ seconds: Double, _ place: String?, id: Int? = nil) {
        let number = id.map { ",\"id\":\($0)" } ?? ""
        bench.at(seconds, "probeResult", "\"place\":\(place.map { "\"\($0)\"" } ?? "null")\(number)")
    }

    /// A ride from the ground to the third floor from 20 s to 26 s; the cabin shows nothing until 34 s.
    private func threeStoreys(from place: String = "t0") -> CoreBench {
        var bench = inTower(place)
        bench.pressure(until: 60, (20, 6, 10.5))
        bench.poses(place, from: 0.1, to: 17.9, x: 15, toX: 0.2)
        bench.poses(place, from: 18, to: 33.9, "lost")
        return bench
    }

    private static let kinds = ["tracking*", "floor*", "placeChanged"]

    private func told(_ bench: CoreBench) throws -> [String] {
        try bench.said("tracking*", "floor*", "placeChanged").map { $0.split(separator: ":")[0].description }
    }

    @Test func `A lift ride says lost, changed, the floor's name and found where the answer comes first`() throws {
        var bench = threeStoreys()
        answer(&bench, 35, "t3")
        bench.poses("t3", from: 35.5, to: 60)
        bench.end(60)
        #expect(try told(bench) == ["trackingLost", "floorChanged", "placeChanged", "trackingFound"])
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 3."])
        #expect(try bench.story("place") == ["0 place t0", "35 place t3"])
    }

    @Test func `A lift ride says lost, changed, found and the floor's name where the poses come first`() throws {
        var bench = threeStoreys()
        bench.at(1, "go", "\"to\":\"Desk t3\"")
        bench.poses("t3", from: 34, to: 60)
        answer(&bench, 38, "t3")
        bench.end(60)
        let told = try told(bench)
        #expect(told.count == 4 && told.prefix(2) == ["trackingLost", "floorChanged"], "\(told)")
        #expect(Set(told) == ["trackingLost", "floorChanged", "trackingFound", "placeChanged"])
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 3."])
        #expect(try bench.story("ended").isEmpty, "the route goes on by its legs")
        #expect(try bench.said("instruction").last == "instruction: Walk to the middle of t3.")
    }

    @Test func `The place is asked for when the floor changed, settled, and tracking is found, until answered`() throws
    {
        var bench = threeStoreys()
        bench.poses("t0", from: 34, to: 60)
        answer(&bench, 40, "t3")
        bench.end(60)
        let probes = try bench.probes()
        #expect(probes.count == 3, "\(probes)")
        #expect(probes.allSatisfy { $0.hasSuffix("floorChange t1 t2 t3 t0") })
        #expect(probes.last?.hasPrefix("35.5 ") == true)
    }

    @Test func `A null ends nothing; an answer does`() throws {
        var bench = threeStoreys()
        for moment in [25.0, 26, 27] { answer(&bench, moment, nil) }
        bench.poses("t0", from: 34, to: 60)
        answer(&bench, 36, nil)
        answer(&bench, 37, "t3")
        bench.end(60)
        #expect(try bench.probes().count == 3)
        #expect(try bench.story("place").count == 1, "the probe was answered already when the place came")
        #expect(try bench.said("placeChanged").isEmpty)
    }

    @Test func `Late answers and answers outside the list are ignored`() throws {
        var bench = threeStoreys()
        answer(&bench, 33, "t3", id: 1)
        answer(&bench, 34, "t2", id: 99)
        answer(&bench, 35, "t2", id: 2)
        answer(&bench, 36, "t1", id: 2)
        bench.end(60)
        #expect(try bench.story("place") == ["0 place t0", "35 place t2"])
    }

    @Test func `The floor that was left ends the asking and nothing more`() throws {
        var bench = threeStoreys()
        answer(&bench, 28, "t0")
        bench.poses("t0", from: 34, to: 60)
        bench.end(60)
        #expect(try bench.story("place") == ["0 place t0"])
        #expect(try bench.story("learned").isEmpty)
        #expect(try told(bench) == ["trackingLost", "floorChanged", "trackingFound"])
        #expect(try bench.probes().allSatisfy { !$0.hasPrefix("35") })
    }

    @Test func `A ride that comes back ends the asking`() throws {
        var bench = inTower()
        bench.pressure(until: 80, (20, 6, 7), (27, 6, -7))
        bench.poses("t0", from: 0.1, to: 17.9)
        bench.poses("t0", from: 18, to: 49.9, "lost")
        bench.poses("t0", from: 50, to: 80)
        bench.end(80)
        #expect(try told(bench) == ["trackingLost", "floorChanged", "floorReturned", "trackingFound"])
        #expect(try bench.probes().count == 1)
        #expect(try bench.said("stillLooking").count <= 1)
    }

    @Test func `The asking that a return ended is not told to take long`() throws {
        var bench = inTower()
        bench.pressure(until: 80, (20, 3, 4), (24, 3, -4))
        answer(&bench, 24.5, nil)
        bench.end(80)
        let floors = try bench.story("floor")
        try #require(floors.count == 2 && floors[1].hasSuffix("returned"), "\(floors)")
        let over = try #require(Double(floors[1].split(separator: " ")[0]))
        #expect(try bench.moments("stillLooking").allSatisfy { $0 <= over })
    }

    // MARK: rides in a row

    @Test(arguments: [5.0, 15, 40])
    func `Two rides in a row are two, however soon`(pause: Double) throws {
        var bench = inTower()
        let second = 34 + pause
        bench.pressure(until: second + 40, (20, 4, 3.5), (second, 4, 3.5))
        answer(&bench, 33.5, "t1")
        answer(&bench, second + 15, "t2")
        bench.end(second + 40)
        #expect(try bench.story("floor").count == 4)
        #expect(try told(bench) == ["floorChanged", "placeChanged", "floorChanged", "placeChanged"])
        let taught = try bench.lines().filter { $0.contains("\"learned\"") }
        #expect(taught.count == 2)
        #expect(taught.last?.contains("\"from\":\"l1\",\"to\":\"l2\"") == true, "\(taught)")
    }

    @Test func `CMU-cabot/cabot-navigation#230: up and down within 30 s is one up, one down, and home`() throws {
        var bench = inTower()
        bench.pressure(until: 90, (20, 4, 3.5), (36, 4, -3.5))
        answer(&bench, 34, "t1")
        answer(&bench, 50, "t0")
        bench.end(90)
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 1.", "placeChanged: Now on Floor 0."])
        #expect(try bench.said("floorChanged").count == 2)
        #expect(try bench.story("place").last == "50 place t0")
    }

    @Test func `A ride that was never confirmed does not spoil what the next one teaches`() throws {
        var bench = inTower()
        bench.pressure(until: 90, (20, 4, 3.5), (45, 4, 3.5))
        answer(&bench, 65, "t2")
        bench.end(90)
        let taught = try bench.lines().filter { $0.contains("\"learned\"") }
        #expect(taught.count == 1 && taught[0].contains("\"from\":\"l0\",\"to\":\"l2\",\"change\":7"), "\(taught)")
    }

    // MARK: one change, two sources

    @Test func `A floor that the person confirmed before the barometer noticed is one change, and is learned`() throws {
        var bench = inTower()
        bench.pressure(until: 60, (20, 5, 3.5))
        bench.at(1, "go", "\"to\":\"Desk t1\",\"from\":\"e\"")
        bench.at(21, "confirm")
        bench.end(60)
        #expect(try bench.said("floorChanged").isEmpty)
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 1."])
        #expect(try bench.probes().isEmpty)
        #expect(try bench.story("learned").count == 1)
    }

    @Test func `A ride the other way than the floor just confirmed is a change of its own`() throws {
        var bench = inTower("t1")
        bench.pressure(until: 60, (20, 5, -3.5))
        bench.at(1, "go", "\"to\":\"Desk t2\",\"from\":\"e\"")
        bench.at(18, "confirm")
        bench.end(60)
        #expect(try bench.said("floorChanged").count == 1)
        #expect(try bench.probes().count >= 2)
    }

    // MARK: likely floors

    @Test func `A ride that has been learned makes its floor likely, asked first, both ways`() throws {
        var bench = inTower()
        bench.pressure(until: 200, (20, 5, 7), (80, 5, -7), (140, 5, 7))
        answer(&bench, 40, "t2")
        answer(&bench, 100, "t0")
        bench.end(200)
        #expect(try bench.story("learned").count == 2)
        #expect(
            try bench.said("floorLikely") == [
                "floorLikely: We are probably on Floor 0.", "floorLikely: We are probably on Floor 2.",
            ])
        #expect(
            try bench.probes().map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "floorChange t1 t2 t3 t0", "floorChange t1 t2 t3 t0",
                "floorChange t1 t0 t3 t2", "floorChange t0 t1 t3 t2",
                "floorChange t1 t2 t3 t0", "floorChange t2 t1 t3 t0",
            ])
        #expect(try bench.story("place").count == 3, "likely is not confirmed")
    }

    @Test func `What a ride taught is told with the floors, the change and the elevation`() throws {
        var bench = inTower()
        bench.pressure(until: 60, (20, 5, 7))
        answer(&bench, 40, "t2")
        bench.end(60)
        let line = try #require(try bench.lines().first { $0.contains("\"learned\"") })
        #expect(line.contains("\"group\":\"tower\",\"from\":\"l0\",\"to\":\"l2\",\"change\":7"))
        #expect(line.contains("\"elevation\":7"))
    }

    @Test func `A ride between floors that no ride joins to the lowest is learned, without an elevation`() throws {
        var bench = inTower()
        bench.pressure(until: 110, (20, 5, 3.5), (75, 5, 3.5))
        answer(&bench, 33, "t1")
        bench.at(45, "place", "\"id\":\"t2\"")
        answer(&bench, 90, "t3")
        bench.end(110)
        let taught = try bench.lines().filter { $0.contains("\"learned\"") }
        try #require(taught.count == 2)
        #expect(taught[1].contains("\"from\":\"l2\",\"to\":\"l3\"") && taught[1].contains("\"elevation\":null"))
    }

    @Test func `A floor confirmed while the ride is under way is learned when it settles`() throws {
        var bench = inTower()
        bench.pressure(until: 60, (20, 5, 7))
        answer(&bench, 25, "t2")
        bench.end(60)
        let story = try bench.story("floor", "place", "learned").map { $0.split(separator: " ").dropFirst()[1...] }
        #expect(
            story.map { $0.joined(separator: " ") } == [
                "place t0", "floor changed", "place t2", "floor settled", "learned",
            ])
    }

    @Test func `A barometer that stops while a floor is asked for leaves the question`() throws {
        var bench = inTower()
        bench.pressure(until: 30, (20, 5, 7))
        bench.poses("t0", from: 18, to: 45.9, "lost")
        bench.poses("t0", from: 46, to: 60)
        answer(&bench, 50, "t2")
        bench.end(60)
        #expect(try bench.probes().last == "47.5 floorChange t1 t2 t3 t0")
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 2."])
    }

    // MARK: without a barometer

    @Test func `Without a barometer the height of poses serves, and only the neighbour is asked for`() throws {
        var bench = inTower("t1")
        bench.poses("t1", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t1", from: 10.1, to: 20, z: -2.0, hertz: 1)
        answer(&bench, 20, "t0")
        bench.end(30)
        #expect(try bench.probes() == ["13.1 floorChange t0"])
        #expect(try bench.story("floor") == ["13.1 floor changed"])
        #expect(try told(bench) == ["floorChanged", "placeChanged"])
        #expect(try bench.story("learned").isEmpty)
    }

    @Test(arguments: [1.99, 0.5])
    func `Less than 2 m of drift is none, and less than 3 s of it`(height: Double) throws {
        var bench = inTower("t1")
        bench.poses("t1", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t1", from: 10.1, to: 20, z: height, hertz: 1)
        bench.poses("t1", from: 20.1, to: 23, z: 4, hertz: 1)
        bench.poses("t1", from: 23.1, to: 30, z: 0, hertz: 1)
        bench.end(30)
        #expect(try bench.story("floor").isEmpty)
    }

    @Test(arguments: [("t3", 3.0), ("t0", -3)])
    func `Beyond either end the change is said and nothing is asked`(place: String, height: Double) throws {
        var bench = inTower(place)
        bench.poses(place, from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses(place, from: 10.1, to: 30, z: height, hertz: 1)
        bench.end(30)
        #expect(try bench.probes().isEmpty)
        #expect(try bench.said("floorChanged").count == 1)
        #expect(try bench.said("stillLooking").isEmpty)
    }

    @Test func `The neighbour is asked for again when tracking is found`() throws {
        var bench = inTower()
        bench.poses("t0", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t0", from: 10.1, to: 20, z: 3, hertz: 1)
        bench.poses("t0", from: 20.1, to: 25, z: 3, hertz: 1, "lost")
        bench.poses("t0", from: 25.1, to: 40, z: 3, hertz: 1)
        bench.end(40)
        #expect(try bench.probes() == ["13.1 floorChange t1", "26.6 floorChange t1"])
    }

    @Test func `Drift is not judged over poses that are not normal`() throws {
        var bench = inTower()
        bench.poses("t0", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t0", from: 10.1, to: 12, z: 3, hertz: 1)
        bench.poses("t0", from: 12.1, to: 13, z: 3, hertz: 1, "limited")
        bench.poses("t0", from: 13.1, to: 20, z: 3, hertz: 1)
        bench.end(20)
        #expect(try bench.story("floor") == ["16.1 floor changed"])
    }

    @Test func `While the barometer reads, drift says nothing; once it has stopped, it does`() throws {
        var bench = inTower()
        bench.pressure(until: 20)
        bench.poses("t0", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t0", from: 10.1, to: 28, z: 4, hertz: 1)
        bench.poses("t0", from: 28.1, to: 40, z: 7, hertz: 1)
        bench.end(40)
        #expect(try bench.story("floor") == ["31.1 floor changed"])
    }

    @Test func `Down again after a drift that nobody answered, nothing is asked any more`() throws {
        var bench = inTower("t1")
        bench.poses("t1", from: 0.1, to: 10, z: 0, hertz: 1)
        bench.poses("t1", from: 10.1, to: 40, z: 3, hertz: 1)
        bench.poses("t1", from: 40.1, to: 60, z: 0, hertz: 1)
        bench.end(60)
        #expect(try bench.probes() == ["13.1 floorChange t2"])
        #expect(try bench.said("floorChanged").count == 2)
    }

    // MARK: where it does not apply

    @Test func `On a site no floor changes, however the poses climb`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.pressure(until: 60, (20, 5, 7))
        bench.poses("yard", from: 0.1, to: 20, z: 0, hertz: 1)
        bench.poses("yard", from: 20.1, to: 60, z: 7, hertz: 1)
        bench.end(60)
        #expect(try bench.story("floor", "probe", "learned").isEmpty)
        #expect(try bench.said("floor*", "barometer*").isEmpty)
        #expect(try bench.tracking() == ["1.6 ok"])
    }

    // MARK: guidance

    @Test func `Between asking and answer no pose of the old place confirms anything`() throws {
        var bench = inTower()
        bench.pressure(until: 60, (20, 5, 7))
        bench.poses("t0", from: 0.1, to: 20, x: 5)
        bench.at(1, "go", "\"to\":\"d\"")
        bench.poses("t0", from: 20.1, to: 40, x: 5)
        bench.poses("t0", from: 40.1, to: 50, x: 10)
        answer(&bench, 50.05, "t0")
        bench.poses("t0", from: 50.1, to: 60, x: 10)
        bench.end(60)
        #expect(try bench.story("step") == ["1 step", "50.1 step"])
    }

    @Test func `introlab/rtabmap#1487: a still odometry does not hide a ride from the barometer`() throws {
        var bench = inTower()
        bench.pressure(until: 60, (20, 12, 10.3))
        bench.poses("t0", from: 0.1, to: 60)
        bench.end(60)
        #expect(try bench.said("floorChanged").count == 1)
        #expect(try bench.probes().count == 2)
    }

    @Test func `kylecorry31/Trail-Sense#1833: a ride of seventy metres is one change`() throws {
        var bench = inTower()
        bench.pressure(until: 80, (20, 28, 70))
        bench.end(80)
        #expect(try bench.said("floor*").count == 1)
        #expect(try bench.story("floor").count == 2)
    }

    @Test func `introlab/rtabmap_ros#1265: after a hand-off the old pose gives no instruction`() throws {
        var bench = threeStoreys()
        bench.at(1, "go", "\"to\":\"Desk t3\"")
        bench.poses("t0", from: 34, to: 45, x: 15)
        answer(&bench, 38, "t3")
        bench.poses("t3", from: 45.1, to: 60, x: 0)
        bench.end(60)
        let steps = try bench.story("step").filter { (Double($0.split(separator: " ")[0]) ?? 0) > 38 }
        #expect(steps.isEmpty, "\(steps)")
    }
}
