/// Text of others on its way to a terminal: control characters of it are shown, never obeyed.
enum PlainText {
    /// The longest line of a failure that is shown whole, in characters; of a longer one its beginning and its end.
    private static let longestLine = 700
    private static let shownEnd = 300

    /// The text with what a terminal would obey written out: "\u001b" for an escape; line breaks and tabs stay.
    static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            guard isObeyed(scalar) else {
                shown.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            shown += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return shown
    }

    /// The text with each line no longer than somebody would read; what is left out is in the middle.
    static func short(_ text: String) -> String {
        guard text.count > longestLine else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.count > longestLine else { return String(line) }
            return line.prefix(longestLine - shownEnd) + " … " + line.suffix(shownEnd)
        }.joined(separator: "\n")
    }

    /// Controls of C0 and C1 but tab and line feed, and what turns the direction of the writing.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
