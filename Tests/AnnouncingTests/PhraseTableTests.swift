import Announcing
import Foundation
import Testing

struct PhraseTableTests {
    /// The arguments that texts may name.
    private static let arguments: Set<String> = [
        "distance", "name", "landmark", "place", "floor", "length", "text", "step", "count", "reason", "direction",
        "person", "note", "kind", "destination", "instruction", "building", "age", "connection", "why", "next",
        "number", "digits",
    ]

    /// What is put into other texts, and is no sentence by itself.
    private static let pieces: Set<Phrase> = [.oneMinute, .minutes]

    @Test(arguments: Phrase.allCases)
    func `Every key has a text that is short, plain and complete`(phrase: Phrase) throws {
        let text = try #require(Words.template(phrase))
        if Self.pieces.contains(phrase) { return #expect(!text.isEmpty && !text.hasSuffix(".")) }
        #expect((3...140).contains(text.count), "\(text)")
        // what ends with an argument ends as that does
        #expect([".", "?", "}"].contains { text.hasSuffix($0) }, "\(text)")
        #expect(text.first?.isUppercase == true || text.first == "{", "\(text)")
        #expect(!text.contains("  ") && text == text.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(text.allSatisfy { !"()[]<>/\\_*#;\"“”…".contains($0) }, "a voice stumbles over: \(text)")
    }

    @Test(arguments: Phrase.allCases)
    func `Every argument in a text is a known one in braces`(phrase: Phrase) throws {
        let text = try #require(Words.template(phrase))
        let names = text.matches(of: /\{([^}]*)\}/).map { String($0.output.1) }
        #expect(names.allSatisfy(Self.arguments.contains), "\(text)")
        #expect(text.filter { $0 == "{" }.count == names.count)
        #expect(text.filter { $0 == "}" }.count == names.count)
    }

    @Test func `No two keys have the same text`() {
        let texts = Phrase.allCases.compactMap(Words.template)
        #expect(Set(texts).count == texts.count)
    }

    @Test func `The words that bind are said to the letter`() {
        let bound: [Phrase: String] = [
            .proximity: "{distance}. Something ahead.", .proximityLeft: "{distance}. Something ahead, left.",
            .proximityRight: "{distance}. Something ahead, right.", .blocked: "Something is very close.",
            .dropOff: "Stop. The floor drops away ahead.", .depthBack: "Depth readings are back.",
            .depthUnmeasurable: "Depth readings are unavailable. I cannot measure ahead.",
            .depthVeryClose: "Depth readings are unavailable. Something may still be very close.",
            .depthStopped: "Depth readings are unavailable. The camera has stopped.",
            .depthNotStarted: "Depth readings are unavailable. The camera has not started.", .ready: "Ready.",
            .floorReturned: "We are back on the floor we left.", .nothingToRepeat: "Nothing to repeat.",
        ]
        for (phrase, text) in bound { #expect(Words.template(phrase) == text) }
    }

    @Test func `Arguments are filled in`() {
        #expect(Words().text(.proximityLeft, ["distance": "1 metre"]) == "1 metre. Something ahead, left.")
    }

    @Test func `Braces in a name are only text`() {
        let text = Words().text(.personLastSeenAge, ["name": "{age}", "age": "2 minutes"])
        #expect(text == "This is where {age} was last seen, 2 minutes ago.")
    }

    /// The text of every source but the table's own two files.
    private static let sources: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let own = ["Phrase.swift", "EnglishPhrases.swift"]
        return (files ?? []).filter { $0.pathExtension == "swift" && !own.contains($0.lastPathComponent) }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }()

    @Test(arguments: Phrase.allCases)
    func `Every key is used somewhere`(phrase: Phrase) throws {
        #expect(Self.sources.contains("struct Words"), "the sources were not found")
        let use = try Regex("\\.\(phrase.rawValue)\\b")
        let isUsed = Self.sources.contains(use)
        #expect(isUsed, "\(phrase.rawValue) is said nowhere: remove it")
    }
}
