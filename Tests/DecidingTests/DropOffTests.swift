import Testing

struct DropOffTests {
    @Test func `A drop-off is said at once, and again every 3 s while it is nearer than 1.5 m`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"dropOff\":1.499999", from: 1, to: 7.5)
        bench.at(7.5, "end")
        #expect(try bench.moments("dropOff") == [1, 4, 7])
        #expect(try bench.words().contains("1 Stop. The floor drops away ahead."))
    }

    @Test func `From 1.5 m on it is said once`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"dropOff\":1.5", from: 1, to: 9)
        bench.at(9, "end")
        #expect(try bench.moments("dropOff") == [1])
    }

    @Test(arguments: [(4.1, 2), (4.099999999, 1)])
    func `It is said anew after 3 s without it`(again: Double, times: Int) throws {
        var bench = CoreBench()
        bench.surface(3, from: 0.9, to: 5)
        bench.at(1.1, "depth", "\"surface\":3,\"dropOff\":2")
        bench.at(again, "depth", "\"surface\":3,\"dropOff\":2")
        bench.at(5, "end")
        #expect(try bench.moments("dropOff").count == times)
    }

    @Test func `It counts with any reading, or none`() throws {
        for reading in ["\"clear\":true", "\"none\":\"tooFewUsable\""] {
            var bench = CoreBench()
            bench.at(1, "depth", reading + ",\"dropOff\":1")
            bench.at(2, "end")
            #expect(try bench.moments("dropOff") == [1])
        }
    }

    @Test func `It interrupts every other hazard`() throws {
        var bench = CoreBench()
        bench.at(1, "depth", "\"surface\":0.5")
        bench.at(1.2, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(1.4, "depth", "\"none\":\"tooFewUsable\",\"dropOff\":1")
        bench.at(2, "end")
        #expect(
            try bench.story("say", "hush") == [
                "1 say 1 proximity", "1.2 hush 1", "1.2 say 2 blocked", "1.4 hush 2", "1.4 say 3 dropOff",
            ])
    }

    @Test func `A lesser hazard waits for it, is dropped after 1 s, and is asked again`() throws {
        var bench = CoreBench()
        bench.at(1, "depth", "\"clear\":true,\"dropOff\":1")
        bench.surface(0.8, from: 1.5, to: 3.3)
        bench.surface(0.7, from: 3.31, to: 3.4)
        bench.at(4, "end")
        // 33 characters take 2.357142857 s
        #expect(
            try bench.story("say", "dropped") == [
                "1 say 1 dropOff", "2.5 dropped proximity expired", "3.357142857 say 2 proximity",
            ])
        #expect(try bench.words().last == "3.357142857 0.7 metres. Something ahead.")
    }
}
