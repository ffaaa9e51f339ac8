import Announcing
import Deciding
import Evidence
import Foundation
import Readings

/// Random event logs, the same for the same seed on every machine.
enum RandomLogs {
    /// How many logs each property is tried on; many more with `COMPANION_LONG=1`.
    static var count: Int { ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1" ? 20_000 : 2_000 }

    /// The kinds of steps that a log is made of.
    private static let places = ["hall", "attic", "yard", "garage", "shed-room"]
    private static let priorities = ["trust", "reply", "info"]
    private static let reasons = ["tooFewUsable", "stuck", "noFrame", "disconnected", "malformed"]
    private static let outcomes = ["started", "finished", "interrupted", "failed"]

    /// A log of some tens of events over some tens of seconds, with bursts, silences, and equal times.
    static func log(seed: UInt64, reportsSpeech: Bool = false) -> CoreBench {
        var random = SplitMix(seed: seed)
        var bench = CoreBench(CoreBench.town)
        var nanoseconds: Int64 = 0
        var metres = 3.0
        for _ in 0..<(20 + random.below(140)) {
            nanoseconds += step(&random)
            let seconds = Double(nanoseconds) / 1e9
            metres = min(max(metres + (random.unit() - 0.55) * 0.6, 0.2), 5)
            if random.below(40) == 0 { metres = random.unit() * 5 }
            add(to: &bench, at: seconds, metres: metres, reportsSpeech: reportsSpeech, &random)
        }
        bench.at(Double(nanoseconds) / 1e9 + random.unit() * 40, "end")
        return bench
    }

    private static func step(_ random: inout SplitMix) -> Int64 {
        switch random.below(12) {
        case 0: 0
        case 1: Int64(random.below(4_000)) * 1_000_000
        case 2: Int64(random.below(1_000_000_000))
        case 3: 500_000_000
        default: 100_000_000
        }
    }

    private static func add(
        to bench: inout CoreBench, at seconds: Double, metres: Double, reportsSpeech: Bool, _ random: inout SplitMix
    ) {
        let distance = Double(Int(metres * 1000)) / 1000
        switch random.below(reportsSpeech ? 24 : 20) {
        case 0...8: bench.at(seconds, "depth", "\"surface\":\(distance)" + extras(&random))
        case 9, 10: bench.at(seconds, "depth", "\"none\":\"\(reasons[random.below(8) % 5])\"" + extras(&random))
        case 11: bench.at(seconds, "depth", "\"clear\":true")
        case 12, 13: bench.at(seconds, "pressure", "\"hPa\":\(Double(99_900 + random.below(200)) / 100)")
        case 14: bench.at(seconds, "place", "\"id\":\"\(places[random.below(5)])\"")
        case 15: bench.at(seconds, "talking", "\"on\":\(random.below(2) == 0)")
        case 16: bench.at(seconds, random.below(3) == 0 ? "silence" : "tick")
        case 17:
            let sensor = random.below(2) == 0 ? "depth" : "barometer"
            let state = random.below(2) == 0 ? "connected" : "disconnected"
            bench.at(seconds, "sensor", "\"sensor\":\"\(sensor)\",\"state\":\"\(state)\"")
        case 18:
            let value = Double(500 + random.below(1500)) / 1000
            bench.at(seconds, "setting", "\"key\":\"depth.threshold\",\"value\":\(value)")
        case 20...23:
            let outcome = outcomes[min(random.below(8), 3)]
            bench.at(seconds, "spoken", "\"id\":\(1 + random.below(12)),\"outcome\":\"\(outcome)\"")
        default: notice(to: &bench, at: seconds, &random)
        }
    }

    private static func notice(to bench: inout CoreBench, at seconds: Double, _ random: inout SplitMix) {
        let text = String(repeating: "a", count: 1 + random.below(90)) + "."
        let isOn = random.below(5) > 0
        bench.at(
            seconds, "notice",
            "\"key\":\"k\(random.below(20))\",\"text\":\"\(text)\",\"priority\":\"\(priorities[random.below(3)])\",\"on\":\(isOn)"
        )
    }

    private static func extras(_ random: inout SplitMix) -> String {
        var fields = ""
        if random.below(3) == 0 {
            let strips = (0..<5).map { _ in random.below(3) == 0 ? "null" : "\(Double(300 + random.below(2000)) / 1000)"
            }
            fields += ",\"strips\":[\(strips.joined(separator: ","))]"
        }
        if random.below(12) == 0 { fields += ",\"dropOff\":\(Double(500 + random.below(2000)) / 1000)" }
        return fields
    }

    /// Runs events one by one through a fresh core; `between` may advance it at moments of its own.
    static func run(
        _ events: [(time: Instant, event: Event)], between: (inout DecisionCore, Instant, Instant) -> [TimedEffect]
    ) -> [String] {
        let configuration = Replay.configuration(for: events, settings: Settings())
        var core = DecisionCore(world: CoreBench.town, configuration: configuration)
        var effects: [TimedEffect] = []
        var last = Instant.start
        for (time, event) in events {
            effects += between(&core, last, time)
            effects += core.handle(event, at: time)
            last = time
        }
        return effects.map(EffectWriter.line)
    }
}
