import Readings
import Speech

extension SpeechSettings {
    /// The settings that the voice is made of; it takes changed ones from the next utterance on.
    static let keys: Set<String> = [
        "language", "speech.hooks", "speech.startAhead", "speech.interrupt", "speech.before", "speech.after",
        "speech.fallback", "signal.command",
    ]

    /// The voice that the settings ask for.
    package init(_ settings: Settings) {
        func command(_ key: String) -> [String]? { settings.commands(key).first }
        let hooks = settings.commands("speech.hooks")
        let isStandard = SettingsTable.row("speech.hooks")?.standard == settings["speech.hooks"]
        self.init(
            hooks: isStandard ? nil : hooks, startAhead: settings.isOn("speech.startAhead"),
            interrupt: command("speech.interrupt"), before: command("speech.before"), after: command("speech.after"),
            fallback: command("speech.fallback"), signal: command("signal.command"),
            language: settings.text("language") ?? "en")
    }
}

extension Settings {
    /// What is in force once a file was read again: its settings, but for those that change at the next start only.
    package func reloaded(with fresh: Settings) -> Settings {
        var mixed = self
        for row in SettingsTable.rows where row.changesWhileRunning || SpeechSettings.keys.contains(row.key) {
            _ = mixed.set(row.key, fresh[row.key])
        }
        return mixed
    }
}
