import Devices
import Readings
import Testing

/// What follows on what, without a chip and without waiting.
@Suite struct BarometerLadderTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test(arguments: [BusError.noAnswer, .hangs, .broken, .other(71)])
    func `three retries 10 ms apart, then a reset, then a search`(error: BusError) {
        var ladder = BarometerLadder()
        for time in [0, 10, 20] as [Int64] {
            #expect(ladder.fail(.bus(error), at: at(time)) == .retry(at: at(time + 10)))
        }
        #expect(ladder.fail(.bus(error), at: at(30)) == .restart)
        for time in [40, 50, 60] as [Int64] {
            #expect(ladder.failStart(.bus(error), at: at(time)) == .retry(at: at(time + 10)))
        }
        #expect(ladder.failStart(.bus(error), at: at(70)) == .search(at: at(570)))
    }

    @Test func `a good value ends the count of failures`() {
        var ladder = BarometerLadder()
        for time in 0..<20 as Range<Int64> {
            for retry in 0..<3 as Range<Int64> {
                #expect(
                    ladder.fail(.bus(.noAnswer), at: at(100 * time + retry)) == .retry(at: at(100 * time + retry + 10)))
            }
            ladder.good(at: at(100 * time + 50))
        }
    }

    @Test(arguments: [(999, false), (1000, true), (1001, true)] as [(Int64, Bool)])
    func `a reset has helped when good values come for 1 s`(span: Int64, hasHelped: Bool) {
        var ladder = BarometerLadder()
        #expect(ladder.fail(.frozen, at: at(0)) == .restart)
        ladder.started()
        ladder.good(at: at(100))
        ladder.good(at: at(100 + span))
        #expect((ladder.fail(.frozen, at: at(5000)) == .restart) == hasHelped)
    }

    @Test func `searches come after 0.5, 1, 2, 4, 8, 8 s, and after a second of good values after 0.5 s again`() {
        var ladder = BarometerLadder()
        for pause in [500, 1000, 2000, 4000, 8000, 8000] as [Int64] {
            #expect(ladder.missed(at: at(0)) == .search(at: at(pause)))
        }
        ladder.good(at: at(100))
        #expect(ladder.missed(at: at(200)) == .search(at: at(8200)))
        ladder.good(at: at(300))
        ladder.good(at: at(1300))
        #expect(ladder.missed(at: at(1400)) == .search(at: at(1900)))
    }

    @Test(arguments: [BusError.gone, .absent, .denied, .busy, .unsuited])
    func `a bus that is gone or held is let go of at once`(error: BusError) {
        var ladder = BarometerLadder()
        #expect(ladder.fail(.bus(error), at: at(0)) == .search(at: at(500)))
    }

    @Test func `rosflight/rosflight_firmware#84: the third packet of zeros leads to a reset`() {
        var ladder = BarometerLadder()
        #expect(ladder.fail(.zeros, at: at(0)) == .drop)
        #expect(ladder.fail(.zeros, at: at(20)) == .drop)
        #expect(ladder.fail(.zeros, at: at(40)) == .restart)
        var broken = BarometerLadder()
        for time in [0, 100, 200, 300] as [Int64] {
            #expect(broken.fail(.zeros, at: at(time)) == .drop)
            broken.good(at: at(time + 50))
        }
    }

    @Test(arguments: [ChipFault.sentinel, .impossible]) func `a value that is none is dropped and no more`(
        fault: ChipFault
    ) {
        var ladder = BarometerLadder()
        for time in 0..<100 as Range<Int64> { #expect(ladder.fail(fault, at: at(time)) == .drop) }
    }

    @Test(arguments: [ChipFault.step, .frozen, .stalled, .restarted])
    func `a chip that is out of its mind is reset at once, and searched for where that did not help`(fault: ChipFault) {
        var ladder = BarometerLadder()
        #expect(ladder.fail(fault, at: at(0)) == .restart)
        #expect(ladder.fail(fault, at: at(900)) == .search(at: at(1400)))
    }

    @Test(arguments: [ChipFault.zeros, .sentinel, .impossible, .trimming, .notReady, .chip, .identity(0)])
    func `any fault of a set-up is tried again like a failed transfer, and ends in a search`(fault: ChipFault) {
        var ladder = BarometerLadder()
        var steps: [BarometerLadder.Step] = []
        for time in 0..<8 as Range<Int64> { steps.append(ladder.failStart(fault, at: at(10 * time))) }
        #expect(steps.filter { $0 == .restart }.count == 1 && steps[3] == .restart)
        #expect(steps.last == .search(at: at(570)))
    }

    @Test(arguments: 0..<200) func `no run of failures is without an end, nor any wait over 8 s`(seed: Int) {
        var random = Dice(seed: UInt64(seed))
        let faults: [ChipFault] = [
            .bus(.noAnswer), .bus(.hangs), .bus(.gone), .zeros, .frozen, .step, .stalled, .identity(1), .trimming,
        ]
        var ladder = BarometerLadder()
        var time: Int64 = 0
        var sinceSearch = 0
        for _ in 0..<100 {
            switch ladder.fail(faults[random.below(faults.count)], at: at(time)) {
            case .search(let next):
                #expect(next > at(time) && next - at(time) <= BarometerLadder.longestPause)
                sinceSearch = 0
            case .retry(let next):
                #expect(next == at(time) + BarometerLadder.retryPause)
                sinceSearch += 1
            case .drop, .restart: sinceSearch += 1
            }
            #expect(sinceSearch <= 12)
            time += 10
        }
    }
}

/// Seeded chance.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ bound: Int) -> Int { Int(next() >> 8) % bound }
}
