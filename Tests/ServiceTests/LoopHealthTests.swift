import Readings
import Service
import Testing

struct LoopHealthTests {
    @Test func `The worst latency is remembered for half a minute at least, and a minute at most`() {
        var health = LoopHealth()
        health.decide(stamp: .start, at: .start + .milliseconds(80))
        health.decide(stamp: .start, at: .start + .milliseconds(20))
        #expect(health.latency == .milliseconds(20) && health.worstLatency == .milliseconds(80))
        for second in 1...29 { health.turn(at: .start + .seconds(second)) }
        #expect(health.worstLatency == .milliseconds(80))
        for second in 30...59 { health.turn(at: .start + .seconds(second)) }
        #expect(health.worstLatency == .milliseconds(80))
        health.turn(at: .start + .seconds(60))
        #expect(health.worstLatency == .zero && health.turns == 60 && health.lastTurn == .start + .seconds(60))
    }

    @Test func `After a long rest nothing of before is remembered`() {
        var health = LoopHealth()
        health.decide(stamp: .start, at: .start + .seconds(1))
        health.turn(at: .start + .seconds(500))
        #expect(health.worstLatency == .zero)
    }

    @Test func `A stamp of the future is no latency`() {
        var health = LoopHealth()
        health.decide(stamp: .start + .seconds(2), at: .start)
        #expect(health.latency == .zero && health.worstLatency == .zero)
    }
}
