import Readings

/// What became of an utterance.
package struct SpeechReport: Equatable, Sendable {
    /// A beginning, or one of the three ends; every utterance gets exactly one end.
    package enum Outcome: String, Equatable, Sendable {
        /// A voice has the text.
        case started
        /// The voice came to the end of it.
        case finished
        /// It was hushed, or the voice was shut down.
        case interrupted
        /// No voice could say it, or too much was waiting.
        case failed

        /// Whether nothing more is reported for the utterance after this.
        package var isEnd: Bool { self != .started }
    }

    /// The utterance, as named by whoever asked for it.
    package var id: Int
    /// What became of it.
    package var outcome: Outcome
    /// When.
    package var at: Instant

    /// Makes a report.
    package init(id: Int, outcome: Outcome, at: Instant) {
        self.id = id
        self.outcome = outcome
        self.at = at
    }
}

/// Whether there is a voice.
package enum SpeechHealth: Equatable, Sendable {
    /// A voice works, as far as is known; `hook` is the command in use.
    case ok(hook: [String])
    /// There is no voice by choice or because the default one is not installed; texts go to the journal.
    case textOnly(reason: String)
    /// No voice works; `reason` is for a person.
    case unavailable(reason: String)
}

/// What the speech engine tells the service.
package enum SpeechEvent: Equatable, Sendable {
    /// An utterance began or ended.
    case report(SpeechReport)
    /// There is a voice, another voice, or none; the first one comes at start.
    case health(SpeechHealth)
}
