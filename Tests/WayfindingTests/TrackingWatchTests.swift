import Readings
import Testing
import Wayfinding

struct TrackingWatchTests {
    /// A pose at a second: the letter is `n` normal, `l` limited, `x` lost, `o` of another place.
    private func states(
        _ poses: [(second: Double, kind: Character, x: Double)], route: Double? = nil, until end: Double
    ) -> [String] {
        var watch = TrackingWatch()
        var told: [String] = []
        func moment(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }
        func pass(_ to: Instant) {
            while let due = watch.nextDeadline, due <= to {
                if watch.advance(to: due) { told.append("\(due.seconds) \(watch.state)") } else { break }
            }
        }
        if let route { watch.routeChanged(activeSince: moment(route)) }
        for pose in poses {
            pass(moment(pose.second))
            let tracking: TrackingQuality = pose.kind == "l" ? .limited : pose.kind == "x" ? .lost : .normal
            let changed = watch.take(
                Pose(place: "a", x: pose.x, y: 1, tracking: tracking), isHere: pose.kind != "o", at: moment(pose.second)
            )
            if changed { told.append("\(pose.second) \(watch.state)") }
        }
        pass(moment(end))
        return told
    }

    private func steady(_ kind: Character, _ from: Double, _ to: Double, x: Double = 1) -> [(Double, Character, Double)]
    {
        stride(from: 0, through: (to - from) * 4 + 1e-9, by: 1).map { (from + $0 / 4, kind, x) }
    }

    @Test(arguments: ["l", "x", "o"] as [Character])
    func `Not normal for 1.5 s is lost, normal for 1.5 s found`(kind: Character) {
        let poses = steady("n", 0, 5) + steady(kind, 5.25, 9) + steady("n", 9.25, 14)
        #expect(states(poses, until: 20) == ["1.5 ok", "6.75 lost", "10.75 ok"])
    }

    @Test func `One pose alone is not 1.5 s of them`() {
        #expect(states([(0, "n", 1)], until: 60).isEmpty)
        #expect(states([(0, "n", 1), (1, "n", 1)], until: 60) == ["1.5 ok"])
    }

    @Test func `One pose that is not normal, and then nothing, is lost`() {
        #expect(states(steady("n", 0, 5) + [(5.25, "x", 1)], until: 60) == ["1.5 ok", "6.75 lost"])
    }

    @Test func `A walk of 4.9 m/s is no jump and one of 5.1 is`() {
        for (speed, isLost) in [(4.9, false), (5.1, true)] {
            let poses = (0..<60).map { (Double($0) / 4, Character("n"), Double($0) / 4 * speed) }
            #expect(states(poses, until: 15).contains { $0.hasSuffix("lost") } == isLost)
        }
    }

    @Test func `Poses a second apart or more are not compared`() {
        let poses = (0..<30).map { (Double($0), Character("n"), $0 % 2 == 0 ? 1.0 : 90) }
        #expect(states(poses, until: 30) == ["1.5 ok"])
    }

    @Test func `A jump that stays is no loss; a second within its 1.5 s is`() {
        let calm = steady("n", 0, 5)
        #expect(states(calm + steady("n", 5.25, 12, x: 50), until: 12) == ["1.5 ok"])
        let twice = calm + steady("n", 5.25, 6, x: 50) + steady("n", 6.25, 15, x: 90)
        #expect(states(twice, until: 15) == ["1.5 ok", "6.75 lost", "9.25 ok"])
    }

    @Test func `Silence is judged only with a route, from the later of pose and go`() {
        let poses = steady("n", 0, 5)
        #expect(states(poses, until: 60) == ["1.5 ok"])
        #expect(states(poses, route: 0, until: 60) == ["1.5 ok", "6.5 lost"])
        #expect(states(poses, route: 5.2, until: 60) == ["1.5 ok", "6.7 lost"])
        #expect(states([], route: 0, until: 60).isEmpty)
    }

    @Test func `After a silence the 1.5 s of normal begin with the first pose`() {
        let poses = steady("n", 0, 5) + steady("n", 20, 25)
        #expect(states(poses, route: 0, until: 25) == ["1.5 ok", "6.5 lost", "21.5 ok"])
    }

    @Test func `Exactly three quarters of ten seconds are not a loss, a little more is`() {
        var poses = steady("n", 0, 20)
        // in each second three quarters are poor: exactly 7.5 s of each ten
        for second in 20..<50 { poses += [(Double(second) + 0.25, "l", 1), (Double(second) + 1, "n", 1)] }
        #expect(states(poses, until: 51) == ["1.5 ok"])
        var more = steady("n", 0, 20)
        for second in 20..<50 { more += [(Double(second) + 0.2, "l", 1), (Double(second) + 1, "n", 1)] }
        #expect(states(more, until: 51).filter { $0.hasSuffix("lost") }.count == 1)
    }

    @Test func `A jump between the numbers of two places is none`() {
        var watch = TrackingWatch()
        for frame in 0..<40 {
            let pose = Pose(place: frame < 20 ? "a" : "b", x: frame < 20 ? 50 : 1, y: 1)
            _ = watch.take(pose, isHere: true, at: Instant(nanoseconds: Int64(frame) * 100_000_000))
            #expect(watch.isNormal)
        }
        #expect(watch.state == .ok)
    }
}
