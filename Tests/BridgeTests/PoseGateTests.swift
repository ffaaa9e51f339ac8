import Bridge
import Readings
import Testing

struct PoseGateTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func `Twenty poses a second pass, however many come`() {
        var gate = PoseGate()
        let passed = (0..<1000).filter {
            gate.passes(Pose(place: "p", x: Double($0), y: 0), at: Self.at(Int64($0) * 5))
        }
        #expect(passed.count == 100)
    }

    @Test func `A pose of another quality or place passes at once, and exactly after the pause so does any`() {
        var gate = PoseGate()
        let (near, poor) = (Pose(place: "p", x: 0, y: 0), Pose(place: "p", x: 0, y: 0, tracking: .limited))
        let far = Pose(place: "q", x: 0, y: 0)
        let poses: [(Pose, Int64)] = [(near, 0), (near, 1), (poor, 2), (far, 3), (far, 52), (far, 53)]
        let passed = poses.map { gate.passes($0.0, at: Self.at($0.1)) }
        #expect(passed == [true, false, true, true, false, true])
    }
}
