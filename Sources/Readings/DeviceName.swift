/// The names that people give their phones, cleaned once at the door so that they can be shown, stored and spoken.
public enum DeviceName {
    /// What a phone is called whose name has nothing in it.
    public static let fallback = "A paired phone"
    /// Most grapheme clusters that a name keeps.
    public static let maximumCharacters = 64
    /// Most bytes of UTF-8 that a name keeps.
    public static let maximumBytes = 256

    /// The name without control and format characters, with line breaks (U+000A to U+000D, U+0085, U+2028, U+2029) as
    /// one space each (CR LF as one together), trimmed, at most 64 grapheme clusters and 256 bytes; where nothing is left, the fallback.
    public static func cleaned(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            defer { previous = scalar }
            if isLineBreak(scalar) {
                if previous != "\r" || scalar != "\n" { scalars.append(" ") }
            } else if scalar.properties.generalCategory != .control, scalar.properties.generalCategory != .format {
                scalars.append(scalar)
            }
        }
        let short = trimmed(limited(trimmed(Substring(String(scalars)))))
        return short.isEmpty ? fallback : String(short)
    }

    /// A cleaned name as it stands in the question whether its device may be paired.
    ///
    /// Nobody has vouched for it yet, and it is spoken beside three digits: it is cut to 24 grapheme clusters, and has no
    /// sign that ends or parts a sentence and, where there are more than two digits in it, none at all.
    public static func asked(_ name: String) -> String {
        let digits = name.unicodeScalars.count { $0.properties.numericType != nil }
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isPart = scalar == "'" || scalar == "’" || scalar == "-"
            let isSign = CharacterKind(scalar) == .sign && !isPart
            if isSign || (digits > 2 && scalar.properties.numericType != nil) { continue }
            scalars.append(scalar)
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let short = trimmed(words.prefix(maximumAsked))
        return short.isEmpty ? fallback : String(short)
    }

    /// Most grapheme clusters of a name that is asked about.
    public static let maximumAsked = 24

    private enum CharacterKind {
        case sign, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .otherPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .connectorPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
                self = .sign
            default: self = .other
            }
        }
    }

    /// A name that is not in `used`: the name itself, or with " 2", " 3", … behind it, beyond the limits if need be.
    public static func distinct(_ name: String, used: Set<String>) -> String {
        guard used.contains(name) else { return name }
        var number = 2
        while used.contains("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        (0x0A...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
    }

    private static func limited(_ name: Substring) -> Substring {
        var bytes = 0
        var end = name.startIndex
        for _ in 0..<maximumCharacters where end < name.endIndex {
            let next = name.index(after: end)
            bytes += name[end..<next].utf8.count
            if bytes > maximumBytes { break }
            end = next
        }
        return name[..<end]
    }

    private static func trimmed(_ name: Substring) -> Substring {
        var rest = name
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
