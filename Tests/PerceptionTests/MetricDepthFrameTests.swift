import Perception
import Readings
import Testing

@Suite struct MetricDepthFrameTests {
    func observe(
        _ metres: [Float], confidence: [UInt8]? = nil, rules: DepthRules = DepthRules(), mask: [UInt8]? = nil
    ) -> (DepthObservation?, NearestReading?) {
        var perception = FramePerception(rules: rules, region: .full, mask: mask)
        let frame = MetricDepthFrame(width: metres.count, height: 1, metres: metres, confidence: confidence)
        let observation = perception.observe(frame)
        return (observation, perception.lastReading)
    }

    @Test func `jsk-ros-pkg/jsk_recognition#2161: 1.5 as metres and 1500 as millimetres are the same distance`() throws
    {
        #expect(observe([1.5]).0?.reading == .surface(metres: 1.5))
        var nearest = NearestSurface(region: .full)
        #expect(try nearest.read(DepthFrame(width: 1, height: 1, samples: [1500])).metres == 1.5)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, -1, 0, -0.0, .signalingNaN, .leastNonzeroMagnitude])
    func `NaN, infinities, negatives and holes are dropped samples`(bad: Float) {
        let (observation, reading) = observe([bad, bad, bad, 1.25])
        #expect(observation?.reading == .surface(metres: 1.25))
        #expect(reading?.usable == 1 && reading?.considered == 4)
        #expect(observe([bad, bad, bad, bad, 1.25]).0?.reading == .none(.tooFewUsable))
    }

    @Test func `mowglinext/mowglinext#198: frames without a finite range give no reading, and are not stuck`() {
        var perception = FramePerception(region: .full)
        for index in 0..<300 {
            let frame = MetricDepthFrame(
                width: 4, height: 1, metres: [.infinity, .infinity, .nan, .infinity], sequence: UInt64(index))
            #expect(perception.observe(frame)?.reading == .none(.tooFewUsable))
        }
    }

    @Test(arguments: [
        (Float(0.1), true), (Float(0.1).nextDown, false), (5, true), (Float(5).nextUp, false), (2.5, true),
    ])
    func `both limits are usable as the phone's own number for them`(metres: Float, usable: Bool) {
        #expect(observe([metres]).1?.usable == (usable ? 1 : 0))
    }

    @Test func `confidence and mask hold as for whole units`() {
        #expect(observe([0.5, 0.6, 0.7], confidence: [0, 1, 2]).0?.reading == .surface(metres: Double(Float(0.6))))
        let masked = observe([0.5, 0.75, 1], mask: [1, 0, 0])
        #expect(masked.0?.reading == .surface(metres: 0.75) && masked.1?.considered == 2)
        #expect(observe([0.5], confidence: [3]).0?.reading == .none(.malformed))
        #expect(observe([0.5], confidence: [1, 1]).0?.reading == .none(.malformed))
        #expect(observe([0.5], mask: [0, 0]).0?.reading == .none(.malformed))
        #expect(observe([]).0?.reading == .none(.malformed))
    }

    @Test func `identical frames of metres are stuck from the fifth on`() {
        var perception = FramePerception(region: .full)
        let given = (0..<5).map {
            perception.observe(MetricDepthFrame(width: 2, height: 1, metres: [1, 2], sequence: UInt64($0)))?.reading
        }
        #expect(given == [1, 1, 1, 1].map { .surface(metres: $0) } + [.none(.stuck)])
    }

    @Test func `an old frame of metres is ignored`() {
        var perception = FramePerception()
        let frame = MetricDepthFrame(width: 1, height: 1, metres: [1])
        #expect(perception.observe(frame, age: .milliseconds(1_001)) == nil)
    }

    @Test func `a thousand random frames of metres agree with sorting, region and strips`() throws {
        var numbers = SeededNumbers(state: 11)
        for _ in 0..<1_000 {
            let width = Int.random(in: 1...17, using: &numbers)
            let height = Int.random(in: 1...9, using: &numbers)
            let metres = (0..<width * height).map { _ -> Float in
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: .nan
                case 1: 0
                case 2: Float.random(in: 0...0.2, using: &numbers)
                default: Float.random(in: 0...7, using: &numbers)
                }
            }
            let percent = Int.random(in: 1...100, using: &numbers)
            let rules = DepthRules(
                usableShare: Double(Int.random(in: 0...100, using: &numbers)) / 100, percentile: Double(percent) / 100)
            var perception = FramePerception(rules: rules, region: .full)
            let given = perception.observe(MetricDepthFrame(width: width, height: height, metres: metres))
            let observation = try #require(given)
            func expected(_ columns: Range<Int>) -> Double? {
                let all = metres.indices.filter { columns.contains($0 % width) }.map { metres[$0] }
                let usable = all.filter { $0 >= 0.1 && $0 <= 5 }.sorted()
                guard !usable.isEmpty, usable.count * 100 >= all.count * Int((rules.usableShare * 100).rounded())
                else { return nil }
                return Double(usable[(usable.count * percent + 99) / 100 - 1])
            }
            #expect(perception.lastReading?.metres == expected(0..<width))
            for strip in 0..<5 {
                #expect(observation.strips?[strip] == expected(strip * width / 5..<(strip + 1) * width / 5))
            }
        }
    }
}
