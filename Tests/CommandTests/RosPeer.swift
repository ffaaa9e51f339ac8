import Evidence
import Foundation
import Testing

/// A peer on another implementation of DDS, beside a service whose bridge is on.
struct RosPeer {
    /// Whether both the library of the bridge and the one of the peer are there.
    static let isPossible = Companion.isPresent && TestPython.has("cyclonedds.domain") && hasLibrary
    /// What a skipped test prints.
    static let absence = "PyPI's cyclonedds or Debian's is absent: no ROS 2 peer met the service"

    private static let hasLibrary: Bool = {
        guard let handle = dlopen("libddsc.so.0debian", RTLD_LAZY) ?? dlopen("libddsc.so.0", RTLD_LAZY) else {
            return false
        }
        dlclose(handle)
        return true
    }()

    /// Of those that nobody else uses; tests that run beside each other take different ones.
    static let domains = 60..<100
    private static let limit = 30.0

    let program: RunningProgram

    /// Starts a peer.
    init(domain: Int, namespace: String = "") throws {
        var words = [TestPython.script("RosPeer/peer.py"), "--domain", "\(domain)"]
        if !namespace.isEmpty { words += ["--namespace", namespace] }
        program = try RunningProgram(TestPython.path, words)
        #expect(hears("ready") { _ in true }, "\(program.errors)")
    }

    /// Has it do something.
    func does(_ deed: [String: Any]) {
        guard let line = try? JSONSerialization.data(withJSONObject: deed) else { return }
        program.write(String(decoding: line, as: UTF8.self) + "\n")
    }

    /// What it told of under a name so far.
    func told(_ event: String) -> [[String: Any]] {
        let output = program.output
        let whole = output.prefix(upTo: output.lastIndex(of: "\n") ?? output.startIndex)
        return whole.split(separator: "\n").filter { $0.hasPrefix("{\"event\": \"\(event)\"") }.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// Whether it comes to tell of something; false where it did not within the limit.
    func hears(_ event: String, where holds: ([String: Any]) -> Bool) -> Bool {
        for _ in 0..<300 {
            if told(event).contains(where: holds) { return true }
            if program.hasEnded { return false }
            usleep(100_000)
        }
        return false
    }

    /// Whether it comes to know both ends of the service's topics, so that nothing written from now on is missed.
    func meets(_ service: RunningService, readers: Int = 6, writers: Int = 3) throws -> Bool {
        for _ in 0..<150 {
            let bridge = try Self.status(service)
            if bridge["readers"] as? Int ?? 0 >= readers, bridge["writers"] as? Int ?? 0 >= writers { return true }
            if program.hasEnded { return false }
            usleep(200_000)
        }
        return false
    }

    /// The bridge's part of the service's status.
    static func status(_ service: RunningService) throws -> [String: Any] {
        let call = try service.call("status", "--json")
        let status = try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any]
        return status?["ros2"] as? [String: Any] ?? [:]
    }

    /// The same in words, for what a failed test prints.
    static func shown(_ service: RunningService) -> String { (try? status(service)).map { "\($0)" } ?? "no status" }

    /// Runs a body beside a service that plays an event log of the demo building, with more settings of `ros2`.
    static func with<Result>(
        domain: Int, settings: String = "", log: [String] = [#"{"t":0,"type":"place","id":"ternwick-ground"}"#],
        _ body: (RunningService) throws -> Result
    ) throws -> (result: Result, outcome: Companion.Outcome) {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            let lines = log + [#"{"t":600,"type":"end"}"#]
            Files.write(lines.joined(separator: "\n") + "\n", to: folder + "/log.jsonl")
            var source = ["--replay", "log.jsonl", "--groups", "buildings.json"]
            for place in ["ground", "first", "second"] { source += ["--place", place + ".json"] }
            return try with(source, in: folder, ros2: "enabled: true, domain: \(domain), \(settings)", body)
        }
    }

    /// Runs a body beside a service that is fed by what `source` says.
    static func with<Result>(
        _ source: [String], in folder: String, ros2: String, _ body: (RunningService) throws -> Result
    ) throws -> (result: Result, outcome: Companion.Outcome) {
        Files.write("{ speech: { hooks: [[\"/bin/cat\"]] }, ros2: { \(ros2) } }", to: folder + "/companion.json5")
        let variables = [
            "RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state",
            "XDG_CONFIG_HOME": folder + "/config",
        ]
        let program = try RunningProgram(
            Companion.path, ["run"] + source + ["--config", "companion.json5", "--json"], in: folder,
            environment: variables)
        let service = RunningService(folder: folder, program: program)
        try #require(service.comesToDo("status"), "\(program.errors)")
        let result = try body(service)
        program.send(SIGTERM)
        let outcome = program.end(limit: 20)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return (result, outcome)
    }

    /// Whether the service comes to say something that contains a text, within the limit.
    static func says(_ text: String, _ service: RunningService) -> Bool {
        service.program.wait(limit: limit) { program in
            program.output.split(separator: "\n").contains { $0.contains("\"type\":\"say\"") && $0.contains(text) }
        }
    }
}
