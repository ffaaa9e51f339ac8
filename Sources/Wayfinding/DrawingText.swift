import Documents

/// Texts inside a drawing.
enum DrawingText {
    /// A text as XML: markup escaped, and what XML forbids shown as U+FFFD.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case _ where scalar.properties.generalCategory == .control || (scalar.value & 0xFFFE) == 0xFFFE:
                out.unicodeScalars.append("\u{FFFD}")
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// A name so enclosed that its format characters and writing direction change nothing around it.
    ///
    /// Isolates that the name leaves open are closed, and those that it closes too often are opened before it.
    static func isolated(_ name: String) -> String {
        guard name.unicodeScalars.contains(where: { $0.value >= 0x590 || $0.properties.generalCategory == .format })
        else { return name }
        var open = 0
        var missing = 0
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: open += 1
            case 0x2069 where open > 0: open -= 1
            case 0x2069: missing += 1
            default: break
            }
        }
        return String(repeating: "\u{2068}", count: missing + 1) + name + String(repeating: "\u{2069}", count: open + 1)
    }

    /// About how wide a text is in a sans-serif font of this size; generous, so that labels keep apart.
    static func width(_ text: String, size: Double) -> Double {
        var ems = 0.0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x300...0x36F, 0x200B...0x200F, 0x2060...0x206F: break
            case 0x20, 0x21, 0x2C, 0x2E, 0x3A, 0x69, 0x6A, 0x6C, 0x74, 0x66: ems += 0.34
            case 0x57, 0x4D, 0x6D, 0x77: ems += 0.88
            case 0x41...0x5A: ems += 0.7
            case 0x1100...0x11FF, 0x2E80...0xFFFF, 0x1F000...0x3FFFF: ems += 1.05
            default: ems += 0.57
            }
        }
        return ems * size
    }

    /// A name in at most three lines of about `columns` characters, broken between words; what is longer ends in `…`.
    static func lines(_ name: String, columns: Int = 18) -> [String] {
        var lines: [String] = []
        for word in name.prefix(400).split(separator: " ") {
            if let last = lines.last, last.count + word.count < columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word.count > 30 ? word.prefix(29) + "…" : String(word))
            }
        }
        guard lines.count > 3 else { return lines.isEmpty ? [""] : lines }
        return [lines[0], lines[1], lines[2] + "…"]
    }

    /// A number of pixels, to a tenth.
    static func number(_ value: Double) -> String { DecimalText.fixed(value, digits: 1) }
}
