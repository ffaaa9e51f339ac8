import Console
import Perception
import Readings
import Testing

@Suite struct FrameRateTests {
    private func nearest(_ frames: UInt64, at milliseconds: Int) -> ConsoleParts.Nearest {
        ConsoleParts.Nearest(
            reading: .clear, usableShare: 1, arrival: .start + .milliseconds(milliseconds), frames: frames)
    }

    @Test func `A camera that stopped has no rate as soon as its last frame is too old, whatever was counted before`() {
        var rate = FrameRate()
        for second in 0..<4 {
            rate.take(nearest(UInt64(second * 15), at: second * 1000), at: .start + .seconds(second))
        }
        let last = nearest(45, at: 3000)
        #expect(rate.perSecond(last, at: .start + .seconds(3)) == 15)
        #expect(rate.perSecond(last, at: .start + .milliseconds(4000)) == 15, "exactly at the limit it still counts")
        #expect(rate.perSecond(last, at: .start + .milliseconds(4001)) == 0)
        #expect(rate.perSecond(nil, at: .start + .seconds(3)) == 0)
    }
}
