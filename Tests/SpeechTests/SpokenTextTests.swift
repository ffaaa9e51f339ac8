import Evidence
import Foundation
import Platform
import Readings
import Speech
import Synchronization
import Testing

extension Processes {
    @Suite struct SpokenTextTests {
        private final class Held: Sendable { let flag = Atomic(false) }

        /// Checks what the voice gets on its standard input when it is to say `text`.
        private func expectHeard(_ heard: String, of text: String, _ fake: FakeVoices) throws {
            let script = "cat > $D/heard; test $# = 0 || touch $D/arguments"
            let bench = try SpeechBench(.fake([fake.hook("say", script)], startAhead: false))
            bench.say(1, text)
            #expect(bench.waitForEnd(of: 1) == .finished)
            #expect(!fake.exists("arguments"))
            #expect(Files.read("\(fake.folder)/heard") == Array(heard.utf8))
        }

        @Test func `Marak/say.js#33: a place named like a command is spoken, and nothing is run`() throws {
            try FakeVoices.with { fake in
                let mark = "\(fake.folder)/mark"
                for text in ["$(touch \(mark))", "'; touch \(mark) #", "`touch \(mark)`", "a | touch \(mark) & \"b\""] {
                    try expectHeard(text, of: text, fake)
                    #expect(!fake.exists("mark"))
                }
            }
        }

        @Test func `quadrismegistus/prosodic#43: O'Neill's reaches the voice without a backslash`() throws {
            try FakeVoices.with { fake in
                try expectHeard("O'Neill's \"Bar\" is ahead.", of: "O'Neill's \"Bar\" is ahead.", fake)
            }
        }

        @Test func `ten kibibytes arrive whole, and a NUL or a line break never does`() throws {
            try FakeVoices.with { fake in
                let long = String(repeating: "Turn left. ", count: 931) + "x"
                try expectHeard(long, of: long, fake)
                try expectHeard("ab c d e", of: "a\u{0}b\nc\r\nd\u{2028}e", fake)
            }
        }

        @Test(arguments: [". . .", "…", "—", "👍🏽", "!-!", "--", "", "\u{0}\n\u{200B}", "[[", "<>"])
        func `brailcom/speechd#1025: a text without a word ends at once, with a line, and the next is spoken`(
            text: String
        )
            throws
        {
            try FakeVoices.with { fake in
                let bench = try SpeechBench(.fake([fake.hook("say", "cat >> $D/heard")]))
                bench.say(1, text)
                bench.say(2, "next")
                #expect(bench.waitForEnd(of: 2) == .finished)
                #expect(bench.outcomes(of: 1) == [.started, .finished])
                #expect(fake.text("heard") == "next")
                #expect(bench.lines.contains { $0.contains("no word") })
            }
        }

        @Test func `with no voice at all a text takes its time in the journal, and can be hushed`() throws {
            let bench = try SpeechBench(.fake([]))
            #expect(bench.wait { !$0.healths.isEmpty })
            #expect(bench.healths == [.textOnly(reason: "none is configured")])
            #expect(bench.lines.count { $0.hasPrefix("<4>There is no voice") } == 1)
            let clock = MonotonicClock()
            bench.say(1, "Ready.", estimate: .milliseconds(300))
            #expect(bench.waitForEnd(of: 1) == .finished)
            #expect(clock.now() - .start >= .milliseconds(300))
            #expect(bench.lines.last == "<6>Says: Ready.\n")
            bench.say(2, "A long way.", estimate: .seconds(60))
            #expect(bench.wait { $0.outcomes(of: 2) == [.started] })
            bench.engine.hush(id: 2)
            #expect(bench.waitForEnd(of: 2) == .interrupted)
        }

        @Test func `without the default voice texts go to the journal, until it is installed`() throws {
            let held = Held()
            let settings = SpeechSettings(startAhead: false)
            let bench = try SpeechBench(settings) { held.flag.load(ordering: .relaxed) ? "/bin/\($0)" : nil }
            bench.say(1, "Ready.", estimate: .milliseconds(10))
            #expect(bench.waitForEnd(of: 1) == .finished)
            #expect(bench.healths == [.textOnly(reason: "espeak-ng is not installed")])
            #expect(bench.lines.count { $0.hasPrefix("<4>") } == 1)
            held.flag.store(true, ordering: .relaxed)
            bench.say(2, "Ready.", estimate: .milliseconds(10))
            #expect(bench.wait { $0.healths.contains(.ok(hook: ["espeak-ng", "--stdin"])) })
            #expect(bench.waitForEnd(of: 2) != nil)
        }

        @Test func `organicmaps/organicmaps#10465: text and voice are of one language`() throws {
            #expect(SpeechSettings().hooks == [["espeak-ng", "--stdin"]])  // whose own default is English
            #expect(SpeechSettings(language: "de").hooks == [["espeak-ng", "--stdin", "-v", "de"]])
            try FakeVoices.with { fake in
                let hook = fake.hook("say", "cat > /dev/null; printf %s \"$COMPANION_LANGUAGE\" > $D/language")
                let bench = try SpeechBench(.fake([hook]) { $0.language = "de" })
                bench.say(1)
                #expect(bench.waitForEnd(of: 1) == .finished)
                #expect(fake.text("language") == "de")
            }
        }
    }
}
