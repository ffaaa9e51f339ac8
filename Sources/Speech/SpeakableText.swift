/// Text on its way to a voice, made to be nothing but text for every voice that might get it.
package enum SpeakableText {
    /// Most bytes of UTF-8 that one utterance keeps: twenty minutes of speech, and less than a pipe holds.
    package static let maximumBytes = 16_384

    /// The text without anything that a voice could take for a command.
    ///
    /// Control and format characters go, line breaks and tabs become spaces. Angle brackets, which only markup is made
    /// of, become spaces. Two opening square brackets in a row, which begin espeak's phonemes, get a space between
    /// them; espeak reads neither. Dashes and exclamation marks in front, which begin options and spd-say's commands,
    /// go, as no voice says them there; a dash before a digit becomes a minus sign, which is said as one. Everything
    /// else stays, byte for byte: O'Neill's is O'Neill's.
    package static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            let isPairEnd = previous == "\r" && scalar == "\n"
            guard !isPairEnd, let kept = replaced(scalar) else { continue }
            if kept == "[", result.last == "[" { result.append(" ") }
            result.append(kept)
        }
        return limited(withoutCommandInFront(Substring(String(result))))
    }

    /// Whether there is a letter or a number in the text; without one there is nothing to say.
    package static func hasWords(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                true
            default: false
            }
        }
    }

    private static func replaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if (0x09...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value) { return " " }
        if scalar == "<" || scalar == ">" { return " " }
        switch scalar.properties.generalCategory {
        case .control, .format: return nil
        default: return scalar
        }
    }

    private static func withoutCommandInFront(_ text: Substring) -> String {
        var rest = text
        var isNegative = false
        while let first = rest.first, first == "-" || first == "!" || first.isWhitespace {
            isNegative = first == "-"
            rest.removeFirst()
        }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return isNegative && rest.first?.isNumber == true ? "\u{2212}" + rest : String(rest)
    }

    private static func limited(_ text: String) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: maximumBytes)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
