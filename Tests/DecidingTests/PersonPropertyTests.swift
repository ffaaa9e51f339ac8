import Announcing
import Deciding
import Evidence
import Foundation
import Readings
import Testing

/// What holds of every log with people in it, tried on random ones: the same for the same seed on every machine.
struct PersonPropertyTests {
    /// A random log and its effects.
    private struct Run {
        let seed: UInt64
        let events: [(time: Instant, event: Event)]
        let effects: [TimedEffect]
    }

    private static let count =
        ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1" ? UInt64(20_000) : UInt64(600)

    private static let runs: [Run] = (0..<count).compactMap { seed in
        var random = SplitMix(seed: seed &+ 77_000_000)
        let bench = log(&random)
        guard let events = try? bench.core.events() else {
            Issue.record("seed \(seed) is no log")
            return nil
        }
        return Run(seed: seed, events: events, effects: run(events) { _, _, _ in [] })
    }

    // MARK: the logs

    /// Some tens of seconds in which a robot and two people walk, go quiet, leave, come back and meet.
    private static func log(_ random: inout SplitMix) -> PersonBench {
        var bench = PersonBench()
        bench.seesClear = random.below(4) > 0
        var walker = (x: 0.0, y: 0.0)
        var people = [(x: 15.0, y: 0.0), (x: 10.0, y: 5.0)]
        var tenths = 0
        for (index, point) in people.enumerated() { bench.peer(0, point.x, point.y, "p\(index)") }
        for _ in 0..<(60 + random.below(140)) {
            tenths += random.below(5) == 0 ? random.below(30) : random.below(6)
            let seconds = Double(tenths) / 10
            let who = random.below(2)
            switch random.below(40) {
            case 0...11:
                step(&walker, towards: people[0], &random)
                bench.pose(seconds, walker.x, walker.y)
            case 12: bench.pose(seconds, walker.x, walker.y, ",\"tracking\":\"limited\"")
            case 13...29:
                if random.below(3) == 0 { wander(&people[who], &random) }
                bench.peer(seconds, people[who].x, people[who].y, "p\(who)")
            default: add(to: &bench, seconds, "p\(who)", &random)
            }
        }
        bench.end(Double(tenths) / 10 + Double(random.below(20)))
        return bench
    }

    private static func step(
        _ walker: inout (x: Double, y: Double), towards goal: (x: Double, y: Double), _ random: inout SplitMix
    ) {
        let share = random.unit() * 1.2 / max(hypot(goal.x - walker.x, goal.y - walker.y), 0.01)
        walker.x = rounded(walker.x + (goal.x - walker.x) * share)
        walker.y = rounded(walker.y + (goal.y - walker.y) * share)
    }

    private static func wander(_ person: inout (x: Double, y: Double), _ random: inout SplitMix) {
        person.x = rounded(min(max(person.x + random.unit() * 4 - 2, 0), 20))
        person.y = rounded(min(max(person.y + random.unit() * 2 - 1, 0), 4))
    }

    /// What happens now and then.
    private static func add(
        to bench: inout PersonBench, _ seconds: Double, _ device: String, _ random: inout SplitMix
    ) {
        switch random.below(10) {
        case 0: bench.peer(seconds, 1, 1, device, name: "", in: "garden")
        case 1: bench.at(seconds, random.below(3) == 0 ? "peerRemoved" : "peerQuiet", "\"device\":\"\(device)\"")
        case 2, 3: bench.go(seconds, to: device, random.below(2) == 0 ? ",\"from\":\"A\"" : "")
        case 4: bench.at(seconds, ["stop", "back", "next", "repeat", "where", "silence"][random.below(6)])
        case 5: bench.at(seconds, "confirm")
        case 6: bench.at(seconds, "talking", "\"on\":\(random.below(2) == 0)")
        case 7: bench.at(seconds, "place", "\"id\":\"\(random.below(3) == 0 ? "garden" : "flat")\"")
        case 8: bench.at(seconds, "go", "\"to\":\"\(["D", "R", "nowhere"][random.below(3)])\"")
        default:
            let state = random.below(2) == 0 ? "available" : "unavailable"
            bench.at(seconds, "connection", "\"place\":\"flat\",\"id\":\"BC\",\"availability\":\"\(state)\"")
        }
    }

    private static func rounded(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }

    private static func run(
        _ events: [(time: Instant, event: Event)], between: (inout DecisionCore, Instant, Instant) -> [TimedEffect]
    ) -> [TimedEffect] {
        let configuration = Replay.configuration(for: events, settings: Settings())
        var core = DecisionCore(world: PersonBench.world, configuration: configuration)
        var effects: [TimedEffect] = []
        var last = Instant.start
        for (time, event) in events {
            effects += between(&core, last, time)
            effects += core.handle(event, at: time)
            last = time
        }
        return effects
    }

    // MARK: the properties

