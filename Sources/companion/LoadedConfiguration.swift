import Documents
import Glibc
import Platform
import Readings
import Service

/// The configuration that the service runs with: a mistake in the file never leaves a robot without a voice.
///
/// A file that cannot be used is refused whole; then the last one that could be used holds, or the standard settings.
struct LoadedConfiguration {
    /// Where the settings in force come from.
    enum Origin {
        /// The file, or the standard settings where there is none.
        case asConfigured
        /// The copy of the last valid file, since the file is wrong.
        case lastGood
        /// The standard settings, since the file is wrong and there is no copy.
        case standard
    }

    /// The settings in force.
    let settings: Settings
    /// Where they come from.
    let origin: Origin
    /// What is wrong with the file, each in a line; empty where nothing is.
    let problems: [String]
    /// The file.
    let path: String
    /// What the status shows of it; kept up as the file is read again.
    let board: ConfigurationBoard
    private let lastGood: LastGoodConfiguration
    private let bytes: [UInt8]?

    /// Reads the file that `--config` names, else the one where the system keeps it; no file there is no mistake.
    init(_ invocation: Invocation) {
        let named = invocation.value("--config")
        path = named ?? ConfigurationPaths.configuration
        lastGood = LastGoodConfiguration(stateFolder: invocation.value("--state") ?? ConfigurationPaths.state)
        switch ConfigurationFile.load(path) {
        case .success((let settings, let bytes)):
            (self.settings, origin, problems, self.bytes) = (settings, .asConfigured, [], bytes)
        case .failure(.cannotRead(let error)) where error.number == ENOENT && named == nil:
            (settings, origin, problems, bytes) = (Settings(), .asConfigured, [], nil)
        case .failure(let failure):
            let kept = lastGood.settings()
            settings = kept ?? Settings()
            origin = kept == nil ? .standard : .lastGood
            problems = Self.lines(failure, path)
            bytes = nil
        }
        let inForce =
            origin == .lastGood ? "the last valid settings" : bytes == nil ? "the standard settings" : "the file"
        board = ConfigurationBoard(
            .init(path: path, isThere: bytes != nil || !problems.isEmpty, problems: problems, inForce: inForce))
    }

    /// The settings that stand in for a refused file's, in words; nil where none is refused.
    var substitute: String? {
        switch origin {
        case .asConfigured: nil
        case .lastGood: "the last valid settings"
        case .standard: "the standard settings"
        }
    }

    private static func lines(_ failure: ConfigurationFile.Failure, _ path: String) -> [String] {
        switch failure {
        case .cannotRead(let error): ["cannot read \(path): \(SystemError.words(for: error.number))"]
        case .noDocument(let error): ["\(path): \(error.description)"]
        case .findings(let findings): findings.map { "\(path):\($0.line ?? 1): \($0.message)" }
        }
    }

    /// Keeps a copy of the file if it was valid; where that fails the log says so.
    func keepCopy(_ log: ServiceLog) {
        if let bytes { keep(bytes, log) }
    }

    private func keep(_ bytes: [UInt8], _ log: ServiceLog) {
        do throws(SystemError) {
            try lastGood.keep(bytes)
        } catch {
            log.say(.warning, "No copy of the configuration could be kept for later: \(error.description).")
        }
    }

    /// Reads the file again; nil where it is refused, with every reason in the log.
    ///
    /// What changes while running must go together with what is in force until the next start.
    func reload(_ log: ServiceLog, inForce: Settings) -> Settings? {
        switch ConfigurationFile.load(path) {
        case .failure(let failure): return refuse(Self.lines(failure, path), log)
        case .success((let fresh, let bytes)):
            let mixed = inForce.reloaded(with: fresh).contradictions()
            guard mixed.isEmpty else {
                return refuse(
                    mixed.map { "\(path): \($0.message); restart the service, which takes all of the file at once" },
                    log)
            }
            keep(bytes, log)
            board.accepted()
            return fresh
        }
    }

    private func refuse(_ problems: [String], _ log: ServiceLog) -> Settings? {
        board.refused(problems)
        problems.forEach { log.say(.error, $0) }
        log.say(.error, "The configuration was not changed: the settings from before stay in force.")
        return nil
    }
}
