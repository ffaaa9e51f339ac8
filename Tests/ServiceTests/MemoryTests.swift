import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct MemoryTests {
    @Test(arguments: [true, false])
    func `What was seen is kept only where that is turned on`(isOn: Bool) throws {
        try ServiceBench.with { bench in
            bench.configure("seen: { enabled: \(isOn) }")
            bench.stand(
                seconds: 3, more: "building: \"demo\", events: [{ t: 0, type: \"place\", id: \"ternwick-ground\" }],")
            let outcome = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let seen = try Companion.run(["seen", "--state", "state", "--json"], in: bench.folder)
            #expect(seen.status == 0, "\(seen.errors)")
            let hazards = seen.lines.filter { $0.contains("\"kind\":\"proximity\"") }
            #expect(hazards.count == (isOn ? 1 : 0), "\(seen.output)")
            #expect(hazards.allSatisfy { $0.contains("\"place\":\"ternwick-ground\"") })
        }
    }
}
