import Evidence
import Foundation
import Testing

@Suite(.serialized, .ownThreads, .enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ConsoleCommandTests {
    /// What no turn of the decision loop may take from a reading to its decision while the page is abused, in seconds:
    /// far less than a person would notice, and enough for a machine that does other things as well.
    private static let unnoticed = 2.0

    @Test func `Whoever is not let in, and whoever is only in the way, is refused or dropped and guides nobody astray`()
        throws
    {
        let count = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1" ? 10_000 : 500
        let (run, outcome) = try ConsoleBench.with { bench in
            try bench.run("console_abuse.py", ["\(count)"], limit: 300)
        }
        print("the page under abuse: \(run.output)")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let summary = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let loop = try #require(summary?["loop_after"] as? [String: Any])
        #expect(try #require(loop["worstLatency"] as? Double) < Self.unnoticed)
        let refusals = outcome.errorLines.count { $0.contains("A request to the page was refused") }
        #expect((1...3).contains(refusals), "a refusal is one line a minute: \(outcome.errors)")
        #expect(!outcome.output.contains("\"dropped\",\"kind\":\"proximity\""), "\(outcome.output.suffix(2000))")
    }

    @Test func `Where the page is off it is said how it is turned on`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service in
            #expect(service.comesToDo("where"))
            let run = try service.call("console")
            #expect(run.status == 1 && run.errors.contains("console.enabled"), "\(run)")
        }
    }

    @Test func `Without a service it is said what to do, and strays are refused`() throws {
        try Files.withTemporaryFolder { folder in
            let variables = ["RUNTIME_DIRECTORY": folder]
            let none = try Companion.run(["console"], in: folder, environment: variables)
            #expect(none.status == 1 && none.errors.contains("not running"), "\(none)")
            for words in [["--seed", "1"], ["--simulate", "demo", "--place", "x.json"], ["--state", "x"], ["extra"]] {
                let run = try Companion.run(["console"] + words, in: folder, environment: variables)
                #expect(run.status == 2, "\(words): \(run)")
            }
        }
    }

    @Test func `Without a robot, maps can be reviewed, and another page is at another port`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(ConsoleBench.place, to: folder + "/place.json")
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] } }", to: folder + "/c.json5")
            let words = ["console", "--place", "place.json", "--config", "c.json5", "--print"]
            let programs = try (0..<2).map { _ in
                try RunningProgram(Companion.path, words, in: folder, environment: ["RUNTIME_DIRECTORY": folder])
            }
            var addresses: [String] = []
            for program in programs {
                #expect(program.wait(limit: 20) { $0.output.contains("\n") }, "\(program.errors)")
                addresses.append(program.output.split(separator: "\n").first.map(String.init) ?? "")
            }
            #expect(Set(addresses.map { URL(string: $0)?.port }).count == 2, "\(addresses)")
            let query = "look/routes?from=tiny/door&to=tiny/sofa"
            let answer = try get(addresses[0] + query)
            #expect(answer.contains("Walk to the sofa, 5 metres.") || answer.contains("Walk to the sofa."), "\(answer)")
            #expect(answer.contains("class=\\\"line route\\\""), "the route is drawn")
            for program in programs {
                program.send(SIGTERM)
                #expect(program.end(limit: 10).status == 0)
            }
            #expect((try? get(addresses[0])) == nil, "the page ends with its service")
        }
    }

    private func get(_ address: String) throws -> String {
        let run = try Companion.run(
            program: "/usr/bin/python3",
            [
                "-c", "import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=20).read().decode())",
                address,
            ],
            input: nil, in: nil, environment: [:], limit: 60)
        guard run.status == 0 else { throw CocoaError(.fileReadUnknown) }
        return run.output
    }
}
