import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct SimulateTests {
    /// Someone walks at 1 m/s towards a wall; small frames, so that it is quick.
    static func wall(at metres: Double, seed: Int = 1) -> String {
        """
        {
            title: "towards a wall", seed: \(seed),
            walk: [{ at: [0, 0], heading: 0, pause: 1 }, { at: [4.3, 0], speed: 1, pause: 1 }],
            walls: [{ start: [\(metres), -6], end: [\(metres), 6] }],
            camera: { width: 160, height: 120, rate: 15, disparityNoise: 0.02 }, barometer: false,
        }
        """
    }

    private func simulate(_ scenario: String, _ options: [String] = []) throws -> Companion.Outcome {
        try Files.withTemporaryFolder { folder in
            Files.write(scenario, to: folder + "/s.json5")
            return try Companion.run(["simulate", "s.json5", "--json"] + options, in: folder)
        }
    }

    /// When the first alert is said, in seconds.
    private func alert(_ run: Companion.Outcome) throws -> Double {
        struct Line: Decodable {
            var t: Double
            var kind: String?
            var type: String
        }
        let lines = try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        return try #require(lines.first { $0.type == "say" && $0.kind == "proximity" }?.t, "\(run.output)\(run.errors)")
    }

    @Test func `The event log of the bundled walk replays to what the demo says, byte for byte`() throws {
        try Files.withTemporaryFolder { folder in
            let demo = try RunningProgram(Companion.path, ["demo", "--json"], in: folder)
            demo.closeInput()
            let written = try Companion.run(["simulate", "--out", "walk.jsonl"], in: folder)
            #expect(written.status == 0, "\(written.errors)")
            // The line that it prints is the command that plays it again.
            let again = try #require(written.lines.last?.split(separator: " ").dropFirst().map(String.init))
            #expect(again.first == "replay")
            let replayed = try Companion.run(again + ["--json"], in: folder)
            let shown = demo.end(limit: 60)
            #expect(shown.status == 0 && replayed.status == 0, "\(replayed.errors)")
            #expect(shown.output == replayed.output && shown.lines.count > 50)
        }
    }

    @Test func `The same seed gives the same log, another seed another one`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.wall(at: 5), to: folder + "/s.json5")
            func log(_ options: [String]) throws -> String {
                let run = try Companion.run(["simulate", "s.json5", "--out", "-"] + options, in: folder)
                try #require(run.status == 0 && run.lines.count > 50, "\(run.errors)")
                return run.output
            }
            let (first, again) = (try log([]), try log([]))
            let (same, other) = (try log(["--seed", "1"]), try log(["--seed", "2"]))
            #expect(first == again && first == same)
            #expect(first != other)
        }
    }

    @Test func `A wall that stands farther off is announced later, by as much as it takes to walk there`() throws {
        let near = try alert(simulate(Self.wall(at: 4.5)))
        let far = try alert(simulate(Self.wall(at: 5.2)))
        #expect(abs(near - (1 + 4.5 - 1)) < 0.35, "\(near)")
        #expect(abs(far - near - 0.7) < 0.2, "\(near), \(far)")
    }

    @Test func `The threshold of the configuration moves the alert`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.wall(at: 5), to: folder + "/s.json5")
            Files.write("// twice as far\n{ depth: { threshold: 2.0 } }", to: folder + "/c.json5")
            let standard = try Companion.run(["simulate", "s.json5", "--json"], in: folder)
            let early = try Companion.run(["simulate", "s.json5", "--json", "--config", "c.json5"], in: folder)
            let difference = try alert(standard) - alert(early)
            #expect(abs(difference - 1) < 0.2)
            #expect(early.output.contains(#""text":"1.9 metres. Something ahead.""#), "\(early.output)")
        }
    }

    @Test func `Five mistakes in a scenario are all told with their lines`() throws {
        let scenario = """
            {
                titel: "a typo",
                duration: -4,
                walk: [{ at: [0] }],
                walls: [{ start: [0, 0], end: [1, 1] }],
                camera: { widht: 3 },
            }
            """
        let run = try simulate(scenario)
        #expect(run.status == 2)
        for line in 2...6 { #expect(run.errors.contains("s.json5:\(line):"), "line \(line) of \(run.errors)") }
        #expect(run.errors.contains("title") && run.errors.contains("width"))
        #expect(run.lines.count == 1 && run.output.hasPrefix(#"{"error":{"code":""#))
    }

    @Test func `A scenario that is no document, or is not there, is refused`() throws {
        #expect(try simulate("{ walk: [").status == 2)
        let missing = try Companion.run(["simulate", "nowhere.json5"])
        #expect(missing.status == 2 && missing.errors.hasPrefix("companion: cannot read nowhere.json5: "))
    }

    @Test func `A scripted event that is wrong is told before anything runs`() throws {
        let run = try simulate(
            Self.wall(at: 5).replacingOccurrences(
                of: "barometer: false", with: #"barometer: false, events: [{ t: 1, type: "goo" }]"#))
        #expect(run.status == 2 && run.lines.count == 1 && run.output.contains("goo"), "\(run.output)")
    }

    @Test func `Another file of the same name is not overwritten`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(#"{"mine":true}"#, to: folder + "/buildings.json")
            let run = try Companion.run(["simulate", "--out", "walk.jsonl", "--json"], in: folder)
            #expect(run.status == 2)
            #expect(run.output.contains(#""code":"alreadyThere""#) && run.errors.contains("buildings.json"))
            #expect(Files.text(folder + "/buildings.json") == #"{"mine":true}"#)
            #expect(Files.text(folder + "/walk.jsonl") == nil)
        }
    }

    @Test func `A log that cannot be written says what to do`() throws {
        let run = try Companion.run(["simulate", "--out", "/nowhere/walk.jsonl"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("companion: cannot write /nowhere/walk.jsonl: ") && run.errors.contains(" — "))
    }

    @Test func `The word for the bundled scenario is known wherever one can be named`() throws {
        // The beginning is enough: a reader that leaves ends the walk.
        let begin: (String) throws -> Companion.Outcome = {
            try Companion.shell("companion simulate \($0) | head -2; exit ${PIPESTATUS[0]}")
        }
        let (named, alone) = (try begin("demo"), try begin(""))
        #expect(named.status == 0 && named.output == alone.output && !named.output.isEmpty, "\(named.errors)")
    }

    @Test(arguments: [["simulate", "hall"], ["run", "--simulate", "hall"], ["watch", "--simulate", "hall"]])
    func `A scenario that is not there is told with the word for the bundled one`(words: [String]) throws {
        try Files.withTemporaryFolder { folder in
            let run = try Companion.run(words, in: folder)
            #expect(run.status == 2 && run.errorLines.count == 1)
            #expect(run.errors.contains("cannot read hall") && run.errors.contains("say demo"), "\(run.errors)")
        }
    }
}
