import Evidence
import Foundation
import Testing

/// What is said where something is missing, empty or of the wrong kind: what, where, and what to do.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct NewcomerTests {
    @Test func `An empty recording, as a power cut leaves it, holds no run`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("", to: folder + "/empty.mcap")
            let run = try Companion.run(["replay", "empty.mcap"], in: folder)
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains("empty.mcap holds no run of Companion — give a recording"), "\(run.errors)")
            let json = try Companion.run(["replay", "empty.mcap", "--json"], in: folder)
            #expect(json.status == 2 && json.output.contains(#""code":"noRun""#), "\(json)")
        }
    }

    @Test func `Garbage with the name of a recording is not a recording`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write([0xFF, 0xFE, 0x00, 0x81], to: folder + "/garbage.mcap")
            let run = try Companion.run(["replay", "garbage.mcap"], in: folder)
            #expect(run.status == 2 && run.errors.contains("garbage.mcap is not a recording"), "\(run.errors)")
            #expect(!run.errors.contains("UTF-8"))
            let absent = try Companion.run(["replay", "absent.mcap"], in: folder)
            #expect(absent.status == 2 && absent.errors.contains("cannot read absent.mcap"), "\(absent.errors)")
        }
    }

    @Test(
        arguments: [
            (["replay"], "replay needs a recording or an event log"),
            (
                ["run", "--simulate", "demo", "--record", "/dev/full"],
                "/dev/full is there already, and no ordinary file"
            ),
            (["phone"], "phone needs --address — for example --address 192.168.1.20:28467"),
            (["phone", "--address", "localhost:28467"], "must be in numbers, with a port — for example"),
            (["phone", "--address", "8.8.8.8:443"], "8.8.8.8 is not on the local network"),
            (["phone", "--address", "[2001:db8::1]:443"], "2001:db8::1 is not on the local network"),
            (["pair", "rename", "Sam", ""], "the new name is empty — give the name"),
            (["pair", "rename", "Sam", " "], "the new name is empty — give the name"),
            (
                ["pair", "allow", "--digits", "banana"],
                "must be the three digits that are shown — for example --digits 417"
            ),
            (["pair", "refuse", "--digits", "41"], "must be the three digits"),
        ])
    func `Words that cannot be meant are refused with an example`(words: [String], wanted: String) throws {
        let run = try Companion.run(words, limit: 20)
        #expect(run.status == 2 && run.errors.contains(wanted), "\(run)")
        #expect(!run.errors.contains("remove it"))
    }

    @Test(
        arguments: [
            (["map", "import", "--from", "osm", "--out", "o", "empty.osm"], 1, "indoor=* and level=*"),
            (["map", "import", "--from", "osm", "--out", "o", "page.osm"], 2, "no OSM file — export .osm"),
            (["map", "import", "--from", "osm", "--out", "o", "folder"], 2, "name a file, not a folder"),
            (
                ["map", "import", "--from", "imdf", "--out", "o", "folder"], 2,
                "so it is no IMDF archive — give the archive"
            ),
            (["map", "check", "no.json", "--groups", "gone.json"], 2, "cannot read gone.json"),
            (["replay", "walk.json5"], 2, "companion simulate plays a scenario"),
            (["replay", "no.json"], 2, "needs a \"type\""),
            (["record", "a.mcap", "--size", "0"], 2, "--size is \"0\" — give a number from 1"),
            (["record", "a.mcap", "--last", "1m", "--size", "9"], 2, "--size does nothing beside --last"),
        ] as [([String], Int32, String)])
    func `A file of another kind is said to be that, and what would do`(
        words: [String], status: Int32, said: String
    ) throws {
        try Files.withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            Files.write("<osm version=\"0.6\"></osm>", to: folder + "/empty.osm")
            Files.write("<html></html>", to: folder + "/page.osm")
            Files.write("{\"a\":1}", to: folder + "/no.json")
            Files.write("{ building: \"demo\" }", to: folder + "/walk.json5")
            let run = try Companion.run(
                words, in: folder, environment: ["RUNTIME_DIRECTORY": folder + "/run"], limit: 20)
            #expect(run.status == status && run.errors.contains(said), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/o"))
        }
    }

    @Test func `A recording of one run has no other`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(SimulateTests.wall(at: 5), to: folder + "/s.json5")
            let made = try Companion.run(
                ["run", "--simulate", "s.json5", "--fast", "--record", "w.mcap", "--frames", "0"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let run = try Companion.run(["replay", "w.mcap", "--run", "3"], in: folder)
            #expect(
                run.status == 2 && run.errors.contains("w.mcap holds one run, and --run is \"3\" — leave"), "\(run)")
            #expect(try Companion.run(["replay", "w.mcap", "--run", "1"], in: folder).status == 0)
        }
    }

    @Test func `A phone that nobody answers says so, and names the file that it cannot use`() throws {
        let nobody = try Companion.run(["phone", "--address", "127.0.0.1:1"], limit: 30)
        #expect(nobody.status == 1 && nobody.errors.contains("nothing answers at 127.0.0.1:1 — "), "\(nobody)")
        try Files.withTemporaryFolder { folder in
            for count in [3, 100_000] {
                Files.write([UInt8](repeating: 0x78, count: count), to: folder + "/x.mcap")
                let words = ["phone", "--address", "127.0.0.1:1", "--keep", "x.mcap"]
                let kept = try Companion.run(words, in: folder, limit: 30)
                #expect(
                    kept.status == 2 && kept.errors.contains("x.mcap is not what companion phone keeps — name"),
                    "\(kept)")
            }
        }
    }

    @Test func `A pairing that could not be kept is refused before there is one`() throws {
        try Files.withTemporaryFolder { folder in
            let words = ["phone", "--address", "127.0.0.1:1", "--keep", "gone/x"]
            let run = try Companion.run(words, in: folder, limit: 30)
            #expect(run.status == 2 && run.errors.contains("cannot write gone/x: "), "\(run)")
            #expect(run.errors.contains(" — make its folder first"), "\(run)")
        }
    }

    @Test func `Control characters and endless words of others do not reach the terminal`() throws {
        let run = try Companion.run(["map", "check", "\u{1B}[2J\u{7}.json"])
        #expect(run.status == 2 && run.errors.contains(#"\u001b[2J\u0007.json"#), "\(run)")
        #expect(!run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        let long = try Companion.run(["map", "check", String(repeating: "a", count: 5_000)])
        #expect(long.status == 2 && long.errors.count < 900 && long.errors.contains(" … "), "\(long.errors.count)")
    }

    @Test func `A place map where groups are meant is named as what it is`() throws {
        try Files.withTemporaryFolder { folder in
            let place = #"{"id":"a","name":"A","scannedAt":"2024-01-01","version":1,"landmarks":[],"connections":[]}"#
            Files.write(place, to: folder + "/a.json")
            for words in [["map", "route", "a.json", "--from", "x", "--to", "y"], ["map", "check", "a.json"]] {
                let run = try Companion.run(words + ["--groups", "a.json"], in: folder)
                #expect(run.status == 2 && !run.errors.contains("companion map check"), "\(run)")
            }
        }
    }

    @Test func `An empty log gives nothing, and that is told`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("", to: folder + "/e.jsonl")
            let run = try Companion.run(["replay", "e.jsonl"], in: folder)
            #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("e.jsonl is empty"), "\(run)")
        }
    }

    @Test func `A barometer that is too high is told with the same minus as everything else`() throws {
        let words = ["calibrate", "barometer", "--simulate", "demo", "--reference", "900"]
        let run = try Companion.run(words)
        #expect(run.output.contains("add −") && !run.output.contains("add -"), "\(run)")
    }
}
