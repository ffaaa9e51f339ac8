import Evidence
import Foundation
import Testing

/// A minute beside a wall in the demo building, with a route, confirmations and a camera that stops once.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct BesideAWallScenarioTests {
    private static let scenario = """
        {
            title: "beside a wall", seed: 5, duration: 75, building: "demo",
            floors: [{ name: "ground", height: 0 }],
            walls: [{ start: [-5, -1.26], end: [30, -1.26] }],
            boxes: [{ low: [-5, -0.95, 0], high: [30, -0.9, 2.6], from: 50 }],
            walk: [{ at: [0, -0.45], heading: -90, pause: 75 }],
            camera: { width: 160, height: 120, rate: 15, disparityNoise: 0.05 }, barometer: false,
            faults: [{ camera: "stopped", from: 30, until: 38 }],
            events: [
                { t: 0, type: "place", id: "ternwick-ground" },
                { t: 4, type: "go", to: "Workshop", from: "Main entrance" },
                { t: 14, type: "confirm" }, { t: 20, type: "where" }, { t: 27, type: "repeat" },
                { t: 41, type: "confirm" }, { t: 49, type: "next" }, { t: 57, type: "confirm" },
                { t: 63, type: "confirm" },
            ],
        }
        """

    private struct Line: Decodable {
        var t: Double
        var type: String
        var id: Int?
        var kind: String?
        var text: String?
        var why: String?
    }

    private func lines() throws -> [Line] {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.scenario, to: folder + "/s.json5")
            let run = try Companion.run(["simulate", "s.json5", "--json", "--effects", "say,hush,dropped"], in: folder)
            try #require(run.status == 0, "\(run.errors)")
            return try run.output.split(separator: "\n").filter {
                $0.contains("\"type\"") && !$0.contains("\"place\",")
            }
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    @Test func `Every instruction and every loss is heard to its end beside a wall`() throws {
        let lines = try lines()
        let said = lines.filter { $0.type == "say" }
        for kind in ["instruction", "demoMap", "depthUnavailable", "depthBack", "reply"] {
            #expect(said.contains { $0.kind == kind }, "\(kind) was never said")
        }
        // The box that is suddenly 0.3 m nearer at 50 s may interrupt, and the first approach.
        let hushed = lines.filter { $0.type == "hush" && $0.t > 3 && !(50...51).contains($0.t) }
        for hush in hushed {
            let victim = said.first { $0.id == hush.id }
            let by = said.first { $0.t == hush.t && ($0.id ?? 0) > (hush.id ?? 0) }
            #expect(by?.kind != "proximity", "\(victim?.text ?? "") at \(hush.t)")
        }
        for text in Set(said.filter { ["instruction", "depthUnavailable", "depthBack"].contains($0.kind) }.map(\.text))
        {
            let voicings = said.filter { $0.text == text }
            let whole = voicings.filter { say in !lines.contains { $0.type == "hush" && $0.id == say.id } }
            #expect(!whole.isEmpty, "never heard whole: \(text ?? "")")
        }
    }

    @Test func `The wall is not forgotten, and what comes nearer is said at once`() throws {
        let alerts = try lines().filter { $0.type == "say" && $0.kind == "proximity" }
        #expect(alerts.count >= 6, "\(alerts)")
        #expect(alerts.contains { (50...51.5).contains($0.t) }, "\(alerts.map(\.t))")
        for (one, next) in zip(alerts, alerts.dropFirst()) { #expect(next.t - one.t > 1.9) }
    }
}
