import Readings
import Testing

/// osmandapp/OsmAnd#13445: a setting that changes nothing is worse than none; each of the core's has its test here.
struct SettingsEffectTests {
    private func set(_ bench: inout CoreBench, _ seconds: Double, _ key: String, _ value: String) {
        bench.at(seconds, "setting", "\"key\":\"\(key)\",\"value\":\(value)")
    }

    @Test func `osmandapp/OsmAnd#13445: the threshold moves the alert`() throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":1.4")
        set(&bench, 0.2, "depth.threshold", "1.5")
        bench.at(0.3, "depth", "\"surface\":1.5")
        bench.at(0.5, "end")
        #expect(try bench.moments("proximity") == [0.3])
    }

    @Test func `osmandapp/OsmAnd#13445: the margin moves the clearance`() throws {
        for (margin, times) in [("0.25", 1), ("0.1", 2)] {
            var bench = CoreBench()
            set(&bench, 0, "depth.rearmMargin", margin)
            bench.at(0.1, "depth", "\"surface\":0.9")
            bench.at(2.3, "depth", "\"surface\":1.1")
            bench.at(2.5, "depth", "\"surface\":0.9")
            bench.at(2.9, "end")
            #expect(try bench.moments("proximity").count == times)
        }
    }

    @Test func `osmandapp/OsmAnd#13445: the interval moves the repeats`() throws {
        var bench = CoreBench()
        set(&bench, 0, "depth.repeat", "5")
        bench.surface(0.8, from: 1, to: 27)
        bench.at(27, "end")
        #expect(try bench.moments("proximity") == [1, 6, 11, 16, 26])
    }

    @Test func `osmandapp/OsmAnd#13445: strips can be switched off and on`() throws {
        var bench = CoreBench()
        let thin = "\"surface\":3,\"strips\":[3,0.9,3,3,3]"
        set(&bench, 0, "depth.strips", "false")
        bench.depth(thin, from: 0.1, to: 1)
        bench.at(1.5, "end")
        #expect(try bench.moments("proximity").isEmpty)
        set(&bench, 0.65, "depth.strips", "true")
        #expect(try bench.moments("proximity") == [0.9], "the third frame since")
    }

    @Test func `osmandapp/OsmAnd#13445: units change the words, even of what waits`() throws {
        var bench = CoreBench()
        bench.at(1, "depth", "\"surface\":3,\"dropOff\":1")
        bench.at(2.5, "depth", "\"surface\":0.8")
        set(&bench, 2.6, "units", "\"imperial\"")
        bench.at(4, "end")
        #expect(try bench.words().contains("3.357142857 2 feet 7 inches. Something ahead."))
    }

    @Test func `osmandapp/OsmAnd#13445: settings of the start count as well as those of the log`() throws {
        var bench = CoreBench()
        _ = bench.settings.set("depth.threshold", .number(2))
        _ = bench.settings.set("units", .text("imperial"))
        bench.at(0.1, "depth", "\"surface\":2")
        bench.at(0.5, "end")
        #expect(try bench.words() == ["0.1 6 feet. Something ahead."])
    }
}
