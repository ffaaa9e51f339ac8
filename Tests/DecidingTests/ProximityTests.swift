import Testing

struct ProximityTests {
    @Test(arguments: [(1.0, 1), (1.000001, 0)])
    func `A surface exactly at the threshold alerts, and just beyond it does not`(metres: Double, times: Int) throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":\(metres)")
        bench.at(1, "end")
        #expect(try bench.moments("proximity").count == times)
    }

    @Test func `A surface that stays is repeated at 3, 6 and 9 s, then after 6 s, then every 12 s`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 52)
        bench.at(52, "end")
        #expect(try bench.moments("proximity") == [1, 4, 7, 10, 16, 28, 40, 52])
    }

    @Test func `Exactly 3 s after the last alert it may repeat, and not before`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 5)
        bench.at(3.999999999, "depth", "\"surface\":0.8")
        bench.at(5, "end")
        #expect(try bench.moments("proximity") == [1, 4])
    }

    @Test(arguments: [(1.25, 2), (1.249999, 1)])
    func `A clearance re-arms exactly at threshold and margin`(metres: Double, times: Int) throws {
        var bench = CoreBench()
        bench.at(0.1, "depth", "\"surface\":0.9")
        bench.at(2.3, "depth", "\"surface\":\(metres)")
        bench.at(2.5, "depth", "\"surface\":0.9")
        bench.at(2.9, "end")
        #expect(try bench.moments("proximity").count == times)
    }

    @Test func `A clear floor re-arms, and a frame without a reading changes nothing`() throws {
        for (between, times) in [("\"clear\":true", 2), ("\"none\":\"tooFewUsable\"", 1)] {
            var bench = CoreBench()
            bench.at(0.1, "depth", "\"surface\":0.9")
            bench.at(2.3, "depth", between)
            bench.at(2.5, "depth", "\"surface\":0.9")
            bench.at(2.9, "end")
            #expect(try bench.moments("proximity").count == times, "\(between)")
        }
    }

    @Test
    func `tier4/autoware_universe#1068: a distance that hovers at the threshold alerts seven times in 20 s at most`()
        throws
    {
        var bench = CoreBench()
        bench.surface(0.95, from: 0.1, to: 20, hertz: 5)
        bench.surface(1.05, from: 0.2, to: 20, hertz: 5)
        bench.at(20, "end")
        let moments = try bench.moments("proximity")
        #expect((2...7).contains(moments.count))
        #expect(CoreBench.areApart(moments, by: 3))
        #expect(try bench.story("say").allSatisfy { $0.hasSuffix("proximity") || $0.hasSuffix("ready") })
    }

    @Test func `Something 0.25 m nearer is said at 3 s although the interval had grown, and starts the row anew`()
        throws
    {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 11)
        bench.surface(0.55, from: 11.1, to: 20)
        bench.at(20, "end")
        #expect(try bench.moments("proximity") == [1, 4, 7, 10, 13, 16, 19])
    }

    @Test func `Something less than 0.25 m nearer keeps to the longer interval`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 11)
        bench.surface(0.56, from: 11.1, to: 17)
        bench.at(17, "end")
        #expect(try bench.moments("proximity") == [1, 4, 7, 10, 16])
    }

    @Test func `A repeat leaves a reply to finish, and something nearer interrupts it`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 4.5)
        bench.surface(1.1, from: 4.6, to: 8)
        bench.notice(3.5, "a", "This answer is forty-two characters long..", "reply")
        bench.at(8, "end")
        #expect(
            try bench.story("say", "hush", "dropped").suffix(2) == ["3.5 say 3 notice", "5 dropped proximity expired"])
        var nearer = CoreBench()
        nearer.surface(0.8, from: 1, to: 3.9)
        nearer.surface(0.55, from: 4, to: 4.5)
        nearer.notice(3.5, "a", "This answer is forty-two characters long..", "reply")
        nearer.at(5, "end")
        #expect(
            try nearer.story("say", "hush").suffix(3) == ["3.5 say 3 notice", "4 hush 3", "4 say 4 proximity"])
    }

    @Test func `A repeat does interrupt what is merely nice to know`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 4.5)
        bench.notice(3.5, "a", "This remark is forty-two characters long..")
        bench.at(5, "end")
        #expect(try bench.story("say", "hush").suffix(3) == ["3.5 say 3 notice", "4 hush 3", "4 say 4 proximity"])
    }

    @Test(arguments: [(0.550001, [1]), (0.55, [1, 4.5])] as [(Double, [Double])])
    func `A repeat that waits waits no longer once the thing has come much nearer`(metres: Double, moments: [Double])
        throws
    {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 4.4)
        bench.surface(metres, from: 4.5, to: 6)
        bench.notice(3.9, "a", String(repeating: "long ", count: 30), "reply")
        bench.at(6, "end")
        #expect(try bench.moments("proximity") == moments)
    }

    @Test func `A repeat that lapsed is asked again when the voice is free, by the distance of then`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 5)
        bench.surface(0.7, from: 5.1, to: 6.6)
        bench.notice(3.5, "a", "This answer is forty-two characters long..", "reply")
        bench.at(6.7, "end")
        #expect(try bench.words().last == "6.5 0.7 metres. Something ahead.")
    }

    @Test func `A repeat that lapsed is forgotten once a nearer one was said`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 6.9)
        bench.surface(0.5, from: 7, to: 12)
        bench.notice(3.9, "a", String(repeating: "long ", count: 30), "reply")
        bench.at(12, "end")
        // decided at 4 and lapsed at 5; nearer at 7; the next is due at 10, not when the voice is free at 9
        #expect(try bench.moments("proximity") == [1, 7])
    }

    @Test(arguments: [
        (0, ", left"), (1, ", left"), (2, ""), (3, ", right"), (4, ", right"),
    ])
    func `A strip counts from its third frame in a row, and tells its side`(strip: Int, side: String) throws {
        let strips = (0..<5).map { $0 == strip ? "0.9" : "3" }.joined(separator: ",")
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"strips\":[\(strips)]", from: 1, to: 1.2)
        bench.at(2, "end")
        #expect(try bench.words().last == "1.2 0.9 metres. Something ahead\(side).")
    }

    @Test(arguments: [
        "\"surface\":3", "\"surface\":3,\"strips\":[3,3,3,3,3]", "\"surface\":3,\"strips\":[null,3,3,3,3]",
    ])
    func `A row of strips is broken by a frame without them, far or without a reading`(breaker: String) throws {
        var bench = CoreBench()
        let near = "\"surface\":3,\"strips\":[0.9,3,3,3,3]"
        for (index, fields) in [near, near, breaker, near, near].enumerated() {
            bench.at(1 + Double(index) / 10, "depth", fields)
        }
        bench.at(1.5, "end")
        #expect(try bench.moments("proximity").isEmpty)
        bench.at(1.45, "depth", near)
        #expect(try bench.moments("proximity") == [1.45])
    }

    @Test func `A strip counts while the region has no reading, and is no reliable result`() throws {
        var bench = CoreBench()
        bench.surface(3, from: 0.1, to: 1)
        bench.depth("\"none\":\"tooFewUsable\",\"strips\":[null,null,null,null,0.7]", from: 1.1, to: 3)
        bench.at(3, "end")
        #expect(try bench.words().contains("1.3 0.7 metres. Something ahead, right."))
        #expect(try bench.story("state").last == "2 depth unavailable")
    }

    @Test func `The smaller of region and strip is said, and a strip that does not decide tells no side`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":0.6,\"strips\":[0.9,3,3,3,3]", from: 1, to: 1.2)
        bench.at(2, "end")
        #expect(try bench.words().first == "1 0.6 metres. Something ahead.")
    }

    @Test func `Two strips equally near on both sides tell no side`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"strips\":[0.9,3,3,3,0.9]", from: 1, to: 1.2)
        bench.at(2, "end")
        #expect(try bench.words().last == "1.2 0.9 metres. Something ahead.")
    }

    @Test func `A strip that counts keeps a far region from re-arming`() throws {
        var bench = CoreBench()
        bench.depth("\"surface\":3,\"strips\":[0.9,3,3,3,3]", from: 1, to: 3.9)
        bench.at(3.9, "end")
        #expect(try bench.moments("proximity") == [1.2])
    }

    @Test func `ArduPilot/ardupilot#29630: an obstacle that is gone is not said again`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 1.2)
        bench.surface(5, from: 1.3, to: 10)
        bench.at(10, "end")
        #expect(try bench.moments("proximity") == [1])
    }

    @Test func `An alert that waits behind a drop-off is dropped when the floor ahead is clear`() throws {
        var bench = CoreBench()
        bench.at(1, "depth", "\"surface\":3,\"dropOff\":1")
        bench.at(1.1, "depth", "\"surface\":0.8,\"dropOff\":1")
        bench.depth("\"clear\":true", from: 1.2, to: 4, hertz: 10)
        bench.at(4, "end")
        #expect(try bench.moments("proximity").isEmpty)
    }

    @Test func `mowglinext/mowglinext#198: frames without any reading never alert`() throws {
        var bench = CoreBench()
        bench.unmeasurable(from: 0.1, to: 10)
        bench.at(10, "end")
        #expect(try bench.moments("proximity").isEmpty)
        #expect(try bench.moments("blocked").isEmpty)
    }

    @Test func `autowarefoundation/autoware_universe#1116: near and empty in turn is one alert and its repeats`() throws
    {
        var bench = CoreBench()
        bench.surface(0.9, from: 0.1, to: 5, hertz: 5)
        bench.unmeasurable(from: 0.2, to: 5, hertz: 5)
        bench.at(5, "end")
        #expect(try bench.moments("proximity") == [0.1, 3.1])
        #expect(try bench.story("state") == ["0.1 depth ok"])
    }

    @Test func `joan2937/pigpio#133: repeats keep their 3 s for as long as the clock of the log runs on`() throws {
        var bench = CoreBench()
        let year = 31_536_000.0
        bench.surface(3, from: year - 10, to: year - 0.1)
        bench.surface(0.8, from: year, to: year + 7)
        bench.at(year + 7, "end")
        #expect(try bench.moments("proximity") == [year, year + 3, year + 6])
    }
}
