import Testing

struct DepthLossTests {
    /// A bench on which a surface far ahead has been read at 10 Hz from 0.1 s to 3 s, "Ready." said and over.
    private func running() -> CoreBench {
        var bench = CoreBench()
        bench.surface(3, from: 0.1, to: 3)
        return bench
    }

    @Test func `A return that a second loss overtook before it was said is not forgotten`() throws {
        var bench = running()  // lost at 4, which is said
        bench.at(5, "talking", "\"on\":true")
        bench.surface(3, from: 7, to: 8)  // back, which waits; lost again at 9
        bench.surface(3, from: 11, to: 14)
        bench.at(12, "talking", "\"on\":false")
        bench.at(14, "end")
        let words = try bench.words()
        #expect(words.contains { $0.hasSuffix("Depth readings are back.") }, "\(words)")
    }

    @Test func `The effects come as the lines of the format, members in order`() throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":0.87")
        bench.at(0.7, "end")
        #expect(
            try bench.lines() == [
                #"{"t":0.1,"type":"state","depth":"ok"}"#,
                #"{"t":0.1,"type":"say","id":1,"kind":"proximity","text":"0.8 metres. Something ahead.","priority":"hazard","audience":"everyone"}"#,
            ])
    }

    @Test func `Depth that never begins is unavailable at 5 s, by the deadline alone`() throws {
        var bench = CoreBench()
        bench.at(6, "end")
        #expect(try bench.story() == ["5 depth unavailable", "5 say 1 depthUnavailable"])
        #expect(try bench.words() == ["5 Depth readings are unavailable. The camera has not started."])
    }

    @Test func `The last moment before the 5 s of the start still counts`() throws {
        var bench = CoreBench()
        bench.at(4.999999999, "depth", "\"surface\":3")
        bench.at(5.5, "end")
        #expect(try bench.story() == ["4.999999999 depth ok", "4.999999999 say 1 ready"])
    }

    @Test func `A deadline at the moment of an event comes before it`() throws {
        var bench = CoreBench()
        bench.at(5, "depth", "\"surface\":3")
        bench.at(5.5, "end")
        #expect(try bench.story("state") == ["5 depth unavailable"])
    }

    @Test func `Readings that stop are unavailable 1 s after the last, and not a nanosecond before`() throws {
        var early = running()
        early.at(3.999999999, "depth", "\"surface\":3")
        early.at(4.5, "end")
        #expect(try early.story("state") == ["0.1 depth ok"])
        var late = running()
        late.at(4.5, "end")
        #expect(try late.story("state") == ["0.1 depth ok", "4 depth unavailable"])
    }

    @Test(arguments: [
        ("tooFewUsable", "I cannot measure ahead."), ("stuck", "The camera has stopped."),
        ("noFrame", "The camera has stopped."), ("malformed", "The camera has stopped."),
    ])
    func `The words say why, by the last event`(reason: String, why: String) throws {
        var bench = running()
        bench.depth("\"none\":\"\(reason)\"", from: 3.1, to: 6)
        bench.at(6, "end")
        #expect(try bench.words() == ["0.1 Ready.", "4 Depth readings are unavailable. " + why])
    }

    @Test(arguments: [
        ("tooFewUsable", "I cannot measure ahead."), ("noFrame", "The camera has not started."),
    ])
    func `Before the first reading the words say why as well`(reason: String, why: String) throws {
        var bench = CoreBench()
        bench.depth("\"none\":\"\(reason)\"", from: 0.1, to: 6)
        bench.at(6, "end")
        #expect(try bench.words() == ["5 Depth readings are unavailable. " + why])
    }

    @Test(arguments: [(3.5, "I cannot measure ahead."), (3.499999999, "The camera has stopped.")])
    func `A camera that gives nothing for over half a second has stopped`(last: Double, why: String) throws {
        var bench = running()
        bench.at(last, "depth", "\"none\":\"tooFewUsable\"")
        bench.at(5, "end")
        #expect(try bench.words().last == "4 Depth readings are unavailable. " + why)
    }

    @Test(arguments: ["sensor", "depth"])
    func `A camera that is gone is said at once, and once`(type: String) throws {
        var bench = running()
        let fields = type == "sensor" ? "\"sensor\":\"depth\",\"state\":\"disconnected\"" : "\"none\":\"disconnected\""
        for moment in [3.05, 3.06, 9] { bench.at(moment, type, fields) }
        bench.at(20, "end")
        #expect(
            try bench.words() == ["0.1 Ready.", "3.05 Depth readings are unavailable. The camera has stopped."])
    }

    @Test func `The loss of the barometer's plug is no loss of depth`() throws {
        var bench = running()
        bench.at(3.05, "sensor", "\"sensor\":\"barometer\",\"state\":\"disconnected\"")
        bench.at(3.9, "end")
        #expect(try bench.story("state") == ["0.1 depth ok"])
    }

    @Test func `Readings are back after 1 s of them, said once`() throws {
        var bench = running()
        bench.surface(3, from: 10, to: 14)
        bench.at(14, "end")
        #expect(try bench.story("state") == ["0.1 depth ok", "4 depth unavailable", "11 depth ok"])
        #expect(try bench.words().last == "11 Depth readings are back.")
    }

    @Test(arguments: [(0.3, 1), (0.300000001, 0)])
    func `A gap of 0.3 s is let pass while readings return, and nothing longer`(gap: Double, returns: Int) throws {
        var bench = running()
        for index in 0..<4 { bench.at(10 + Double(index) * gap, "depth", "\"surface\":3") }
        bench.at(10 + 3 * gap + 0.15, "depth", "\"surface\":3")
        bench.at(11.2, "end")
        #expect(try bench.moments("depthBack").count == returns)
    }

    @Test func `Readings within 0.3 s of being unplugged still bring depth back after 1 s`() throws {
        var bench = running()
        bench.at(3.05, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
        bench.surface(3, from: 3.1, to: 12)
        bench.at(12, "end")
        #expect(try bench.story("state") == ["0.1 depth ok", "3.05 depth unavailable", "4.1 depth ok"])
    }

    @Test func `The return is said only if the loss was voiced`() throws {
        var bench = running()
        bench.at(3.9, "talking", "\"on\":true")
        bench.surface(3, from: 6, to: 9)
        bench.at(8.5, "talking", "\"on\":false")
        bench.at(12, "end")
        #expect(
            try bench.story() == [
                "0.1 depth ok", "0.1 say 1 ready", "4 depth unavailable", "7 depth ok",
                "8.5 dropped depthUnavailable superseded", "10 depth unavailable", "10 say 2 depthUnavailable",
            ])
    }

    @Test func `A loss that was begun and cut off counts as voiced`() throws {
        var bench = running()
        bench.at(4.2, "talking", "\"on\":true")
        bench.surface(3, from: 6, to: 9)
        bench.at(8.5, "talking", "\"on\":false")
        bench.at(9, "end")
        #expect(
            try bench.story().suffix(4) == [
                "4.2 hush 2", "7 depth ok", "7 dropped depthUnavailable superseded", "8.5 say 3 depthBack",
            ])
    }

    @Test func `A loss that waited says the cause of the moment at which it is voiced`() throws {
        var bench = running()
        bench.unmeasurable(from: 3.1, to: 4.5)
        bench.at(3.5, "talking", "\"on\":true")
        bench.at(5, "talking", "\"on\":false")
        bench.at(5.5, "end")
        #expect(try bench.words().last == "5 Depth readings are unavailable. I cannot measure ahead.")
        bench.at(4.6, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
        #expect(try bench.words().last == "5 Depth readings are unavailable. The camera has stopped.")
    }

    @Test func `A source that flickers for a minute says one thing once`() throws {
        var bench = running()
        for second in stride(from: 5.0, to: 60, by: 1.2) { bench.surface(3, from: second, to: second + 0.7) }
        bench.at(61, "end")
        #expect(try bench.moments("depthUnavailable").count == 1)
        #expect(try bench.moments("depthBack").isEmpty)
    }

    @Test func `A loss under way is cut short when depth is back`() throws {
        var bench = CoreBench()
        bench.at(4.4, "sensor", "\"sensor\":\"depth\",\"state\":\"disconnected\"")
        bench.surface(3, from: 4.5, to: 7)
        bench.at(7, "end")
        #expect(try bench.story("say", "hush") == ["4.4 say 1 depthUnavailable", "5.5 hush 1", "5.5 say 2 depthBack"])
    }

    @Test func `A loss in its last second is let finish when depth is back`() throws {
        var bench = running()
        bench.surface(3, from: 6.5, to: 9)
        bench.at(9, "end")
        // 55 characters take 3.928571429 s; at 7.5 s less than half a second is left
        #expect(
            try bench.story("say", "hush") == [
                "0.1 say 1 ready", "4 say 2 depthUnavailable", "7.928571429 say 3 depthBack",
            ])
    }

    @Test func `While depth is unavailable a near reading still alerts`() throws {
        var bench = running()
        bench.at(10, "depth", "\"surface\":0.9")
        bench.at(10.5, "end")
        #expect(try bench.words().last == "10 0.9 metres. Something ahead.")
        #expect(try bench.story("state").last == "4 depth unavailable")
    }

    @Test func `A clear floor is a reliable result like any surface`() throws {
        var bench = CoreBench()
        bench.depth("\"clear\":true", from: 0.1, to: 3)
        bench.at(5, "end")
        #expect(try bench.story("state") == ["0.1 depth ok", "4 depth unavailable"])
    }
}
