import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)"), .serialized, .ownThreads) struct RecordingTests {
    /// Records the walk to a wall as fast as it goes; gives what was decided.
    private func record(in folder: String, _ options: [String] = []) throws -> String {
        Files.write(RunningService.walk, to: folder + "/s.json5")
        let run = try Companion.run(
            ["run", "--simulate", "s.json5", "--fast", "--json", "--record", "walk.mcap"] + options, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test func `Ten replays at several speeds give the bytes of the run, and so does reading the pictures anew`() throws
    {
        try Files.withTemporaryFolder { folder in
            let lived = try record(in: folder)
            #expect(lived.contains(#""type":"route""#) && lived.contains("Something ahead"))
            for speed in [nil, nil, nil, nil, "5000", "300", "100", "50", "20", "10"] as [String?] {
                let replay = try Companion.run(
                    ["replay", "walk.mcap", "--json"] + (speed.map { ["--speed", $0] } ?? []), in: folder)
                #expect(replay.status == 0 && replay.output == lived, "\(speed ?? "-")")
            }
            let anew = try Companion.run(["replay", "walk.mcap", "--json", "--from-frames"], in: folder)
            #expect(anew.output == lived && anew.errors.isEmpty)
            let same = try Companion.run(["replay", "walk.mcap", "--from-frames", "--compare"], in: folder)
            #expect(same.status == 0 && same.output.hasPrefix("The same "), "\(same)")
        }
    }

    @Test func `A setting that is other than it was is used, and what differs is listed, with exit 1`() throws {
        try Files.withTemporaryFolder { folder in
            _ = try record(in: folder)
            for (setting, isRead) in [("depth.threshold=1.6", false), ("depth.percentile=0.5", true)] {
                let words = ["replay", "walk.mcap", "--compare", "--json", "--set", setting]
                let plain = try Companion.run(words, in: folder)
                let anew = try Companion.run(words + ["--from-frames"], in: folder)
                #expect(anew.status == 1 && anew.lines.allSatisfy { $0.contains(#""was":"#) && $0.contains(#""is":"#) })
                // a setting of the reading itself changes nothing without the pictures
                #expect(plain.status == (isRead ? 0 : 1), "\(setting)")
            }
            let bad = try Companion.run(["replay", "walk.mcap", "--set", "depth.treshold=1"], in: folder)
            #expect(bad.status == 2 && bad.errors.contains("depth.threshold"), "\(bad)")
        }
    }

    @Test func `Fewer pictures than readings replace the readings that they are of, and that is said`() throws {
        try Files.withTemporaryFolder { folder in
            let lived = try record(in: folder, ["--frames", "2"])
            let anew = try Companion.run(["replay", "walk.mcap", "--json", "--from-frames"], in: folder)
            #expect(
                anew.status == 0 && anew.output == lived && anew.errors.contains("readings have a picture"), "\(anew)")
            try FileManager.default.removeItem(atPath: folder + "/walk.mcap")
            _ = try record(in: folder, ["--frames", "0"])
            let none = try Companion.run(["replay", "walk.mcap", "--from-frames"], in: folder)
            #expect(none.status == 2 && none.errors.contains("no depth pictures"))
        }
    }

    @Test func `A file that is there is not replaced, and a folder that is not there is told`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("mine", to: folder + "/walk.mcap")
            Files.write(RunningService.walk, to: folder + "/s.json5")
            let words = ["run", "--simulate", "s.json5", "--fast", "--record"]
            let there = try Companion.run(words + ["walk.mcap"], in: folder)
            #expect(there.status == 2 && there.errors.contains("is there already"))
            #expect(Files.text(folder + "/walk.mcap") == "mine")
            let nowhere = try Companion.run(words + ["no/walk.mcap"], in: folder)
            #expect(nowhere.status == 2 && nowhere.errors.contains("make its folder first"))
            let full = try Companion.run(words + ["/dev/full"], in: folder)
            #expect(full.status != 0)
        }
    }

    @Test func `A recording that was cut off is replayed up to its last whole chunk, and that is said`() throws {
        try Files.withTemporaryFolder { folder in
            let lived = try record(in: folder)
            let bytes = try #require(Files.read(folder + "/walk.mcap"))
            for share in [0.3, 0.6, 0.9] {
                Files.write(Array(bytes.prefix(Int(Double(bytes.count) * share))), to: folder + "/cut.mcap")
                let replay = try Companion.run(["replay", "cut.mcap", "--json"], in: folder)
                #expect(replay.status == 0 && replay.errors.contains("was cut off"), "\(replay.errors)")
                #expect(lived.hasPrefix(replay.output) && replay.lines.count > 2)
            }
        }
    }

    @Test func `A run of the service that is recorded from its beginning replays to the same bytes`() throws {
        let (recorded, outcome) = try RunningService.with(
            RunningService.standing(seconds: 30),
            options: ["--json", "--record", "all.mcap"],
            configuration: "{ speech: { hooks: [[\"/bin/cat\"]] } }"
        ) { service in
            #expect(service.comesToDo("status"))
            #expect(try service.call("go", "lobby", "--from", "main-entrance").status == 0)
            #expect(try service.call("say", "Hello there.").status == 0)
            #expect(try service.call("where").status == 0)
            #expect(service.program.wait(limit: 20) { $0.output.contains("Hello there.") })
            service.program.send(SIGTERM)
            let outcome = service.program.end(limit: 20)
            let replay = try Companion.run(["replay", "all.mcap", "--json"], in: service.folder)
            let comparison = try Companion.run(["replay", "all.mcap", "--compare"], in: service.folder)
            #expect(replay.status == 0 && replay.output == outcome.output, "\(replay.errors)")
            #expect(comparison.status == 0 && replay.output.contains("I am recording what I see and say."))
            return replay.output
        }
        #expect(!recorded.isEmpty && outcome.status == 0)
    }
}
