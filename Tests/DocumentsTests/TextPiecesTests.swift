import Documents
import Testing

struct TextPiecesTests {
    @Test(
        arguments: [
            ("i2c-mux-gpio", "mux", true), ("mux", "mux", true), ("xmux", "mux", true), ("muxes", "mux", true),
            ("mu x", "mux", false), ("mu", "mux", false), ("", "mux", false), ("mmux", "mux", true),
            ("Erdgeschoß", "schoß", true), ("cafe\u{301} upstairs", "café", true), ("cafe\u{301}", "cafe", false),
            ("anything", "", true), ("", "", true),
        ])
    func `Words are found wherever they stand, character by character`(text: String, words: String, isThere: Bool) {
        #expect(text.holds(words) == isThere)
        #expect(text[...].holds(words) == isThere)
    }

    @Test func `The first place is the one that counts, from its first character to after its last`() throws {
        let text = "a — b — c"
        let place = try #require(text.place(of: " — "))
        #expect(text[..<place.lowerBound] == "a")
        #expect(text[place.upperBound...] == "b — c")
        #expect(text.place(of: "—  ") == nil)
    }

    @Test(
        arguments: [
            ("it failed — try again", "it failed", "try again"), ("it failed", "it failed", nil),
            ("it failed — ", "it failed", nil), ("a — b — c", "a", "b — c"), (" — b", "", "b"), ("", "", nil),
        ] as [(String, String, String?)])
    func `Text is parted at the first mark; nothing after it counts as none`(
        text: String, before: String, after: String?
    ) {
        let parts = text.parted(at: " — ")
        #expect(parts.before == before)
        #expect(parts.after == after)
    }

    @Test(
        arguments: [("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"), ("/~/", "/~1~0~1"), ("plain é", "/plain é")])
    func `A pointer escapes its two marks and nothing else`(key: String, text: String) {
        #expect(JSONPointer.root.appending(key).description == text)
    }

    @Test(
        arguments: [
            (".5", 0.5), ("5.", 5), ("5.e3", 5000), ("5.E-1", 0.5), ("-.5e1", -5), ("+5.", 5), ("0.25", 0.25),
            ("12.75e2", 1275),
        ])
    func `JSON5 leaves out zeros beside the point`(text: String, value: Double) throws {
        #expect(try Document(Array(text.utf8), dialect: .json5).root.number == value)
    }
}
