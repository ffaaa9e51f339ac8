import Testing

struct BlockedViewTests {
    /// A wall that is walked into until the camera goes blind at 3.1 s.
    private func blinded(at metres: Double = 0.5, to end: Double) -> CoreBench {
        var bench = CoreBench()
        bench.surface(metres, from: 0.1, to: 3)
        bench.unmeasurable(from: 3.1, to: end)
        return bench
    }

    @Test func `A view that goes blind at arm's length is said at once, at 3 s and at 6 s, and is lost at 9 s`() throws
    {
        var bench = blinded(to: 13)
        bench.at(13, "end")
        #expect(try bench.moments("blocked") == [3.1, 6.1, 9.1])
        #expect(try bench.story("state") == ["0.1 depth ok", "3.1 depth blocked", "12.1 depth unavailable"])
        #expect(
            try bench.words().last == "12.1 Depth readings are unavailable. Something may still be very close.")
    }

    @Test(arguments: [(0.6, 1), (0.600001, 0)])
    func `Only what stood within 0.6 m blocks`(metres: Double, times: Int) throws {
        var bench = blinded(at: metres, to: 3.9)
        bench.at(3.9, "end")
        #expect(try bench.moments("blocked").count == times)
    }

    @Test(arguments: [(3.5, 1), (3.500000001, 0)])
    func `The near reading may lie half a second back and no more`(blindAt: Double, times: Int) throws {
        var bench = CoreBench()
        bench.surface(0.5, from: 0.1, to: 3)
        bench.at(blindAt, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(3.9, "end")
        #expect(try bench.moments("blocked").count == times)
    }

    @Test func `It is the last reading that counts, not the nearest`() throws {
        var bench = CoreBench()
        bench.surface(0.5, from: 0.1, to: 3)
        bench.at(3.05, "depth", "\"surface\":0.7")
        bench.unmeasurable(from: 3.1, to: 3.9)
        bench.at(3.9, "end")
        #expect(try bench.moments("blocked").isEmpty)
    }

    @Test(arguments: ["stuck", "noFrame", "malformed"])
    func `A camera that stops for another reason is not blocked`(reason: String) throws {
        var bench = CoreBench()
        bench.surface(0.5, from: 0.1, to: 3)
        bench.depth("\"none\":\"\(reason)\"", from: 3.1, to: 5)
        bench.at(5, "end")
        #expect(try bench.moments("blocked").isEmpty)
        #expect(try bench.story("state").last == "4 depth unavailable")
    }

    @Test func `Silence of the camera does not end it, and then the camera has stopped`() throws {
        var bench = blinded(to: 3.1)
        bench.at(13, "end")
        #expect(try bench.moments("blocked") == [3.1, 6.1, 9.1])
        #expect(try bench.words().last == "12.1 Depth readings are unavailable. The camera has stopped.")
    }

    @Test(arguments: ["\"surface\":0.5", "\"surface\":3", "\"clear\":true"])
    func `Any reliable result ends it without a word`(result: String) throws {
        var bench = blinded(to: 5)
        bench.depth(result, from: 5.1, to: 5.9)
        bench.at(5.95, "end")
        #expect(try bench.story("state").suffix(2) == ["3.1 depth blocked", "5.1 depth ok"])
        #expect(try bench.moments("depthBack").isEmpty)
        #expect(try bench.moments("blocked") == [3.1])
    }

    @Test func `Being unplugged ends it as a loss at once`() throws {
        var bench = blinded(to: 5)
        bench.at(5.1, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
        bench.at(8, "end")
        #expect(try bench.words().last == "5.1 Depth readings are unavailable. The camera has stopped.")
        #expect(try bench.moments("blocked") == [3.1])
    }

    @Test func `It is entered from a loss as well, whatever was said before`() throws {
        var bench = CoreBench()
        bench.at(6, "depth", "\"surface\":0.5")
        bench.at(6.1, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(6.2, "depth", "\"surface\":3")
        bench.at(7, "end")
        #expect(
            try bench.story("state") == ["5 depth unavailable", "6.1 depth blocked", "6.2 depth unavailable"])
        #expect(try bench.moments("blocked") == [6.1])
    }

    @Test func `Readings that flicker say it every 3 s at most`() throws {
        var bench = CoreBench()
        bench.surface(0.5, from: 0.1, to: 20, hertz: 5)
        bench.unmeasurable(from: 0.2, to: 20, hertz: 5)
        bench.at(20, "end")
        let moments = try bench.moments("blocked")
        #expect(moments.count >= 2)
        #expect(CoreBench.areApart(moments, by: 3))
    }

    @Test func `It interrupts a proximity alert, and counts as one for the 3 s`() throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":0.5")
        bench.at(0.6, "depth", "\"none\":\"tooFewUsable\"")
        bench.surface(0.5, from: 0.7, to: 3.9)
        bench.at(3.95, "end")
        #expect(
            try bench.story("say", "hush") == [
                "0.1 say 1 proximity", "0.6 hush 1", "0.6 say 2 blocked", "2.314285714 say 3 ready",
                "3.6 say 4 proximity",
            ])
    }

    @Test func `Asked again behind another hazard it still comes every 3 s at most`() throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":0.5,\"dropOff\":1")
        bench.at(0.2, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(10, "end")
        let moments = try bench.moments("blocked")
        #expect(moments.first == 2.457142857, "as soon as the drop-off of 33 characters has been said")
        #expect(CoreBench.areApart(moments, by: 3))
    }

    @Test func `adujardin/zed-save-depth#9: a far ghost of something near is not believed before its fifth frame`()
        throws
    {
        var bench = CoreBench()
        bench.surface(0.55, from: 0.1, to: 2.1)
        bench.surface(7, from: 2.2, to: 2.5)
        bench.at(2.7, "depth", "\"surface\":0.55")
        bench.at(2.9, "end")
        #expect(try bench.moments("proximity") == [0.1], "the ghost did not re-arm the alert")
        bench.at(2.6, "depth", "\"surface\":7")
        #expect(try bench.moments("proximity") == [0.1, 2.7], "five frames in a row did")
    }

    @Test func `A ghost shows that the camera works`() throws {
        var bench = CoreBench()
        bench.surface(0.55, from: 0.1, to: 3)
        bench.at(3.9, "depth", "\"surface\":7")
        bench.at(4.8, "end")
        #expect(try bench.story("state") == ["0.1 depth ok"])
    }

    @Test func `analogdevicesinc/ToF#136: nothing measurable after something near and after open space are two things`()
        throws
    {
        var near = CoreBench()
        near.surface(0.5, from: 0.1, to: 3)
        near.unmeasurable(from: 3.1, to: 5)
        near.at(5, "end")
        var far = CoreBench()
        far.surface(4.9, from: 0.1, to: 3)
        far.unmeasurable(from: 3.1, to: 5)
        far.at(5, "end")
        #expect(try near.words().contains("3.1 Something is very close."))
        #expect(try far.words() == ["0.1 Ready.", "4 Depth readings are unavailable. I cannot measure ahead."])
    }
}
