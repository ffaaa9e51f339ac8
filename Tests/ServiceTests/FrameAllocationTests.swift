#if os(Linux)
    import CameraModels
    import Deciding
    import Devices
    import Evidence
    import Perception
    import Platform
    import Readings
    import Service
    import Testing

    /// What stands between the USB and the voice, as the camera's thread and the loop go through it, on one thread.
    private struct FramePath {
        static let (width, height) = (848, 480)
        private static let bytes = width * height * 2

        private var assembler = PayloadAssembler(frameBytes: bytes)
        private var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
        private var unpacker: DepthUnpacker
        private var perception = FramePerception()
        private var frame = DepthFrame(width: 1, height: 1, samples: [0])
        private var health = LoopHealth()
        private let picture = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
        private let box: Mailbox<SourceLetter>
        private let view = SensorView()
        private(set) var core = DecisionCore(
            world: World(), configuration: .init(settings: Settings(), ending: .reported, isBarometerConfigured: false))

        init() throws {
            let profile = try #require(CalibrationProfiles().camera(vendor: 0x8086, product: 0x0B3A))
            let rule = ConfidenceRule(profile, depthUnit: 0.001, focalPixels: 422, baselineMetres: 0.05)
            let layout = DepthLayout(pixelFormat: .z16, width: Self.width, height: Self.height)
            unpacker = DepthUnpacker(layout, rule: rule, trust: .derived)
            box = try Mailbox(capacity: 8)
        }

        func free() { picture.deallocate() }

        /// A payload that is a whole frame of a wall at some distance, with two millimetres of noise.
        static func payload(metres: Double, frameID: Int) -> [UInt8] {
            var chance = SplitMix(seed: UInt64(metres * 1000) + UInt64(frameID))
            let near = Int(metres * 1000)
            let pixels = (0..<width * height).flatMap { _ in
                let sample = near + chance.below(5) - 2
                return [UInt8(sample & 0xFF), UInt8(sample >> 8)]
            }
            return PayloadModel(frameID: frameID, endsFrame: true, presentationTime: 0, pixels: pixels).bytes
        }

        /// Takes one payload through to the effects.
        mutating func take(_ payload: UnsafeRawBufferPointer, at time: Instant) -> [TimedEffect] {
            var buffer = picture
            var isWhole = false
            assembler.take(payload, into: &buffer) { end in
                isWhole = end.fault == nil
                return picture
            }
            guard isWhole, unpacker.unpack(UnsafeRawBufferPointer(picture), into: &frame) else { return [] }
            let stamp = timeline.stamp(
                counter: nil, ticks: UInt32(truncatingIfNeeded: time.nanoseconds / 1000), arrival: time)
            (frame.sequence, frame.cameraTime, frame.arrival) = (stamp.sequence, stamp.cameraTime, time)
            if let observation = perception.observe(frame) { box.put(.event(time, .depth(observation))) }
            guard case .event(let stamped, let event)? = box.take() else { return [] }
            defer { health.decide(stamp: stamped, at: time) }
            return core.handle(event, at: stamped)
        }

        /// The voice reports that everything that was asked for was begun and ended.
        mutating func voice(_ effects: [TimedEffect], at time: Instant) {
            for case .say(let say) in effects.map(\.effect) {
                _ = core.handle(.spoken(id: say.id, .started), at: time)
                _ = core.handle(.spoken(id: say.id, .finished), at: time)
            }
        }
    }

    @Suite(.serialized) struct FrameAllocationTests {
        private static let period = Duration.nanoseconds(33_333_333)
        /// A frame that says something may take so much: the words, the effects and the queue's lists.
        private static let mostForAnAlert = 64

        /// Runs frames of the payloads, one for each number; gives what each took of memory, and whether it said something.
        private func run(_ count: Int, warm: Int, payload: (Int) -> Int, of payloads: [[UInt8]]) throws -> [(Int, Bool)]
        {
            var path = try FramePath()
            defer { path.free() }
            var time = Instant.start
            var found: [(Int, Bool)] = []
            found.reserveCapacity(count)
            for number in 0..<count + warm {
                time = time + Self.period
                var effects: [TimedEffect] = []
                let bytes = payloads[payload(number)]
                let taken = AllocationCounter.count {
                    effects = bytes.withUnsafeBytes { path.take($0, at: time) }
                }
                path.voice(effects, at: time)
                if number >= warm { found.append((taken, effects.contains { $0.effect.type == "say" })) }
            }
            return found
        }

        @Test func `a thousand frames from the USB to the decision take no memory, with alerts among them or not`()
            throws
        {
            let far = (0..<2).map { FramePath.payload(metres: 3, frameID: $0) }
            let near = (0..<2).map { FramePath.payload(metres: 0.8, frameID: $0) }
            // A wall comes near for ten frames in every hundred, once two seconds have warmed everything.
            let frames = try run(
                1000, warm: 160, payload: { $0 % 2 + ($0 % 100 >= 90 ? 2 : 0) }, of: far + near)
            let alerts = frames.filter(\.1)
            #expect(alerts.count == 10, "each approach is said once")
            let silent = frames.filter { !$0.1 }
            #expect(silent.count == 990)
            #expect(silent.allSatisfy { $0.0 == 0 }, "\(silent.map(\.0).filter { $0 > 0 }) allocations")
            #expect(alerts.allSatisfy { $0.0 <= Self.mostForAnAlert }, "\(alerts.map(\.0)) allocations")
            #expect(alerts.map(\.0).max() == alerts.map(\.0).min(), "an alert takes as much as the one before")
        }

        @Test func `frames of a covered camera take none either, once that has been said`() throws {
            let dark = (0..<2).map {
                PayloadModel(
                    frameID: $0, endsFrame: true,
                    pixels: [UInt8](repeating: 0, count: FramePath.width * FramePath.height * 2)
                ).bytes
            }
            let frames = try run(300, warm: 200, payload: { $0 % 2 }, of: dark)
            #expect(frames.allSatisfy { $0.0 == 0 && !$0.1 })
        }
    }
#endif
