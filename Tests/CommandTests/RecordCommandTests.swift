import Evidence
import Foundation
import Testing

/// `record` beside a running service: it is sent the file, and says how it goes.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)"), .serialized, .ownThreads) struct RecordCommandTests {
    private static let ring = "{ speech: { hooks: [[\"/bin/cat\"]] }, record: { ring: true } }"
    private static let options = ["--json", "--state", "state"]

    @Test func `A recording begins and ends with the command, is whole, and is said aloud`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service in
            #expect(service.comesToDo("status"))
            let recording = try RunningProgram(
                Companion.path, ["record", "part.mcap"], in: service.folder, environment: service.environment)
            #expect(recording.wait(limit: 20) { $0.output.contains("Ctrl-C ends it") })
            #expect(
                recording.output.contains("every picture of the depth camera") && recording.output.contains("the maps"))
            #expect(service.program.wait(limit: 20) { $0.output.contains("I am recording what I see and say.") })
            #expect(try service.call("status").output.contains("recording depth pictures"))
            let second = try service.call("record", "second.mcap")
            #expect(second.status == 1 && second.errors.contains("recorded already"))
            #expect(!FileManager.default.fileExists(atPath: service.folder + "/second.mcap"))
            usleep(1_500_000)
            recording.send(SIGINT)
            let outcome = recording.end(limit: 20)
            #expect(outcome.status == 0 && outcome.output.contains("pictures"), "\(outcome)")
            #expect(service.program.wait(limit: 20) { $0.output.contains("I have stopped recording.") })
            let facts = try FileManager.default.attributesOfItem(atPath: service.folder + "/part.mcap")
            #expect(facts[.posixPermissions] as? Int == 0o600)
            let replay = try service.call("replay", "part.mcap", "--json")
            #expect(replay.status == 0 && replay.errors.contains("begins") && !replay.errors.contains("cut off"))
            let anew = try service.call("replay", "part.mcap", "--json", "--from-frames")
            #expect(anew.output == replay.output)
        }
    }

    @Test func `A service that is killed leaves all but the last chunk, in the file and in the ring`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(RunningService.standing(seconds: 60), to: folder + "/s.json5")
            Files.write(Self.ring, to: folder + "/companion.json5")
            let environment = ["RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state"]
            let program = try RunningProgram(
                Companion.path,
                ["run", "--simulate", "s.json5", "--config", "companion.json5", "--record", "all.mcap"] + Self.options,
                in: folder, environment: environment)
            #expect(program.wait(limit: 30) { _ in (Files.read(folder + "/all.mcap")?.count ?? 0) > 200_000 })
            program.send(SIGKILL)
            _ = program.end(limit: 10)
            let lived = program.output.split(separator: "\n").map(String.init)
            let replay = try Companion.run(["replay", "all.mcap", "--json"], in: folder)
            #expect(replay.status == 0 && replay.errors.contains("was cut off"), "\(replay.errors)")
            #expect(!replay.lines.isEmpty && lived.starts(with: replay.lines))
            let saved = try Companion.run(
                ["record", "last.mcap", "--last", "10m", "--state", "state", "--json"], in: folder,
                environment: environment)
            #expect(saved.status == 0 && saved.output.contains(#""runs":1"#), "\(saved)")
            let again = try Companion.run(["replay", "last.mcap", "--json"], in: folder)
            #expect(again.status == 0 && again.errors.isEmpty && lived.starts(with: again.lines), "\(again)")
        }
    }

    @Test func `The last minutes are saved while the service runs, over a restart, and only where they are kept`()
        throws
    {
        _ = try RunningService.with(
            RunningService.standing(seconds: 60), options: Self.options, configuration: Self.ring
        ) { service in
            #expect(service.comesToDo("status"))
            #expect(try service.call("status").output.contains("the last ten minutes are kept"))
            usleep(1_500_000)
            let saved = try service.call("record", "last.mcap", "--last", "10m")
            #expect(saved.status == 0 && saved.output.hasPrefix("Saved the last"), "\(saved)")
            let compared = try service.call("replay", "last.mcap", "--compare")
            #expect(compared.status == 0, "\(compared)")
            service.program.send(SIGTERM)
            _ = service.program.end(limit: 20)
            let second = try RunningProgram(
                Companion.path, ["run", "--simulate", "s.json5", "--config", "companion.json5"] + Self.options,
                in: service.folder, environment: service.environment)
            #expect(RunningService(folder: service.folder, program: second).comesToDo("status"))
            let both = try service.call("record", "both.mcap", "--last", "10m", "--json")
            #expect(both.output.contains(#""runs":2"#), "\(both)")
            let first = try service.call("replay", "both.mcap", "--run", "1", "--compare")
            #expect(first.status == 0, "\(first)")
            second.send(SIGTERM)
            #expect(second.end(limit: 20).status == 0)
        }
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service in
            #expect(service.comesToDo("status"))
            let none = try service.call("record", "last.mcap", "--last", "10m")
            #expect(none.status == 1 && none.errors.contains("turn record.ring on"))
            #expect(!FileManager.default.fileExists(atPath: service.folder + "/last.mcap"))
        }
    }

    @Test func `As much is saved of the last minutes as was asked for, to the second`() throws {
        _ = try RunningService.with(
            RunningService.standing(seconds: 60), options: Self.options, configuration: Self.ring
        ) { service in
            #expect(service.comesToDo("status"))
            usleep(6_000_000)
            let saved = try service.call("record", "last.mcap", "--last", "3s", "--json")
            #expect(saved.output.contains(#""seconds":3,"whole":false"#), "\(saved)")
            let told = try service.call("record", "told.mcap", "--last", "2s")
            #expect(told.output.hasPrefix("Saved the last 2 s, ") && told.output.contains("middle of a run"), "\(told)")
            let replay = try service.call("replay", "last.mcap", "--json")
            #expect(replay.lines.first?.hasPrefix(#"{"note":{"code":"beganMidRun","#) == true, "\(replay)")
            let same = try service.call("replay", "last.mcap", "--compare")
            #expect(same.status == 0, "\(same)")
        }
    }

    @Test func `A recording that begins in the middle of a run says so, and a comparison knows why it differs`() throws
    {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service in
            #expect(service.comesToDo("status"))
            #expect(try service.call("go", "lobby", "--from", "main-entrance").status == 0)
            usleep(500_000)
            let recorded = try recording("part.mcap", ["--for", "8s"], beside: service) { () throws in
                // What was measured is in it before the question what is ahead.
                service.program.rest(seconds: 2)
                #expect(try service.call("confirm").status == 0)
                #expect(try service.call("where").status == 0)
            }
            #expect(recorded.output.contains("begins in the middle of the run"), "\(recorded)")
            let plain = try service.call("replay", "part.mcap", "--compare")
            #expect(
                plain.status == 0 && plain.output.contains("come of the beginning: the recording begins"), "\(plain)")
            let json = try service.call("replay", "part.mcap", "--compare", "--json")
            #expect(json.status == 0 && json.lines.count > 1 && json.lines[0].hasPrefix(#"{"note":"#), "\(json)")
            #expect(json.lines.dropFirst().allSatisfy { $0.hasSuffix(#""because":"beginning"}"#) }, "\(json)")
            let other = try service.call("replay", "part.mcap", "--compare", "--json", "--set", "units=imperial")
            let changed = other.lines.dropFirst().filter { !$0.contains("because") }
            #expect(other.status == 1 && !changed.isEmpty && changed.allSatisfy { $0.contains("feet") }, "\(other)")
        }
    }

    /// Records until the recording has ended by itself; gives what it said.
    private func recording(
        _ path: String, _ options: [String], beside service: RunningService, _ body: () throws -> Void
    ) throws -> Companion.Outcome {
        let recording = try RunningProgram(
            Companion.path, ["record", path] + options, in: service.folder, environment: service.environment)
        #expect(recording.wait(limit: 20) { $0.output.contains("Ctrl-C ends it") })
        try body()
        return recording.end(limit: 30)
    }

    @Test func `A recording ends by itself at its size, and a terminal shows what is left`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 90)) { service in
            #expect(service.comesToDo("status"))
            let words = ["-c", Self.terminal, Companion.path, "record", "small.mcap", "--size", "1"]
            let small = try Companion.run(
                program: "/usr/bin/python3", words, input: nil, in: service.folder, environment: service.environment,
                limit: 60)
            #expect(small.status == 0 && small.output.contains(" MB of 1 MB"), "\(small)")
            #expect(small.output.contains("Recorded "), "\(small)")
            let bytes = Files.read(service.folder + "/small.mcap")?.count ?? 0
            #expect(bytes > 500_000 && bytes < 8_000_000, "\(bytes)")
            let short = try Companion.run(
                program: "/usr/bin/python3",
                ["-c", Self.terminal, Companion.path, "record", "short.mcap", "--for", "7s", "--frames", "0"],
                input: nil, in: service.folder, environment: service.environment, limit: 60)
            let left = #/left: \d s, [0-9.]+ [MG]B on the disk, enough for /#
            #expect(short.output.contains(left), "\(short)")
        }
    }

    /// Runs a program on a terminal, to its end, and prints what it drew.
    private static let terminal = """
        import os, pty, sys
        pid, fd = pty.fork()
        if pid == 0:
            os.execv(sys.argv[1], sys.argv[1:])
        text = b''
        while True:
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        print(text.decode(errors='replace').replace('\\r', '\\n'))
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """

    @Test func `A ring that cannot be written is said once, and the service goes on`() throws {
        let (_, outcome) = try RunningService.with(
            RunningService.standing(seconds: 60), options: Self.options, configuration: Self.ring,
            prepare: { folder in
                try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
                Files.write("in the way", to: folder + "/state/ring")
            }
        ) { service throws in
            #expect(service.comesToDo("status"))
            #expect(try service.call("status", "--json").output.contains("ringNotWritten"))
            #expect(try service.call("where").status == 0)
        }
        let told = outcome.errorLines.count { $0.contains("ten minutes cannot be kept") }
        #expect(told == 1, "\(outcome.errors)")
    }

    @Test func `Places that change while it records are in the recording, and it replays exactly`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{\"t\":120,\"type\":\"end\"}\n", to: folder + "/long.jsonl")
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] } }", to: folder + "/companion.json5")
            let environment = ["RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state"]
            let program = try RunningProgram(
                Companion.path,
                ["run", "--replay", "long.jsonl", "--config", "companion.json5", "--record", "all.mcap"] + Self.options,
                in: folder, environment: environment)
            let service = RunningService(folder: folder, program: program)
            #expect(service.comesToDo("status"), "\(program.errors)")
            Files.write(Self.map, to: folder + "/home.json")
            #expect(try service.call("places", "import", "home.json", "--yes").status == 0)
            #expect(program.wait(limit: 20) { $0.output.contains(#""type":"place","id":"home""#) })
            #expect(try service.call("go", "desk", "--from", "door").status == 0)
            #expect(program.wait(limit: 20) { $0.output.contains("Go to the desk") })
            program.send(SIGTERM)
            let lived = program.end(limit: 20)
            let replay = try service.call("replay", "all.mcap", "--json")
            #expect(replay.status == 0 && replay.output == lived.output, "\(replay.errors)")
            #expect(replay.output.contains(#""type":"route""#))
        }
    }

    @Test func `Without a service, and with words that make no sense, it says what to do and leaves no file`() throws {
        try Files.withTemporaryFolder { folder in
            let environment = ["RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state"]
            for (words, said, status) in [
                (["record", "a.mcap"], "the service is not running", 1), (["record"], "needs a file", 2),
                (["record", "a.mcap", "--for", "soon"], "--for is \"soon\"", 2),
                (["record", "a.mcap", "--last", "10m"], "nothing in the ring", 1),
            ] as [([String], String, Int32)] {
                let run = try Companion.run(words, in: folder, environment: environment)
                #expect(run.status == status && run.errors.contains(said), "\(run)")
                #expect(!FileManager.default.fileExists(atPath: folder + "/a.mcap"))
            }
        }
    }

    private static let map =
        #"{"format":"companion.place","version":1,"id":"home","name":"Home","scannedAt":"2026-01-02T03:04:05Z","#
        + #""kind":"surveyed","landmarks":[{"id":"door","name":"Door","kind":"entrance"},{"id":"desk","name":"Desk","#
        + #""kind":"desk"}],"connections":[{"id":"way","from":"door","to":"desk","kind":"path","displayLength":4,"#
        + #""direction":"oneWay","instruction":"Go to the desk.","stepFree":"confirmed","availability":"available","#
        + #""verification":{"status":"unverified"}}]}"#
}
