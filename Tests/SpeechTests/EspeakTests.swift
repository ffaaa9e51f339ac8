import Evidence
import Foundation
import Platform
import Readings
import Speech
import Testing

extension Processes {
    /// The default voice itself, speaking into a file.
    @Suite(.enabled(if: ChildEnvironment.program("espeak-ng") != nil, "espeak-ng is absent: no real voice was heard"))
    struct EspeakTests {
        private static let sentences = [
            "Turn left in 5 metres, towards the main entrance.", "The lift is on your right, behind the stairs.",
            "Tracking is lost. Please stand still for a moment.",
        ]

        private func record(_ text: String, _ fake: FakeVoices) throws -> [Int16] {
            let file = "\(fake.folder)/sound.wav"
            let bench = try SpeechBench(.fake([["espeak-ng", "--stdin", "-w", file]], startAhead: false))
            bench.say(1, text, estimate: .seconds(1))
            #expect(bench.waitForEnd(of: 1) == .finished)
            let bytes = Files.read(file) ?? []
            try #require(bytes.count > 44 && bytes[22] == 1 && bytes[34] == 16, "one channel of 16 bits")
            rate = Double(UInt32(bytes[24]) | UInt32(bytes[25]) << 8 | UInt32(bytes[26]) << 16)
            return stride(from: 44, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }

        private final class Rate { var value = 22_050.0 }
        private let held = Rate()
        private var rate: Double {
            get { held.value }
            nonmutating set { held.value = newValue }
        }

        @Test(arguments: sentences)
        func `a sentence of ours sounds as long as is estimated, and it is not silence`(sentence: String) throws {
            let tolerance = 0.3
            try FakeVoices.with { fake in
                let samples = try record(sentence, fake)
                let length = Double(samples.count) / rate
                let estimate = max(0.3, Double(sentence.count) / 14)
                let loudness = (samples.map { Double($0) * Double($0) }.reduce(0, +) / Double(samples.count))
                    .squareRoot()
                print("“\(sentence)” sounds \(length) s, estimated \(estimate) s, RMS \(loudness.rounded())")
                #expect(abs(length - estimate) <= tolerance * estimate)
                #expect(loudness > 500)
            }
        }

        /// The phonemes that the voice makes of bytes on its standard input.
        private func phonemes(_ text: String, _ fake: FakeVoices) throws -> String {
            Files.write(text, to: "\(fake.folder)/text")
            let script = fake.hook("phonemes", "espeak-ng -q -x --stdin < $D/text > $D/phonemes")
            let child = try ChildProcess(script)
            child.give([])
            let end = child.wait(limit: .seconds(60))
            let errors = String(decoding: child.errorBytes, as: UTF8.self)
            try #require(end == .exit(0), "\(String(describing: end)): \(errors)")
            return fake.text("phonemes").filter { !"_: \n".contains($0) }
        }

        @Test(arguments: [
            ("-f kitchen", "f kitchen"), ("--version", "version"), ("-5 degrees", "minus 5 degrees"),
            ("<b>Kitchen</b>", "b. Kitchen slash b."), ("!-!Kitchen", "Kitchen"), ("Kitchen\u{200B}", "Kitchen"),
        ])
        func `what could be a command is said as the words it holds`(text: String, words: String) throws {
            try FakeVoices.with { fake in
                let said = try phonemes(SpeakableText.cleaned(text), fake)
                #expect(!said.isEmpty)
                #expect(try said == phonemes(words, fake))
            }
        }

        @Test func `espeak's phoneme marks are read as letters, not obeyed`() throws {
            try FakeVoices.with { fake in
                let obeyed = try phonemes("[[h@l'oU]]", fake)
                #expect(try phonemes(SpeakableText.cleaned("[[h@l'oU]]"), fake) != obeyed)
                #expect(try phonemes(SpeakableText.cleaned("[\u{200B}[h@l'oU]]"), fake) != obeyed)
            }
        }
    }
}
