import Evidence
import Foundation
import Platform
import Readings
import Speech
import Testing

extension Processes {
    @Suite struct SpeechEngineTests {
        @Test func `a text reaches the voice whole, then the end of file, and is reported begun and finished`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat > $D/heard")], startAhead: false))
                bench.say(1, "Turn left at the desk.")
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, .finished])
                #expect(fake.text("heard") == "Turn left at the desk.")
                #expect(bench.healths == [.ok(hook: ["\(fake.folder)/say"])])
            }
        }

        @Test func `the next voice waits on its standard input before there is anything to say`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(
                    .fake([fake.hook("say", "echo $$ >> $D/born; cat > /dev/null; echo $$ >> $D/spoke")]))
                #expect(eventually { fake.lines("born").count == 1 })
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(eventually { fake.lines("born").count == 2 })
                #expect(fake.lines("spoke") == Array(fake.lines("born").prefix(1)))
            }
        }

        @Test func `a hook that dislikes it is not started ahead`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(
                    .fake([fake.hook("say", "echo born >> $D/born; cat > /dev/null")], startAhead: false))
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                bench.engine.shutdown(limit: .seconds(2))
                #expect(fake.lines("born").count == 1)
            }
        }

        @Test func `Elleo/pied#9: between two waiting messages there is no pause to hear`() throws {
            let audible = 0.1  // seconds; generous for two shared cores
            try FakeVoices.with { fake in
                let script = "cat > /dev/null; date +%s.%N >> $D/times; sleep 0.1; date +%s.%N >> $D/times"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                for id in 1...5 { bench.say(id) }
                #expect(bench.waitForEnd(of: 5) == .finished)
                let times = fake.lines("times").compactMap(Double.init)
                try #require(times.count == 10)
                let gaps = stride(from: 1, to: 9, by: 2).map { times[$0 + 1] - times[$0] }
                let middle = gaps.sorted()[2]
                print("gap between two messages: \((middle * 1000).rounded()) ms in the middle of \(gaps.count)")
                #expect(middle < audible, "gaps \(gaps)")
            }
        }

        @Test func `alexylem/jarvis#440: a hundred messages from four threads are never two at a time`() throws {
            try FakeVoices.with { fake in
                let script = "t=$(cat); echo \"begin $t\" >> $D/log; sleep 0.005; echo \"end $t\" >> $D/log"
                let settings = SpeechSettings.fake([fake.hook("say", script)]) {
                    $0.limits.waiting = 200
                    $0.limits.extra = .seconds(10)  // a machine that is slow for a moment hangs nothing here
                }
                let bench = try SpeechBench(settings)
                let threads = try (0..<4).map { thread in
                    try WorkerThread(name: "asker \(thread)") {
                        for number in 0..<25 { bench.say(thread * 25 + number, "message \(thread * 25 + number)") }
                    }
                }
                for thread in threads { #expect(thread.join(limit: .seconds(5))) }
                #expect(bench.wait(limit: .seconds(20)) { $0.reports().count { $0.outcome.isEnd } == 100 })
                let log = fake.lines("log")
                try #require(log.count == 200)
                for index in stride(from: 0, to: 200, by: 2) {
                    #expect(log[index].hasPrefix("begin "))
                    #expect(log[index + 1] == "end " + log[index].dropFirst(6))
                }
                #expect(Set(bench.reports().filter { $0.outcome == .finished }.map(\.id)) == Set(0..<100))
            }
        }

        @Test func `hushing stops the voice at once, and the next text is spoken`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "t=$(cat); echo $t >> $D/heard; sleep $t")]))
                bench.say(1, "30", estimate: .seconds(30))
                #expect(bench.wait { $0.outcomes(of: 1) == [.started] })
                let clock = MonotonicClock()
                bench.engine.hush(id: 1)
                bench.say(2, "0.01")
                #expect(bench.waitForEnd(of: 1) == .interrupted)
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect((clock.now() - .start) < .seconds(1))
                #expect(bench.outcomes(of: 1) == [.started, .interrupted])
            }
        }

        @Test func `a text that waits is hushed without ever being begun, and an unknown one is nothing`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat >> $D/heard; sleep 0.2")]))
                bench.say(1, "one")
                bench.say(2, "two")
                bench.engine.hush(id: 2)
                bench.engine.hush(id: 99)
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(bench.outcomes(of: 2) == [.interrupted])
                #expect(fake.text("heard") == "one")
                bench.engine.hush(id: 1)
                bench.say(3, "three")
                #expect(bench.waitForEnd(of: 3) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, .finished])
            }
        }

        @Test func `music-assistant/support#2520: what does not fit the queue ends as failed, with a line`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat > /dev/null; sleep 0.02")]))
                bench.say(0, "first", estimate: .seconds(1))
                #expect(bench.wait { $0.outcomes(of: 0) == [.started] })
                for id in 1...40 { bench.say(id) }
                #expect(bench.wait { $0.reports().count { $0.outcome.isEnd } == 41 })
                let failed = bench.reports().filter { $0.outcome == .failed }.map(\.id)
                #expect(!failed.isEmpty)
                #expect(failed == Array(1..<(1 + failed.count)), "the oldest go")
                #expect(bench.outcomes(of: 40) == [.started, .finished])
                #expect(bench.lines.contains { $0.contains("Dropped") })
            }
        }

        @Test func `shutting down ends what is said, drops what waits, and leaves nothing alive`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "echo $$ >> $D/pids; cat > /dev/null; sleep 30")]))
                bench.say(1, estimate: .seconds(30))
                bench.say(2)
                #expect(bench.wait { $0.outcomes(of: 1) == [.started] })
                #expect(eventually { fake.lines("pids").count == 2 })
                #expect(bench.engine.shutdown(limit: .seconds(2)))
                #expect(bench.outcomes(of: 1) == [.started, .interrupted])
                #expect(bench.outcomes(of: 2) == [.interrupted])
                #expect(fake.lines("pids").compactMap(Int32.init).allSatisfy { !Kernel.isRunning($0) })
                bench.say(3)
                #expect(bench.outcomes(of: 3) == [.failed])
            }
        }

        @Test func `ArduPilot/MAVProxy#1171: asking takes no time while the voice hangs`() throws {
            let longest = Duration.milliseconds(20)  // a frame at 50 Hz, on shared cores; a hang is 600 ms
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "sleep 600")]))
                bench.say(0)
                let clock = MonotonicClock()
                var worst = Duration.zero
                for id in 1...100 {
                    let before = clock.now()
                    bench.say(id, String(repeating: "a long text ", count: 800))
                    bench.engine.hush(id: id)
                    worst = max(worst, clock.now() - before)
                }
                #expect(worst < longest)
            }
        }

        @Test func `the thread of the voice shows once a second that it lives, also while a voice hangs`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "sleep 600")]))
                bench.say(1, estimate: .seconds(60))
                #expect(bench.wait { $0.outcomes(of: 1) == [.started] })
                let before = bench.engine.lastSignOfLife
                #expect(eventually(limit: .seconds(3)) { bench.engine.lastSignOfLife >= before + .milliseconds(900) })
            }
        }

        @Test func `new settings hold from the next utterance on`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("one", "cat > /dev/null; sleep 0.2; echo one >> $D/who")]))
                bench.say(1)
                #expect(bench.wait { $0.outcomes(of: 1) == [.started] })
                bench.engine.apply(.fake([fake.hook("two", "cat > /dev/null; echo two >> $D/who")]))
                bench.say(2)
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(fake.lines("who") == ["one", "two"])
                #expect(bench.healths.last == .ok(hook: ["\(fake.folder)/two"]))
            }
        }
    }
}
