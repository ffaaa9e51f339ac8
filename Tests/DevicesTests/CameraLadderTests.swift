import Devices
import Readings
import Testing

/// What is done about a camera that does not deliver, without a camera and without waiting.
@Suite struct CameraLadderTests {
    private static let limit = Duration.milliseconds(500)

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// A ladder whose camera was started at 0 s and sent a frame at 0 s.
    private func streaming() -> CameraLadder {
        var ladder = CameraLadder(at: at(0))
        ladder.note(.started(silenceLimit: Self.limit), at: at(0))
        ladder.note(.frame, at: at(0))
        return ladder
    }

    @Test func `a camera is looked for at once, then ever more rarely, and at once when something changes`() {
        var ladder = CameraLadder(at: at(0))
        #expect(ladder.step(at: at(0)) == .look)
        var now = at(0)
        for pause in [0.5, 1, 2, 4, 8, 8, 8] {
            ladder.note(.nothingFound, at: now)
            #expect(ladder.step(at: now) == .wait(until: now + .seconds(pause)))
            now = now + .seconds(pause)
            #expect(ladder.step(at: now) == .look)
        }
        ladder.note(.nothingFound, at: now)
        ladder.note(.busChanged, at: now)
        #expect(ladder.step(at: now) == .look && ladder.state == .searching)
    }

    @Test func `silence is a failure exactly at its limit, and not before`() {
        var ladder = streaming()
        #expect(ladder.step(at: at(0.1)) == .listen(until: at(0.5)))
        #expect(ladder.step(at: Instant(nanoseconds: 499_999_999)) == .listen(until: at(0.5)))
        #expect(ladder.failures == 0 && ladder.state == .streaming)
        #expect(ladder.step(at: at(0.5)) == .restart)
        #expect(ladder.failures == 1 && ladder.state == .restarting)
    }

    @Test func `the first frame after a start may take longer`() {
        var ladder = CameraLadder(at: at(0))
        ladder.note(.started(silenceLimit: Self.limit), at: at(0))
        #expect(ladder.step(at: at(1.4)) == .listen(until: at(1.5)))
        #expect(ladder.step(at: at(1.5)) == .restart)
        ladder = CameraLadder(at: at(0))
        ladder.note(.started(silenceLimit: .seconds(2)), at: at(0))
        #expect(ladder.step(at: at(1.9)) == .listen(until: at(2)))
    }

    @Test func `three failures in a row make a reset, and so does every third after that`() {
        var ladder = streaming()
        var steps: [CameraLadder.Step] = []
        var now = at(0)
        for _ in 0..<6 {
            now = now + .seconds(3)
            var step = ladder.step(at: now)
            if case .wait(let moment) = step {
                now = moment
                step = ladder.step(at: now)
            }
            steps.append(step)
            if step == .reset {
                ladder.note(.reset, at: now)
                #expect(ladder.state == .resetting)
            }
            ladder.note(.started(silenceLimit: Self.limit), at: now)
        }
        #expect(steps == [.restart, .restart, .reset, .restart, .restart, .reset])
    }

    @Test func `restarts that fail follow each other ever more slowly`() {
        var ladder = streaming()
        #expect(ladder.step(at: at(0.5)) == .restart)
        ladder.note(.failed(isOpen: true), at: at(0.6))
        #expect(ladder.step(at: at(0.6)) == .wait(until: at(1.1)))
        ladder.note(.failed(isOpen: true), at: at(1.1))
        #expect(ladder.step(at: at(1.1)) == .reset)
        ladder.note(.failed(isOpen: true), at: at(1.2))
        #expect(ladder.step(at: at(1.2)) == .wait(until: at(3.2)), "the fourth waits for two seconds")
    }

