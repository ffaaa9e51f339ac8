import Testing

/// What went wrong for others in the field, and must not here; each test is named after its public thread.
struct FieldReportTests {
    private func running() -> CoreBench {
        var bench = CoreBench()
        bench.surface(3, from: 0.1, to: 3)
        return bench
    }

    @Test func `realsenseai/librealsense#7288: frames that stop for good are one loss, 1 s after the last`() throws {
        var bench = running()
        bench.at(600, "end")
        #expect(try bench.moments("depthUnavailable") == [4])
        #expect(try bench.story("state").count == 2)
    }

    @Test func `ArduPilot/ardupilot#25913: where the barometer dies, alerts go on, and it alone is named, once`() throws
    {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        for sample in 0...100 {
            bench.at(Double(sample) / 25, "pressure", "\"hPa\":\(1000 + Double(sample % 3) / 100)")
        }
        bench.surface(3, from: 0.1, to: 29.9)
        bench.surface(0.8, from: 30, to: 37)
        bench.at(37, "end")
        #expect(try bench.moments("barometerUnavailable") == [9])
        #expect(try bench.moments("proximity") == [30, 33, 36])
        #expect(try bench.moments("depthUnavailable").isEmpty)
    }

    @Test
    func `ArduPilot/ardupilot#25913: where the camera dies, floors are still noticed, and it alone is named, once`()
        throws
    {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 5)
        for sample in 0...(40 * 25) {
            let moment = Double(sample) / 25
            let height = min(max(moment - 15, 0), 10) * 0.4
            bench.at(moment, "pressure", "\"hPa\":\(1000 - height * 0.12 + Double(sample % 3) / 100)")
        }
        bench.at(40, "end")
        #expect(try bench.moments("depthUnavailable") == [6])
        #expect(try bench.moments("floorChanged").count == 1)
        #expect(try bench.moments("barometerUnavailable").isEmpty)
    }

    @Test func `realsenseai/librealsense#10543: a plug pulled and put back is one loss and one return`() throws {
        var bench = running()
        bench.at(3.1, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
        bench.at(5.1, "sensor", "\"sensor\":\"depth\",\"state\":\"connected\"")
        bench.surface(3, from: 6, to: 12)
        bench.at(12, "end")
        #expect(try bench.moments("depthUnavailable") == [3.1])
        let back = try bench.story("state").last
        #expect(back == "7 depth ok")
        #expect(try bench.moments("depthBack").count == 1)
    }

    @Test func `realsenseai/librealsense#11881: ten unpluggings are ten returns`() throws {
        var bench = CoreBench()
        for cycle in 0..<10 {
            let start = 0.1 + Double(cycle) * 20
            bench.surface(3, from: start, to: start + 9.9)
            bench.at(start + 10, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
            bench.at(start + 15, "sensor", "\"sensor\":\"depth\",\"state\":\"connected\"")
        }
        bench.surface(3, from: 200.1, to: 210)
        bench.at(210, "end")
        #expect(try bench.moments("depthUnavailable").count == 10)
        #expect(try bench.moments("depthBack").count == 10)
    }

    @Test func `rai-opensource/spot_ros2#605: frames that keep coming and never change are a loss`() throws {
        var bench = running()
        bench.depth("\"none\":\"stuck\"", from: 3.1, to: 10, hertz: 15)
        bench.at(10, "end")
        #expect(try bench.words().dropFirst() == ["4 Depth readings are unavailable. The camera has stopped."])
    }

    @Test func `PX4/PX4-Avoidance#527: frames every 1.37 s are one loss, not an alternation`() throws {
        var bench = running()
        bench.surface(3, from: 4.37, to: 60, hertz: 1 / 1.37)
        bench.at(60, "end")
        #expect(try bench.moments("depthUnavailable") == [4])
        #expect(try bench.moments("depthBack").isEmpty)
    }

    @Test func `PX4/PX4-Autopilot#13502: on a loss the last distance is not held, and is said no more`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 0.1, to: 3)
        bench.at(30, "end")
        #expect(try bench.moments("proximity") == [0.1])
        #expect(try bench.moments("depthUnavailable") == [4])
    }

    @Test func `introlab/rtabmap_ros#1333: nothing in a log is a wall clock, so no stamp can skip a frame`() throws {
        var bench = CoreBench()
        bench.surface(3, from: 1000, to: 1010)
        bench.at(1010.9, "end")
        #expect(try bench.story("state") == ["5 depth unavailable", "1001 depth ok"])
    }

    @Test func `facebookresearch/habitat-sim#1157: a hole is neither near nor far`() throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":0.9")
        bench.unmeasurable(from: 0.2, to: 0.9)
        bench.at(1, "depth", "\"surface\":0.9")
        bench.at(2.9, "end")
        #expect(try bench.moments("proximity") == [0.1], "a hole neither cleared nor alerted")
    }

    @Test func `ArduPilot/ardupilot#6539: one strip without a reading leaves the decision to the others`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"strips\":[null,3,3,0.9,3]", from: 1, to: 1.2)
        bench.at(1.5, "end")
        #expect(try bench.words().last == "1.2 0.9 metres. Something ahead, right.")
    }

    @Test func `ros-planning/navigation#662: someone who walks away into the open ends the alert`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 0.1, to: 1)
        bench.unmeasurable(from: 1.1, to: 1.9)
        bench.depth("\"clear\":true", from: 2, to: 20)
        bench.at(20, "end")
        #expect(try bench.moments("proximity") == [0.1])
    }

    @Test func `raspberrypi/linux#5570: without its barometer the service says so once, and depth works`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.at(0, "sensor", "\"sensor\":\"barometer\",\"state\":\"disconnected\"")
        bench.surface(3, from: 0.1, to: 60)
        bench.at(59, "depth", "\"surface\":0.9")
        bench.at(60, "end")
        #expect(try bench.moments("barometerUnavailable") == [5])
        #expect(try bench.moments("proximity") == [59])
    }

    @Test func `ArduPilot/ardupilot#436: one sample far off moves no floor`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        for sample in 0...500 {
            let pressure = sample == 250 ? 540 : 1000 + Double(sample % 3) / 200
            bench.at(Double(sample) / 25, "pressure", "\"hPa\":\(pressure)")
        }
        bench.at(20, "end")
        #expect(try bench.story("floor").isEmpty)
    }

    @Test func `CMU-cabot/cabot#57: the step across a gap in pressure is no floor`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        for sample in 0...250 {
            bench.at(Double(sample) / 25, "pressure", "\"hPa\":\(1000 + Double(sample % 3) / 200)")
        }
        for sample in 0...500 {
            bench.at(20 + Double(sample) / 25, "pressure", "\"hPa\":\(999 + Double(sample % 3) / 200)")
        }
        bench.at(40, "end")
        #expect(try bench.story("floor").isEmpty)
    }

    @Test func `kylecorry31/Trail-Sense#1833: twenty floors in a lift are one message`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        for sample in 0...(80 * 25) {
            let moment = Double(sample) / 25
            let height = min(max((moment - 10) / 40, 0), 1) * 70
            bench.at(moment, "pressure", "\"hPa\":\(1000 - height * 0.119 + Double(sample % 3) / 300)")
        }
        bench.at(80, "end")
        #expect(try bench.moments("floorChanged").count == 1)
        #expect(try bench.story("floor").count == 2)
    }
}
