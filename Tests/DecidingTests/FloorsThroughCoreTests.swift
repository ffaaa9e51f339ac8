import Evidence
import Testing

struct FloorsThroughCoreTests {
    /// Adds pressure at 25 Hz: flat, then a rise of `hPa` over `ride` seconds, then flat, with a trace of noise.
    private func ride(_ bench: inout CoreBench, by hPa: Double, over seconds: Double, until end: Double) {
        var random = SplitMix(seed: 5)
        for sample in 0...Int(end * 25) {
            let moment = Double(sample) / 25
            let share = min(max((moment - 10) / seconds, 0), 1)
            let pressure = 1000 + hPa * share + (random.unit() - 0.5) * 0.01
            bench.at(moment, "pressure", "\"hPa\":\(pressure)")
        }
        bench.at(end, "end")
    }

    @Test func `A ride between floors is said once, and both its effects are given`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        ride(&bench, by: -1.0, over: 10, until: 40)
        #expect(try bench.story("floor").map { $0.split(separator: " ")[2] } == ["changed", "settled"])
        #expect(try bench.words().filter { $0.hasSuffix("We have left the floor, going up.") }.count == 1)
        let lines = try bench.lines().filter { $0.contains("\"settled\"") }
        #expect(lines.first?.contains("\"change\":8.") == true)
    }

    @Test func `A ride that comes back is said as such`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        for sample in 0...(60 * 25) {
            let moment = Double(sample) / 25
            let height = moment < 10 ? 0 : moment < 20 ? (moment - 10) / 10 : moment < 30 ? (30 - moment) / 10 : 0
            bench.at(moment, "pressure", "\"hPa\":\(1000 - height * 0.5 + Double(sample % 3) / 1000)")
        }
        bench.at(60, "end")
        #expect(try bench.story("floor").map { $0.split(separator: " ")[2] } == ["changed", "returned"])
        #expect(try bench.words().contains { $0.hasSuffix("We are back on the floor we left.") })
        #expect(try bench.lines().contains { $0.contains("\"returned\",\"change\":null}") })
    }

    @Test(arguments: ["yard", "shed-room", ""])
    func `Where floors do not lie one above the other the barometer says nothing at all`(place: String) throws {
        var bench = CoreBench(CoreBench.town)
        if !place.isEmpty { bench.at(0, "place", "\"id\":\"\(place)\"") }
        bench.surface(3, from: 0.1, to: 40)
        ride(&bench, by: -1.0, over: 10, until: 40)
        let story = try bench.story()
        #expect(story.allSatisfy { !$0.contains("floor ") && !$0.contains("barometer") }, "\(story)")
        #expect(story.contains("0.1 say 1 ready"), "depth alone makes ready here")
    }

    @Test func `A barometer that stops is said after 5 s, and its return after 2 s of samples`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 28)
        for sample in 0...100 {
            bench.at(Double(sample) / 25, "pressure", "\"hPa\":\(1000 + Double(sample % 3) / 100)")
        }
        for sample in 0...100 {
            bench.at(20 + Double(sample) / 25, "pressure", "\"hPa\":\(990 + Double(sample % 3) / 100)")
        }
        bench.at(28, "end")
        #expect(
            try bench.story("state").filter { $0.contains("barometer") } == [
                "0 barometer starting", "0 barometer ok", "9 barometer unavailable", "22 barometer ok",
            ])
        #expect(try bench.moments("barometerUnavailable") == [9])
        #expect(try bench.moments("barometerBack") == [22])
        #expect(try bench.story("floor").isEmpty, "nothing is claimed about the gap")
    }

    @Test func `A barometer that is expected and never reads is said 5 s after the start`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.at(0, "sensor", "\"sensor\":\"barometer\",\"state\":\"connected\"")
        bench.surface(3, from: 0.1, to: 8)
        bench.at(8, "end")
        #expect(try bench.moments("barometerUnavailable") == [5])
    }

    @Test func `A log without anything of a barometer expects none`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 30)
        bench.at(30, "end")
        #expect(try bench.story() == ["0 place hall", "0.1 depth ok", "0.1 say 1 ready"])
    }

    @Test func `A barometer that is switched off in the settings is not used`() throws {
        var bench = CoreBench(CoreBench.town)
        _ = bench.settings.set("barometer.enabled", .boolean(false))
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 40)
        ride(&bench, by: -1.0, over: 10, until: 40)
        let story = try bench.story()
        #expect(story.prefix(3) == ["0 place hall", "0.1 depth ok", "0.1 say 1 ready"])
        #expect(story.allSatisfy { !$0.contains("floor ") && !$0.contains("barometer") })
    }

    @Test func `Walking out of the building ends all talk of the barometer`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 30)
        for sample in 0...100 {
            bench.at(Double(sample) / 25, "pressure", "\"hPa\":\(1000 + Double(sample % 3) / 100)")
        }
        bench.at(6, "place", "\"id\":\"yard\"")
        bench.at(30, "end")
        #expect(try bench.story("state").last == "6 barometer off")
        #expect(try bench.moments("barometerUnavailable").isEmpty)
    }
}
