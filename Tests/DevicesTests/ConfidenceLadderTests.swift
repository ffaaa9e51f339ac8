import Devices
import Readings
import Testing

/// What is done about a stream of confidence that does not deliver.
struct ConfidenceLadderTests {
    private func at(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }

    private func running() -> ConfidenceLadder {
        var ladder = ConfidenceLadder(silenceLimit: .milliseconds(500), at: .start)
        ladder.note(.started, at: at(0))
        ladder.note(.frame, at: at(100))
        return ladder
    }

    @Test func `it is started at once, and live only once a picture came`() {
        var ladder = ConfidenceLadder(silenceLimit: .milliseconds(500), at: .start)
        #expect(ladder.step(at: at(0)) == .start && !ladder.isLive)
        ladder.note(.started, at: at(0))
        #expect(ladder.step(at: at(1)) == .wait(until: at(1500)) && !ladder.isLive, "exposure settles")
        ladder.note(.frame, at: at(40))
        #expect(ladder.isLive && ladder.step(at: at(41)) == .wait(until: at(540)))
    }

    @Test func `silence just short of the limit is patience, and exactly at it an end`() {
        let ladder = running()
        #expect(ladder.step(at: at(599)) == .wait(until: at(600)))
        #expect(ladder.step(at: at(600)) == .stop)
    }

    @Test func `pauses between starts double up to eight seconds, and nothing ever resets the camera`() {
        var ladder = running()
        var now = 600
        for pause in [500, 1000, 2000, 4000, 8000, 8000] {
            ladder.note(.failed, at: at(now))
            #expect(!ladder.isLive && ladder.step(at: at(now + pause - 1)) == .wait(until: at(now + pause)))
            #expect(ladder.step(at: at(now + pause)) == .start)
            now += pause
        }
    }

    @Test func `a stall is cleared, and a second one before a picture came is a failure`() {
        var ladder = running()
        ladder.note(.stalled, at: at(200))
        #expect(ladder.step(at: at(200)) == .clearHalt && ladder.failures == 0)
        ladder.note(.started, at: at(201))
        ladder.note(.stalled, at: at(202))
        #expect(ladder.failures == 1 && ladder.step(at: at(202)) == .wait(until: at(702)))
        ladder.note(.started, at: at(702))
        ladder.note(.frame, at: at(720))
        ladder.note(.stalled, at: at(800))
        #expect(ladder.step(at: at(800)) == .clearHalt, "a picture came in between")
    }

    @Test func `failures are forgotten once pictures have come for ten seconds`() {
        var ladder = running()
        ladder.note(.failed, at: at(1000))
        ladder.note(.started, at: at(1500))
        ladder.note(.frame, at: at(10_999))
        #expect(ladder.failures == 1)
        ladder.note(.frame, at: at(11_000))
        #expect(ladder.failures == 0)
    }

    @Test func `where nobody listened no silence is known`() {
        var ladder = running()
        ladder.note(.listenedAgain, at: at(5000))
        #expect(ladder.step(at: at(5499)) == .wait(until: at(5500)) && ladder.failures == 0)
    }

    @Test func `stopped with the depth it begins with it again, and that is no failure`() {
        var ladder = running()
        ladder.note(.stopped, at: at(300))
        #expect(ladder.step(at: at(300)) == .start && ladder.failures == 0 && !ladder.isLive)
    }

    @Test func `transfers that never come back end it for good`() {
        var ladder = running()
        ladder.note(.stuck, at: at(300))
        for event in [ConfidenceLadder.Event.stopped, .started, .frame, .failed] { ladder.note(event, at: at(400)) }
        #expect(ladder.step(at: at(100_000)) == .never && !ladder.isLive)
    }
}

/// Which pictures of two streams belong together.
struct FramePairingTests {
    private let pairing = FramePairing(ticksPerSecond: 1_000_000, frameTime: .nanoseconds(33_333_300))

    private func mark(_ counter: UInt32?, _ ticks: UInt32?, _ milliseconds: Int) -> FramePairing.Mark {
        .init(counter: counter, ticks: ticks, arrival: .start + .milliseconds(milliseconds))
    }

    @Test(arguments: [
        (7, 7, FramePairing.Relation.same), (6, 7, .earlier), (8, 7, .later), (0, UInt32.max, .later),
        (UInt32.max, 0, .earlier),
    ])
    func `the camera's own numbers decide, also where they run over`(
        one: UInt32, other: UInt32, relation: FramePairing.Relation
    ) {
        // Whatever times say besides.
        #expect(pairing.relation(mark(one, 5, 900), to: mark(other, 5_000_000, 0)) == relation)
    }

    @Test(arguments: [
        (100_000, 100_000, FramePairing.Relation.same), (116_666, 100_000, .same), (116_667, 100_000, .later),
        (83_333, 100_000, .earlier), (10, UInt32.max - 10, .same), (40_000, UInt32.max - 10, .later),
    ])
    func `without numbers times decide, half a frame apart at most`(
        one: UInt32, other: UInt32, relation: FramePairing.Relation
    ) {
        #expect(pairing.relation(mark(nil, one, 900), to: mark(3, other, 0)) == relation)
    }

    @Test(arguments: [(0, FramePairing.Relation.same), (16, .same), (17, .later), (-17, .earlier)])
    func `without either the arrival decides`(milliseconds: Int, relation: FramePairing.Relation) {
        #expect(pairing.relation(mark(nil, nil, 100 + milliseconds), to: mark(4, nil, 100)) == relation)
    }

    @Test func `a depth frame waits half a frame for its partner, never longer than 20 ms`() {
        #expect(pairing.wait == .nanoseconds(16_666_650))
        #expect(FramePairing(ticksPerSecond: 1, frameTime: .milliseconds(200)).wait == .milliseconds(20))
        #expect(FramePairing(ticksPerSecond: 0, frameTime: .zero).wait == .milliseconds(1))
    }
}
