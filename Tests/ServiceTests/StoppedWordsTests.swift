import Evidence
import Foundation
import Service
import Testing

@Suite struct StoppedWordsTests {
    private static let minute: Int64 = 60_000_000_000

    @Test(
        arguments: [
            (nil, nil, 9, .endedWell), ("success", nil, 9, .endedWell), ("watchdog", nil, 9, nil),
            ("signal", Int64(0), minute - 1, .saidAlready), ("exit-code", 8, 9, .saidAlready),
            ("core-dump", 9, 9, .saidAlready), ("timeout", 10, 9, nil),
        ] as [(String?, Int64?, Int64, StoppedWords.Silence?)])
    func `the words are due after a failure, once a minute, and anew after another start of the machine`(
        result: String?, last: Int64?, now: Int64, silence: StoppedWords.Silence?
    ) {
        #expect(StoppedWords.silence(result: result, lastSaid: last, now: now) == silence)
    }

    @Test func `exactly a minute later they are due again`() {
        #expect(StoppedWords.silence(result: "signal", lastSaid: 5, now: Self.minute + 4) == .saidAlready)
        #expect(StoppedWords.silence(result: "signal", lastSaid: 5, now: Self.minute + 5) == nil)
    }

    @Test(.enabled(if: Companion.isPresent, "\(Companion.absence)"))
    func `systemd/systemd#1970: the words of the failure are spoken by the service's own voice, once`() throws {
        try ServiceBench.with { bench in
            func end(_ result: String?) throws -> Companion.Outcome {
                var variables = ["RUNTIME_DIRECTORY": bench.folder]
                if let result { variables["SERVICE_RESULT"] = result }
                return try Companion.run(
                    ["stopped-words", "--config", "companion.json5", "--state", "state"], in: bench.folder,
                    environment: variables)
            }
            let well = try [nil, "success"].map { try end($0).status }
            #expect(well == [0, 0] && bench.spoken.isEmpty)
            let failed = try ["watchdog", "signal", "exit-code"].map { try end($0).status }
            #expect(failed == [0, 0, 0])
            #expect(bench.spoken == ["Companion stopped."])
        }
    }

    @Test(.enabled(if: Companion.isPresent, "\(Companion.absence)"))
    func `a voice that hangs holds up the next start for the limit and no longer`() throws {
        try ServiceBench.with { bench in
            Files.write("cat > /dev/null; sleep 100\n", to: bench.folder + "/stuck")
            bench.configure(voice: "stuck")
            let began = Date()
            let outcome = try Companion.run(
                ["stopped-words", "--config", "companion.json5", "--state", "state"], in: bench.folder,
                environment: ["RUNTIME_DIRECTORY": bench.folder + "/absent", "SERVICE_RESULT": "signal"])
            #expect(outcome.status == 1 && Date().timeIntervalSince(began) < 5)
            #expect(outcome.errors.contains("could not be kept"), "\(outcome.errors)")
        }
    }
}
