import Readings
import Testing
import Wayfinding

struct DriftWatchTests {
    private func changes(_ heights: [(seconds: Double, z: Double)]) -> [Double] {
        var watch = DriftWatch()
        return heights.compactMap {
            watch.take(z: $0.z, at: Instant(nanoseconds: Int64(($0.seconds * 1e9).rounded())))
        }
    }

    @Test func `Two metres for three seconds are a change, with its sign, and then the baseline`() {
        #expect(changes([(0, 1), (1, 3), (3.9, 3)]).isEmpty)
        #expect(changes([(0, 1), (1, 3), (4, 3)]) == [2])
        #expect(changes([(0, 1), (1, -1), (4, -1), (9, -1)]) == [-2])
        #expect(changes([(0, 0), (1, 3), (4, 3), (5, 0), (8, 0)]) == [3, -3])
    }

    @Test func `Less than two metres, or back in between, or over to the other side, is none`() {
        #expect(changes([(0, 0), (1, 1.999), (60, 1.999)]).isEmpty)
        #expect(changes([(0, 0), (1, 3), (2, 1), (3, 3), (5.9, 3)]).isEmpty)
        #expect(changes([(0, 0), (1, 3), (3, -3), (5, -3)]).isEmpty)
    }

    @Test func `Pausing begins the three seconds anew and keeps the baseline; restarting forgets it`() {
        var watch = DriftWatch()
        func take(_ z: Double, _ second: Int) -> Double? {
            watch.take(z: z, at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
        }
        #expect(take(0, 0) == nil && take(3, 1) == nil)
        watch.pause()
        #expect(take(3, 4) == nil)
        #expect(take(3, 7) == 3)
        watch.restart()
        #expect(take(9, 8) == nil && take(9, 20) == nil)
    }
}
