import Readings
import Service
import Testing

@Suite struct WatchdogPolicyTests {
    private static let interval = Duration.seconds(5)
    private static let voice = WatchedThread("the voice", limit: .seconds(10), remedy: .restart)
    private static let writer = WatchedThread("the output", limit: .seconds(30), remedy: .naming)

    /// Turns a loop at the times it asks for; gives the times of what the manager was told, and the last outcome.
    private static func run(
        _ policy: inout WatchdogPolicy, from start: Double = 0, until end: Double, every step: Duration? = nil,
        sign: (Instant) -> Instant = { $0 }
    ) -> (told: [Double], last: WatchdogPolicy.Outcome?) {
        var told: [Double] = []
        var last: WatchdogPolicy.Outcome?
        var now = Instant(seconds: start)
        while now.seconds <= end {
            let outcome = policy.turn(at: now) { _ in sign(now) }
            if outcome.tells { told.append(now.seconds) }
            last = outcome
            now = step.map { now + $0 } ?? policy.nextTurn
        }
        return (told, last)
    }

    @Test func `systemd/systemd#37288: a loop that turns thirty times a second tells every third of the interval`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [Self.voice], at: .start)
        let told = Self.run(&policy, until: 60, every: .milliseconds(33)).told
        let gaps = zip(told, told.dropFirst()).map { $1 - $0 }
        #expect(told.first == 0)
        #expect(gaps.allSatisfy { $0 >= 5.0 / 3 && $0 <= 2.5 }, "\(gaps)")
    }

    @Test func `a loop with nothing to do turns often enough by the policy's own deadline`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [], at: .start)
        let told = Self.run(&policy, until: 60).told
        let gaps = zip(told, told.dropFirst()).map { $1 - $0 }
        #expect(told.count > 30 && gaps.allSatisfy { $0 <= 2.5 }, "\(gaps)")
    }

    @Test func `an interval of nothing makes no tight loop`() {
        var policy = WatchdogPolicy(interval: .zero, threads: [], at: .start)
        #expect(Self.run(&policy, until: 1).told.count <= 101)
    }

    @Test func `a voice that stands still is believed for exactly its limit, then nothing is told until it goes on`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [Self.voice], at: .start)
        let before = Self.run(&policy, until: 20, every: .seconds(1))
        #expect(before.last?.stuck == [] && before.told.last == 20)
        func stuck(at seconds: Double) -> WatchdogPolicy.Outcome {
            Self.run(&policy, from: seconds, until: seconds, every: .seconds(1)) { _ in Instant(seconds: 20) }.last
                ?? .init(tells: false, stuck: ["no turn"], isWithheld: true)
        }
        for seconds in 21...30 { #expect(!stuck(at: Double(seconds)).isWithheld, "\(seconds)") }
        for seconds in 31...40 {
            #expect(stuck(at: Double(seconds)) == .init(tells: false, stuck: ["the voice"], isWithheld: true))
        }
        let after = Self.run(&policy, from: 41, until: 41, every: .seconds(1))
        #expect(after.told == [41] && after.last?.stuck == [])
    }

    @Test func `a thread that writes for others is named when it stands still, and withholds nothing`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [Self.writer], at: .start)
        let run = Self.run(&policy, until: 60) { _ in .start }
        #expect(run.last?.stuck == ["the output"] && run.last?.isWithheld == false)
        #expect((run.told.last ?? 0) > 57)
    }

    @Test func `a sensor's thread that was replaced has a new sign, and counts from it`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [.sensor("the camera")], at: .start)
        let run = Self.run(&policy, until: 100, every: .seconds(1)) {
            Instant(seconds: ($0.seconds / 25).rounded(.down) * 25)
        }
        #expect(run.last?.isWithheld == false && (run.told.last ?? 0) > 97)
        let stuck = Self.run(&policy, from: 101, until: 140, every: .seconds(1)) { _ in Instant(seconds: 100) }
        #expect(stuck.last == .init(tells: false, stuck: ["the camera"], isWithheld: true))
    }

    @Test func `a machine that slept for an hour wakes with no thread accused`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [Self.voice], at: .start)
        _ = Self.run(&policy, until: 10, every: .seconds(1))
        let woken = policy.turn(at: Instant(seconds: 3610)) { _ in Instant(seconds: 10) }
        #expect(woken == .init(tells: true, stuck: [], isWithheld: false))
    }

    @Test func `a stamp that stands still although a clock was set back is no sign of life`() {
        var policy = WatchdogPolicy(interval: Self.interval, threads: [Self.voice], at: Instant(seconds: 100))
        _ = policy.turn(at: Instant(seconds: 100)) { _ in Instant(seconds: 100) }
        let back = policy.turn(at: Instant(seconds: 50)) { _ in Instant(seconds: 100) }
        #expect(back.stuck.isEmpty && !back.tells)
    }
}
