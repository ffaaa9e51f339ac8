import Perception
import Readings
import Testing

@Suite struct FramePerceptionTests {
    /// What a row of frames gives: each drawn as samples, frame number and camera time in milliseconds.
    struct Shot {
        var samples: [UInt16]
        var sequence: UInt64
        var milliseconds: Int?

        init(_ samples: [UInt16], _ sequence: UInt64, _ milliseconds: Int?) {
            self.samples = samples
            self.sequence = sequence
            self.milliseconds = milliseconds
        }

        var frame: DepthFrame {
            DepthFrame(
                width: samples.count, height: 1, samples: samples, sequence: sequence,
                cameraTime: milliseconds.map { .milliseconds($0) })
        }
    }

    func readings(_ shots: [Shot], _ rules: DepthRules = DepthRules()) -> [DepthReading?] {
        var perception = FramePerception(rules: rules, region: .full)
        return shots.map { perception.observe($0.frame)?.reading }
    }

    let near = DepthReading.surface(metres: 0.8)

    @Test func `a live camera gives a reading a frame`() {
        let shots = (0..<8).map { Shot([800, UInt16(900 + $0)], UInt64($0), $0 * 33) }
        #expect(readings(shots) == Array(repeating: near, count: 8))
    }

    @Test
    func `realsenseai/librealsense#14932: identical samples are stuck from the fifth frame on, though numbers rise`() {
        let shots = (0..<7).map { Shot([800, 900], UInt64($0), $0 * 33) }
        #expect(readings(shots) == [near, near, near, near, .none(.stuck), .none(.stuck), .none(.stuck)])
    }

    @Test
    func `rai-opensource/spot_ros2#605: a frame number and time that stand still are stuck from the fifth frame on`() {
        let shots = (0..<7).map { Shot([800, UInt16(900 + $0)], 41, 1_000) }
        #expect(readings(shots) == [near, near, near, near, .none(.stuck), .none(.stuck), .none(.stuck)])
    }

    @Test func `a frame number that stands still without a camera time is stuck`() {
        let shots = (0..<5).map { Shot([800, UInt16(900 + $0)], 41, nil) }
        #expect(readings(shots).last == .none(.stuck))
    }

    @Test(arguments: [(UInt64(1), 0), (0, 1)]) func `either the number or the time advancing is life`(
        number: UInt64, time: Int
    ) {
        let shots = (0..<9).map { Shot([800, UInt16(900 + $0)], 41 + number &* UInt64($0), 1_000 + time &* $0) }
        #expect(readings(shots).allSatisfy { $0 == near })
    }

    @Test func `one changed sample with an advance ends being stuck at once`() {
        var shots = (0..<6).map { Shot([800, 900], UInt64($0), $0 * 33) }
        shots.append(Shot([800, 901], 6, 198))
        #expect(readings(shots).suffix(2) == [.none(.stuck), near])
    }

    @Test func `a change without an advance, or an advance without a change, ends nothing`() {
        let still = (0..<6).map { _ in Shot([800, 900], 5, 100) }
        #expect(readings(still + [Shot([800, 901], 5, 100)]).last == .none(.stuck))
        #expect(readings(still + [Shot([800, 900], 6, 133)]).last == .none(.stuck))
        #expect(readings(still + [Shot([800, 901], 6, 133)]).last == near)
    }

    @Test func `four alike, one other, four alike are no row of five`() {
        var shots = (0..<4).map { Shot([800, 900], UInt64($0), nil) }
        shots.append(Shot([800, 901], 4, nil))
        shots += (5..<9).map { Shot([800, 900], UInt64($0), nil) }
        #expect(readings(shots).allSatisfy { $0 == near })
    }

    @Test func `a camera that starts counting anew is alive`() {
        let numbers: [UInt64] = [1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 0, 1, 2, 3, 4, 5]
        let shots = numbers.map { Shot([800, UInt16(900 + $0 % 100)], $0, nil) }
        #expect(readings(shots).allSatisfy { $0 == near })
    }

    @Test func `realsenseai/librealsense#2880: zeros again and again are too few usable, never stuck, never infinite`()
    {
        let advancing = (0..<10).map { Shot([0, 0, 0], UInt64($0), $0 * 33) }
        #expect(readings(advancing).allSatisfy { $0 == .none(.tooFewUsable) })
        let standing = (0..<10).map { _ in Shot([0, 0, 0], 3, 99) }
        #expect(readings(standing).allSatisfy { $0 == .none(.tooFewUsable) })
    }

    @Test func `identical samples beyond the limits are not stuck while numbers rise, and are when they stand`() {
        let beyond = (0..<6).map { Shot([6000, 6000], UInt64($0), nil) }
        #expect(readings(beyond).allSatisfy { $0 == .none(.tooFewUsable) })
        #expect(readings((0..<5).map { _ in Shot([6000, 6000], 1, nil) }).last == .none(.stuck))
    }

