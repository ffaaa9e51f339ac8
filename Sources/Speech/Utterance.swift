import Readings

/// One text on its way through the voice.
struct Utterance {
    let id: Int
    /// As given; the voice's thread cleans it, so that nobody else spends time on that.
    var text: String
    let estimate: Duration
    /// The hooks still to be tried, the next one first; nil before the first is.
    var plan: [Int]?
    /// Whether `started` was reported.
    var isBegun = false
    /// Whether a voice hung over it: any other text is newer, and goes before it.
    var hasHung = false

    init(id: Int, text: String, estimate: Duration) {
        self.id = id
        self.text = text
        self.estimate = max(.zero, min(estimate, .seconds(3600)))
    }
}
