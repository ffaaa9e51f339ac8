import Deciding
import Documents
import Glibc
import Platform
import Readings
import Service

/// The configuration that the service runs with: a mistake in the file never leaves a robot without a voice.
struct LoadedConfiguration {
    /// The settings in force.
    let settings: Settings
    /// What is wrong with the file, each in a line; empty where nothing is.
    let problems: [String]
    /// The file.
    let path: String

    /// Reads the file that `--config` names, else the one where the system keeps it; no file there is no mistake.
    init(_ invocation: Invocation) {
        path = invocation.value("--config") ?? Self.standardPath
        let isNamed = invocation.value("--config") != nil
        switch ConfigurationFile.read(path) {
        case .success(let settings):
            self.settings = settings
            problems = []
        case .failure(.cannotRead(let error)) where error.number == ENOENT && !isNamed:
            settings = Settings()
            problems = []
        case .failure(let failure):
            settings = Settings()
            problems = Self.lines(failure, path)
        }
    }

    /// Where the system keeps the configuration, or an ordinary user theirs.
    private static var standardPath: String {
        if geteuid() == 0 { return "/etc/companion/companion.json5" }
        if let home = variable("XDG_CONFIG_HOME") { return home + "/companion/companion.json5" }
        return (variable("HOME") ?? "") + "/.config/companion/companion.json5"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func lines(_ failure: ConfigurationFile.Failure, _ path: String) -> [String] {
        switch failure {
        case .cannotRead(let error): ["cannot read \(path): \(SystemError.words(for: error.number))"]
        case .noDocument(let error): ["\(path): \(error.description)"]
        case .findings(let findings): findings.map { "\(path):\($0.line ?? 1): \($0.message)" }
        }
    }

    /// The settings that a changed file gives and that may change while running, as events; nothing where it is wrong.
    func reloaded(from current: Settings, log: ServiceLog) -> [Event] {
        switch ConfigurationFile.read(path) {
        case .failure(let failure):
            Self.lines(failure, path).forEach { log.say(.error, $0) }
            log.say(.error, "The configuration was not changed.")
            return []
        case .success(let fresh):
            let changed = SettingsTable.rows.filter { fresh[$0.key] != current[$0.key] }
            for row in changed where !row.changesWhileRunning {
                log.say(.warning, "\(row.key) takes effect at the next start.")
            }
            log.say(.notice, "The configuration was read again.")
            return changed.filter(\.changesWhileRunning).map { .setting(key: $0.key, fresh[$0.key]) }
        }
    }
}