    @Test func `identical frames with one usable sample are stuck, though too few for a reading`() {
        let shots = (0..<5).map { Shot([800, 0, 0, 0, 0, 0, 0, 0], UInt64($0), nil) }
        #expect(readings(shots).suffix(2) == [.none(.tooFewUsable), .none(.stuck)])
    }

    @Test func `a stuck frame has no strips`() {
        var perception = FramePerception(region: .full)
        let shot = Shot([800, 800, 800, 800, 800], 1, nil).frame
        #expect(perception.observe(shot)?.strips?[2] == 0.8)
        for _ in 0..<4 { _ = perception.observe(shot) }
        let stuck = perception.observe(shot)
        #expect(stuck == DepthObservation(reading: .none(.stuck)))
        #expect(perception.counters.stuck == 2 && perception.counters.frames == 6)
    }

    @Test func `a change outside the region is no change`() {
        var perception = FramePerception(region: .pixels(PixelRectangle(x: 0, y: 0, width: 2, height: 1)))
        let given = (0..<5).map {
            perception.observe(Shot([800, 800, UInt16($0)], UInt64($0), nil).frame)?.reading
        }
        #expect(given.last == .none(.stuck))
    }

    @Test func `a change under the mask is no change`() {
        var perception = FramePerception(region: .full, mask: [0, 0, 1])
        let given = (0..<5).map {
            perception.observe(Shot([800, 800, UInt16(500 + $0)], UInt64($0), nil).frame)?.reading
        }
        #expect(given.last == .none(.stuck))
    }

    @Test func `a malformed frame is no reading, is counted, and says what was wrong`() {
        var perception = FramePerception()
        let bad = DepthFrame(width: 2, height: 2, samples: [1])
        #expect(perception.observe(bad) == DepthObservation(reading: .none(.malformed)))
        #expect(perception.counters.malformed == 1)
        #expect(perception.lastMalformation == .planeSize(width: 2, height: 2, samples: 1))
        #expect(perception.observe(Shot([800], 1, nil).frame)?.reading == near)
        #expect(perception.counters.frames == 2)
    }

    @Test func `a malformed frame between repeated ones does not hide that the camera is stuck`() {
        var perception = FramePerception(region: .full)
        var last: DepthReading?
        for index in 0..<5 {
            last = perception.observe(Shot([800], UInt64(index), nil).frame)?.reading
            _ = perception.observe(DepthFrame(width: 1, height: 1, samples: []))
        }
        #expect(last == .none(.stuck))
    }

    @Test func `realsenseai/librealsense#9833: a frame older than a second is ignored as if it had not come`() {
        var perception = FramePerception(region: .full)
        let frame = Shot([800], 1, nil).frame
        #expect(perception.observe(frame, age: .milliseconds(1_500)) == nil)
        #expect(perception.observe(frame, age: .nanoseconds(1_000_000_001)) == nil)
        #expect(perception.counters.tooOld == 2 && perception.counters.frames == 0)
        #expect(perception.observe(frame, age: .seconds(1))?.reading == near)
        #expect(perception.observe(frame, age: .zero)?.reading == near)
    }

    @Test func `realsenseai/librealsense#13122: a stamp in the future counts as arrival, and is counted`() {
        var perception = FramePerception(region: .full)
        #expect(perception.observe(Shot([800], 1, nil).frame, age: .milliseconds(-800))?.reading == near)
        #expect(perception.counters.fromTheFuture == 1 && perception.counters.tooOld == 0)
    }

    @Test func `realsenseai/librealsense#11320: camera time that runs back while frames are numbered loses none`() {
        let shots = (0..<60).map { index in
            Shot([800, UInt16(900 + index)], UInt64(index), index * 33 - (index >= 30 ? 1_000 : 0))
        }
        #expect(readings(shots).allSatisfy { $0 == near })
    }

    @Test func `realsenseai/librealsense#10775: camera time that jumps a second ahead changes no reading`() {
        let shots = (0..<60).map { index in
            Shot([800, UInt16(900 + index)], UInt64(index), index * 33 + (index >= 30 ? 1_000 : 0))
        }
        #expect(readings(shots).allSatisfy { $0 == near })
    }

    @Test func `rules may change between frames`() {
        var perception = FramePerception(region: .full)
        let frame = Shot([800, 1200], 1, nil).frame
        #expect(perception.observe(frame)?.reading == near)
        perception.rules.minimumMetres = 1
        #expect(perception.observe(frame)?.reading == .surface(metres: 1.2))
        #expect(perception.lastReading?.usable == 1)
    }
}
