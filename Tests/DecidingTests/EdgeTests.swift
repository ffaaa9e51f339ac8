import Deciding
import Testing
import Wayfinding

/// Walking out of the mapped floor, and into a neighbour.
struct EdgeTests {
    /// In the yard, whose floor ends at y = 5; a way to the desk is followed from 1 s on if there is a route.
    private func inYard(route: Bool = true) -> CoreBench {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, y: 2.5, hertz: 1)
        if route { bench.at(1, "go", "\"to\":\"Desk yard\"") }
        return bench
    }

    private func answer(_ bench: inout CoreBench, _ seconds: Double, _ place: String?) {
        bench.at(seconds, "probeResult", "\"place\":\(place.map { "\"\($0)\"" } ?? "null")")
    }

    private func ends(_ bench: CoreBench) throws -> [String] { try bench.lines().filter { $0.contains("\"ended\"") } }

    @Test(arguments: [(6.5, false), (6.501, true)])
    func `Only more than 1.5 m outside counts`(y: Double, isEdge: Bool) throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 20, y: y, hertz: 1)
        bench.end(20)
        #expect(try bench.probes() == (isEdge ? ["8.1 edge garage barn"] : []))
    }

    @Test func `Just outside, or outside for less than 3 s, is none`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 8.0, y: 7, hertz: 1)
        bench.poses("yard", from: 8.1, to: 20, y: 5, hertz: 1)
        bench.end(30)
        #expect(try bench.probes() == ["8.1 edge garage barn"], "the 3 s end before the pose that is back")
        var sooner = inYard()
        sooner.poses("yard", from: 5.1, to: 7.9, y: 7, hertz: 1)
        sooner.poses("yard", from: 8.0, to: 20, y: 5, hertz: 1)
        sooner.end(30)
        #expect(try sooner.probes().isEmpty)
    }

    @Test func `Coming nearer than 1.5 m does not cancel; only the floor itself does`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 6, y: 7, hertz: 1)
        bench.poses("yard", from: 6.1, to: 20, y: 5.1, hertz: 1)
        bench.end(20)
        #expect(try bench.probes() == ["8.1 edge garage barn"])
    }

    @Test func `Back on the floor while the probe is out calls it off, and a late answer counts no more`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 10, y: 7, hertz: 1)
        bench.poses("yard", from: 10.1, to: 40, y: 5, hertz: 1)
        answer(&bench, 11, "garage")
        bench.end(40)
        #expect(try bench.story("place") == ["0 place yard"])
        #expect(try ends(bench).isEmpty)
        #expect(try bench.said("edgeOfMap").isEmpty)
    }

    @Test func `One excursion is told once, and is over after 3 s inside`() throws {
        var bench = inYard(route: false)
        bench.poses("yard", from: 5.1, to: 20, y: 7, hertz: 1)
        bench.poses("yard", from: 20.1, to: 22, y: 2.5, hertz: 1)
        bench.poses("yard", from: 22.1, to: 40, y: 7, hertz: 1)
        bench.end(40)
        #expect(try bench.probes() == ["8.1 edge garage barn"])
        var twice = inYard(route: false)
        twice.poses("yard", from: 5.1, to: 20, y: 7, hertz: 1)
        twice.poses("yard", from: 20.1, to: 23.2, y: 2.5, hertz: 1)
        twice.poses("yard", from: 24.1, to: 40, y: 7, hertz: 1)
        twice.end(40)
        #expect(try twice.probes() == ["8.1 edge garage barn", "27.1 edge garage barn"])
    }

    @Test func `No answer ends guidance after 10 s, and it is said once what to do`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 60, y: 7, hertz: 1)
        bench.end(60)
        #expect(try ends(bench) == ["{\"t\":18.1,\"type\":\"ended\",\"why\":\"edge\"}"])
        #expect(try bench.moments("edgeOfMap") == [18.1])
    }

    @Test func `Null ends guidance at once`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 60, y: 7, hertz: 1)
        answer(&bench, 9, nil)
        bench.end(60)
        #expect(try bench.moments("edgeOfMap") == [9])
        #expect(try bench.probes().count == 1)
    }

    @Test func `Walking back in after the end does not take the end back`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 9, y: 7, hertz: 1)
        answer(&bench, 9, nil)
        bench.poses("yard", from: 9.1, to: 30, y: 2.5, hertz: 1)
        bench.end(30)
        #expect(try bench.moments("edgeOfMap") == [9])
        #expect(try ends(bench).count == 1)
    }

    @Test func `Without siblings guidance ends at once`() throws {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t1\"")
        bench.poses("t1", from: 0.1, to: 5, y: 2.5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Desk t1\"")
        bench.poses("t1", from: 5.1, to: 30, y: 7, hertz: 1)
        bench.end(30)
        #expect(try bench.moments("edgeOfMap") == [8.1])
        #expect(try bench.probes().isEmpty)
    }

    @Test func `With the lateral hand-off turned off nothing is asked, and the end is still said`() throws {
        var bench = inYard()
        _ = bench.settings.set("handOff.lateral", .boolean(false))
        bench.poses("yard", from: 5.1, to: 30, y: 7, hertz: 1)
        bench.end(30)
        #expect(try bench.probes().isEmpty)
        #expect(try bench.moments("edgeOfMap") == [8.1])
    }

    @Test(arguments: [nil, "garage"])
    func `Without a route nothing is said of the edge, but the neighbour's name is`(place: String?) throws {
        var bench = inYard(route: false)
        bench.poses("yard", from: 5.1, to: 9, y: 7, hertz: 1)
        answer(&bench, 9, place)
        bench.end(40)
        #expect(try bench.said("edgeOfMap", "noRoute").isEmpty)
        #expect(try ends(bench).isEmpty)
        #expect(try bench.said("placeChanged") == (place == nil ? [] : ["placeChanged: Now in Garage."]))
    }

    @Test func `Tracking lost on the way begins the 3 s anew when it is found`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 5.5, y: 7, hertz: 1)
        bench.poses("yard", from: 6.1, to: 11.9, y: 7, hertz: 1, "lost")
        bench.poses("yard", from: 12, to: 30, y: 7, hertz: 1)
        bench.end(30)
        #expect(try bench.tracking().last == "13.5 ok")
        #expect(try bench.probes() == ["16.5 edge garage barn"])
    }

    @Test func `A probe that is out goes on while tracking is lost, and the end replaces a loss that waits`() throws {
        var bench = inYard()
        bench.poses("yard", from: 5.1, to: 9, y: 7, hertz: 1)
        bench.at(9.5, "talking", "\"on\":true")
        bench.at(20, "talking", "\"on\":false")
        bench.end(30)
        #expect(try bench.said("trackingLost").isEmpty)
        #expect(try bench.moments("edgeOfMap") == [20])
        #expect(try bench.story("dropped").contains("18.1 dropped trackingLost superseded"))
    }

    @Test func `A floor probe goes before; the edge is then judged anew where the answer says`() throws {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: 60, (20, 5, 7))
        bench.poses("t0", from: 0.1, to: 24, y: 2.5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Desk t0\"")
        bench.poses("t0", from: 24.1, to: 60, y: 7, hertz: 1)
        answer(&bench, 45, "t0")
        bench.end(60)
        let edge = try bench.moments("edgeOfMap")
        #expect(edge.count == 1 && edge[0] > 48 && edge[0] < 48.2, "\(edge)")
    }

    @Test func `A floor change supersedes an edge probe`() throws {
        var world = CoreBench.tower.groups[0]
        world.floors[0].places.append("lobby")
        var bench = CoreBench(World(places: CoreBench.tower.places, groups: [world]))
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: 32, (20, 5, 7))
        bench.poses("t0", from: 0.1, to: 17, y: 2.5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Desk t0\"")
        bench.poses("t0", from: 17.1, to: 32, y: 7, hertz: 1)
        answer(&bench, 30, "lobby")
        bench.end(32)
        let probes = try bench.probes()
        #expect(probes.first == "20.1 edge lobby")
        #expect(probes.dropFirst().allSatisfy { $0.contains("floorChange t1 t2 t3 t0 lobby") } && probes.count > 1)
        #expect(try bench.said("edgeOfMap").isEmpty)
    }

    @Test func `A polygon's notch is outside`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"barn\"")
        bench.poses("barn", from: 0.1, to: 5, x: 5, y: 1, hertz: 1)
        bench.poses("barn", from: 5.1, to: 9, x: 5, y: 3.4, hertz: 1)
        bench.poses("barn", from: 9.1, to: 20, x: 5, y: 3.6, hertz: 1)
        bench.end(20)
        #expect(try bench.probes() == ["12.1 edge yard garage"])
    }

    @Test func `A place without bounds has no edge`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 0.1, to: 5, hertz: 1)
        bench.at(1, "go", "\"to\":\"d\"")
        bench.poses("solo", from: 5.1, to: 60, y: 100, hertz: 1)
        bench.end(60)
        #expect(try bench.said("edgeOfMap").isEmpty)
    }
}

