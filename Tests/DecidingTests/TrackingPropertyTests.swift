import Deciding
import Evidence
import Foundation
import Readings
import Testing
import Wayfinding

/// What must hold of every log with poses, rides, probes and places, however wild.
struct TrackingPropertyTests {
    private struct Run {
        let seed: UInt64
        let events: [(time: Instant, event: Event)]
        let effects: [TimedEffect]
    }

    private static let world = World(
        places: CoreBench.tower.places + CoreBench.farm.places, groups: CoreBench.tower.groups + CoreBench.farm.groups)
    private static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"

    private static let runs: [Run] = (0..<(isLong ? 6_000 : 150)).compactMap { index in
        let seed = UInt64(index)
        let bench = log(seed: seed)
        guard let events = try? bench.events() else {
            Issue.record("seed \(seed) is no log")
            return nil
        }
        var effects: [TimedEffect] = []
        Replay.run(events, world: world, settings: bench.settings) { effects.append($0) }
        return Run(seed: seed, events: events, effects: effects)
    }

    // MARK: logs

    /// A walk of one to three minutes: legs of poses, rides in between, answers right and wrong, and a person who talks.
    private static func log(seed: UInt64) -> CoreBench {
        var random = SplitMix(seed: seed &+ 77)
        var bench = CoreBench(world)
        let ids = world.placeIds
        if seed % 5 == 4 { bench.at(0, "setting", "\"key\":\"probe.by\",\"value\":\"person\"") }
        if seed % 4 != 3 { bench.at(0, "place", "\"id\":\"\(ids[random.below(ids.count)])\"") }
        var now = 0.1
        var height = 0.0
        let hasBarometer = seed % 3 != 1
        while now < 60 + Double(seed % 7) * 15 {
            let span = 0.3 + random.unit() * 8
            let rise = random.below(4) == 0 ? (random.unit() - 0.5) * 16 : 0
            if hasBarometer, random.below(9) > 0 { ride(&bench, now, span, height, rise) }
            if random.below(5) > 0 {
                walk(&bench, now, span, ids[random.below(3) == 0 ? random.below(7) : 0], height, rise, &random)
            }
            for _ in 0..<random.below(4) { disturb(&bench, now + random.unit() * span, ids, &random) }
            height += rise
            now += span + 0.1
        }
        bench.end(now + 5)
        return bench
    }

    private static func ride(_ bench: inout CoreBench, _ from: Double, _ span: Double, _ start: Double, _ rise: Double)
    {
        for sample in 0..<Int(span * 5) {
            let height = start + rise * Double(sample) / (span * 5)
            let pressure = 1000 * pow(1 - height / 44330.77, 1 / 0.190263) + Double(sample % 3) / 1000
            bench.at(from + Double(sample) / 5, "pressure", "\"hPa\":\(pressure)")
        }
    }

    private static func walk(
        _ bench: inout CoreBench, _ from: Double, _ span: Double, _ place: String, _ start: Double, _ rise: Double,
        _ random: inout SplitMix
    ) {
        let kinds = ["normal", "normal", "normal", "limited", "lost"]
        let (x, y) = (random.unit() * 24 - 2, (random.unit() - 0.5) * 16)
        let step = random.below(3) == 0 ? 1 : 0.2
        let kind = kinds[random.below(5)]
        for frame in 0..<Int(span / step) {
            let moment = Double(frame) * step
            let flickers = random.below(12) == 0
            bench.pose(
                from + moment, place, random.below(60) == 0 ? 0 : x + moment, y, z: start + rise * moment / span,
                flickers ? "limited" : kind)
        }
    }

    private static func disturb(_ bench: inout CoreBench, _ at: Double, _ ids: [String], _ random: inout SplitMix) {
        let place = ids[random.below(ids.count)]
        switch random.below(14) {
        case 0, 1, 2: bench.at(at, "probeResult", "\"place\":\"\(place)\"")
        case 3: bench.at(at, "probeResult", "\"place\":null")
        case 4: bench.at(at, "probeResult", "\"place\":\"\(place)\",\"id\":\(1 + random.below(6))")
        case 5, 6: bench.at(at, "go", "\"to\":\"Desk \(place)\"" + (random.below(2) == 0 ? ",\"from\":\"e\"" : ""))
        case 7: bench.at(at, "confirm")
        case 8: bench.at(at, ["stop", "next", "back", "repeat", "where", "silence"][random.below(6)])
        case 9: bench.at(at, "talking", "\"on\":\(random.below(2) == 0)")
        case 10: bench.at(at, "depth", "\"surface\":0.7")
        case 11: bench.at(at, "place", "\"id\":\"\(place)\"")
        case 12: bench.at(at, "setting", "\"key\":\"handOff.lateral\",\"value\":\(random.below(2) == 0)")
        default: bench.at(at, "sensor", "\"sensor\":\"barometer\",\"state\":\"disconnected\"")
        }
    }

