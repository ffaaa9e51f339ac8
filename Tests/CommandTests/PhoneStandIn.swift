import Evidence
import Foundation
import Testing

/// A phone that shares no line with the service, beside a service that plays a log of someone who stands.
struct PhoneStandIn {
    /// Whether Python and its binding of OpenSSL are there.
    static let isPossible: Bool = {
        let words = ["-c", "import OpenSSL, cryptography"]
        let run = try? Companion.run(
            program: python, words, input: nil, in: nil, environment: [:], limit: 30)
        return run?.status == 0
    }()
    /// What a skipped test prints.
    static let absence = "python3-openssl is absent: the phone written from the document was not run"

    private static let python = "/usr/bin/python3"
    private static let tests =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    private static let script = tests + "/PhoneStandIn/phone.py"
    private static let document =
        tests.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        + "/Sources/Pairing/PROTOCOL.md"

    /// Someone who stands at x = 20, and who walks back to x = 16 once told to.
    static let walk = """
        t,place,x,y,z,yaw,placeName,scannedAt
        0,ternwick-ground,20,0,0,0,Hall,2026-09-14T09:30:00Z
        4,ternwick-ground,16,0,0,0,Hall,2026-09-14T09:30:00Z

        """

    let service: RunningService
    let port: String

    /// Runs a body beside a service whose pairing is open.
    static func with(_ body: (PhoneStandIn) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            Files.write(
                "{\"t\":0,\"type\":\"place\",\"id\":\"ternwick-ground\"}\n{\"t\":300,\"type\":\"end\"}\n",
                to: folder + "/log.jsonl")
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] } }", to: folder + "/companion.json5")
            Files.write(walk, to: folder + "/walk.csv")
            let places = ["ground", "first", "second"].flatMap { ["--place", $0 + ".json"] }
            let source = ["--replay", "log.jsonl", "--groups", "buildings.json"] + places
            let program = try RunningProgram(
                Companion.path,
                ["run"] + source + ["--config", "companion.json5", "--state", "state", "--json"], in: folder,
                environment: [
                    "RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state",
                    "XDG_CONFIG_HOME": folder + "/config",
                ])
            let service = RunningService(folder: folder, program: program)
            try #require(service.comesToDo("pair", "open"), "\(program.errors)")
            var list: [String: Any] = [:]
            let isListening = program.wait(limit: 15) { _ in
                list = (try? members(of: service.call("pair", "list", "--json").output)) ?? [:]
                return list["port"] is Int
            }
            try #require(isListening, "\(list); \(program.errors)")
            let port = try #require(list["port"] as? Int)
            try body(PhoneStandIn(service: service, port: "\(port)"))
            program.send(SIGTERM)
            let outcome = program.end(limit: 10)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    /// A line of JSON as its members.
    static func members(of line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    /// The lines of a program that carry an event of a name; a line under way is left out.
    static func events(_ name: String, of program: RunningProgram) throws -> [[String: Any]] {
        let output = program.output
        let whole = output.prefix(through: output.lastIndex(of: "\n") ?? output.startIndex)
        let lines = whole.split(separator: "\n").filter { $0.contains("\"\(name)\"") }
        return try lines.map { try members(of: String($0)) }
            .filter { $0["event"] as? String == name || $0["type"] as? String == name }
    }

    /// Whether the document's test vectors come out in Python as well, and what it said.
    static func vectors() throws -> Companion.Outcome {
        try Companion.run(
            program: python, ["-B", script, "vectors", document], input: nil, in: nil, environment: [:], limit: 30)
    }

    /// Starts the phone.
    func start(_ words: [String]) throws -> RunningProgram {
        try RunningProgram(
            Self.python, ["-B", Self.script] + words + ["--port", port], in: service.folder,
            environment: service.environment)
    }

    /// What `pair list` says.
    func list() throws -> [String: Any] { try Self.members(of: service.call("pair", "list", "--json").output) }

    /// Whether `pair list` comes to say something.
    func comesTo(_ isSo: ([String: Any]) -> Bool) -> Bool {
        for _ in 0..<200 {
            if let list = try? list(), isSo(list) { return true }
            usleep(100_000)
        }
        return false
    }

    /// A paired device as `pair list` has it.
    func device(_ id: String) throws -> [String: Any]? {
        let devices = try list()["devices"] as? [[String: Any]]
        return devices?.first { $0["id"] as? String == id }
    }

    /// Whether a device comes to be linked and in the same place as the robot.
    func comesToBeHere(_ id: String) throws -> Bool {
        for _ in 0..<200 {
            if try device(id)?["here"] as? Bool == true { return true }
            usleep(100_000)
        }
        return false
    }

    /// Waits for the digits that a phone shows.
    func digits(of phone: RunningProgram) throws -> String {
        let isShown = phone.wait(limit: 20) {
            $0.output.contains("\"digits\"") && $0.output.hasSuffix("\n") || $0.hasEnded
        }
        try #require(isShown, "\(phone.output) \(phone.errors)")
        let shown = try Self.events("digits", of: phone)
        return try #require(shown.first?["digits"] as? String, "\(phone.output) \(phone.errors)")
    }

    /// Pairs a phone anew, with the digits that it shows, and gives its id; once more where the disk was too busy for
    /// the robot to keep it, which refuses it though it was allowed.
    @discardableResult
    func pair(_ name: String, keeping file: String) throws -> String {
        let outcome = try allowed(name, keeping: file)
        let isLost =
            outcome.status == 1
            && service.program.wait(limit: 5) { $0.output.contains("Pairing with \(name) could not be kept.") }
        let last = isLost ? try allowed(name, keeping: file) : outcome
        try #require(last.status == 0, "\(last)")
        let paired = try Self.members(of: try #require(last.lines.last))
        return try #require(paired["id"] as? String)
    }

    /// How the pairing of a phone ended, which the owner allowed.
    private func allowed(_ name: String, keeping file: String) throws -> Companion.Outcome {
        #expect(try service.call("pair", "open").status == 0)
        let phone = try start(["pair", "--keep", file, "--name", name])
        let shown = try digits(of: phone)
        let request = try list()["request"] as? [String: Any]
        #expect(request?["digits"] as? String == shown && request?["name"] as? String == name)
        let spoken = shown.map { "\($0)" }.joined(separator: " ")
        #expect(service.program.wait(limit: 5) { $0.output.contains("\(name) wants to pair, and shows \(spoken).") })
        let allow = try service.call("pair", "allow", "--digits", shown)
        #expect(allow.status == 0, "\(allow)")
        return phone.end(limit: 20)
    }
}
