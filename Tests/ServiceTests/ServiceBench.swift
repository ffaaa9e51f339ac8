import Evidence
import Foundation

/// A folder with a scenario, a configuration and a voice that writes down what it says, in which the service is run.
struct ServiceBench {
    let folder: String
    /// The file that the voice writes to.
    var spoken: [String] { (Files.text(folder + "/spoken") ?? "").split(separator: "\n").map(String.init) }

    /// Runs a body in a fresh folder.
    static func with<Result>(_ body: (ServiceBench) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { folder in
            let bench = ServiceBench(folder: folder)
            Files.write(
                "text=$(cat)\n[ -z \"$text\" ] || printf '%s\\n' \"$text\" >> '\(folder)/spoken'\n",
                to: folder + "/voice")
            bench.configure()
            return try body(bench)
        }
    }

    /// Writes the configuration: the voice, and more settings.
    func configure(_ more: String = "", voice: String = "voice") {
        Files.write(
            "{ speech: { hooks: [[\"/bin/bash\", \"\(folder)/\(voice)\"]] }, \(more) }", to: folder + "/companion.json5"
        )
    }

    /// Starts the service with the configuration of the folder and its own state directory.
    func start(_ words: [String], environment: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram(
            Companion.path, ["run", "--config", "companion.json5", "--state", "state"] + words, in: folder,
            environment: environment)
    }

    /// Writes the scenario of someone who stands before a wall for some seconds.
    func stand(before metres: Double = 0.8, seconds: Double = 20, more: String = "") {
        Files.write(
            """
            {
                walk: [{ at: [0, 0], heading: 0, pause: \(seconds) }],
                walls: [{ start: [\(metres), -6], end: [\(metres), 6] }],
                camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 }, barometer: false, \(more)
            }
            """, to: folder + "/s.json5")
    }
}