    // MARK: what holds

    @Test func `The random walks come to everything`() {
        var words: Set<Substring> = []
        for run in Self.runs {
            for timed in run.effects { words.formUnion(CoreBench.short(timed).split(separator: " ")) }
        }
        for word in [
            "trackingLost", "trackingFound", "floorChanged", "floorReturned", "floorLikely", "placeChanged", "question",
            "stillLooking", "edgeOfMap", "probe", "learned", "place", "instruction", "noRoute", "arrived",
        ] {
            #expect(words.contains(Substring(word)), "nothing of \(word)")
        }
    }

    @Test func `Found is said only to who has heard of the loss`() {
        for run in Self.runs {
            var hasHeard = false
            var found: Set<Int> = []
            for timed in run.effects {
                switch timed.effect {
                case .say(let say) where say.kind == .trackingLost: hasHeard = true
                case .say(let say) where say.kind == .trackingFound:
                    #expect(hasHeard, "seed \(run.seed) at \(timed.time.seconds)")
                    hasHeard = false
                    found.insert(say.id)
                case .hush(let id) where found.contains(id): hasHeard = true
                default: break
                }
            }
        }
    }

    @Test func `No instruction is said while tracking is lost`() {
        for run in Self.runs {
            var isLost = false
            for timed in run.effects {
                switch timed.effect {
                case .state(.tracking(let state)): isLost = state == "lost"
                case .say(let say) where say.kind == .instruction:
                    #expect(!isLost, "seed \(run.seed) at \(timed.time.seconds)")
                default: break
                }
            }
        }
    }

    @Test func `Probes count 1, 2, 3, ask for known places once each, and places are known ones`() {
        let known = Set(Self.world.placeIds)
        for run in Self.runs {
            var last = 0
            for timed in run.effects {
                switch timed.effect {
                case .probe(let id, let places, _):
                    #expect(id == last + 1, "seed \(run.seed)")
                    #expect(!places.isEmpty && Set(places).count == places.count && known.isSuperset(of: places))
                    last = id
                case .place(let id): #expect(known.contains(id), "seed \(run.seed)")
                default: break
                }
            }
        }
    }

    @Test func `Only an answer to the probe that is out, and from its list, is acted upon`() {
        for run in Self.runs {
            var core = DecisionCore(
                world: Self.world, configuration: Replay.configuration(for: run.events, settings: Settings()))
            var out: (id: Int, places: [String])?
            for (time, event) in run.events {
                var effects = core.advance(to: time)
                if case .probe(let id, let places, _) = effects.last(where: { $0.effect.type == "probe" })?.effect {
                    out = (id, places)
                }
                effects = core.handle(event, at: time)
                if case .probeResult(let place, let id) = event {
                    let entered = effects.contains { $0.effect.type == "place" }
                    let counts = place.map { out?.places.contains($0) ?? false } ?? false
                    #expect(!entered || (counts && (id == nil || id == out?.id)), "seed \(run.seed) at \(time.seconds)")
                    if entered { out = nil }
                }
                if case .probe(let id, let places, _) = effects.last(where: { $0.effect.type == "probe" })?.effect {
                    out = (id, places)
                }
            }
        }
    }

    @Test func `The end at the edge is an effect and words, or neither`() {
        for run in Self.runs {
            let ends = run.effects.filter { if case .ended(.edge) = $0.effect { true } else { false } }.count
            let said = run.effects.filter {
                if case .say(let say) = $0.effect { say.kind == .edgeOfMap } else { false }
            }.count
            if ends == 0 { #expect(said == 0, "seed \(run.seed)") }
        }
    }

    @Test func `The same bytes with ticks anywhere, and woken at any moments`() {
        for run in Self.runs {
            let expected = run.effects.map(EffectWriter.line)
            var random = SplitMix(seed: run.seed &+ 5)
            var core = DecisionCore(
                world: Self.world, configuration: Replay.configuration(for: run.events, settings: Settings()))
            var effects: [TimedEffect] = []
            var last = Instant.start
            for (time, event) in run.events {
                let between = Instant(
                    nanoseconds: last.nanoseconds
                        + Int64(random.unit() * Double(time.nanoseconds - last.nanoseconds)))
                effects += random.below(2) == 0 ? core.advance(to: between) : core.handle(.tick, at: between)
                effects += core.handle(event, at: time)
                last = time
            }
            #expect(effects.map(EffectWriter.line) == expected, "seed \(run.seed)")
        }
    }
}
