import Readings
import Testing

@Suite struct DeviceNameTests {
    @Test(arguments: [
        ("Sam's iPhone", "Sam's iPhone"), ("  Sam  ", "Sam"), ("Sam\u{0}\u{7}\u{200B}\u{202E}", "Sam"),
        ("a\nb\u{85}c\u{2028}d\u{2029}e", "a b c d e"), ("", "A paired phone"), (" \u{200B}\n", "A paired phone"),
        ("\u{2028}Sam\u{85}", "Sam"), ("Zoë", "Zoë"), ("a\tb", "ab"), ("a\r\nb", "a b"),
    ])
    func `a name is one line of visible characters, and never empty`(given: String, cleaned: String) {
        #expect(DeviceName.cleaned(given) == cleaned)
    }

    @Test(arguments: [(63, 63), (64, 64), (65, 64)])
    func `a name has 64 grapheme clusters at most`(given: Int, kept: Int) {
        #expect(DeviceName.cleaned(String(repeating: "e\u{301}", count: given)).count == kept)
    }

    @Test func `a name has 256 bytes at most, cut between grapheme clusters`() {
        let family = "e\u{301}\u{302}\u{303}\u{304}"  // one cluster of 9 bytes
        let cleaned = DeviceName.cleaned(String(repeating: family, count: 40))
        #expect(cleaned.count == 28)
        #expect(cleaned.utf8.count == 252)
        #expect(DeviceName.cleaned(String(repeating: "語", count: 64)).utf8.count == 192)
        #expect(DeviceName.cleaned(String(repeating: "𝔸", count: 64)).utf8.count == 256)
    }

    @Test func `one cluster that is too long by itself is no name`() {
        #expect(DeviceName.cleaned("e" + String(repeating: "\u{301}", count: 200)) == DeviceName.fallback)
    }

    @Test func `a name cut before a space is trimmed again`() {
        #expect(DeviceName.cleaned(String(repeating: "a", count: 63) + " bc") == String(repeating: "a", count: 63))
    }

    @Test func `the second of two equal names gets a number, beyond the limit too`() {
        #expect(DeviceName.distinct("Sam", used: []) == "Sam")
        #expect(DeviceName.distinct("Sam", used: ["Sam"]) == "Sam 2")
        #expect(DeviceName.distinct("Sam", used: ["Sam", "Sam 2"]) == "Sam 3")
        let long = String(repeating: "a", count: 64)
        #expect(DeviceName.distinct(long, used: [long]) == long + " 2")
    }
}
