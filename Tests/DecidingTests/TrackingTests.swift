import Deciding
import Testing

/// Tracking lost and found, as it is said.
struct TrackingTests {
    private func inSolo(route: Bool = false) -> CoreBench {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 0.1, to: 4.9)
        if route { bench.at(4.95, "go", "\"to\":\"d\"") }
        return bench
    }

    @Test(arguments: ["limited", "lost"])
    func `Tracking that flickers every 0.7 s for a minute says nothing`(tracking: String) throws {
        var bench = inSolo()
        for second in 0..<43 {
            let from = 5 + Double(second) * 1.4
            bench.poses("solo", from: from, to: from + 0.6, tracking)
            bench.poses("solo", from: from + 0.7, to: from + 1.3)
        }
        bench.end(70)
        #expect(try bench.said("tracking*").isEmpty)
        #expect(try bench.tracking() == ["1.6 ok"])
    }

    @Test func `A loss of 1.4 s says nothing and one of 1.6 s is one loss and one return`() throws {
        for (span, count) in [(1.4, 0), (1.6, 1)] {
            var bench = inSolo()
            bench.poses("solo", from: 5, to: 5 + span - 0.1, "limited")
            bench.poses("solo", from: 5 + span, to: 20)
            bench.end(30)
            #expect(try bench.moments("trackingLost") == (count == 0 ? [] : [6.5]))
            #expect(try bench.moments("trackingFound").count == count)
            #expect(try bench.tracking().count == 1 + 2 * count)
        }
    }

    @Test func `Found is said once the poses have been normal for 1.5 s, and a flicker begins that anew`() throws {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 9.9, "lost")
        bench.poses("solo", from: 10, to: 11)
        bench.pose(11.1, "solo", 5, 0, "limited")
        bench.poses("solo", from: 11.2, to: 20)
        bench.end(20)
        #expect(try bench.tracking() == ["1.6 ok", "6.5 lost", "12.7 ok"])
        #expect(try bench.moments("trackingLost") == [6.5])
    }

    @Test func `Lost and found twice are two of each`() throws {
        var bench = inSolo()
        for start in [5.0, 20] {
            bench.poses("solo", from: start, to: start + 4.9, "lost")
            bench.poses("solo", from: start + 5, to: start + 14.9)
        }
        bench.end(40)
        #expect(try bench.moments("trackingLost") == [6.5, 21.5])
        #expect(try bench.moments("trackingFound").count == 2)
    }

    @Test func `Mostly lost is lost: more than three quarters of the last ten seconds`() throws {
        for (poor, isLost) in [(0.7, false), (1.1, true)] {
            var bench = inSolo()
            for cycle in 0..<20 {
                let from = 5 + Double(cycle) * (poor + 0.3)
                bench.poses("solo", from: from, to: from + poor - 0.1, "limited")
                bench.poses("solo", from: from + poor, to: from + poor + 0.2)
            }
            bench.end(40)
            #expect(try bench.said("trackingLost").count == (isLost ? 1 : 0), "\(poor) s of each \(poor + 0.3)")
        }
    }

    @Test func `Once found, the ten seconds are empty again`() throws {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 13, "limited")
        bench.poses("solo", from: 13.1, to: 14.8)
        bench.poses("solo", from: 14.9, to: 16, "limited")
        bench.poses("solo", from: 16.1, to: 30)
        bench.end(30)
        #expect(try bench.moments("trackingLost") == [6.5])
        #expect(try bench.tracking().suffix(2) == ["6.5 lost", "14.6 ok"])
    }

    // MARK: silence

    @Test func `Silence is a loss while a route is active, and none without`() throws {
        var with = inSolo(route: true)
        with.end(30)
        #expect(try with.tracking().last == "6.45 lost", "at the earliest 1.5 s after the go")
        var without = inSolo()
        without.end(30)
        #expect(try without.said("tracking*").isEmpty)
    }

    @Test func `Silence counts from the last pose`() throws {
        var bench = inSolo(route: true)
        bench.poses("solo", from: 5, to: 9)
        bench.end(30)
        #expect(try bench.tracking().last == "10.5 lost")
    }

    @Test func `Where no pose has come before, silence says nothing`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.at(1, "go", "\"to\":\"d\",\"from\":\"e\"")
        bench.end(60)
        #expect(try bench.tracking().isEmpty)
        #expect(try bench.said("tracking*").isEmpty)
    }

    @Test func `A route that ends does not make silence normal; a pose does`() throws {
        var bench = inSolo(route: true)
        bench.at(15, "stop")
        bench.poses("solo", from: 30, to: 35)
        bench.end(40)
        #expect(
            try bench.tracking() == ["1.6 ok", "6.45 lost", "31.5 ok"])
        #expect(try bench.said("trackingFound").count == 1)
    }

    @Test func `Silence shorter than 1.5 s before a route ends says nothing after`() throws {
        var bench = inSolo(route: true)
        bench.at(6.4, "stop")
        bench.end(30)
        #expect(try bench.said("tracking*").isEmpty)
    }

    // MARK: jumps

    @Test func `One jump that stays says nothing and confirms nothing for 1.5 s`() throws {
        var bench = inSolo(route: true)
        bench.poses("solo", from: 5, to: 8)
        bench.poses("solo", from: 8.1, to: 20, x: 30.5)
        bench.end(21)
        #expect(try bench.said("tracking*").isEmpty)
        let steps = try bench.story("step")
        #expect(steps.last == "9.6 step", "\(steps)")
    }

    @Test func `Poses that keep jumping are lost`() throws {
        var bench = inSolo()
        for frame in 0..<100 { bench.pose(5 + Double(frame) / 10, "solo", frame % 2 == 0 ? 40 : 5) }
        bench.poses("solo", from: 15, to: 30)
        bench.end(30)
        #expect(try bench.moments("trackingLost") == [6.5])
        #expect(try bench.said("trackingFound").count == 1)
    }

    @Test func `A jump into silence is a loss while a route is active`() throws {
        var bench = inSolo(route: true)
        bench.poses("solo", from: 5, to: 8)
        bench.pose(8.1, "solo", 30)
        bench.end(30)
        #expect(try bench.tracking().last == "9.6 lost")
    }

    @Test func `A jump that is followed by poor poses is a loss after 1.5 s`() throws {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 8)
        bench.pose(8.1, "solo", 30)
        for frame in 0..<18 { bench.pose(8.35 + Double(frame) / 4, "solo", 30, 0, "limited") }
        bench.end(13)
        #expect(try bench.tracking().last == "9.6 lost")
    }

    @Test func `UTRA-ART/Caffeine#53: a pose at the origin from 30 m away is lost, not arrived`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 0.1, to: 5, x: 40, toX: 35)
        bench.at(3, "go", "\"to\":\"e\"")
        bench.poses("solo", from: 5.1, to: 20, x: 0)
        bench.end(20)
        #expect(try bench.story("arrived").isEmpty)
        #expect(try bench.moments("trackingLost") == [6.6])
    }

    @Test func `Standing at the origin, reached on foot, is normal`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 0.1, to: 10, x: 8, toX: 0)
        bench.poses("solo", from: 10.1, to: 20, x: 0)
        bench.end(20)
        #expect(try bench.said("tracking*").isEmpty)
    }

    @Test func `Poses beyond 10 km are lost`() throws {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 8, x: 10_001)
        bench.end(8)
        #expect(try bench.moments("trackingLost") == [6.5])
    }

    // MARK: places

    @Test func `Poses of another place are lost`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 4.9)
        bench.poses("barn", from: 5, to: 9.9)
        bench.poses("yard", from: 10, to: 15)
        bench.end(15)
        #expect(try bench.moments("trackingLost") == [6.5])
        #expect(try bench.story("place") == ["0 place yard"])
        #expect(try bench.tracking().last == "11.5 ok")
    }

    @Test func `Without a place tracking is unknown, whatever the poses`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.poses("yard", from: 0.1, to: 10)
        bench.poses("yard", from: 10.1, to: 20, "lost")
        bench.end(20)
        #expect(try bench.tracking().isEmpty)
        #expect(try bench.said("tracking*").isEmpty)
    }

    @Test func `A pose of the place that the step's portal leads to is normal, and confirms the step`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, x: 18, toX: 19.5)
        bench.at(1, "go", "\"to\":\"e\",\"from\":\"d\"")
        bench.at(1.1, "go", "\"to\":\"Lift garage\",\"from\":\"d\"")
        bench.poses("garage", from: 5.1, to: 12, x: 2)
        bench.end(12)
        #expect(try bench.story("place") == ["0 place yard", "5.1 place garage"])
        #expect(try bench.said("tracking*").isEmpty)
        #expect(try bench.said("placeChanged") == ["placeChanged: Now in Garage."])
    }

    // MARK: talking

    @Test func `A loss that is over before the person stops talking is not said`() throws {
        var bench = inSolo()
        bench.at(5, "talking", "\"on\":true")
        bench.poses("solo", from: 5, to: 8, "lost")
        bench.poses("solo", from: 8.1, to: 20)
        bench.at(12, "talking", "\"on\":false")
        bench.end(20)
        #expect(try bench.tracking() == ["1.6 ok", "6.5 lost", "9.6 ok"])
        #expect(try bench.said("tracking*").isEmpty)
    }

    @Test func `A loss that still holds is said when the person stops talking`() throws {
        var bench = inSolo()
        bench.at(5, "talking", "\"on\":true")
        bench.poses("solo", from: 5, to: 20, "lost")
        bench.at(12, "talking", "\"on\":false")
        bench.end(20)
        #expect(try bench.moments("trackingLost") == [12])
    }

    @Test func `A return that could not be said while the person talked is said after the next loss and return`() throws
    {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 9.9, "lost")
        bench.at(9.95, "talking", "\"on\":true")
        bench.poses("solo", from: 10, to: 12.9)
        bench.poses("solo", from: 13, to: 16.9, "lost")
        bench.poses("solo", from: 17, to: 30)
        bench.at(22, "talking", "\"on\":false")
        bench.end(30)
        #expect(try bench.moments("trackingLost") == [6.5])
        #expect(try bench.moments("trackingFound") == [22], "who has heard of the loss hears of the return")
    }

    // MARK: guidance

    @Test func `While lost no instruction is said, hazards go on, and the person's word counts`() throws {
        var bench = inSolo(route: true)
        bench.poses("solo", from: 5, to: 9.9)
        bench.poses("solo", from: 10, to: 29.9, x: 30, "lost")
        bench.at(17.5, "depth", "\"surface\":0.8")
        bench.at(18, "confirm")
        bench.poses("solo", from: 30, to: 40, x: 31)
        bench.end(40)
        #expect(try bench.moments("trackingLost") == [11.5])
        #expect(try bench.moments("proximity") == [17.5])
        let instructions = try bench.moments("instruction")
        #expect(instructions.allSatisfy { $0 < 11.5 || $0 >= 31.5 }, "\(instructions)")
        #expect(try bench.story("step").last == "18 step", "the person has said so")
        #expect(try bench.said("instruction").last == "instruction: Go through the door of solo.")
        #expect(try bench.said("tracking*").count == 2)
    }

    @Test func `An instruction under way is hushed by the loss and is said again after the return`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(0, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 0.1, to: 4.9)
        bench.poses("solo", from: 5, to: 9.9, "lost")
        bench.at(6.2, "go", "\"to\":\"d\",\"from\":\"e\"")
        bench.poses("solo", from: 10, to: 20)
        bench.end(20)
        let said = try bench.story("say", "hush").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        #expect(
            said == [
                "say 1 ready", "say 2 instruction", "hush 2", "say 3 trackingLost", "say 4 trackingFound",
                "say 5 instruction",
            ])
    }

    @Test func `A lost depth is said again each minute while a route is active`() throws {
        var bench = inSolo(route: true)
        bench.surface(3, from: 0.1, to: 5)
        bench.poses("solo", from: 5, to: 140, hertz: 2)
        bench.at(140, "end")
        #expect(try bench.moments("depthUnavailable").map { Int($0) } == [6, 66, 126])
    }

    // MARK: field reports

    @Test func `NVIDIA-ISAAC-ROS/isaac_ros_visual_slam#147: lost by status is lost, whatever the numbers`() throws {
        var bench = inSolo(route: true)
        bench.poses("solo", from: 5, to: 20, x: 5, toX: 30, "lost")
        bench.end(20)
        #expect(try bench.said("trackingLost").count == 1)
        #expect(try bench.story("step").count == 1, "guidance waits")
    }

    @Test func `introlab/rtabmap_ros#565: a pose without an orientation is lost`() throws {
        var bench = inSolo()
        bench.poses("solo", from: 5, to: 9, x: 0, "lost")
        bench.end(9)
        #expect(try bench.moments("trackingLost") == [6.5])
    }

    @Test func `joan2937/pigpio#133: no clock but the log's own counts`() throws {
        var bench = CoreBench(CoreBench.alone)
        bench.at(31_536_000, "place", "\"id\":\"solo\"")
        bench.poses("solo", from: 31_536_000.5, to: 31_536_005)
        bench.poses("solo", from: 31_536_005.5, to: 31_536_020, "lost")
        bench.at(31_536_020, "end")
        #expect(try bench.tracking().last == "31536007 lost")
    }
}
