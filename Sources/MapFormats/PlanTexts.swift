import Documents

/// Texts of a file made fit for a map: trimmed, without control characters, not too long.
enum PlanTexts {
    /// The most bytes of a text, so that a sentence with several passes the check of maps.
    static let byteLimit = 1000
    /// The most bytes of an id of a feature.
    static let idLimit = 200

    /// The text as a map may have it, or nil where nothing is left of it.
    static func clean(_ text: String?) -> String? {
        guard let text else { return nil }
        var out = String.UnicodeScalarView()
        var bytes = 0
        var waits = false
        for scalar in text.unicodeScalars {
            guard scalar.properties.generalCategory != .control, !scalar.properties.isWhitespace else {
                waits = !out.isEmpty
                continue
            }
            bytes += UTF8.width(scalar) + (waits ? 1 : 0)
            guard bytes <= byteLimit else { break }
            if waits { out.append(" ") }
            waits = false
            out.append(scalar)
        }
        return out.isEmpty ? nil : String(out)
    }

    /// An id as it is written, or nil where it is empty, too long, or has what a map's text may not have.
    static func id(_ text: String?) -> String? {
        guard let text, text.utf8.count <= idLimit, clean(text) == text else { return nil }
        return text
    }

    /// The first text as the name and the others, each once, as aliases.
    static func name(_ texts: [String?]) -> PlanName {
        var seen: [String] = []
        for text in texts.map(clean) {
            if let text, !seen.contains(text) { seen.append(text) }
        }
        return PlanName(text: seen.first, aliases: Array(seen.dropFirst()))
    }

    /// A part of an id or a file's name: letters and digits of ASCII in small, everything else a dash.
    ///
    /// "Great Hall (2nd)" gives `great-hall-2nd`.
    static func slug(_ text: String) -> String {
        var out = ""
        for character in text.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                out.append(character)
            } else if !out.isEmpty, out.last != "-" {
                out.append("-")
            }
        }
        while out.last == "-" { out.removeLast() }
        return String(out.prefix(60))
    }

    /// A level's number in words that stay apart as a slug: −1.5 is "minus 1 5".
    static func number(_ ordinal: Double) -> String {
        (ordinal < 0 ? "minus " : "") + DecimalText.fixed(ordinal.magnitude, digits: 2)
    }
}
