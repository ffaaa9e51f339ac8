import Testing

struct ReportedSpeechTests {
    /// A bench in which speech is reported: depth reads far away, and "Ready." was said and is over.
    private func reported(until end: Double) -> CoreBench {
        var bench = CoreBench()
        bench.surface(3, from: 0.1, to: end, hertz: 5)
        bench.at(0.2, "spoken", "\"id\":1,\"outcome\":\"started\"")
        bench.at(0.6, "spoken", "\"id\":1,\"outcome\":\"finished\"")
        bench.at(end, "end")
        return bench
    }

    @Test func `With a spoken line durations come from the lines alone`() throws {
        var bench = reported(until: 9)
        bench.notice(1, "a", "One.", "reply")
        bench.notice(1.1, "b", "Two.", "reply")
        bench.at(4.5, "spoken", "\"id\":2,\"outcome\":\"finished\"")
        #expect(try bench.story("say").dropFirst() == ["1 say 2 notice", "4.5 say 3 notice"])
    }

    @Test func `The time limit is three times the estimate and five seconds`() throws {
        var bench = reported(until: 20)
        bench.notice(1, "a", "This answer is forty-two characters long..")
        bench.notice(1.1, "b", "Two.")
        #expect(try bench.story("say").dropFirst() == ["1 say 2 notice", "15 say 3 notice"])
    }

    @Test func `A report about another utterance ends nothing`() throws {
        var bench = reported(until: 9)
        bench.notice(1, "a", "One.")
        bench.notice(1.1, "b", "Two.")
        bench.at(2, "spoken", "\"id\":1,\"outcome\":\"finished\"")
        bench.at(2.1, "spoken", "\"id\":3,\"outcome\":\"finished\"")
        bench.at(3, "spoken", "\"id\":2,\"outcome\":\"finished\"")
        #expect(try bench.story("say").dropFirst() == ["1 say 2 notice", "3 say 3 notice"])
    }

    @Test func `A voice that fails counts as finished, and is a state until a later one starts`() throws {
        var bench = reported(until: 9)
        bench.notice(1, "a", "One.")
        bench.notice(1.1, "b", "Two.")
        bench.at(2, "spoken", "\"id\":2,\"outcome\":\"failed\"")
        bench.at(3, "spoken", "\"id\":3,\"outcome\":\"failed\"")
        bench.notice(4, "c", "Three.")
        bench.at(4.1, "spoken", "\"id\":4,\"outcome\":\"started\"")
        #expect(
            try bench.story("say", "state").dropFirst(2) == [
                "1 say 2 notice", "2 speech unavailable", "2 say 3 notice", "4 say 4 notice", "4.1 speech ok",
            ])
    }

    @Test func `A late report of one that began before does not make speech work again`() throws {
        var bench = reported(until: 9)
        bench.notice(1, "a", "One.")
        bench.at(2, "spoken", "\"id\":2,\"outcome\":\"failed\"")
        bench.at(2.1, "spoken", "\"id\":2,\"outcome\":\"started\"")
        bench.at(2.2, "spoken", "\"id\":1,\"outcome\":\"started\"")
        #expect(try bench.story("state").last == "2 speech unavailable")
    }

    @Test func `What is left of an utterance is counted from when the voice began`() throws {
        var bench = reported(until: 9)
        bench.notice(1, "a", "This answer is forty-two characters long..", "trust")
        bench.at(2, "spoken", "\"id\":2,\"outcome\":\"started\"")
        bench.at(3.9, "notice", "\"key\":\"a\",\"text\":\"\",\"on\":false")
        #expect(try bench.story("hush") == ["3.9 hush 2"], "1.1 s of it is left")
    }
}
