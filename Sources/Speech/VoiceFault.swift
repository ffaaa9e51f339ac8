import Documents

/// Why a voice was given up: in plain words for those who ask, and in the hook's own for the journal.
package struct VoiceFault: Equatable, Sendable {
    /// How the words of a fault end where the machine has nothing to play on.
    package static let noSound = "found no sound device"
    /// The longest line of a hook that is passed on, in characters.
    private static let longest = 160

    /// What to show, after the name of the hook: `ended with status 1: no such voice`.
    package var words: String
    /// The same with what the hook wrote, as it wrote it.
    package var full: String

    /// A fault that the hook said nothing about.
    package init(_ words: String) { (self.words, full) = (words, words) }

    /// A fault with what the hook wrote on its standard error: where that speaks of the sound, the words are ours.
    package init(_ words: String, errors: String) {
        let first = errors.split(whereSeparator: \.isNewline).first.map { ": " + Self.cut($0) } ?? ""
        full = words + first
        self.words = Self.speaksOfNoSound(errors) ? Self.noSound : full
    }

    /// Whether a player or its library says that there is nothing to play on.
    private static func speaksOfNoSound(_ errors: String) -> Bool {
        let text = errors.lowercased()
        let signs = [
            "cannot find card", "no such device", "unknown pcm", "connection refused", "no soundcards", "no sound card",
            "cannot open audio device", "audio open error", "unable to open slave", "pa_context_connect",
        ]
        let isOfSound = ["alsa", "pulse", "pcm", "sound", "audio", "pa_context"].contains { text.holds($0) }
        return isOfSound && signs.contains { text.holds($0) }
    }

    /// At the end of a word, with a mark where something was left out.
    private static func cut(_ line: Substring) -> String {
        guard line.count > longest else { return String(line) }
        let head = line.prefix(longest)
        return head[..<(head.lastIndex(of: " ") ?? head.endIndex)] + "…"
    }
}
