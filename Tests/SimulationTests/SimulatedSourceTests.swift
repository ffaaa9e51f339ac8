import Readings
import Simulation
import Testing

/// A clock that moves only when somebody waits.
private final class HandClock {
    var time: Instant
    var waits: [Duration] = []
    var isStopped = false
    /// How much longer than asked each wait takes.
    var lateness = Duration.zero

    init(_ time: Instant = .start) { self.time = time }

    var clock: ScenarioClock {
        ScenarioClock(
            now: { self.time },
            wait: { span in
                guard !self.isStopped else { return false }
                self.waits.append(span)
                self.time = self.time + span + self.lateness
                return true
            })
    }
}

struct SimulatedSourceTests {
    private static func scenario(_ faults: String = "") throws -> Scenario {
        try Scenes.scenario(
            """
            { duration: 4, walk: [{ at: [0, 0] }], boxes: [{ low: [2, -50, -50], high: [3, 50, 50] }],
              camera: { width: 32, height: 24, rate: 10 }, barometer: { rate: 5 }, faults: [\(faults)] }
            """)
    }

    private static func name<Reading>(_ delivery: Delivery<Reading>) -> String {
        switch delivery {
        case .reading: "reading"
        case .nothing: "nothing"
        case .disconnected: "disconnected"
        case .ended: "ended"
        }
    }

    @Test func `frames come at their times, and the source ends with the scenario`() throws {
        let hand = HandClock()
        var source = SimulatedDepthSource(try Self.scenario(), clock: hand.clock)
        var frame = Scenes.frame
        var arrivals: [Instant] = []
        while arrivals.count < 100, case .reading = source.next(into: &frame, limit: .seconds(1)) {
            arrivals.append(frame.arrival)
        }
        #expect(arrivals == (0...40).map { Instant(seconds: Double($0) / 10) })
        hand.time = Instant(seconds: 4.001)
        #expect(Self.name(source.next(into: &frame, limit: .seconds(1))) == "ended")
    }

    @Test func `of frames that are past the newest is given, and the others never`() throws {
        let hand = HandClock(Instant(seconds: 1.57))
        var source = SimulatedDepthSource(try Self.scenario(), clock: hand.clock)
        var frame = Scenes.frame
        #expect(Self.name(source.next(into: &frame, limit: .zero)) == "reading")
        #expect(frame.sequence == 16)
        #expect(frame.cameraTime == .milliseconds(1500))
        #expect(frame.arrival == Instant(seconds: 1.57))
        #expect(Self.name(source.next(into: &frame, limit: .milliseconds(10))) == "nothing")
        #expect(hand.waits == [.milliseconds(10)])
        hand.lateness = .milliseconds(450)
        #expect(Self.name(source.next(into: &frame, limit: .seconds(1))) == "reading")
        #expect(frame.sequence == 21)
    }

    @Test func `a frame from the source is the frame of virtual time`() throws {
        let scenario = try Self.scenario()
        var world = SimulatedWorld(scenario)
        var expected = Scenes.frame
        while let item = world.next(into: &expected), item != .frame(at: Instant(seconds: 1)) {}
        let hand = HandClock(Instant(seconds: 1))
        var source = SimulatedDepthSource(scenario, clock: hand.clock)
        var frame = Scenes.frame
        #expect(Self.name(source.next(into: &frame, limit: .zero)) == "reading")
        #expect(frame.samples == expected.samples && frame.sequence == expected.sequence)
    }

    @Test func `a stopped camera gives nothing, a disconnected one says so, and both come back`() throws {
        let faults = "{ camera: 'stopped', from: 1, until: 2 }, { camera: 'disconnected', from: 3, until: 3.5 }"
        let hand = HandClock(Instant(seconds: 0.95))
        var source = SimulatedDepthSource(try Self.scenario(faults), clock: hand.clock)
        var frame = Scenes.frame
        #expect(Self.name(source.next(into: &frame, limit: .milliseconds(100))) == "reading")
        let kept = frame.samples
        #expect(Self.name(source.next(into: &frame, limit: .milliseconds(500))) == "nothing")
        #expect(hand.time == Instant(seconds: 1.45))
        #expect(frame.samples == kept)
        #expect(Self.name(source.next(into: &frame, limit: .seconds(1))) == "reading")
        #expect(frame.arrival == Instant(seconds: 2))
        hand.time = Instant(seconds: 3)
        #expect(Self.name(source.next(into: &frame, limit: .milliseconds(200))) == "disconnected")
        #expect(hand.time == Instant(seconds: 3.2))
        #expect(Self.name(source.next(into: &frame, limit: .seconds(1))) == "disconnected")
        #expect(hand.time == Instant(seconds: 3.5))
        #expect(Self.name(source.next(into: &frame, limit: .seconds(1))) == "reading")
    }

    @Test func `a wait that is broken off, or a clock that stands, gives nothing and does not hang`() throws {
        let hand = HandClock(Instant(seconds: 0.05))
        var source = SimulatedDepthSource(try Self.scenario(), clock: hand.clock)
        var frame = Scenes.frame
        #expect(Self.name(source.next(into: &frame, limit: .zero)) == "reading")
        hand.isStopped = true
        #expect(Self.name(source.next(into: &frame, limit: .seconds(5))) == "nothing")
        let frozen = ScenarioClock(now: { Instant(seconds: 0.05) }, wait: { _ in true })
        var stuck = SimulatedPressureSource(try Self.scenario(), clock: frozen)
        #expect(Self.name(stuck.next(limit: .seconds(1))) == "reading")
        #expect(Self.name(stuck.next(limit: .seconds(1))) == "nothing")
    }

    @Test func `pressure comes at its times on the host's clock, and ends with the scenario`() throws {
        let hand = HandClock(Instant(seconds: 1000))
        var clock = hand.clock
        clock.beginning = Instant(seconds: 1000)
        var source = SimulatedPressureSource(
            try Self.scenario("{ barometer: 'disconnected', from: 1, until: 2 }"), clock: clock)
        var log: [String] = []
        while log.count < 100 {
            let delivery = source.next(limit: .milliseconds(500))
            if case .reading(let sample) = delivery {
                log.append("\(sample.time.seconds)")
            } else {
                log.append(Self.name(delivery))
            }
            if case .ended = delivery { break }
            if hand.time == Instant(seconds: 1004) { hand.time = Instant(seconds: 1004.1) }
        }
        func times(_ indices: ClosedRange<Int>) -> [String] {
            indices.map { "\(Instant(seconds: 1000 + Double($0) / 5).seconds)" }
        }
        let gone = Array(repeating: "disconnected", count: 3)
        #expect(log == times(0...4) + gone + times(10...20) + ["ended"])
    }
}
