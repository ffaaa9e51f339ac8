import Evidence
import Foundation
import Platform
import Readings
import Speech
import Testing

extension Processes {
    @Suite struct ErrandTests {
        @Test func `before and after surround each utterance`() throws {
            try FakeVoices.with { fake in
                let settings = SpeechSettings.fake([fake.hook("say", "cat >> $D/log; echo >> $D/log")]) {
                    $0.before = fake.hook("before", "sleep 0.05; echo before >> $D/log")
                    $0.after = fake.hook("after", "sleep 0.05; echo after >> $D/log")
                }
                let bench = try SpeechBench(settings)
                bench.say(1, "one")
                bench.say(2, "two")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(bench.engine.shutdown(limit: .seconds(3)))
                #expect(fake.lines("log") == ["before", "one", "after", "before", "two", "after"])
            }
        }

        @Test func `a before command that hangs holds the voice up for its limit and no longer`() throws {
            try FakeVoices.with { fake in
                let settings = SpeechSettings.fake([fake.hook("say", "cat > /dev/null")]) {
                    $0.before = fake.hook("before", "sleep 600")
                    $0.limits.errand = .milliseconds(200)
                }
                let bench = try SpeechBench(settings)
                let clock = MonotonicClock()
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                let took = clock.now() - .start
                #expect(took >= .milliseconds(200) && took < .milliseconds(1000))
            }
        }

        @Test func `a command that hung is passed over for a while, with one line, and the next voice waits for none`()
            throws
        {
            try FakeVoices.with { fake in
                let settings = SpeechSettings.fake([fake.hook("say", "cat > /dev/null")]) {
                    $0.before = fake.hook("before", "echo >> $D/begun; sleep 600")
                    $0.limits.errand = .milliseconds(200)
                    $0.limits.longestPause = .seconds(60)
                }
                let bench = try SpeechBench(settings)
                for id in 1...3 { bench.say(id) }
                #expect(bench.waitForEnd(of: 3) == .finished)
                #expect(fake.text("begun") == "\n")
                #expect(bench.lines.count { $0.contains("did not end in time") } == 1)
            }
        }

        @Test func `the interrupt command runs on interruption only, and is over before the next voice has its text`()
            throws
        {
            try FakeVoices.with { fake in
                let settings = SpeechSettings.fake([fake.hook("say", "t=$(cat); echo $t >> $D/log; sleep $t")]) {
                    $0.interrupt = fake.hook("cancel", "sleep 0.1; echo cancel >> $D/log")
                }
                let bench = try SpeechBench(settings)
                bench.say(1, "30", estimate: .seconds(30))
                #expect(eventually { fake.lines("log") == ["30"] })
                bench.engine.hush(id: 1)
                bench.say(2, "0.01")
                bench.say(3, "0.02")
                #expect(bench.waitForEnd(of: 3) == .finished)
                #expect(fake.lines("log") == ["30", "cancel", "0.01", "0.02"])
            }
        }

        @Test func `the signal command gets the kind as its one argument and never delays the voice`() throws {
            try FakeVoices.with { fake in
                let settings = SpeechSettings.fake([fake.hook("say", "cat > /dev/null")]) {
                    $0.signal = fake.hook("buzz", "echo \"$#:$1\" >> $D/buzzes; sleep 600")
                }
                let bench = try SpeechBench(settings)
                let clock = MonotonicClock()
                bench.engine.signal(kind: "dropOff")
                bench.engine.signal(kind: "$(touch x)")
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(clock.now() - .start < .milliseconds(600))
                #expect(eventually { Set(fake.lines("buzzes")) == ["1:dropOff", "1:$(touch x)"] })
                for _ in 0..<20 { bench.engine.signal(kind: "more") }
                #expect(bench.wait { $0.lines.contains { $0.contains("Dropped a run") } })
                #expect(eventually { fake.lines("buzzes").count == 4 })
                #expect(bench.engine.shutdown(limit: .seconds(3)))
            }
        }
    }
}
