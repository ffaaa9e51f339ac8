import Evidence
import Foundation
import Platform
import Readings
import Speech
import Testing

extension Processes {
    /// What many utterances leave behind: nothing.
    @Suite struct EnduranceTests {
        private static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

        /// Has `count` utterances said by real processes, with one in four hushed, and gives how many ended.
        private static func speak(_ count: Int, from first: Int, _ bench: SpeechBench) -> Int {
            for id in first..<(first + count) {
                bench.say(id, "Message \(id).")
                if id % 4 == 0 { bench.engine.hush(id: id) }
                guard bench.waitForEnd(of: id, limit: .seconds(5)) != nil else { return id - first }
                bench.forget(before: id)
            }
            return count
        }

        /// In a process of its own, for other tests take memory and descriptors of this one meanwhile.
        @Test(arguments: isLong ? [2_000, 10_000, 100_000] : [2_000])
        func `swiftlang/swift-subprocess#303: descriptors, zombies and memory stay as they were`(count: Int) async {
            await #expect(processExitsWith: .success) { [count] in try Self.endure(count) }
        }

        private static func endure(_ count: Int) throws {
            let descriptorSlack = 3
            let memorySlackKibibytes = 6 * 1024  // allocator noise; a leak of 4 KiB an utterance would be 8 MiB
            SystemSignals.ignoreBrokenPipes()
            let bench = try SpeechBench(.fake([["cat"]]))
            #expect(speak(200, from: 0, bench) == 200)
            let descriptors = Kernel.descriptors()
            let memory = Kernel.residentKibibytes()
            #expect(descriptors > 3 && memory > 1024, "they are really counted")
            let clock = MonotonicClock()
            #expect(speak(count, from: 1000, bench) == count)
            let took = (clock.now() - .start).inSeconds
            let growth = Kernel.residentKibibytes() - memory
            print("\(count) utterances in \(took) s, memory grew by \(growth) KiB")
            #expect(eventually { abs(Kernel.descriptors() - descriptors) <= descriptorSlack })
            #expect(eventually { Kernel.zombies() == 0 })
            // What looks for errors in memory keeps what was given back.
            #expect(Slowness.factor > 1 || growth < memorySlackKibibytes)
        }

        @Test func `a voice that fails every time leaves nothing behind either`() throws {
            let bench = try SpeechBench(.fake([["false"], ["no-such-voice"]]) { $0.fallback = ["true"] })
            #expect(Self.speak(20, from: 0, bench) == 20)
            #expect(eventually { Kernel.zombies() == 0 })
            let descriptors = Kernel.descriptors()
            #expect(Self.speak(300, from: 100, bench) == 300)
            #expect(eventually { abs(Kernel.descriptors() - descriptors) <= 5 })
            #expect(eventually { Kernel.zombies() == 0 })
        }

        @Test func `a storm of asking and hushing from three threads gives every utterance one end, in order`() throws {
            try FakeVoices.with { fake in
                let flaky = fake.hook("say", "cat > /dev/null; test $(($$ % 3)) = 0 && exit 1; sleep 0.00$(($$ % 5))")
                let bench = try SpeechBench(.fake([flaky, ["cat"]]))
                let threads = try (0..<3).map { thread in
                    try WorkerThread(name: "storm \(thread)") {
                        var random = SystemRandomNumberGenerator()
                        for number in 0..<60 {
                            let id = thread * 1000 + number
                            bench.say(
                                id, "Message \(id).", estimate: .milliseconds(Int.random(in: 0...50, using: &random)))
                            if Bool.random(using: &random) { bench.engine.hush(id: id - Int.random(in: 0...3)) }
                            if number % 20 == 7 { bench.engine.apply(.fake([flaky, ["cat"]])) }
                            usleep(UInt32.random(in: 0...4000, using: &random))
                        }
                    }
                }
                for thread in threads { #expect(thread.join(limit: .seconds(10))) }
                #expect(bench.wait(limit: .seconds(20)) { $0.reports().count { $0.outcome.isEnd } >= 180 })
                #expect(bench.engine.shutdown(limit: .seconds(3)))
                for id in Set(bench.reports().map(\.id)) {
                    let outcomes = bench.outcomes(of: id)
                    #expect(outcomes.count { $0.isEnd } == 1 && outcomes.last?.isEnd == true, "\(id): \(outcomes)")
                    #expect(outcomes.count { $0 == .started } <= 1)
                }
                #expect(Set(bench.reports().map(\.id)).count == 180)
                #expect(eventually { Kernel.zombies() == 0 })
            }
        }

        @Test func `swiftlang/swift#79881: a thousand short runs all return`() throws {
            var returned = 0
            for _ in 0..<1000 {
                let child = try ChildProcess(["true"])
                child.give([])
                if child.wait(limit: .seconds(5)) == .exit(0) { returned += 1 }
            }
            #expect(returned == 1000)
        }
    }
}
