#if os(Linux)
    import Evidence
    import Perception
    import Readings
    import Testing

    @Suite(.serialized) struct AllocationTests {
        @Test func `the counter sees an allocation that is given back at once`() {
            var kept = 0
            let count = AllocationCounter.count {
                for size in 100..<110 {
                    let block = UnsafeMutablePointer<Int>.allocate(capacity: size)
                    block.pointee = size
                    kept += block.pointee
                    block.deallocate()
                }
                kept += [kept, kept + 1].map { "a number that no small string holds: \($0)" }.joined().utf8.count
            }
            #expect(count > 0 && kept > 0)
        }

        @Test func `a thousand frames take no memory once the first has been read`() {
            var perception = FramePerception(mask: [UInt8](repeating: 0, count: 320 * 240))
            var frame = DepthFrame(
                width: 320, height: 240, samples: (0..<320 * 240).map { UInt16($0 % 6000) },
                confidence: [UInt8](repeating: 2, count: 320 * 240))
            _ = perception.observe(frame)
            var surfaces = 0
            let count = AllocationCounter.count {
                for number in 1...1_000 {
                    frame.sequence = UInt64(number)
                    frame.samples[320 * 120 + 160] = UInt16(1_000 + number)
                    if case .surface = perception.observe(frame, age: .milliseconds(3))?.reading { surfaces += 1 }
                }
            }
            #expect(count == 0)
            #expect(surfaces == 1_000)
        }

        // A malformed frame is not among these: the testing library listens to every error thrown, and takes memory.
        @Test(arguments: [UInt16(0), 50, 900])
        func `old, stuck and empty frames take no memory either`(sample: UInt16) {
            var perception = FramePerception()
            let frame = DepthFrame(width: 8, height: 8, samples: [UInt16](repeating: sample, count: 64))
            _ = perception.observe(frame)
            let count = AllocationCounter.count {
                for _ in 0..<300 {
                    _ = perception.observe(frame)
                    _ = perception.observe(frame, age: .seconds(2))
                }
            }
            #expect(count == 0)
        }

        @Test func `a thousand frames of metres take no memory once the first has been read`() {
            var perception = FramePerception()
            var frame = MetricDepthFrame(
                width: 64, height: 48, metres: (0..<64 * 48).map { Float($0) / 600 },
                confidence: [UInt8](repeating: 2, count: 64 * 48))
            _ = perception.observe(frame)
            let count = AllocationCounter.count {
                for number in 1...1_000 {
                    frame.sequence = UInt64(number)
                    frame.metres[64 * 24 + 32] = 1 + Float(number) / 1_000
                    _ = perception.observe(frame)
                }
            }
            #expect(count == 0)
        }
    }
#endif