/// The switch to the neighbour itself.
struct HandOffTests {
    private func leaving(to goal: String?) -> CoreBench {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, x: 19, y: 2.5, hertz: 1)
        if let goal { bench.at(1, "go", "\"to\":\"\(goal)\"") }
        bench.poses("yard", from: 5.1, to: 9, x: 19, y: 7, hertz: 1)
        return bench
    }

    @Test func `A route that leads there goes on by its legs, and the name is said once`() throws {
        var bench = leaving(to: "Lift garage")
        bench.at(9, "probeResult", "\"place\":\"garage\"")
        bench.poses("garage", from: 9.1, to: 20, x: 19, hertz: 1)
        bench.end(20)
        #expect(try bench.story("place") == ["0 place yard", "9 place garage"])
        #expect(try bench.said("placeChanged") == ["placeChanged: Now in Garage."])
        #expect(try bench.story("dropped").isEmpty)
        #expect(try bench.story("ended").isEmpty)
        #expect(try bench.said("instruction").last == "instruction: Go back through the door of garage.")
    }

    @Test func `A floor's name is said where the route leads to that floor`() throws {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: 40, (20, 5, 7))
        bench.at(1, "go", "\"to\":\"Desk t2\",\"from\":\"e\"")
        bench.at(32, "probeResult", "\"place\":\"t2\"")
        bench.end(40)
        #expect(try bench.said("placeChanged") == ["placeChanged: Now on Floor 2."])
        #expect(try bench.story("place").count == 2)
    }

    @Test func `A route that has no way on from there ends, and it is said`() throws {
        var bench = leaving(to: "Middle yard")
        bench.at(9, "probeResult", "\"place\":\"barn\"")
        bench.end(40)
        #expect(try bench.said("placeChanged") == ["placeChanged: Now in Barn."])
        #expect(try bench.said("noRoute").count == 1)
        #expect(try bench.moments("noRoute").allSatisfy { $0 < 12 })
        #expect(try bench.lines().filter { $0.contains("\"ended\"") }.map { $0.contains("noRoute") } == [true])
        #expect(try bench.said("edgeOfMap").isEmpty)
    }

    @Test func `A route is planned anew from where the first pose there says`() throws {
        var bench = leaving(to: "Middle yard")
        bench.at(9, "probeResult", "\"place\":\"garage\"")
        bench.poses("garage", from: 9.5, to: 20, x: 17, hertz: 1)
        bench.end(20)
        #expect(try bench.said("noRoute").isEmpty)
        #expect(try bench.story("ended").isEmpty)
        #expect(try bench.story("route").last == "9.5 route")
        #expect(
            try bench.words().filter { $0.hasSuffix("We are in another place. I have found a new way.") }.count == 1)
        #expect(try bench.said("instruction").last == "instruction: Go through the door of garage.")
    }

    @Test func `Where no pose comes there, the route ends rather than lead on from the place that was left`() throws {
        var bench = leaving(to: "Middle yard")
        bench.at(9, "probeResult", "\"place\":\"garage\"")
        bench.end(40)
        #expect(try bench.said("noRoute").count == 1)
        #expect(try bench.story("ended") == ["14 ended"])
    }

    @Test func `CMU-cabot/cabot#20: standing in the doorway for 30 s is one hand-off at most`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, x: 19.5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Lift garage\"")
        for frame in 0..<300 {
            let isYard = frame / 7 % 2 == 0
            bench.pose(5.1 + Double(frame) / 10, isYard ? "yard" : "garage", isYard ? 22.5 : 20.5)
        }
        bench.end(40)
        #expect(try bench.story("place").count == 2)
        #expect(try bench.said("placeChanged").count == 1)
    }

    @Test func `strands-project/strands_navigation#262: the same numbers in another place are not there`() throws {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t1\"")
        bench.poses("t1", from: 0.1, to: 5, x: 5, hertz: 1)
        bench.at(1, "go", "\"to\":\"Desk t1\"")
        bench.poses("t2", from: 5.1, to: 20, x: 20, hertz: 1)
        bench.end(20)
        #expect(try bench.story("arrived").isEmpty)
        #expect(try bench.story("place") == ["0 place t1"])
    }

    @Test func `Scottish-Tech-Army/Soundscape-Android#653: the next step is there before the old one is gone`() throws {
        var bench = leaving(to: "Lift garage")
        bench.at(9, "probeResult", "\"place\":\"garage\"")
        bench.at(9, "next")
        bench.end(30)
        #expect(try bench.said("reply").last?.contains("Walk to the lift of garage.") == true)
    }
}
