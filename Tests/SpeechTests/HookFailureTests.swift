import Evidence
import Foundation
import Platform
import Readings
import Speech
import Testing

extension Processes {
    @Suite struct HookFailureTests {
        @Test func `brailcom/speechd#977: a voice that hangs is killed, the next message is spoken, one line says it`()
            throws
        {
            try FakeVoices.with { fake in
                let script = "t=$(cat); case $t in hang) sleep 600;; esac; echo $t >> $D/heard"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                bench.say(1, "hang")
                #expect(bench.waitForEnd(of: 1) == .failed)
                #expect(bench.outcomes(of: 1) == [.started, .failed])
                #expect(bench.lines.count { $0.contains("did not end in time") } == 1)
                usleep(250_000)  // the pause before a hung voice is tried again, 200 ms here
                bench.say(2, "after")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(fake.lines("heard") == ["after"])
                #expect(bench.healths.last == .ok(hook: ["\(fake.folder)/say"]))
            }
        }

        @Test func `a warning that cuts a voice's second attempt short waits for one attempt more, not for two`() throws
        {
            try FakeVoices.with { fake in
                let stuck = fake.hook("stuck", "t=$(cat); echo \"$t\" >> $D/tried; sleep 600")
                let other = fake.hook("other", "cat >> $D/heard")
                let bench = try SpeechBench(.fake([stuck, other]) { $0.limits.extra = .seconds(1) })
                bench.say(1, "a place")
                #expect(eventually { fake.lines("tried").count == 2 }, "it hung, and is tried once more")
                bench.engine.hush(id: 1)
                bench.say(2, "a stair")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, .interrupted])
                #expect(fake.lines("tried") == ["a place", "a place", "a stair"])
                #expect(fake.text("heard") == "a stair")
            }
        }

        @Test(arguments: [false, true])
        func `a newer text goes before the second attempt at one that a voice hung over`(isLate: Bool) throws {
            try FakeVoices.with { fake in
                let script = "t=$(cat); echo $t >> $D/tried; case $t in old) sleep 600;; esac; echo $t >> $D/heard"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]) { $0.limits.extra = .seconds(1) })
                bench.say(1, "old")
                if isLate { #expect(eventually { fake.lines("tried").count == 2 }) }
                bench.say(2, "new")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, isLate ? .interrupted : .failed])
                #expect(fake.lines("tried") == (isLate ? ["old", "old", "new"] : ["old", "new"]))
                #expect(fake.lines("heard") == ["new"])
            }
        }

        @Test func `zeroclaw-labs/zeroclaw#9087: at the limit a wrapper's own child goes with it`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(
                    .fake([fake.hook("say", "cat > /dev/null; sleep 600 & echo $! >> $D/pids; wait")]))
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .failed)
                let pids = fake.lines("pids").compactMap(Int32.init)
                #expect(pids.count == 2)
                #expect(eventually { pids.allSatisfy { !Kernel.isRunning($0) } })
            }
        }

        @Test func `a voice that ignores the request to end is killed after its 300 ms, its children too`() throws {
            try FakeVoices.with { fake in
                let script = "trap '' TERM; cat > /dev/null; sleep 600 & echo $$ $! > $D/pids; wait; sleep 600"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                bench.say(1, estimate: .seconds(60))
                #expect(eventually { !fake.lines("pids").isEmpty })
                let clock = MonotonicClock()
                bench.engine.hush(id: 1)
                #expect(bench.waitForEnd(of: 1) == .interrupted)
                let took = clock.now() - .start
                #expect(took >= .milliseconds(290) && took < .milliseconds(900))
                let pids = fake.text("pids").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
                #expect(pids.count == 2)
                #expect(eventually { pids.allSatisfy { !Kernel.isRunning($0) } })
            }
        }

        @Test func `ev3dev/ev3dev#1081: what a voice left playing when it returned is ended before the next speaks`()
            throws
        {
            try FakeVoices.with { fake in
                let script = "cat > /dev/null; sleep 600 > /dev/null 2>&1 & echo $! >> $D/players"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                for id in 1...3 { bench.say(id) }
                #expect(bench.waitForEnd(of: 3) == .finished)
                let players = fake.lines("players").compactMap(Int32.init)
                #expect(players.count == 3)
                #expect(eventually { players.allSatisfy { !Kernel.isRunning($0) } })
            }
        }

        @Test func `brailcom/speechd#1022: a voice that has spoken and stays is ended by the length of its text`()
            throws
        {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat >> $D/heard; sleep 600")]))
                let clock = MonotonicClock()
                bench.say(1, estimate: .milliseconds(300))
                #expect(bench.waitForEnd(of: 1) == .failed)
                let took = clock.now() - .start
                // twice (one retry) 300 ms × 2 + 200 ms; the rest is the starting of processes
                #expect(took >= .milliseconds(1600) && took < .milliseconds(2600), "took \(took)")
            }
        }

        @Test func `by default an utterance may take three times its estimate and five seconds`() {
            let limits = SpeechLimits()
            #expect(limits.estimateFactor == 3)
            #expect(limits.extra == .seconds(5))
            #expect(limits.killAfter == .milliseconds(300))
        }

        @Test func `a voice that fails is tried once more, and then the next one in the list speaks`() throws {
            try FakeVoices.with { fake in
                let bad = fake.hook("bad", "cat > /dev/null; echo try >> $D/tries; exit 3")
                let good = fake.hook("good", "cat >> $D/heard")
                let bench = try SpeechBench(.fake([bad, good]) { $0.limits.firstPause = .seconds(60) })
                bench.say(1, "one.")
                bench.say(2, "two.")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, .finished])
                #expect(fake.lines("tries").count == 2)
                #expect(fake.text("heard") == "one.two.")
                #expect(bench.healths == [.ok(hook: bad), .ok(hook: good)])
                #expect(bench.lines.count { $0.hasPrefix("<3>") } == 1)
                #expect(bench.lines.contains { $0.contains("status 3") && $0.contains("using “\(good[0])”") })
            }
        }

        @Test func `a failure that the retry mends is no news`() throws {
            try FakeVoices.with { fake in
                let script = "cat > /dev/null; test -e $D/once && exit 0; touch $D/once; exit 1"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(bench.lines.isEmpty)
                #expect(bench.healths.count == 1)
            }
        }

        @Test(arguments: [
            ("echo 'cannot open audio device' >&2", SpeechReport.Outcome.failed), ("true", .finished),
            ("sleep 0.3; echo 'a warning' >&2", .finished),
        ])
        func `success within a fifth of the estimate and with a complaint is a failure`(
            script: String, outcome: SpeechReport.Outcome
        ) throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat > /dev/null; \(script)")]))
                bench.say(1, estimate: .milliseconds(1000))
                #expect(bench.waitForEnd(of: 1) == outcome)
                let isSaid = bench.lines.contains { $0.contains("ended at once: cannot open audio device") }
                #expect(isSaid == (outcome == .failed))
            }
        }

        @Test(arguments: [0o755, 0o644, nil])
        func `brailcom/speechd#883: a voice that cannot be run is a state and a beep, and the engine goes on`(
            mode: Int?
        )
            throws
        {
            try FakeVoices.with { fake in
                let voice = mode.map { fake.hook("say", "exit 1", mode: $0) } ?? ["\(fake.folder)/nowhere"]
                let beep = fake.hook("beep", "echo beep >> $D/beeps")
                let bench = try SpeechBench(.fake([voice]) { $0.fallback = beep })
                for id in 1...3 {
                    bench.say(id)
                    #expect(bench.waitForEnd(of: id) == .failed)
                    #expect(eventually { fake.lines("beeps").count == id }, "one beep an utterance")
                }
                guard case .unavailable(let reason) = bench.healths.last else {
                    return #expect(Bool(false), "healths \(bench.healths)")
                }
                #expect(!reason.isEmpty)
                #expect(bench.lines.count { $0.hasPrefix("<3>") } == 1)
            }
        }

        @Test func `a missing first voice costs nothing: the second is in use from the start`() throws {
            try FakeVoices.with { fake in
                let good = fake.hook("good", "cat >> $D/heard")
                let bench = try SpeechBench(.fake([["no-such-voice"], good]) { $0.limits.firstPause = .seconds(60) })
                bench.say(1, "here")
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(fake.text("heard") == "here")
                #expect(bench.healths == [.ok(hook: good)])
            }
        }

        @Test func `snapcast/snapcast#1037: a device that comes late is tried again with pauses, and speech is back`()
            throws
        {
            try FakeVoices.with { fake in
                let script = """
                    cat > /dev/null; echo x >> $D/tries
                    test $(wc -l < $D/tries) -gt 5 || { echo 'no device' >&2; exit 1; }
                    """
                let bench = try SpeechBench(.fake([fake.hook("say", script)]))
                var id = 0
                let isBack = eventually {
                    id += 1
                    bench.say(id)
                    return bench.waitForEnd(of: id) == .finished
                }
                #expect(isBack)
                #expect(bench.healths.count == 3)
                #expect(bench.healths.last == .ok(hook: ["\(fake.folder)/say"]))
                #expect(bench.lines.count { $0.contains("no device") } == 1)
                #expect(bench.lines.count { $0.contains("speaks again") } == 1)
            }
        }

        @Test func `megabytes on both outputs neither block the voice nor fill the memory`() throws {
            try FakeVoices.with { fake in
                let script = "cat > /dev/null; head -c 8000000 /dev/zero; head -c 8000000 /dev/zero >&2; touch $D/done"
                let bench = try SpeechBench(.fake([fake.hook("say", script)]) { $0.limits.extra = .seconds(5) })
                bench.say(1, estimate: .milliseconds(1))
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(fake.exists("done"))
            }
        }

        @Test func `tannerdsilva/SwiftSlash#31: a voice that ends without reading does not end us`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "exec 0<&-; sleep 0.05; exit 0")]))
                for id in 1...10 { bench.say(id, String(repeating: "unread ", count: 1400)) }
                #expect(bench.wait { $0.reports().count { $0.outcome.isEnd } == 10 })
                #expect(bench.reports().count { $0.outcome.isEnd } == 10)
            }
        }

        @Test func `ten kibibytes into a voice that never reads end at the limit`() throws {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "sleep 600")]))
                bench.say(1, String(repeating: "0123456789", count: 1024))
                #expect(bench.waitForEnd(of: 1) == .failed)
            }
        }
    }
}
