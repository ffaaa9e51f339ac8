import Readings
import Service

/// Reads the scenario that a command names, or the bundled one.
enum ScenarioOption {
    static let seed = CommandOption(name: "--seed", value: "N", meaning: "another seed of chance than the scenario's own")

    static func read(_ path: String?, _ invocation: Invocation) throws(CommandFailure) -> ScenarioFile {
        var seed: UInt64?
        if let text = invocation.value("--seed") {
            guard let number = UInt64(text) else {
                throw .usage("--seed is \"\(text)\"", remedy: "give a whole number from 0")
            }
            seed = number
        }
        do throws(ScenarioFile.Failure) {
            return try ScenarioFile(path: path, seed: seed, now: WorldFiles.today)
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ failure: ScenarioFile.Failure) -> CommandFailure {
        switch failure {
        case .cannotRead(let path, let error): return FileReading.failure(error, path: path, limit: 4 << 20)
        case .findings(let path, let findings):
            let lines = findings.map { "\(path):\($0.description)" }
            return CommandFailure(
                code: findings.first?.code ?? "badScenario", message: lines.joined(separator: "\n           "),
                remedy: "the scenario's format is in SCENARIO.md",
                at: findings.first.flatMap { first in first.line.map { "\($0):\(first.column ?? 1)" } })
        case .world(let failure): return WorldFiles.failure(failure)
        case .event(let path, let error):
            return CommandFailure(
                code: "badEvent", message: "\(path): scripted event \(error.line): \(error.message)", at: path)
        }
    }
}
