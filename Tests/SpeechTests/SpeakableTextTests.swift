import Speech
import Testing

@Suite struct SpeakableTextTests {
    @Test(arguments: [
        ("Turn left.", "Turn left."), ("O'Neill's", "O'Neill's"),
        ("a\\b \"c\" $(d) `e` 'f'", "a\\b \"c\" $(d) `e` 'f'"),
        ("one\ntwo\r\nthree\u{85}four\u{2028}five\u{2029}six\tseven", "one two three four five six seven"),
        ("nul\u{0} bell\u{7} escape\u{1B}[0m", "nul bell escape[0m"),
        ("zero\u{200B}width\u{FEFF} and \u{202E}turned", "zerowidth and turned"), ("soft\u{AD}hyphen", "softhyphen"),
        ("[[h@lou]]", "[ [h@lou]]"), ("[[[", "[ [ ["), ("[\u{200B}[x]]", "[ [x]]"), ("a[b]", "a[b]"),
        ("<speak>Hi</speak>", "speak Hi /speak"), ("!-!SET", "SET"), ("\n!-!SET", "SET"), ("--help", "help"),
        ("- - -x", "x"), ("Wait! Stop - now!", "Wait! Stop - now!"), ("-5 degrees", "\u{2212}5 degrees"),
        ("\u{200E}-x", "x"), ("!", ""), ("Zoë’s café – 3½ €", "Zoë’s café – 3½ €"), ("日本語。", "日本語。"), ("👩‍🦯", "👩🦯"),
    ])
    func `a text is nothing but text for every voice`(given: String, cleaned: String) {
        #expect(Array(SpeakableText.cleaned(given).unicodeScalars) == Array(cleaned.unicodeScalars))
    }

    @Test func `what is clean stays as it is when it is cleaned again`() {
        for text in ["--a [[b]]", "!-!-5", "<x>\n[[[", "- 5"] {
            let once = SpeakableText.cleaned(text)
            #expect(SpeakableText.cleaned(once) == once)
        }
    }

    @Test(arguments: [16_383, 16_384, 16_385, 16_386])
    func `a text is cut at 16 KiB between two characters`(bytes: Int) {
        let text = String(repeating: "a", count: bytes - 2) + "é"
        let cleaned = SpeakableText.cleaned(text)
        #expect(cleaned.utf8.count == (bytes <= 16_384 ? bytes : bytes == 16_385 ? 16_383 : 16_384))
        #expect(!cleaned.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test(arguments: [("a", true), ("5", true), ("½", true), ("語", true), (". . .", false), ("👍", false), ("", false)])
    func `only a letter or a number is a word`(text: String, hasWords: Bool) {
        #expect(SpeakableText.hasWords(text) == hasWords)
    }
}
