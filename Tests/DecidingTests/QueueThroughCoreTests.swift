import Testing

struct QueueThroughCoreTests {
    /// A text that takes exactly `seconds` to say.
    private func text(_ seconds: Double) -> String {
        String(repeating: "a", count: Int((seconds * 14).rounded()) - 1) + "."
    }

    /// A bench on which depth reads far away, "Ready." said, so that notices stand alone.
    private func quiet(until end: Double) -> CoreBench {
        var bench = CoreBench()
        bench.surface(3, from: 0.1, to: end, hertz: 5)
        bench.at(end, "end")
        return bench
    }

    @Test func `Of what waits the most urgent goes first, and of equals the oldest`() throws {
        var bench = quiet(until: 20)
        bench.notice(1, "first", text(2), "trust")
        bench.notice(1.1, "i1", text(1))
        bench.notice(1.2, "r1", text(1), "reply")
        bench.notice(1.3, "i2", text(1.5))
        bench.notice(1.4, "t1", text(0.5), "trust")
        bench.notice(1.5, "r2", text(1), "reply")
        #expect(
            try bench.effects().compactMap { timed in
                if case .say(let say) = timed.effect { "\(timed.time.seconds) \(say.priority.rawValue)" } else { nil }
            } == ["0.1 info", "1.0 trust", "3.0 trust", "3.5 reply", "4.5 reply", "5.5 info", "6.5 info"])
    }

    @Test func `What was interrupted is said again from its start with a new number, but info is not`() throws {
        var reply = quiet(until: 8)
        reply.notice(1, "r", text(2), "reply")
        reply.notice(2, "t", text(1), "trust")
        #expect(
            try reply.story("say", "hush", "dropped").dropFirst() == [
                "1 say 2 notice", "2 hush 2", "2 say 3 notice", "3 say 4 notice",
            ])
        var info = quiet(until: 8)
        info.notice(1, "i", text(2))
        info.notice(2, "t", text(1), "trust")
        #expect(
            try info.story("say", "hush", "dropped").dropFirst() == ["1 say 2 notice", "2 hush 2", "2 say 3 notice"])
    }

    @Test func `A newer notice of the same key replaces the one that waits`() throws {
        var bench = quiet(until: 8)
        bench.notice(1, "long", text(3), "trust")
        bench.notice(2, "k", "The old words.")
        bench.notice(3, "k", "The new words.")
        #expect(try bench.words().dropFirst(2) == ["4 The new words."])
        #expect(try bench.story("dropped") == ["3 dropped notice superseded"])
    }

    @Test func `A notice that is over is hushed with more than a second to go, and never begun`() throws {
        var bench = quiet(until: 8)
        bench.notice(1, "k", text(3), "trust")
        bench.notice(1.5, "w", text(1), "trust")
        bench.at(1.9, "notice", "\"key\":\"w\",\"text\":\"\",\"on\":false")
        bench.at(2.9, "notice", "\"key\":\"k\",\"text\":\"\",\"on\":false")
        #expect(
            try bench.story("say", "hush", "dropped").dropFirst() == [
                "1 say 2 notice", "2.9 hush 2", "2.9 dropped notice superseded",
            ])
    }

    @Test func `A notice that is over with exactly a second to go is let finish`() throws {
        var bench = quiet(until: 8)
        bench.notice(1, "k", text(3), "trust")
        bench.at(3, "notice", "\"key\":\"k\",\"text\":\"\",\"on\":false")
        #expect(try bench.story("hush").isEmpty)
    }

    @Test func `A notice may begin 20 s after it was given, and not later`() throws {
        for (length, isSaid) in [(20.0, true), (20.5, false)] {
            var bench = quiet(until: 30)
            bench.notice(1, "long", text(length), "trust")
            bench.notice(1, "k", text(1))
            #expect(try bench.story("say").contains("21 say 3 notice") == isSaid)
            #expect(try bench.story("dropped") == (isSaid ? [] : ["21 dropped notice expired"]))
        }
    }

    @Test func `Past sixteen the lowest and oldest goes`() throws {
        var bench = quiet(until: 3)
        bench.notice(1, "long", text(10), "trust")
        for index in 0..<15 { bench.notice(1.1 + Double(index) / 100, "r\(index)", text(1), "reply") }
        bench.notice(1.5, "i", text(1))
        #expect(try bench.story("dropped").isEmpty)
        bench.notice(1.6, "r15", text(1), "reply")
        #expect(try bench.story("dropped") == ["1.6 dropped notice overflow"])
    }

    // Talking

    @Test func `Beginning to talk stops what is said, and it is said again when the person stops`() throws {
        var bench = quiet(until: 8)
        bench.notice(1, "r", text(2), "reply")
        bench.at(2, "talking", "\"on\":true")
        bench.notice(2.5, "t", text(1), "trust")
        bench.at(4, "talking", "\"on\":false")
        #expect(
            try bench.story("say", "hush").dropFirst() == [
                "1 say 2 notice", "2 hush 2", "4 say 3 notice", "5 say 4 notice",
            ])
    }

    @Test func `What waits is said at the moment the person stops talking`() throws {
        var bench = quiet(until: 8)
        bench.at(2, "talking", "\"on\":true")
        bench.notice(2.5, "r", text(1), "reply")
        bench.at(4, "talking", "\"on\":false")
        #expect(try bench.story("say").dropFirst() == ["4 say 2 notice"])
    }

    @Test func `Hazards go on while the person talks`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 8)
        bench.at(1.5, "talking", "\"on\":true")
        bench.at(8, "end")
        #expect(try bench.story("say", "hush") == ["1 say 1 proximity", "4 say 2 proximity", "7 say 3 proximity"])
    }

    @Test func `Talking lasts 30 s without a new sign of it, and a sign makes it longer`() throws {
        var bench = quiet(until: 80)
        bench.at(2, "talking", "\"on\":true")
        bench.notice(14, "r", text(1), "trust")
        #expect(try bench.story("say").dropFirst() == ["32 say 2 notice"])
        bench.at(20, "talking", "\"on\":true")
        #expect(try bench.story("say").count == 1, "the notice of 14 s has lapsed by 50 s")
        bench.notice(40, "again", text(1), "trust")
        #expect(try bench.story("say").dropFirst() == ["50 say 2 notice"])
    }

    @Test func `soundscape-community/soundscape#74: after the talk the next message is spoken`() throws {
        var bench = quiet(until: 40)
        bench.notice(1, "r", text(2), "reply")
        bench.at(2, "talking", "\"on\":true")
        bench.notice(35, "later", text(1), "reply")
        #expect(try bench.story("say").last == "35 say 3 notice")
    }

    // Silence

    @Test func `Silence stops what is said and drops what waits, but trust waits 5 s`() throws {
        var bench = quiet(until: 20)
        bench.notice(1, "r", text(5), "reply")
        bench.notice(1.2, "i", text(1))
        bench.notice(1.4, "r2", text(1), "reply")
        bench.at(2, "silence")
        #expect(
            try bench.story("say", "hush", "dropped").dropFirst() == [
                "1 say 2 notice", "2 hush 2", "2 dropped notice silenced", "2 dropped notice silenced",
            ])
        var trust = quiet(until: 20)
        trust.notice(1, "t", text(5), "trust")
        trust.notice(1.2, "t2", text(1), "trust")
        trust.at(2, "silence")
        #expect(
            try trust.story("say", "hush", "dropped").dropFirst() == [
                "1 say 2 notice", "2 hush 2", "7 say 3 notice", "12 say 4 notice",
            ])
    }

    @Test func `Trust that no longer holds after the silence is not said`() throws {
        var bench = quiet(until: 20)
        bench.notice(1, "t", text(5), "trust")
        bench.at(2, "silence")
        bench.at(3, "notice", "\"key\":\"t\",\"text\":\"\",\"on\":false")
        #expect(try bench.story("say", "dropped").dropFirst() == ["1 say 2 notice", "7 dropped notice superseded"])
    }

    @Test func `Silence leaves a hazard alone, and the next is said at once`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 1, to: 5)
        bench.at(1.5, "silence")
        bench.at(5, "end")
        #expect(
            try bench.story("say", "hush", "dropped") == [
                "1 say 1 proximity", "1.5 dropped ready silenced", "4 say 2 proximity",
            ])
    }

    @Test func `What comes after a request for silence is said`() throws {
        var bench = quiet(until: 5)
        bench.at(1, "silence")
        bench.notice(1.1, "r", text(1), "reply")
        #expect(try bench.story("say").last == "1.1 say 2 notice")
    }
}
