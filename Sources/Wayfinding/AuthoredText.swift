/// Looks into words that somebody wrote on a map.
enum AuthoredText {
    /// The text without spaces and one full stop or exclamation mark at its end.
    static func withoutEnd(_ text: String) -> String {
        var signs = Substring(text)
        while signs.last?.isWhitespace == true { signs.removeLast() }
        if let last = signs.last, last == "." || last == "!" { signs.removeLast() }
        return String(signs)
    }

    /// Whether a sentence ends before the end of the text.
    static func hasSentences(_ text: String) -> Bool {
        let signs = Array(text)
        return signs.indices.dropLast().contains { index in
            ".!?".contains(signs[index]) && signs[index + 1].isWhitespace || signs[index].isNewline
        }
    }

    /// Whether a text names something, in any case, and not as a part of a longer word: "Floor 2" is not in "Floor 20".
    static func names(_ text: String, _ name: String) -> Bool {
        let signs = Array(text.lowercased())
        let wanted = Array(name.lowercased())
        guard !wanted.isEmpty, wanted.count <= signs.count else { return false }
        func isWord(_ index: Int) -> Bool {
            signs.indices.contains(index) && (signs[index].isLetter || signs[index].isNumber)
        }
        for start in 0...(signs.count - wanted.count) where signs[start..<(start + wanted.count)].elementsEqual(wanted)
        {
            if !isWord(start - 1) && !isWord(start + wanted.count) { return true }
        }
        return false
    }
}
