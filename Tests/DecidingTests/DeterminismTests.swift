import Announcing
import Deciding
import Evidence
import Readings
import Testing

struct DeterminismTests {
    /// A random log and its effects.
    private struct Run {
        let seed: UInt64
        let events: [(time: Instant, event: Event)]
        let effects: [TimedEffect]
    }

    /// The random logs, speech reported in every third, each read and run once for all properties.
    private static let runs: [Run] = (0..<RandomLogs.count).compactMap { index in
        let seed = UInt64(index)
        let bench = RandomLogs.log(seed: seed, reportsSpeech: seed % 3 == 2)
        guard let events = try? bench.events() else {
            Issue.record("seed \(seed) is no log")
            return nil
        }
        var effects: [TimedEffect] = []
        Replay.run(events, world: bench.world, settings: bench.settings) { effects.append($0) }
        return Run(seed: seed, events: events, effects: effects)
    }

    private func eachLog(_ body: (UInt64, [(time: Instant, event: Event)], [TimedEffect]) throws -> Void) throws {
        for run in Self.runs { try body(run.seed, run.events, run.effects) }
    }

    @Test func `The random logs say something of everything`() {
        var words: Set<Substring> = []
        for run in Self.runs {
            for timed in run.effects { words.formUnion(CoreBench.short(timed).split(separator: " ")) }
        }
        for word in [
            "proximity", "blocked", "dropOff", "depthUnavailable", "depthBack", "barometerUnavailable", "notReady",
            "ready", "notice", "hush", "expired", "superseded", "silenced", "barometer", "speech", "place",
        ] {
            #expect(words.contains(Substring(word)), "nothing of \(word)")
        }
    }

    @Test func `The same log gives the same bytes, however often`() throws {
        try eachLog { seed, events, effects in
            let again = RandomLogs.run(events) { _, _, _ in [] }
            #expect(again == effects.map(EffectWriter.line), "seed \(seed)")
        }
    }

    @Test func `Ticks anywhere change nothing`() throws {
        try eachLog { seed, events, effects in
            var random = SplitMix(seed: seed &+ 1_000_003)
            var ticked: [(time: Instant, event: Event)] = []
            var last = Instant.start
            for (time, event) in events {
                for moment in Self.moments(3, from: last, to: time, &random) { ticked.append((moment, .tick)) }
                ticked.append((time, event))
                last = time
            }
            #expect(RandomLogs.run(ticked) { _, _, _ in [] } == effects.map(EffectWriter.line), "seed \(seed)")
        }
    }

    @Test func `However time is advanced between events, the bytes are the same`() throws {
        try eachLog { seed, events, effects in
            var random = SplitMix(seed: seed &+ 2_000_003)
            let lines = RandomLogs.run(events) { core, last, time in
                var effects: [TimedEffect] = []
                for moment in Self.moments(4, from: last, to: time, &random) { effects += core.advance(to: moment) }
                return effects
            }
            #expect(lines == effects.map(EffectWriter.line), "seed \(seed)")
        }
    }

    @Test func `A core that is woken exactly at its deadlines says the same`() throws {
        try eachLog { seed, events, effects in
            let lines = RandomLogs.run(events) { core, _, time in
                var effects: [TimedEffect] = []
                var wakings = 0
                while let due = core.nextDeadline, due <= time, wakings < 10_000 {
                    effects += core.advance(to: due)
                    #expect(core.nextDeadline.map { $0 > due } ?? true, "seed \(seed): \(due) does not pass")
                    wakings += 1
                }
                return effects
            }
            #expect(lines == effects.map(EffectWriter.line), "seed \(seed)")
        }
    }

    @Test func `Time never goes back, and nothing happens after the end`() throws {
        try eachLog { seed, events, effects in
            #expect(zip(effects, effects.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
            if let end = events.last?.time, let last = effects.last?.time { #expect(last <= end, "seed \(seed)") }
        }
    }

    @Test func `Utterances count 1, 2, 3, one at a time`() throws {
        try eachLog { seed, events, effects in
            var speech = OneVoice(isEstimated: !events.contains { if case .spoken = $0.event { true } else { false } })
            for timed in effects { speech.take(timed) }
            #expect(speech.faults == [], "seed \(seed)")
        }
    }

    @Test func `States are told only when they change`() throws {
        try eachLog { seed, _, effects in
            var known = ["depth": "starting", "tracking": "unknown", "barometer": "off", "speech": "ok"]
            for timed in effects {
                guard case .state(let change) = timed.effect else { continue }
                let (name, value) =
                    switch change {
                    case .depth(let state): ("depth", state)
                    case .tracking(let state): ("tracking", state)
                    case .barometer(let state): ("barometer", state)
                    case .speech(let state): ("speech", state)
                    }
                #expect(known[name] != value, "seed \(seed): \(name) is \(value) already")
                known[name] = value
            }
        }
    }

    @Test func `The end of a state is said only after its beginning`() throws {
        try eachLog { seed, _, effects in
            var isLost = false
            var returns: Set<Int> = []
            for timed in effects {
                switch timed.effect {
                case .say(let say) where say.kind == .depthUnavailable: isLost = true
                case .say(let say) where say.kind == .depthBack:
                    #expect(isLost, "seed \(seed)")
                    isLost = false
                    returns.insert(say.id)
                // what was interrupted is said again from its start
                case .hush(let id) where returns.contains(id): isLost = true
                default: break
                }
            }
        }
    }

    @Test func `Every line of effects is JSON of one line`() throws {
        for seed in UInt64(0)..<50 {
            for line in try RandomLogs.log(seed: seed).lines() {
                #expect(line.hasPrefix("{\"t\":") && line.hasSuffix("}") && !line.contains("\n"))
            }
        }
    }

    /// Some moments between two others, in order.
    private static func moments(
        _ most: Int, from: Instant, to: Instant, _ random: inout SplitMix
    ) -> [Instant] {
        let span = to.nanoseconds - from.nanoseconds
        return (0..<random.below(most + 1)).map { _ in
            Instant(nanoseconds: from.nanoseconds + Int64(random.unit() * Double(span)))
        }.sorted()
    }
}

/// Follows utterances and notes whatever two voices at once would be.
private struct OneVoice {
    let isEstimated: Bool
    var faults: [String] = []
    private var current: (id: Int, end: Instant)?
    private var lastId = 0

    init(isEstimated: Bool) { self.isEstimated = isEstimated }

    mutating func take(_ timed: TimedEffect) {
        switch timed.effect {
        case .say(let say):
            if say.id != lastId + 1 { faults.append("\(say.id) follows \(lastId)") }
            if isEstimated, let current, current.end > timed.time { faults.append("\(say.id) over \(current.id)") }
            lastId = say.id
            current = (say.id, timed.time + Announcement.estimate(of: say.text))
        case .hush(let id):
            if current?.id != id { faults.append("\(id) hushed, not under way") }
            if isEstimated, let current, current.end <= timed.time { faults.append("\(id) hushed after its end") }
            current = nil
        default: break
        }
    }
}
