import Devices
import Readings
import Testing

struct UVCTimelineTests {
    /// Feeds frames 33.333 ms apart, each with its counter and its ticks of a microsecond.
    private struct Bench {
        var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
        var arrival = Instant.start
        var times: [Double] = []
        var sequences: [UInt64] = []

        mutating func frame(_ counter: UInt32?, _ ticks: UInt32?, after seconds: Double = 0.033333) {
            arrival = arrival + .nanoseconds(Int64(seconds * 1e9))
            let stamp = timeline.stamp(counter: counter, ticks: ticks, arrival: arrival)
            sequences.append(stamp.sequence)
            if let time = stamp.cameraTime { times.append((time.inSeconds * 1e6).rounded() / 1e6) }
        }

        var neverGoesBack: Bool {
            zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
                && zip(sequences, sequences.dropFirst()).allSatisfy { $0 <= $1 }
        }
    }

    @Test func `two real stamps are 166.676 ms apart`() {
        var bench = Bench()
        bench.frame(1, 360_815_089)
        bench.frame(2, 360_981_765, after: 0.1667)
        #expect(bench.times == [0, 0.166676])
        #expect(bench.sequences == [0, 1])
    }

    @Test func `counter and ticks run over without a jump`() {
        var bench = Bench()
        bench.frame(0xFFFF_FFFE, 0xFFFF_FFFF - 33_332)
        bench.frame(0xFFFF_FFFF, 0)
        bench.frame(0, 33_333)
        #expect(bench.sequences == [0, 1, 2])
        #expect(bench.times == [0, 0.033333, 0.066666])
        #expect(bench.timeline.glitches == 0)
    }

    @Test func `a gap in the counter is lost frames`() {
        var bench = Bench()
        bench.frame(10, 0)
        bench.frame(14, 133_332, after: 0.133)
        #expect(bench.sequences == [0, 4])
        #expect(bench.timeline.lost == 3)
        #expect(bench.timeline.glitches == 0)
    }

    @Test func `a camera that repeats its last frame keeps sequence and time, so that it is noticed`() {
        var bench = Bench()
        for _ in 0..<5 { bench.frame(10, 5000) }
        #expect(bench.sequences == [0, 0, 0, 0, 0])
        #expect(bench.times == [0, 0, 0, 0, 0])
    }

    @Test func `without a counter the sequence counts, without ticks there is no time`() {
        var bench = Bench()
        for _ in 0..<3 { bench.frame(nil, nil) }
        #expect(bench.sequences == [0, 1, 2])
        #expect(bench.times.isEmpty)
    }

    @Test func `a counter that starts again after a reset goes on by one`() {
        var bench = Bench()
        bench.frame(90_000, 0)
        bench.frame(1, 33_333)
        bench.frame(2, 66_666)
        #expect(bench.sequences == [0, 1, 2])
        #expect(bench.timeline.glitches == 1)
    }

    @Test func `realsenseai/librealsense#11320: stamps that step back a second for thirty frames change nothing`() {
        var bench = Bench()
        var ticks: UInt32 = 5_000_000
        for frame in 0..<90 {
            if frame == 30 { ticks -= 1_000_000 }
            if frame == 60 { ticks += 1_000_000 }
            bench.frame(UInt32(frame), ticks)
            ticks += 33_333
        }
        #expect(bench.neverGoesBack)
        #expect(bench.timeline.glitches == 2)
        #expect(abs((bench.times.last ?? 0) - 89 * 0.033333) < 0.001)
    }

    @Test func `realsenseai/librealsense#13122: a stamp 0.8 s in the future is taken as the arrival says, and counted`()
    {
        var bench = Bench()
        for frame in 0..<10 {
            bench.frame(UInt32(frame), UInt32(frame) * 33_333 + (frame == 5 ? 800_000 : 0))
        }
        #expect(bench.neverGoesBack)
        #expect(bench.timeline.glitches == 2)
        #expect((bench.times.last ?? 9) < 9 * 0.0334)
    }

    @Test
    func `realsenseai/librealsense#10775: an offset that jumps by a second in mid-stream leaves the rate as it is`() {
        var bench = Bench()
        for frame in 0..<60 {
            bench.frame(UInt32(frame), UInt32(frame) * 33_333 + (frame >= 20 ? 1_000_000 : 0))
        }
        let steps = zip(bench.times, bench.times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 0.033333) < 0.0001 })
        #expect(bench.timeline.glitches == 1)
    }

    @Test func `frames that were held up on the host keep their own distances`() {
        var bench = Bench()
        bench.frame(0, 0)
        bench.frame(1, 33_333, after: 1)
        for frame in 2..<6 { bench.frame(UInt32(frame), UInt32(frame) * 33_333, after: 0.001) }
        #expect(bench.times == [0, 0.033333, 0.066666, 0.099999, 0.133332, 0.166665])
        #expect(bench.timeline.glitches == 0)
    }

    @Test(arguments: [(0.249, 0), (0.250, 0), (0.251, 1)])
    func `the camera's clock may run ahead by a quarter of a second and no more`(ahead: Double, glitches: UInt64) {
        var bench = Bench()
        bench.frame(0, 0)
        bench.frame(1, UInt32(((0.1 + ahead) * 1e6).rounded()), after: 0.1)
        #expect(bench.timeline.glitches == glitches)
    }

    @Test func `a clock of 48 MHz runs over every 89 seconds and is followed`() {
        var timeline = CameraTimeline(ticksPerSecond: 48_000_000)
        var last = Duration.zero
        for second in 0..<200 {
            let ticks = UInt32(truncatingIfNeeded: second * 48_000_000)
            last =
                timeline.stamp(counter: nil, ticks: ticks, arrival: Instant(seconds: Double(second))).cameraTime
                ?? .zero
        }
        #expect(last == .seconds(199))
        #expect(timeline.glitches == 0)
    }

    @Test func `an arrival that goes back is no time at all`() {
        var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
        _ = timeline.stamp(counter: 0, ticks: 0, arrival: Instant(seconds: 10))
        let second = timeline.stamp(counter: 1, ticks: 4_000_000_000, arrival: Instant(seconds: 9))
        #expect(second.sequence == 1)
        #expect(second.cameraTime == .zero)
    }

    @Test func `introlab/rtabmap_ros#1333: a host clock that steps back ten seconds loses no frame`() {
        var bench = Bench()
        for frame in 0..<60 {
            bench.frame(UInt32(frame), UInt32(frame) * 33_333, after: frame == 30 ? -10 : 0.033333)
        }
        #expect(bench.sequences == Array(0..<60))
        #expect(bench.neverGoesBack)
        #expect(bench.times.last == 1.966647)
        #expect(bench.timeline.glitches == 0)
    }
}
