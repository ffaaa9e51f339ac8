import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ServiceRunTests {
    @Test func `Without sensors and without anything else it says so and offers two ways on`() throws {
        let run = try Companion.run(["run"])
        #expect(run.status == 1 && run.output.isEmpty && run.errorLines.count == 1)
        #expect(
            run.errors.contains("companion run --simulate demo") && run.errors.contains("companion run --from FOLDER"))
        let json = try Companion.run(["run", "--json"])
        #expect(json.status == 1 && json.output.hasPrefix(#"{"error":{"code":"noSensors","#))
    }

    @Test(arguments: [
        ["--simulate", "demo", "--from", "x"], ["--simulate", "demo", "--rate", "3"], ["--from", ".", "--seed", "3"],
        ["--replay", "x", "--at", "y"], ["--from", ".", "--rate", "0"], ["--simulate", "demo", "--seed", "-1"], ["x"],
    ])
    func `Options that exclude each other or would do nothing are refused`(words: [String]) throws {
        let run = try Companion.run(["run"] + words)
        #expect(run.status == 2 && run.errorLines.count == 1 && run.errors.contains(" — "), "\(run.errors)")
    }

    @Test func `A walk towards a wall is spoken in real time and ends by itself`() throws {
        try ServiceBench.with { bench in
            Files.write(
                """
                {
                    walk: [{ at: [0, 0], heading: 0, pause: 1 }, { at: [3, 0], speed: 1, pause: 0.5 }],
                    walls: [{ start: [3.8, -6], end: [3.8, 6] }],
                    camera: { width: 80, height: 60, disparityNoise: 0.02 }, barometer: false,
                }
                """, to: bench.folder + "/s.json5")
            let planned = try Companion.run(["simulate", "s.json5", "--json"], in: bench.folder)
            let outcome = try bench.start(["--simulate", "s.json5", "--json"]).end(limit: 20)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(bench.spoken.first == "Ready.")
            #expect(bench.spoken.dropFirst().first?.hasSuffix(" metres. Something ahead.") ?? false, "\(bench.spoken)")
            struct Line: Decodable {
                var t: Double
                var kind: String?
                var text: String?
            }
            func said(_ run: Companion.Outcome) throws -> [Line] {
                try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }.filter { $0.text != nil }
            }
            #expect(try said(outcome).compactMap(\.text) == bench.spoken)
            let due = try #require(try said(planned).first { $0.kind == "proximity" })
            let came = try #require(try said(outcome).first { $0.kind == "proximity" })
            #expect(abs(came.t - due.t) < 0.5, "due \(due.t) s, said \(came.t) s")
            #expect(!outcome.output.contains("depthUnavailable"), "\(outcome.output)")
        }
    }

    @Test func `A voice that hangs and ignores being asked does not hold up the end`() throws {
        try ServiceBench.with { bench in
            let script =
                "trap '' TERM\necho $$ >> '\(bench.folder)/pids'\ncat >> '\(bench.folder)/spoken'\nsleep 300 &\necho $! >> '\(bench.folder)/pids'\nwait; sleep 300\n"
            Files.write(script, to: bench.folder + "/stuck")
            bench.configure(voice: "stuck")
            bench.stand(
                more:
                    "building: 'demo', events: [{ t: 0, type: 'place', id: 'ternwick-ground' }, { t: 0.2, type: 'go', to: 'Workshop', from: 'Main entrance' }],"
            )
            let running = try bench.start(["--simulate", "s.json5"])
            #expect(running.wait(limit: 15) { $0.output.contains("“") }, "\(running.errors)")
            usleep(300_000)
            let began = Date()
            running.send(SIGTERM)
            let outcome = running.end(limit: 10)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(Date().timeIntervalSince(began) < 3)
            let pids = (Files.text(bench.folder + "/pids") ?? "").split(separator: "\n").compactMap { Int32($0) }
            #expect(!pids.isEmpty)
            for pid in pids { #expect(Self.isGone(pid), "process \(pid) is left") }
        }
    }

    /// Whether a process is gone, within a second; a zombie that somebody else must take away is.
    private static func isGone(_ pid: Int32) -> Bool {
        for _ in 0..<100 {
            let state = Files.text("/proc/\(pid)/stat")?.split(separator: ")").last?.split(separator: " ").first
            if state == nil || state == "Z" { return true }
            usleep(10_000)
        }
        return false
    }

    @Test(arguments: [true, false])
    func `Stopping is said where a route is active, and only there`(hasRoute: Bool) throws {
        try ServiceBench.with { bench in
            let go =
                "building: 'demo', events: [{ t: 0, type: 'place', id: 'ternwick-ground' }, { t: 0.2, type: 'go', to: 'Workshop', from: 'Main entrance' }],"
            bench.stand(more: hasRoute ? go : "")
            let running = try bench.start(["--simulate", "s.json5"])
            #expect(running.wait(limit: 15) { _ in bench.spoken.count >= 1 }, "\(running.errors)")
            usleep(500_000)
            let began = Date()
            running.send(hasRoute ? SIGTERM : SIGINT)
            let outcome = running.end(limit: 10)
            #expect(outcome.status == 0)
            #expect(Date().timeIntervalSince(began) < 3)
            #expect((bench.spoken.last == "Stopping.") == hasRoute, "\(bench.spoken)")
        }
    }

    @Test func `A voice that is missing leaves text, with a warning, and the service runs`() throws {
        try ServiceBench.with { bench in
            bench.stand(seconds: 3)
            Files.write("{ speech: { hooks: [['/nowhere/voice']] } }", to: bench.folder + "/companion.json5")
            let missing = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(missing.status == 0)
            #expect(missing.errors.contains("“/nowhere/voice” is missing"), "\(missing.errors)")
            #expect(missing.output.contains("“Ready.”") && missing.output.contains("Something ahead."))
            Files.write("{}", to: bench.folder + "/companion.json5")
            let silent = try bench.start(["--simulate", "s.json5"], environment: ["PATH": "/nowhere"]).end(limit: 20)
            #expect(silent.status == 0)
            #expect(silent.errorLines.filter { $0.contains("There is no voice") }.count == 1, "\(silent.errors)")
            #expect(silent.output.contains("“Ready.”"))
        }
    }

    @Test func `A reader of standard output that leaves takes nothing from the voice`() throws {
        try ServiceBench.with { bench in
            bench.stand(seconds: 5)
            let line = "companion run --config companion.json5 --state state --simulate s.json5 | head -1"
            let run = try Companion.shell(line, in: bench.folder)
            #expect(run.lines.count == 1)
            #expect(bench.spoken.count >= 2, "\(bench.spoken)")
        }
    }

    @Test(arguments: ["$(touch pwned)", "'; touch pwned; #", "O'Neill's", "--help `touch pwned`"])
    func `Marak/say.js#33: what is said is text, for the voice and for the journal`(text: String) throws {
        try ServiceBench.with { bench in
            let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            bench.stand(
                before: 3, seconds: 3, more: "events: [{ t: 1, type: 'notice', key: 'k', text: \(json) }],")
            let outcome = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("“\(text)”"), "\(outcome.output)")
            let words = text.hasPrefix("-") ? String(text.dropFirst(2)) : text
            #expect(bench.spoken.contains(words), "\(bench.spoken)")
            #expect(Files.read(bench.folder + "/pwned") == nil)
        }
    }

    @Test func `richcreations/imud#36: a camera that is missing is no reason to exit`() throws {
        try ServiceBench.with { bench in
            bench.stand(seconds: 7, more: "faults: [{ camera: 'disconnected', from: 0, until: 99 }],")
            let outcome = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let told = bench.spoken.filter { $0.hasPrefix("Depth readings are unavailable.") }
            #expect(told == ["Depth readings are unavailable. The camera has not started."], "\(bench.spoken)")
        }
    }

    @Test func `An event log is played in real time through the voice of now`() throws {
        try ServiceBench.with { bench in
            let log = [
                #"{"t":0,"type":"depth","surface":0.8}"#, #"{"t":0.1,"type":"spoken","id":1,"outcome":"started"}"#,
                #"{"t":1.5,"type":"end"}"#,
            ]
            Files.write(log.map { $0 + "\n" }.joined(), to: bench.folder + "/log.jsonl")
            let outcome = try bench.start(["--replay", "log.jsonl"]).end(limit: 20)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(bench.spoken.contains("0.8 metres. Something ahead."), "\(bench.spoken)")
            let fast = try bench.start(["--replay", "log.jsonl", "--fast"]).end(limit: 5)
            #expect(fast.status == 0 && fast.output.contains("“0.8 metres. Something ahead.”"))
        }
    }
}
