import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)"), .serialized, .ownThreads) struct ControlStoreTests {
    private static let options = ["--json", "--state", "state"]

    private func map(_ id: String, name: String, more: String = "") -> String {
        #"{"format":"companion.place","version":1,"id":"\#(id)","name":"\#(name)",\#(more)"#
            + #""scannedAt":"2026-01-02T03:04:05Z","kind":"surveyed","landmarks":[{"id":"door","name":"Door","#
            + #""kind":"entrance"},{"id":"desk","name":"Desk","kind":"desk"}],"#
            + #""connections":[{"id":"way","from":"door","to":"desk","kind":"path","displayLength":4,"direction":"oneWay","#
            + #""instruction":"Go to the desk.","stepFree":"confirmed","#
            + #""availability":"available","verification":{"status":"unverified"}}]}"#
    }

    /// A service that plays a log for a long time, with the world of its state directory.
    private func withKeeper(
        prepare: (String) throws -> Void = { _ in }, _ body: (RunningService) throws -> Void
    ) throws {
        try Files.withTemporaryFolder { folder in
            try prepare(folder)
            Files.write("{\"t\":120,\"type\":\"end\"}\n", to: folder + "/long.jsonl")
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] } }", to: folder + "/companion.json5")
            let environment = ["RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state"]
            let program = try RunningProgram(
                Companion.path,
                ["run", "--replay", "long.jsonl", "--config", "companion.json5", "--json", "--state", "state"],
                in: folder, environment: environment)
            let service = RunningService(folder: folder, program: program)
            #expect(service.comesToDo("status"), "\(program.errors)")
            try body(service)
            program.send(SIGTERM)
            #expect(program.end(limit: 10).status == 0)
        }
    }

    private func importMap(_ service: RunningService, _ id: String, name: String, more: String = "") throws {
        Files.write(map(id, name: name, more: more), to: service.folder + "/\(id).json")
        let run = try service.call("places", "import", "\(id).json", "--yes")
        #expect(run.status == 0, "\(run)")
    }

    @Test func `What is changed through the running service is the world that it decides about`() throws {
        try withKeeper { service throws in
            #expect(try service.call("status", "--json").output.contains("noPlaces"))
            try importMap(service, "home", name: "Home")
            // the only place there is: that is where the robot is
            #expect(service.program.wait(limit: 10) { $0.output.contains(#""type":"place","id":"home""#) })
            let go = try service.call("go", "desk", "--from", "door")
            #expect(go.status == 0 && go.output.contains("Go to the desk"), "\(go)")
            #expect(try service.call("stop").status == 0)
            let rename = try service.call("places", "rename", "home", "Sam's home", "--json")
            #expect(rename.output == #"{"id":"home","name":"Sam's home"}"# + "\n")
            #expect(try service.call("places", "list").output.contains("Sam's home"))
            let create = try service.call("groups", "create", "House", "--floor", "Ground", "--floor", "Top")
            #expect(create.status == 0 && create.output.hasPrefix("Created \"House\""), "\(create)")
            #expect(try service.call("groups", "move", "home", "House", "--floor", "Top").status == 0)
            #expect(try service.call("groups", "list").output.contains("Sam's home"))
            #expect(try service.call("groups", "create", "House").status == 1)
            #expect(try service.call("seen", "clear", "--yes").status == 0)
            #expect(try service.call("seen", "remove", "7").status == 1)
        }
    }

    @Test func `The place that the robot is in or on its way through is not removed`() throws {
        try withKeeper { service throws in
            try importMap(service, "home", name: "Home")
            try importMap(service, "yard", name: "Yard")
            #expect(service.program.wait(limit: 10) { $0.output.contains(#""type":"place","id":"home""#) })
            let refused = try service.call("places", "remove", "home", "--json", "--yes")
            #expect(refused.status == 1 && refused.output.contains(#""code":"placeInUse""#), "\(refused)")
            #expect(refused.errors.contains("where the robot is, or on its way"))
            #expect(try service.call("places", "remove", "yard", "--yes").status == 0)
            #expect(try service.call("places", "list").output.contains("home"))
        }
    }

    @Test func `What a route uses is changed for the route when it is over`() throws {
        try withKeeper { service throws in
            try importMap(service, "home", name: "Home")
            #expect(service.program.wait(limit: 10) { $0.output.contains(#""type":"place","id":"home""#) })
            #expect(try service.call("go", "desk", "--from", "door").status == 0)
            let other = map("home", name: "Home").replacingOccurrences(of: "\"Desk\"", with: "\"Counter\"")
            Files.write(other, to: service.folder + "/other.json")
            let replaced = try service.call("places", "import", "other.json", "--yes", "--replace")
            #expect(replaced.status == 0, "\(replaced)")
            #expect(try service.call("go", "counter", "--from", "door").status == 1)
            #expect(try service.call("stop").status == 0)
            #expect(service.comesToDo("go", "counter", "--from", "door"))
        }
    }

    @Test func `A map larger than a line goes through as it is`() throws {
        try withKeeper { service throws in
            let note = (0..<400).map { "\"alias\($0) \\\"é\\\" \(String(repeating: "x", count: 200))\"" }
            let large = map("large", name: "Large").replacingOccurrences(
                of: #""kind":"desk"}"#, with: #""kind":"desk","aliases":[\#(note.prefix(40).joined(separator: ","))]}"#)
            let padded = large.dropLast() + String(repeating: " ", count: 200_000) + "}"
            Files.write(String(padded), to: service.folder + "/large.json")
            let run = try service.call("places", "import", "large.json", "--yes")
            #expect(run.status == 0, "\(run)")
            #expect(try service.call("places", "export", "large", "copy.json").status == 0)
            #expect(Files.read(service.folder + "/copy.json") == Files.read(service.folder + "/large.json"))
        }
    }

    @Test func `Another state directory than the service's is written beside it, and its own by nobody else`() throws {
        try withKeeper { service throws in
            Files.write(map("home", name: "Home"), to: service.folder + "/home.json")
            let other = try service.call("places", "import", "home.json", "--yes", "--state", "elsewhere")
            #expect(other.status == 0, "\(other)")
            #expect(FileManager.default.fileExists(atPath: service.folder + "/elsewhere/places/index.json"))
            // a command that does not find the service finds the lock
            let blind = try Companion.run(
                ["places", "import", "home.json", "--yes", "--state", "state"], in: service.folder,
                environment: ["RUNTIME_DIRECTORY": service.folder + "/nowhere"])
            #expect(blind.status == 1 && blind.errors.contains("is being written by process"), "\(blind)")
        }
    }

    @Test func `Without --state the directory of the service that runs is meant, wherever it is`() throws {
        _ = try RunningService.with(
            RunningService.standing(seconds: 60), options: ["--json", "--state", "other"]
        ) { service throws in
            Files.write(map("home", name: "Home"), to: service.folder + "/home.json")
            #expect(
                service.program.wait(limit: 20) { _ in
                    FileManager.default.fileExists(atPath: service.folder + "/other")
                })
            #expect(try service.call("places", "import", "home.json", "--yes").status == 0)
            #expect(FileManager.default.fileExists(atPath: service.folder + "/other/places/index.json"))
            let list = try Companion.run(["places", "list"], in: "/", environment: service.environment)
            #expect(list.output.contains("home"), "\(list)")
            #expect(try service.call("groups", "list").output.contains("/other. "))
            #expect(try service.call("seen").output.hasPrefix("Nothing is kept in "))
            #expect(try service.call("seen", "clear", "--yes").output.hasSuffix("/other.\n"))
            #expect(!FileManager.default.fileExists(atPath: service.folder + "/state"))
        }
    }

    @Test func `A service without a state directory leaves the writing to the command`() throws {
        let walk = RunningService.standing(seconds: 60)
        _ = try RunningService.with(walk) { service throws in
            Files.write(map("home", name: "Home"), to: service.folder + "/home.json")
            #expect(try service.call("places", "import", "home.json", "--yes").status == 0)
            #expect(try service.call("places", "list").output.contains("home"))
        }
    }

    @Test
    func `Latand/live-log-viewer-next#1873: a list full of zeros does not keep the next good one from being kept`()
        throws
    {
        func spoil(_ folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: folder + "/state/places", withIntermediateDirectories: true)
            Files.write([UInt8](repeating: 0, count: 4096), to: folder + "/state/places/index.json")
        }
        try withKeeper(prepare: spoil) { service throws in
            Files.write(map("home", name: "Home"), to: service.folder + "/home.json")
            let run = try service.call("places", "import", "home.json", "--yes")
            #expect(run.status == 0 && run.errors.contains("the damaged file was kept as "), "\(run)")
            try importMap(service, "yard", name: "Yard")
            #expect(try service.call("places", "list").lines.count == 2)
        }
    }

    @Test func `Commands and the service that write at once lose nothing`() throws {
        try withKeeper { service throws in
            let count = 12
            for index in 0..<count {
                Files.write(map("p\(index)", name: "P\(index)"), to: "\(service.folder)/p\(index).json")
            }
            let script = "for i in $(seq 0 \(count - 1)); do companion places import p$i.json --yes & done; wait"
            let run = try Companion.shell(script, in: service.folder, environment: service.environment, limit: 60)
            #expect(run.status == 0, "\(run)")
            let list = try service.call("places", "list", "--json").output
            for index in 0..<count { #expect(list.contains("\"id\":\"p\(index)\""), "\(index): \(run)") }
        }
    }
}
