/// Words inside other words. The language's own searches for text in text bring its regular expressions with them, a
/// tenth of the packaged program.
extension StringProtocol {
    /// Where some words stand first in this text, character by character; nil where they do not.
    ///
    /// Nothing stands in nothing, and at the start of everything.
    public func place(of words: String) -> Range<Index>? {
        var start = startIndex
        while true {
            if self[start...].hasPrefix(words) { return start..<index(start, offsetBy: words.count) }
            guard start < endIndex else { return nil }
            formIndex(after: &start)
        }
    }

    /// Whether some words stand anywhere in this text.
    public func holds(_ words: String) -> Bool { place(of: words) != nil }

    /// What stands before a mark where it stands first, and what after it.
    ///
    /// Without the mark everything stands before it; nothing after it counts as none.
    public func parted(at mark: String) -> (before: String, after: String?) {
        guard let place = place(of: mark) else { return (String(self), nil) }
        let after = String(self[place.upperBound...])
        return (String(self[..<place.lowerBound]), after.isEmpty ? nil : after)
    }
}
