import Deciding
import Testing

struct StillLookingTests {
    private func ridden(until end: Double = 90) -> CoreBench {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: end, (20, 5, 7))
        return bench
    }

    private func asked(_ bench: CoreBench) throws -> Double {
        try #require(try bench.probes().first.flatMap { Double($0.split(separator: " ")[0]) })
    }

    @Test func `A probe that is not answered is told once, 10 s after the first asking`() throws {
        var bench = ridden()
        bench.end(90)
        let first = try asked(bench)
        let told = try bench.moments("stillLooking")
        #expect(told.count == 1 && abs(told[0] - first - 10) < 1e-6, "\(told) after \(first)")
    }

    @Test func `Nulls do not begin the ten seconds anew, nor end them`() throws {
        var bench = ridden()
        for moment in stride(from: 22.0, to: 60, by: 0.5) { bench.at(moment, "probeResult", "\"place\":null") }
        bench.end(90)
        let first = try asked(bench)
        let told = try bench.moments("stillLooking")
        #expect(told.count == 1 && abs(told[0] - first - 10) < 1e-6, "\(told) after \(first)")
    }

    @Test func `An answer within 10 s keeps it quiet`() throws {
        var bench = ridden()
        bench.at(31, "probeResult", "\"place\":\"t2\"")
        bench.end(90)
        #expect(try bench.said("stillLooking").isEmpty)
    }

    @Test func `Someone with a screen is not told`() throws {
        var bench = ridden()
        _ = bench.settings.set("announcements.audience", .text("everyone"))
        bench.end(90)
        #expect(try bench.said("stillLooking").isEmpty)
        #expect(try bench.story("dropped").contains { $0.hasSuffix("stillLooking audience") })
    }

    @Test func `Poses without a known place are told once, though the place is asked for again and again`() throws {
        for nulls in [false, true] {
            var bench = CoreBench(CoreBench.farm)
            bench.poses("garage", from: 1, to: 60)
            if nulls {
                for moment in stride(from: 1.5, to: 60, by: 0.5) { bench.at(moment, "probeResult", "\"place\":null") }
            }
            bench.end(60)
            #expect(try bench.moments("stillLooking") == [11], "nulls: \(nulls)")
            let probes = try bench.probes()
            #expect(probes.first == "1 start garage yard barn")
            #expect(nulls ? probes.count > 3 : probes.count == 1, "\(probes)")
        }
    }

    @Test func `An edge that found nobody is not told to take long`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.poses("yard", from: 0.1, to: 5, hertz: 1)
        bench.poses("yard", from: 5.1, to: 60, y: 7, hertz: 1)
        bench.at(9, "probeResult", "\"place\":null")
        bench.end(60)
        #expect(try bench.probes() == ["8.1 edge garage barn"])
        #expect(try bench.said("stillLooking").isEmpty)
    }

    @Test func `A second ride may be told to take long too`() throws {
        var bench = CoreBench(CoreBench.tower)
        bench.at(0, "place", "\"id\":\"t0\"")
        bench.pressure(until: 140, (20, 5, 7), (80, 5, 3.5))
        bench.at(50, "probeResult", "\"place\":\"t2\"")
        bench.end(140)
        #expect(try bench.said("stillLooking").count == 2)
    }
}
