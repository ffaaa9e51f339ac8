/// What the operator chose about the voice, each command an array of arguments and never a shell's line.
package struct SpeechSettings: Equatable, Sendable {
    /// The voices, best first; empty: text on the journal only.
    ///
    /// Each reads one utterance on its standard input, says it, and exits with 0 when the sound has ended and not
    /// before: what it leaves running is killed.
    package var hooks: [[String]]
    /// Whether the next voice is started before there is anything to say.
    package var startAhead: Bool
    /// Run when an utterance is interrupted, for voices with a server behind them, such as `spd-say --cancel`.
    package var interrupt: [String]?
    /// Run before each utterance, which waits for it.
    package var before: [String]?
    /// Run after each utterance.
    package var after: [String]?
    /// Run for each utterance while no voice works, such as a beep.
    package var fallback: [String]?
    /// Run for hazards and for what is lost and found, with the kind as one more argument.
    package var signal: [String]?
    /// The language of the texts, a code such as "en": told to every hook in `COMPANION_LANGUAGE`.
    package var language: String
    /// The limits that everything is held to.
    package var limits: SpeechLimits

    /// Makes settings; what is not given is as in the configuration's defaults.
    package init(
        hooks: [[String]]? = nil, startAhead: Bool = true, interrupt: [String]? = nil, before: [String]? = nil,
        after: [String]? = nil, fallback: [String]? = nil, signal: [String]? = nil, language: String = "en",
        limits: SpeechLimits = SpeechLimits()
    ) {
        self.hooks = hooks ?? Self.defaultHooks(language: language)
        self.startAhead = startAhead
        self.interrupt = interrupt
        self.before = before
        self.after = after
        self.fallback = fallback
        self.signal = signal
        self.language = language
        self.limits = limits
    }

    /// The voice of a robot whose operator chose none; it speaks the language of the texts.
    package static func defaultHooks(language: String) -> [[String]] {
        language == "en" ? [["espeak-ng", "--stdin"]] : [["espeak-ng", "--stdin", "-v", language]]
    }
}

/// The limits of every wait in speech.
package struct SpeechLimits: Equatable, Sendable {
    /// How many times its estimate an utterance may take, `extra` not counted.
    package var estimateFactor = 3
    /// How much longer than the multiple of its estimate an utterance may take.
    package var extra = Duration.seconds(5)
    /// How long a group that was asked to stop has before it is killed.
    package var killAfter = Duration.milliseconds(300)
    /// How long a `before`, `after` or `interrupt` command may hold up the voice.
    package var errand = Duration.seconds(1)
    /// How long a `signal` or `fallback` command may run; the voice does not wait for it.
    package var signal = Duration.seconds(10)
    /// The first pause before a failed voice is tried again; it doubles with each failure.
    package var firstPause = Duration.seconds(1)
    /// The longest such pause, which a voice that hung gets at once.
    package var longestPause = Duration.seconds(30)
    /// How many utterances wait at most; past that the oldest is dropped.
    package var waiting = 16

    /// The limits of the specification.
    package init() {}
}
