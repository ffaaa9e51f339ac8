import Evidence
import Foundation
import Testing

/// A running service with its control socket, and the commands that talk to it.
struct RunningService {
    static let isPossible = Companion.isPresent
    /// A client of the socket that shares no line with the program's own.
    static let client =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/ControlClient/control_client.py"

    let folder: String
    let program: RunningProgram

    /// The variables by which commands find the service.
    var environment: [String: String] {
        [
            "RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state",
            "XDG_CONFIG_HOME": folder + "/config",
        ]
    }

    var socket: String { folder + "/run/control.socket" }

    /// A walk up to a wall, with guidance on the way.
    static let walk = """
        {
            building: "demo",
            walk: [{ at: [0, 0], heading: 0, pause: 3 }, { at: [2, 0], speed: 0.5, pause: 6 }],
            walls: [{ start: [2.85, -6], end: [2.85, 6] }],
            camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 }, barometer: false,
            events: [
                { t: 0, type: "place", id: "ternwick-ground" },
                { t: 1, type: "go", to: "lobby", from: "main-entrance" },
                { t: 4, type: "confirm" }, { t: 5, type: "where" }, { t: 8, type: "next" }, { t: 11, type: "stop" },
            ],
        }
        """

    /// Someone who stands in the demo building for some time.
    static func standing(seconds: Int) -> String {
        """
        {
            building: "demo", walk: [{ at: [0, 0], heading: 0, pause: \(seconds) }],
            walls: [{ start: [3, -6], end: [3, 6] }], camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 }, barometer: false,
            events: [{ t: 0, type: "place", id: "ternwick-ground" }],
        }
        """
    }

    /// Runs a body beside a service that plays a scenario; afterwards the service is asked to stop, and does.
    ///
    /// With `asLog` it plays the event log of the scenario in real time: its sensors then read the same in every run,
    /// however busy the machine is.
    static func with<Result>(
        _ scenario: String, asLog: Bool = false, options: [String] = ["--json"],
        configuration: String = "{ speech: { hooks: [[\"/bin/cat\"]] } }", prepare: (String) throws -> Void = { _ in },
        _ body: (RunningService) throws -> Result
    ) throws -> (result: Result, outcome: Companion.Outcome) {
        try Files.withTemporaryFolder { folder in
            Files.write(scenario, to: folder + "/s.json5")
            Files.write(configuration, to: folder + "/companion.json5")
            try prepare(folder)
            let variables = [
                "RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state",
                "XDG_CONFIG_HOME": folder + "/config",
            ]
            var source = ["--simulate", "s.json5"]
            if asLog {
                let made = try Companion.run(["simulate", "s.json5", "--out", "walk.jsonl"], in: folder)
                #expect(made.status == 0, "\(made.errors)")
                source = ["--replay", "walk.jsonl", "--groups", "buildings.json"]
                for place in ["ground", "first", "second"] { source += ["--place", place + ".json"] }
            }
            let program = try RunningProgram(
                Companion.path, ["run"] + source + ["--config", "companion.json5"] + options, in: folder,
                environment: variables)
            let service = RunningService(folder: folder, program: program)
            let isThere = program.wait(limit: 20) { _ in
                FileManager.default.fileExists(atPath: service.socket) || program.hasEnded
            }
            #expect(isThere, "\(program.errors)")
            let result = try body(service)
            program.send(SIGTERM)
            let outcome = program.end(limit: 10)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return (result, outcome)
        }
    }

    /// Runs a command as its client.
    func call(_ words: String...) throws -> Companion.Outcome {
        try Companion.run(words, in: folder, environment: environment)
    }

    /// Whether a command comes to succeed within ten seconds or so.
    func comesToDo(_ words: String...) -> Bool {
        for _ in 0..<100 {
            let run = try? Companion.run(words, in: folder, environment: environment)
            if run?.status == 0 { return true }
            if program.hasEnded { return false }
            usleep(100_000)
        }
        return false
    }

    /// Runs the independent client.
    func python(_ words: [String], as user: Int? = nil, limit: Double = 60) throws -> Companion.Outcome {
        let call = ["/usr/bin/python3", Self.client, socket] + words
        let prefix = user.map { ["/usr/bin/setpriv", "--reuid", "\($0)", "--regid", "\($0)", "--clear-groups"] } ?? []
        let all = prefix + call
        return try Companion.run(
            program: all[0], Array(all.dropFirst()), input: nil, in: folder, environment: environment, limit: limit)
    }

    /// The effects in what the service printed, their times left out.
    static func effects(_ outcome: Companion.Outcome) -> [String] {
        outcome.lines.map { line in
            guard line.hasPrefix("{\"t\":"), let comma = line.firstIndex(of: ",") else { return line }
            return String(line[comma...])
        }
    }
}
