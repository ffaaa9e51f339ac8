import Glibc
import Readings
import Service

/// Reads the scenario that a command names, or the bundled one.
enum ScenarioOption {
    /// The word for the bundled scenario, wherever one can be named; a file of that name is `./demo`.
    static let bundledWord = "demo"

    static let seed = CommandOption(
        name: "--seed", value: "N", meaning: "another seed of chance than the scenario's own")

    /// Reads the scenario at a path; the bundled one where there is none, or its word.
    static func read(_ path: String?, _ invocation: Invocation) throws(CommandFailure) -> ScenarioFile {
        var seed: UInt64?
        if let text = invocation.value("--seed") {
            guard let number = UInt64(text) else {
                throw .usage("--seed is \"\(text)\"", remedy: "give a whole number from 0")
            }
            seed = number
        }
        do throws(ScenarioFile.Failure) {
            return try ScenarioFile(path: path == bundledWord ? nil : path, seed: seed, now: WorldFiles.today)
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ failure: ScenarioFile.Failure) -> CommandFailure {
        switch failure {
        case .cannotRead(let path, let error):
            var failure = FileReading.failure(error, path: path, limit: 4 << 20)
            if error.number == ENOENT { failure.remedy += ", or say \(bundledWord), the bundled scenario" }
            return failure
        case .findings(let path, let findings):
            return CommandFailure(
                code: findings.first?.code ?? "badScenario", whatIsWrong: findings.map { "\(path):\($0.description)" },
                in: path, remedy: "the scenario's format is in SCENARIO.md",
                at: findings.first.flatMap { first in first.line.map { "\($0):\(first.column ?? 1)" } })
        case .world(let failure): return WorldFiles.failure(failure)
        case .event(let path, let error):
            return CommandFailure(
                code: "badEvent", message: "\(path): scripted event \(error.line): \(error.message)", at: path)
        }
    }
}
