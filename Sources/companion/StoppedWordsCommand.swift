import Platform
import Service
import Speech

/// `stopped-words`: what the unit runs after the service has ended.
enum StoppedWordsCommand {
    static let description = CommandDescription(
        name: "stopped-words",
        summary: "Says “Companion stopped.” after a failure, once a minute at most; systemd runs it, not people.",
        options: [.config, .stateDirectory],
        examples: [
            ("SERVICE_RESULT=watchdog companion stopped-words", "what is heard when the service manager had to end it")
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let settings = SpeechSettings(LoadedConfiguration(invocation).settings)
        do throws(SystemError) {
            let silence = try StoppedWords.say(
                result: ServiceNotification.variable("SERVICE_RESULT"), runDirectory: ConfigurationPaths.run,
                settings: settings, log: ServiceLog())
            return silence == .noVoice ? 1 : 0
        } catch {
            throw CommandFailure(
                code: "system", message: "the words could not be said", remedy: error.description, exit: 1)
        }
    }
}
