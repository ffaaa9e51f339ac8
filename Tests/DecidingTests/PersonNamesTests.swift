import Announcing
import Deciding
import Foundation
import Readings
import Testing

/// announcements.md: device names are cleaned at the door, once, whatever people call their phones.
struct PersonNamesTests {
    @Test(arguments: [
        ("Sam's iPhone", "Sam's iPhone"), ("", "A paired phone"), (" \t \n ", "A paired phone"),
        ("\u{0}\u{7}\u{1B}[31mSam", "[31mSam"), ("Sam\nLee", "Sam Lee"), ("Sam\r\nLee", "Sam Lee"),
        ("Sam\u{85}Lee", "Sam Lee"), ("Sam\u{2028}Lee\u{2029}", "Sam Lee"), ("\u{202E}maS\u{202C}", "maS"),
        ("S\u{200B}a\u{FEFF}m", "Sam"), ("\u{200D}\u{2066}", "A paired phone"), ("  Sam  ", "Sam"),
        ("<speak>Sam</speak>", "<speak>Sam</speak>"), ("--help", "--help"), ("$(reboot)", "$(reboot)"),
        ("{age}{name}", "{age}{name}"), ("👨‍👩‍👧", "👨👩👧"), ("e\u{301}", "é"),
    ])
    func `A name keeps its words and loses what is none`(name: String, cleaned: String) {
        #expect(DeviceName.cleaned(name) == cleaned)
        #expect(DeviceName.cleaned(DeviceName.cleaned(name)) == cleaned)
    }

    @Test func `A name keeps 64 grapheme clusters and 256 bytes at most`() {
        #expect(DeviceName.cleaned(String(repeating: "a", count: 10_240)) == String(repeating: "a", count: 64))
        #expect(DeviceName.cleaned(String(repeating: "a", count: 64)).count == 64)
        let wide = DeviceName.cleaned(String(repeating: "👩🏽", count: 64))
        #expect(wide == String(repeating: "👩🏽", count: 32))
        let many = DeviceName.cleaned("Sam" + String(repeating: "\u{301}", count: 5_000))
        #expect(many.utf8.count <= 256)
        #expect(many == "Sa")
        #expect(DeviceName.cleaned(String(repeating: "a", count: 63) + " b") == String(repeating: "a", count: 63))
    }

    @Test func `The second of two equal names gets a number, beyond the limit, whatever their form`() throws {
        let long = String(repeating: "a", count: 64)
        #expect(DeviceName.distinct(long, used: [long]) == long + " 2")
        #expect(DeviceName.distinct("é", used: ["e\u{301}"]) == "é 2")
        #expect(DeviceName.distinct("Sam", used: ["Sam", "Sam 2"]) == "Sam 3")
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 1)
        for second in [0.1, 0.5] {
            bench.peer(second, 3, 0, "one", name: "", in: "garden")
            bench.peer(second + 0.1, 3, 0, "two", name: "\\u0007", in: "garden")
        }
        bench.go(1, to: "one")
        bench.go(4, to: "two")
        bench.end(8)
        #expect(try bench.words(.noRoute) == ["1 A paired phone is not here.", "4 A paired phone 2 is not here."])
    }

    @Test func `A name of hostile text is said cleaned, in every sentence about the person`() throws {
        var bench = PersonBench()
        let hostile = #"  \u0000\u001b[2J{age}\u202e\u000aSam \u2028[[x]]!-!"#
        bench.stand(0, 0, from: 0, to: 8)
        for index in 0..<3 { bench.peer(0.1 + Double(index), 5, 0, name: hostile) }
        bench.go(1)
        bench.at(3, "peerQuiet", "\"device\":\"sam\"")
        bench.stand(4.5, 0, from: 200, to: 204)
        bench.end(215)
        let name = "[2J{age} Sam  [[x]]!-!"
        #expect(
            try bench.words(.personQuiet, .personLastSeenHere).map { $0.drop { $0 != " " }.dropFirst() }
                == [
                    "\(name) is quiet. I lead to where it was last.",
                    "This is where \(name) was last seen, 3 minutes ago.",
                ].map { Substring($0) })
    }

    @Test func `Who changes the name on the way is met by the new one`() throws {
        var bench = PersonBench()
        bench.stand(0, 0, from: 0, to: 6)
        bench.peer(0.1, 5, 0)
        bench.go(1)
        bench.peer(2, 5, 0, name: "Samantha")
        bench.peer(3, 0.5, 0, name: "Samantha")
        bench.end(6)
        #expect(
            try bench.ofPeople() == ["3 Samantha is here."]
                || bench.ofPeople().last?.hasSuffix("Samantha is here.") == true)
    }
}
