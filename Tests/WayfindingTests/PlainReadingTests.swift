import Documents
import Evidence
import Testing
import Wayfinding

/// Places are read quickly where nothing is wrong with them, and carefully where something may be: both say the same.
struct PlainReadingTests {
    /// What stands for the members of an object: the first of each is good, and comes most often.
    private typealias Choices = [(key: String, values: [String])]

    private static let texts = [
        "\"Go on.\"", "\"\"", "\"  \"", "null", "7", "\"Ärzte\"", "\"A\\u0308rzte\"", "\"\u{A0}\"", "\"a\u{85}b\"",
        "\"a\\nb\"", "\"出口\"", "\"\u{3000}\"", "\"\(String(repeating: "y", count: 4097))\"", "\"x\\u0000\"",
    ]
    private static let numbers = [
        "2.5", "0", "-0", "-1", "1e400", "1000000", "1000000.5", "0.1", "null", "\"5\"", "12345678901234567890", "4e0",
    ]
    private static let dates = [
        "\"2026-11-01\"", "\"2026-11-01T10:00:00Z\"", "\"2027-01-01\"", "\"soon\"", "\"\"", "null", "3",
    ]

    /// An object of these members; now and then one is absent or not the good one.
    private static func object(_ choices: Choices, _ random: inout SplitMix) -> String {
        let members = choices.compactMap { key, values -> String? in
            if random.below(900) == 0 { return nil }
            let value = values[random.below(250) == 0 ? random.below(values.count) : 0]
            return value.isEmpty ? nil : "\"\(key)\": \(value)"
        }
        let turned = random.below(9) == 0 ? members.reversed() : members
        return "{\(turned.joined(separator: ", "))}"
    }

    private static func landmark(_ number: Int, _ random: inout SplitMix) -> String {
        if random.below(900) == 0 { return "[]" }
        let position = object(
            [("x", ["\(number % 7).5"] + numbers), ("y", numbers), ("z", ["", "1"] + numbers)], &random)
        return object(
            [
                ("id", ["\"n\(number)\"", "\"n1\"", "\"Ä\"", "\"A\u{308}\""] + texts), ("name", texts),
                ("kind", ["\"spot\"", "\"exit\"", "\"elevator\"", "\"entrance\"", "\"Spot\"", "1"]),
                ("position", [position, "", "null", "4"]), ("aliases", ["", "null", "[\"a\"]", "[\"\"]", "3"]),
                ("note", [""] + texts), ("extra", ["", "{\"id\": 4}"]),
            ], &random)
    }

    private static func connection(_ number: Int, _ count: Int, _ random: inout SplitMix) -> String {
        if random.below(900) == 0 { return "\"way\"" }
        let verification = object(
            [
                ("status", ["\"unverified\"", "\"verified\"", "\"simulated\"", "\"maybe\""]), ("source", [""] + texts),
                ("checkedBy", [""] + texts), ("checkedAt", ["", "null"] + dates),
            ], &random)
        let ends = (0..<2).map { _ in ["\"n\(random.below(count))\"", "\"nowhere\"", "\"n0\"", "\"Ä\""] + texts }
        return object(
            [
                ("id", ["\"c\(number)\"", "\"c1\"", "\"Ä\""] + texts), ("from", ends[0]), ("to", ends[1]),
                ("direction", ["\"both\"", "\"oneWay\"", "\"none\""]),
                ("kind", ["\"path\"", "\"stairs\"", "\"door\"", "\"tunnel\""]), ("name", [""] + texts),
                ("instruction", texts), ("returnInstruction", texts),
                ("stepFree", ["\"confirmed\"", "\"unknown\"", "\"unsuitable\"", "\"yes\""]),
                ("availability", ["\"available\"", "\"unavailable\"", "0"]),
                ("verification", [verification, "null", "[]"]), ("displayLength", ["", "3"] + numbers),
                ("cost", ["1.25"] + numbers), ("path", ["", "null", "[{\"x\": 1, \"y\": 2}]", "[4]"]),
            ], &random)
    }

    /// A place as text; with `careful`, an escape in a key of no meaning makes every object one that is looked at twice.
    private static func texts(_ random: inout SplitMix) -> (plain: String, careful: String) {
        let count = 2 + random.below(30)
        let landmarks = (0..<count).map { landmark($0, &random) }
        let connections = (0..<2 * count).map { connection($0, count, &random) }
        let kind = ["\"surveyed\"", "\"surveyed\"", "\"demo\"", "\"other\""][random.below(4)]
        func text(_ change: (String) -> String) -> String {
            """
            {"format": "companion.place", "version": 1, "id": "p", "name": "P", "kind": \(kind),
            "scannedAt": "2026-01-01T00:00:00Z", "landmarks": [\(landmarks.map(change).joined(separator: ","))],
            "connections": [\(connections.map(change).joined(separator: ","))]}
            """
        }
        return (
            text { $0 },
            text { $0.hasPrefix("{") ? "{\"\\u007a\": 0\($0 == "{}" ? "" : ", ")" + $0.dropFirst() : $0 }
        )
    }

    @Test func `What is read quickly is what is read carefully, findings and all`() throws {
        var random = SplitMix(seed: 31)
        var (clean, findings, wrong): (Int, Int, [String]) = (0, 0, [])
        for _ in 0..<2_000 {
            let (plain, careful) = Self.texts(&random)
            let (quick, slow) = (try readPlace(plain), try readPlace(careful))
            if quick.map != nil { clean += 1 }
            findings += quick.findings.count
            if quick.map != slow.map || quick.findings != slow.findings { wrong.append(plain) }
        }
        #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.first ?? "")")
        #expect(clean > 20 && findings > 5_000)
    }
}
