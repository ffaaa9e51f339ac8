import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct HelpTests {
    /// The program's own table of commands, as its overview prints it.
    static let commands: [String] = {
        guard let lines = try? Companion.run(["help"]).lines else { return [] }
        return lines.drop { $0 != "commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }.map { line in
            line.trimmingCharacters(in: .whitespaces).components(separatedBy: "  ")[0]
        }
    }()

    /// The commands whose examples can all be run in a folder with some files, without a service or a device.
    static let played = [
        "run", "demo", "nearest", "floors", "map check", "map route", "map show", "map export", "replay", "simulate",
        "config check", "config show", "config template",
    ]

    private func help(_ command: String) throws -> [String] {
        let run = try Companion.run(command.split(separator: " ").map(String.init) + ["--help"])
        try #require(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `The table of commands is read whole, and README tells of each`() throws {
        #expect(Self.commands.count > 55 && Set(Self.commands).count == Self.commands.count, "\(Self.commands)")
        #expect(Set(Self.played).isSubset(of: Self.commands))
        let readme = try #require(Files.text(ConsoleBench.checkout + "/README.md"))
        for command in Self.commands { #expect(readme.contains("`companion \(command)`"), "\(command)") }
    }

    @Test func `Every example calls a command that there is, with options that it has`() throws {
        var options: [String: Set<String>] = [:]
        for command in Self.commands {
            let names = try help(command).compactMap { line in
                line.hasPrefix("  --") ? line.split(separator: " ").first.map(String.init) : nil
            }
            options[command] = Set(names)
        }
        for command in Self.commands {
            let examples = try help(command).filter { $0.hasPrefix("  companion ") }
            #expect(!examples.isEmpty, "\(command) has no example")
            for part in examples.flatMap({ $0.components(separatedBy: " | ") }) where part.contains("companion ") {
                let words = part.split(separator: " ").map(String.init).dropFirst()
                let called = [words.prefix(2), words.prefix(1)].map { $0.joined(separator: " ") }
                let known = try #require(called.compactMap { options[$0] }.first, "\(part)")
                let given = words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
                #expect(known.isSuperset(of: given), "\(part): \(given)")
            }
        }
    }

    @Test(arguments: commands)
    func `Every command explains itself, with every option and an example`(command: String) throws {
        let lines = try help(command)
        #expect(lines.first?.hasSuffix(".") ?? false)
        #expect(lines.contains { $0.hasPrefix("usage: companion \(command)") })
        #expect(lines.contains { $0.hasPrefix("example") })
        #expect(lines.contains { $0.hasPrefix("  companion ") })
        #expect(lines.allSatisfy { $0.count <= 120 }, "\(lines.filter { $0.count > 120 })")
        let asked = try Companion.run(["help"] + command.split(separator: " ").map(String.init))
        #expect(asked.status == 0 && asked.lines.first == lines.first)
    }

    @Test func `Every example that needs no service and no device really works`() throws {
        try Files.withTemporaryFolder { folder in
            try furnish(folder)
            for command in Self.played {
                for line in try help(command) where line.hasPrefix("  companion ") {
                    let example = line.dropFirst(2)
                    // What reads real sensors is run on emulated ones elsewhere.
                    if example.contains("--live") || example == "companion run" { continue }
                    // In real time they last minutes, or until they are told to end; that they start is enough.
                    let isLong = example.contains("run --simulate") || example.contains("--voice")
                    let isRecording = example.contains("run --record")
                    if isLong || isRecording || (example.contains("run --from") && !example.contains("--fast")) {
                        try start(String(example), in: folder, fresh: isRecording)
                    } else {
                        // The beginning of the demo is enough here; the whole of it is heard elsewhere.
                        let cut = example.hasPrefix("companion demo") ? " | head -3; exit ${PIPESTATUS[0]}" : ""
                        let run = try Companion.shell(
                            example + cut, in: folder, environment: ["XDG_CONFIG_HOME": folder])
                        // A comparison that finds a difference says so with its exit code.
                        let status: Int32 = example.contains("--compare") ? 1 : 0
                        #expect(run.status == status, "\(example): \(run.output)\(run.errors)")
                    }
                }
            }
        }
    }

    /// Starts what goes on until it is told to end, and ends it; in a folder of its own where it makes a file.
    private func start(_ example: String, in folder: String, fresh: Bool) throws {
        let place = fresh ? folder + "/fresh" : folder
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let words = example.split(separator: " ").dropFirst().map(String.init)
        let beside = ["--config", folder + "/mute.json5"] + (fresh ? ["--state", place + "/state"] : [])
        let running = try RunningProgram(
            Companion.path, words + beside, in: place, environment: ["RUNTIME_DIRECTORY": folder + "/runtime"])
        let isStarted = running.wait(limit: 20) { !$0.output.isEmpty || !$0.errors.isEmpty || $0.hasEnded }
        #expect(isStarted, "\(example)")
        running.send(SIGTERM)
        #expect(running.end(limit: 20).status == 0, "\(example): \(running.errors)")
    }

    /// Lays out the files that the examples name.
    private func furnish(_ folder: String) throws {
        try DemoFiles.lay(in: folder)
        let samples = (0..<64).map { UInt16(900 + $0) }
        Files.write(SmallPNG.depth(width: 8, height: 8, samples: samples), to: folder + "/frame.png")
        let raw = [UInt8](repeating: 4, count: 640 * 480 * 2)
        Files.write(raw, to: folder + "/frame.z16")
        Files.write(
            (["t,hPa"] + (0..<30).map { "\($0),1013.2\($0)" }).joined(separator: "\n"), to: folder + "/walk.csv")
        Files.write("{ units: 'metric' }", to: folder + "/robot.json5")
        Files.write("{ speech: { hooks: [] } }", to: folder + "/mute.json5")
        Files.write(SimulateTests.wall(at: 5), to: folder + "/corridor.json5")
        _ = try Companion.run(["simulate", "corridor.json5", "--out", "corridor.jsonl"], in: folder)
        let recorded = try Companion.run(
            ["run", "--simulate", "corridor.json5", "--fast", "--record", "walk.mcap"], in: folder)
        try #require(recorded.status == 0, "\(recorded.errors)")
        try FileManager.default.createDirectory(atPath: folder + "/walk", withIntermediateDirectories: true)
        for index in 0..<3 { Files.write(raw, to: folder + "/walk/\(index).z16") }
        Files.write("t,hPa\n0,1013.2\n0.1,1013.21\n", to: folder + "/walk/pressure.csv")
        try FileManager.default.createDirectory(atPath: folder + "/companion", withIntermediateDirectories: true)
        Files.write("{ units: 'metric' }", to: folder + "/companion/companion.json5")
    }

    @Test func `The overview names every command, and says where to begin`() throws {
        for words in [["--help"], ["-h"], ["help"], []] {
            let run = try Companion.run(words)
            #expect(run.status == (words.isEmpty ? 2 : 0))
            for command in Self.commands { #expect(run.output.contains("\n  \(command) ")) }
            #expect(run.output.contains("companion demo"))
        }
    }

    @Test func `A family of commands explains its own`() throws {
        let run = try Companion.run(["map", "--help"])
        #expect(run.status == 0 && run.output.contains("map check") && run.output.contains("map show"))
        #expect(!run.output.contains("nearest"))
        let alone = try Companion.run(["config"])
        #expect(alone.status == 2 && alone.errors.contains("config check, config show"))
    }

    @Test(arguments: [
        (["nearst"], "did you mean nearest?"), (["map", "chek"], "did you mean map check?"),
        (["config", "shwo"], "did you mean config show?"), (["nearest", "--jsn"], "did you mean --json?"),
        (["map", "route", "--form"], "did you mean --from?"), (["xyzzyplugh"], "companion --help lists them"),
        (["replay", "--qqqqqqqq"], "companion replay --help lists the options"),
    ])
    func `What is not known gives the nearest that is`(words: [String], hint: String) throws {
        let run = try Companion.run(words)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("companion: ") && run.errors.contains(" — \(hint)"), "\(run.errors)")
        let json = try Companion.run(words + ["--json"])
        #expect(json.output.hasPrefix(#"{"error":{"code":"usage","message":""#) && json.errorLines.count == 1)
    }

    @Test func `The version is one line`() throws {
        let run = try Companion.run(["--version"])
        #expect(run.status == 0 && run.lines.count == 1 && run.output.hasPrefix("companion "))
    }

    @Test func `A reader that leaves early ends a command quietly`() throws {
        for command in ["demo", "config show", "demo --json", "simulate --out -"] {
            let run = try Companion.shell("companion \(command) | head -1; echo ${PIPESTATUS[0]}")
            #expect(run.lines.count == 2 && run.lines.last == "0" && run.errors.isEmpty, "\(command): \(run)")
        }
    }

    @Test func `No command writes colour or a progress bar where there is no terminal`() throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            let written = try Companion.run(["simulate", "ride.json5", "--out", "walk.jsonl"], in: folder)
            let demo = try Companion.run(["simulate", "ride.json5"], in: folder)
            for text in [written.output, written.errors, demo.output, demo.errors] {
                #expect(!text.utf8.contains(0x1B) && !text.utf8.contains(0x0D))
            }
        }
    }

    @Test(arguments: ["--version", "config show", "replay --help", "nothing --json"])
    func `A full disk is an error, not silence`(words: String) throws {
        let run = try Companion.shell("companion \(words) > /dev/full")
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("companion: cannot write"), "\(run.errors)")
    }

    @Test(arguments: [("devices", "--scan", "devices paired"), ("seen", "companion seen list", "seen clear")])
    func `A family that is a command itself shows its options and examples as well`(
        name: String, own: String, member: String
    ) throws {
        for words in [[name, "--help"], ["help", name]] {
            let run = try Companion.run(words)
            #expect(run.status == 0 && run.output.contains("usage: companion \(name)"), "\(run.output)")
            #expect(run.output.contains(own) && run.output.contains("example"), "\(run.output)")
            #expect(run.output.contains("\n  \(member) "), "\(run.output)")
        }
    }

    @Test(arguments: ["map", "config"])
    func `A family that is no command has examples of its commands`(name: String) throws {
        let run = try Companion.run([name, "--help"])
        #expect(run.output.contains("examples:\n  companion \(name) "), "\(run.output)")
    }
}