    @Test func `The random logs have everything of people in them`() {
        var seen: Set<String> = []
        for run in Self.runs {
            for timed in run.effects {
                switch timed.effect {
                case .say(let say): seen.insert(say.kind.rawValue)
                case .ended(let why): seen.insert("ended " + why.rawValue)
                case .goal(_, _, _, let isLive): seen.insert(isLive ? "live" : "last")
                case .stepTo: seen.insert("step to")
                default: seen.insert(timed.effect.type)
                }
            }
        }
        for what in [
            "personHere", "personLastSeenHere", "personMoved", "personQuiet", "personBack", "personGone", "live",
            "last", "step to", "arrived", "ended arrived", "ended stopped", "ended noRoute", "trackingLost",
        ] {
            #expect(seen.contains(what), "nothing of \(what)")
        }
    }

    @Test func `Ticks and batches change nothing`() {
        for run in Self.runs {
            var random = SplitMix(seed: run.seed)
            let again = Self.run(run.events) { core, last, time in
                var effects: [TimedEffect] = []
                var moment = last
                for _ in 0..<random.below(4) {
                    let span = time.nanoseconds - moment.nanoseconds
                    moment = Instant(nanoseconds: moment.nanoseconds + Int64(random.unit() * Double(span)))
                    effects += random.below(2) == 0 ? core.advance(to: moment) : core.handle(.tick, at: moment)
                }
                return effects
            }
            #expect(again == run.effects, "seed \(run.seed)")
        }
    }

    @Test func `A core that is woken at its deadlines gets past each of them`() {
        for run in Self.runs {
            let again = Self.run(run.events) { core, _, time in
                var effects: [TimedEffect] = []
                var wakings = 0
                while let due = core.nextDeadline, due <= time, wakings < 10_000 {
                    effects += core.advance(to: due)
                    #expect(core.nextDeadline.map { $0 > due } ?? true, "seed \(run.seed): \(due) does not pass")
                    wakings += 1
                }
                return effects
            }
            #expect(again == run.effects, "seed \(run.seed)")
        }
    }

    @Test func `A goal moves once a second at most, unless it freezes, thaws, begins, or a step changes`() {
        for run in Self.runs {
            var last: (time: Instant, isLive: Bool)?
            for (index, timed) in run.effects.enumerated() {
                switch timed.effect {
                case .ended: last = nil
                case .goal(_, _, _, let isLive):
                    defer { last = (timed.time, isLive) }
                    guard let last, last.isLive, isLive else { break }
                    let isStep = run.effects[..<index].reversed().prefix { $0.time == timed.time }.contains {
                        if case .stepTo = $0.effect { true } else { $0.effect.type == "step" }
                    }
                    #expect(isStep || timed.time - last.time >= .seconds(1), "seed \(run.seed) at \(timed.time)")
                default: break
                }
            }
        }
    }

    @Test func `A goal freezes only while it lives`() {
        for run in Self.runs {
            var isLive: Bool?
            for timed in run.effects {
                if case .ended = timed.effect { isLive = nil }
                guard case .goal(_, _, _, let lives) = timed.effect else { continue }
                if isLive == false { #expect(lives, "seed \(run.seed) at \(timed.time)") }
                isLive = lives
            }
        }
    }

    @Test func `Nobody is back who was not said to be quiet, and nobody is quiet twice`() {
        for run in Self.runs {
            var quiet: [Int] = []
            var back: [Int] = []
            var hushed: Set<Int> = []
            for timed in run.effects {
                switch timed.effect {
                case .ended: quiet = []
                case .hush(let id): hushed.insert(id)
                case .say(let say) where say.kind == .personQuiet:
                    if let before = quiet.last { #expect(hushed.contains(before), "seed \(run.seed)") }
                    quiet.append(say.id)
                case .say(let say) where say.kind == .personBack:
                    // what was interrupted is said again
                    let isAgain = back.last.map(hushed.contains) ?? false
                    #expect(!quiet.isEmpty || isAgain, "seed \(run.seed) at \(timed.time)")
                    (quiet, back) = ([], back + [say.id])
                default: break
                }
            }
        }
    }

    @Test func `After the end of a route there is nothing of the person but how it ended`() {
        for run in Self.runs {
            var device: String?
            for timed in run.effects {
                switch timed.effect {
                case .goal(let who, _, _, _): device = who
                case .ended: device = nil
                case .stepTo, .arrivedAt: #expect(device != nil, "seed \(run.seed) at \(timed.time)")
                case .say(let say) where [.personQuiet, .personBack, .personMoved].contains(say.kind):
                    #expect(device != nil, "seed \(run.seed) at \(timed.time)")
                default: break
                }
            }
        }
    }

    @Test func `Between an arrival and its end, or the person's walking on, no instruction is said`() {
        for run in Self.runs {
            var isThere = false
            for timed in run.effects {
                switch timed.effect {
                case .arrivedAt: isThere = true
                case .ended, .goal, .route, .step, .stepTo: isThere = false
                case .say(let say) where say.kind == .personMoved: isThere = false
                case .say(let say) where say.kind == .instruction:
                    #expect(!isThere, "seed \(run.seed) at \(timed.time)")
                default: break
                }
            }
        }
    }
}
