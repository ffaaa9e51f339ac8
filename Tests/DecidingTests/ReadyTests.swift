import Testing

struct ReadyTests {
    @Test func `The first reliable result makes ready, once`() throws {
        var bench = CoreBench()
        bench.unmeasurable(from: 0.1, to: 2)
        bench.surface(3, from: 2.1, to: 30)
        bench.at(30, "end")
        #expect(try bench.words() == ["2.1 Ready."])
    }

    @Test func `At 20 s what is missing is said, once`() throws {
        var bench = CoreBench()
        bench.at(100, "end")
        #expect(try bench.moments("notReady") == [20])
        #expect(try bench.words().last == "20 Not ready yet. The camera has given no depth reading.")
    }

    @Test func `Ready at the last moment is in time, and at 20 s it is too late`() throws {
        for (moment, kinds) in [(19.999999999, []), (20, [20.0])] as [(Double, [Double])] {
            var bench = CoreBench()
            bench.at(moment, "depth", "\"surface\":3")
            bench.at(20.5, "end")
            #expect(try bench.moments("notReady") == kinds)
        }
    }

    @Test func `Ready takes the place of not ready, which is cut short`() throws {
        var bench = CoreBench()
        bench.at(20.5, "depth", "\"surface\":3")
        bench.at(21, "end")
        #expect(
            try bench.story("say", "hush") == [
                "5 say 1 depthUnavailable", "20 say 2 notReady", "20.5 hush 2", "20.5 say 3 ready",
            ])
    }

    @Test func `On a floor the baseline is needed too, where a barometer is expected`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 25)
        bench.at(21, "pressure", "\"hPa\":1000")
        bench.at(25, "end")
        #expect(try bench.words().contains("20 Not ready yet. The barometer has given no steady reading."))
        #expect(try bench.moments("ready").isEmpty)
    }

    @Test func `With nothing at all, both are named`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.at(21, "sensor", "\"sensor\":\"barometer\",\"state\":\"connected\"")
        bench.at(21, "end")
        let words = "Not ready yet. The camera has given no depth reading, the barometer no steady one."
        #expect(try bench.words().contains("20 " + words))
    }

    @Test func `Ready waits for the later of the two`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 8)
        for index in 0...100 {
            bench.at(3 + Double(index) / 25, "pressure", "\"hPa\":\(1000 + Double(index % 2) / 100)")
        }
        bench.at(8, "end")
        #expect(try bench.moments("ready") == [5])
    }

    @Test func `Where no barometer is expected, depth alone makes ready`() throws {
        var bench = CoreBench(CoreBench.town)
        bench.at(0, "place", "\"id\":\"hall\"")
        bench.surface(3, from: 0.1, to: 2)
        bench.at(2, "end")
        #expect(try bench.words() == ["0.1 Ready."])
    }
}
