import Perception
import Readings
import Testing

/// The rule itself, on clean samples at 10 Hz, where thresholds can be met exactly.
@Suite("Floor detector")
struct FloorDetectorTests {
    /// Feeds heights above 1000 hPa, one each 0.1 s from `start`, and returns events with the seconds of their samples.
    private func feed(
        _ detector: inout FloorDetector, from start: Double, seconds: Double, _ height: (Double) -> Double
    ) -> [(time: Double, event: FloorEvent)] {
        var found: [(Double, FloorEvent)] = []
        for index in 0..<Int((seconds * 10).rounded()) {
            let time = start + Double(index) / 10
            let pressure = Altitude.hectopascals(metres: height(time), above: 1000)
            for event in detector.take(PressureSample(hectopascals: pressure, time: Instant(seconds: time))) {
                found.append((time, event))
            }
        }
        return found
    }

    /// Rises from 0 at 10 s by `metres` at 1 m/s.
    private func rise(_ metres: Double) -> (Double) -> Double {
        { min(max($0 - 10, 0), abs(metres)) * (metres < 0 ? -1 : 1) }
    }

    @Test("the baseline is set with the sample that makes two seconds")
    func baseline() {
        var detector = FloorDetector()
        let events = feed(&detector, from: 5, seconds: 3) { _ in 0 }
        #expect(events.map(\.event) == [.baseline])
        #expect(events.map(\.time) == [7])
        #expect(detector.hasBaseline)
        #expect(abs(detector.metresAboveBaseline ?? .nan) < 1e-6)
    }

    @Test("2.0 m is a change, 1.99 m is none", arguments: [(2.0, true), (-2.0, true), (1.99, false), (-1.99, false)])
    func threshold(metres: Double, isChange: Bool) {
        var detector = FloorDetector()
        let events = feed(&detector, from: 0, seconds: 30, rise(metres))
        #expect(events.contains { if case .changed = $0.event { true } else { false } } == isChange)
    }

    @Test("a change is told 3.0 s after it began, give or take the filter's half second")
    func promptness() throws {
        var detector = FloorDetector()
        let events = feed(&detector, from: 0, seconds: 60, rise(6))
        try #require(events.count == 3)
        #expect((15.0...15.8).contains(events[1].time))
        guard case .changed(.up, let metres) = events[1].event else { return #expect(Bool(false)) }
        #expect((4.0...6.0).contains(metres))
        guard case .settled(let change) = events[2].event else { return #expect(Bool(false)) }
        #expect(abs(change - 6) < 0.05)
        #expect((21.0...24.0).contains(events[2].time))
    }

    @Test("a change kept for less than 3.0 s is none")
    func short() {
        var detector = FloorDetector()
        let events = feed(&detector, from: 0, seconds: 60) { (20..<22.8).contains($0) ? 4 : 0 }
        #expect(events.map(\.event) == [.baseline])
    }

    @Test("a ride that settles within 1.0 m of where it began has returned, and the baseline stands")
    func returned() {
        var detector = FloorDetector()
        let events = feed(&detector, from: 0, seconds: 80) { time in
            time < 10 ? 0 : time < 16 ? time - 10 : time < 21.2 ? 6 - (time - 16) : 0.8
        }
        #expect(events.map(\.event).last == .returned)
        #expect(abs((detector.metresAboveBaseline ?? .nan) - 0.8) < 0.05)
    }

    @Test("a ride that comes back to more than 1.0 m has settled there")
    func nearReturn() throws {
        var detector = FloorDetector()
        let events = feed(&detector, from: 0, seconds: 60) { time in
            time < 10 ? 0 : time < 16 ? time - 10 : time < 20.8 ? 6 - (time - 16) : 1.2
        }
        guard case .settled(let change) = try #require(events.last).event else { return #expect(Bool(false)) }
        #expect(abs(change - 1.2) < 0.1)
    }

    @Test("up, then down before it settled, is one ride that returned; after it settled, two rides")
    func upAndDown() {
        var quick = FloorDetector()
        let once = feed(&quick, from: 0, seconds: 80) { time in
            time < 10 ? 0 : time < 17 ? (time - 10) / 2 : time < 19 ? 3.5 : max(3.5 - (time - 19) / 2, 0)
        }
        #expect(once.map(\.event).dropFirst(2) == [.returned])
        var slow = FloorDetector()
        let twice = feed(&slow, from: 0, seconds: 90) { time in
            time < 10 ? 0 : time < 17 ? (time - 10) / 2 : time < 30 ? 3.5 : max(3.5 - (time - 30) / 2, 0)
        }
        #expect(twice.count == 5)
    }

    @Test("a baseline asked for afresh moves to where the robot stands")
    func afresh() {
        var detector = FloorDetector()
        _ = feed(&detector, from: 0, seconds: 40, rise(1.5))
        detector.setBaselineAfresh()
        let events = feed(&detector, from: 40, seconds: 10) { _ in 1.5 }
        #expect(events.map(\.event) == [.baseline])
        #expect(abs(detector.metresAboveBaseline ?? .nan) < 0.05)
    }

    @Test("a baseline asked for afresh on a ride waits until the ride has settled, and the ride is told")
    func afreshOnRide() {
        var detector = FloorDetector()
        _ = feed(&detector, from: 0, seconds: 18, rise(20))
        #expect(detector.isRiding)
        detector.setBaselineAfresh()
        let events = feed(&detector, from: 18, seconds: 40, rise(20))
        #expect(events.count == 2)
        guard case .settled(let change) = events[0].event else { return #expect(Bool(false)) }
        #expect(abs(change - 20) < 0.1)
        #expect(events[1].event == .baseline)
        #expect(events[0].time == events[1].time)
    }

    @Test("a baseline asked for on stairs waits for their end, so the floor is not lost")
    func afreshOnStairs() {
        var detector = FloorDetector()
        let stairs: (Double) -> Double = { min(max($0 - 20, 0) / 4, 3) }
        _ = feed(&detector, from: 0, seconds: 25, stairs)
        detector.setBaselineAfresh()
        let events = feed(&detector, from: 25, seconds: 40, stairs)
        #expect(events.contains { if case .changed(.up, _) = $0.event { true } else { false } })
    }

    @Test("samples that are implausible, or back in time, are dropped and counted")
    func dropped() {
        var detector = FloorDetector()
        _ = feed(&detector, from: 0, seconds: 5) { _ in 0 }
        for pressure in [Double.nan, .infinity, 0, -1, 299.9, 1100.1] {
            #expect(detector.take(PressureSample(hectopascals: pressure, time: Instant(seconds: 5))) == [])
        }
        #expect(detector.take(PressureSample(hectopascals: 1000, time: Instant(seconds: 1))) == [])
        #expect(detector.droppedSamples == 7)
        #expect(detector.hasBaseline)
    }

    @Test("restart forgets the ride and the baseline")
    func restart() {
        var detector = FloorDetector()
        _ = feed(&detector, from: 0, seconds: 18, rise(20))
        detector.restart()
        #expect(!detector.isRiding && !detector.hasBaseline && detector.metresAboveBaseline == nil)
        #expect(feed(&detector, from: 18, seconds: 1) { _ in 8 }.isEmpty)
    }
}
