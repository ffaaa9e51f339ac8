import Announcing
import Deciding
import Evidence
import Foundation
import Readings
import Testing
import Wayfinding

/// What holds of guidance whatever happens, on random walks through random maps.
struct GuidancePropertyTests {
    private struct Run: Sendable {
        let seed: UInt64
        let world: World
        let events: [(time: Instant, event: Event)]
        let effects: [[TimedEffect]]
    }

    /// The walks, each run once, its effects by event.
    private static let runs: [Run] = (0..<GuidanceLogs.count).compactMap { index in
        let bench = GuidanceLogs.log(seed: UInt64(index))
        guard let events = try? bench.events() else {
            Issue.record("seed \(index) is no log")
            return nil
        }
        var core = DecisionCore(
            world: bench.world, configuration: Replay.configuration(for: events, settings: Settings()))
        return Run(
            seed: UInt64(index), world: bench.world, events: events,
            effects: events.map { core.handle($0.event, at: $0.time) })
    }

    @Test func `The walks have something of everything`() {
        var counts: [String: Int] = [:]
        for timed in Self.runs.flatMap({ $0.effects.flatMap { $0 } }) {
            counts[timed.effect.type, default: 0] += 1
            if case .say(let say) = timed.effect { counts[say.kind.rawValue, default: 0] += 1 }
            if case .ended(let why) = timed.effect { counts[why.rawValue, default: 0] += 1 }
        }
        for name in [
            "route", "step", "arrived", "ended", "place", "instruction", "beforeYouGo", "demoMap", "wayChanged",
            "noRoute",
            "reply", "stopped", "noRoute", "hush", "dropped",
        ] {
            #expect(counts[name, default: 0] > 5, "only \(counts[name, default: 0]) of \(name)")
        }
    }

    @Test func `Steps are of the last route, count within it, and none follows an end until a new route`() {
        for run in Self.runs {
            var landmarks: [String]?
            for timed in run.effects.flatMap({ $0 }) {
                switch timed.effect {
                case .route(let value): landmarks = RouteOnLine(value, at: timed).landmarks ?? landmarks
                case .ended: landmarks = nil
                case .step(let index, let count, let landmark):
                    #expect((1...count).contains(index), "seed \(run.seed)")
                    #expect(landmarks != nil, "seed \(run.seed): a step of no route at \(timed.time)")
                    if let landmark { #expect(landmarks?.contains(landmark) == true, "seed \(run.seed)") }
                default: break
                }
            }
        }
    }

    @Test func `A route is followed by its step in the same moment, and an arrival by its end`() {
        for run in Self.runs {
            let effects = run.effects.flatMap { $0 }.filter {
                ["route", "step", "arrived", "ended", "place"].contains($0.effect.type)
            }
            for (index, timed) in effects.enumerated() {
                let next = index + 1 < effects.count ? effects[index + 1] : nil
                if case .route(let value) = timed.effect, RouteOnLine(value, at: timed).landmarks != nil {
                    #expect(next?.effect.type == "step" && next?.time == timed.time, "seed \(run.seed)")
                }
                if case .arrived = timed.effect {
                    #expect(next?.effect == .ended(.arrived) && next?.time == timed.time, "seed \(run.seed)")
                }
            }
        }
    }

    @Test func `No instruction is said without a route, and only that of the present step`() {
        for run in Self.runs {
            var isGuided = false
            for timed in run.effects.flatMap({ $0 }) {
                switch timed.effect {
                case .route(let value): isGuided = isGuided || RouteOnLine(value, at: timed).landmarks != nil
                case .ended: isGuided = false
                case .say(let say) where say.kind == .instruction:
                    #expect(isGuided, "seed \(run.seed): \(say.text) at \(timed.time)")
                default: break
                }
            }
        }
    }

    @Test func `No route passes what cannot be used at that moment, or stairs where it is to be step-free`() {
        for run in Self.runs {
            var closed: Set<String> = []
            for place in run.world.places {
                for connection in place.connections where connection.availability == .unavailable {
                    closed.insert(connection.id)
                }
            }
            for portal in run.world.groups.flatMap(\.portals) where portal.connection.availability == .unavailable {
                closed.insert(portal.connection.id)
            }
            for (event, effects) in zip(run.events, run.effects) {
                if case .connection(_, let id, let availability) = event.event {
                    if availability == .unavailable { closed.insert(id) } else { closed.remove(id) }
                }
                for timed in effects {
                    guard case .route(let value) = timed.effect else { continue }
                    let connections = RouteOnLine(value, at: timed).connections ?? []
                    #expect(closed.isDisjoint(with: connections), "seed \(run.seed) at \(timed.time)")
                }
            }
        }
    }

    @Test func `After a route has ended for want of a way, that is said unless something newer is`() {
        for run in Self.runs {
            for effects in run.effects {
                let types = effects.map(\.effect)
                guard let end = types.firstIndex(of: .ended(.noRoute)) else { continue }
                #expect(end > 0 && types[..<end].contains { $0.type == "route" }, "seed \(run.seed)")
            }
        }
    }

    @Test func `Ticks and wakings anywhere change nothing`() {
        for run in Self.runs {
            var random = SplitMix(seed: run.seed &+ 77)
            var core = DecisionCore(
                world: run.world, configuration: Replay.configuration(for: run.events, settings: Settings()))
            var effects: [TimedEffect] = []
            var last = Instant.start
            for (time, event) in run.events {
                let middle = Instant(nanoseconds: (last.nanoseconds + time.nanoseconds) / 2)
                switch random.below(3) {
                case 0: effects += core.handle(.tick, at: middle)
                case 1: effects += core.advance(to: middle)
                default: break
                }
                effects += core.handle(event, at: time)
                last = time
            }
            #expect(effects == run.effects.flatMap { $0 }, "seed \(run.seed)")
        }
    }
}

/// A route as its line tells it; nil where it is a failure.
struct RouteOnLine {
    var landmarks: [String]?
    var connections: [String]?

    init(_ value: Any, at timed: TimedEffect) {
        let line = try? JSONSerialization.jsonObject(with: Data(EffectWriter.line(timed).utf8)) as? [String: Any]
        guard let legs = line?["legs"] as? [[String: Any]] else { return }
        landmarks = legs.flatMap { $0["landmarks"] as? [String] ?? [] }
        connections = legs.flatMap { $0["connections"] as? [String] ?? [] }
    }
}