    @Test func `a stall is cleared, and only a second one before a frame is a failure`() {
        var ladder = streaming()
        for second in 1...5 {
            ladder.note(.stalled, at: at(Double(second)))
            #expect(ladder.step(at: at(Double(second))) == .clearHalt && ladder.state == .clearing)
            ladder.note(.cleared, at: at(Double(second)))
            ladder.note(.frame, at: at(Double(second)))
            #expect(ladder.state == .streaming && ladder.failures == 0)
        }
        ladder.note(.stalled, at: at(6))
        ladder.note(.cleared, at: at(6))
        ladder.note(.stalled, at: at(6.1))
        #expect(ladder.step(at: at(6.1)) == .restart && ladder.failures == 1)
    }

    @Test func `failures are forgotten once frames have come for ten seconds, exactly then`() {
        for (last, failures) in [(9.999, 2), (10.0, 1)] {
            var ladder = streaming()
            _ = ladder.step(at: at(0.5))
            ladder.note(.started(silenceLimit: Self.limit), at: at(0.5))
            for tenth in stride(from: 0.6, through: 10.4, by: 0.1) { ladder.note(.frame, at: at(tenth)) }
            ladder.note(.frame, at: at(0.5 + last))
            _ = ladder.step(at: at(0.5 + last + 0.5))
            #expect(ladder.failures == failures, "\(last) s")
        }
    }

    @Test func `a camera that is gone is waited for, and that it is said to be unplugged`() {
        var ladder = streaming()
        ladder.note(.gone, at: at(1))
        #expect(ladder.state == .unplugged)
        #expect(ladder.step(at: at(1)) == .wait(until: at(1.5)))
        ladder.note(.nothingFound, at: at(1.5))
        #expect(ladder.state == .unplugged && ladder.step(at: at(1.5)) == .wait(until: at(2.5)))
        ladder.note(.busChanged, at: at(1.7))
        #expect(ladder.step(at: at(1.7)) == .look)
    }

    @Test func `a camera that was reset goes and comes back without being called unplugged`() {
        var ladder = streaming()
        for _ in 0..<3 { ladder.note(.failed(isOpen: true), at: at(1)) }
        #expect(ladder.step(at: at(1)) == .reset)
        ladder.note(.reset, at: at(1))
        #expect(ladder.state == .resetting && ladder.step(at: at(1)) == .wait(until: at(1.5)))
        for look in 3...17 {
            let now = at(Double(look) / 2)
            ladder.note(.nothingFound, at: now)
            #expect(ladder.state == .resetting, "\(now.seconds)")
            #expect(ladder.step(at: now) == .wait(until: now + .milliseconds(500)))
        }
        ladder.note(.nothingFound, at: at(9))
        #expect(ladder.state == .unplugged, "after eight seconds it is gone")
    }

    @Test func `a refusal is asked again ever more rarely, and at once when something changes`() {
        var ladder = CameraLadder(at: at(0))
        ladder.note(.refused(.busy), at: at(0))
        #expect(ladder.state == .refused(.busy) && ladder.step(at: at(0)) == .wait(until: at(0.5)))
        ladder.note(.refused(.busy), at: at(0.5))
        #expect(ladder.step(at: at(0.5)) == .wait(until: at(1.5)))
        ladder.note(.busChanged, at: at(0.6))
        #expect(ladder.step(at: at(0.6)) == .look)
    }

    @Test func `who did not listen knows nothing of a silence`() {
        var ladder = streaming()
        ladder.note(.listenedAgain, at: at(5))
        #expect(ladder.step(at: at(5)) == .listen(until: at(5.5)) && ladder.failures == 0)
    }

    @Test func `a frame that comes while nothing is amiss changes nothing, however often`() {
        var ladder = streaming()
        for index in 0..<100 {
            ladder.note(.frame, at: at(Double(index) / 30))
            #expect(ladder.state == .streaming && ladder.failures == 0)
        }
        ladder.note(.busChanged, at: at(4))
        #expect(ladder.state == .streaming, "another device came or went")
    }

    @Test func `pauses double from half a second to eight seconds`() {
        let pauses = (0...7).map { CameraLadder.pause($0) }
        #expect(pauses == [0.5, 0.5, 1, 2, 4, 8, 8, 8].map { Duration.seconds($0) })
        #expect(CameraLadder.pause(.max) == .seconds(8))
    }
}
