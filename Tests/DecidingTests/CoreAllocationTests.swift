#if os(Linux)
    import Deciding
    import Evidence
    import Readings
    import Testing

    struct CoreAllocationTests {
        /// A core that has read depth for two seconds, and what it has to say of that said.
        private func warmCore() -> (core: DecisionCore, time: Instant) {
            var core = DecisionCore(
                world: World(),
                configuration: .init(settings: Settings(), ending: .estimated, isBarometerConfigured: false))
            var time = Instant.start
            for _ in 0..<60 {
                time = time + .milliseconds(66)
                _ = core.handle(.depth(.init(reading: .surface(metres: 3), strips: strips(3))), at: time)
            }
            return (core, time)
        }

        private func strips(_ metres: Double) -> StripReadings {
            var strips = StripReadings()
            for index in 0..<StripReadings.count { strips[index] = metres }
            return strips
        }

        @Test(arguments: [3.0, 1.2])
        func `A thousand frames without a decision take no memory`(metres: Double) {
            var (core, time) = warmCore()
            let strips = strips(metres)
            var effects = 0
            let count = AllocationCounter.count {
                for number in 0..<1_000 {
                    time = time + .milliseconds(66)
                    let reading = DepthReading.surface(metres: metres + Double(number % 10) / 1_000)
                    effects += core.handle(.depth(.init(reading: reading, strips: strips)), at: time).count
                }
            }
            #expect(count == 0)
            #expect(effects == 0)
        }

        @Test func `Frames without a reading take no memory once the loss has been said`() {
            var (core, time) = warmCore()
            for _ in 0..<200 {
                time = time + .milliseconds(66)
                _ = core.handle(.depth(.init(reading: .none(.tooFewUsable))), at: time)
            }
            var effects = 0
            let count = AllocationCounter.count {
                for _ in 0..<1_000 {
                    time = time + .milliseconds(66)
                    effects += core.handle(.depth(.init(reading: .none(.tooFewUsable))), at: time).count
                }
            }
            #expect(count == 0)
            #expect(effects == 0)
        }

        @Test func `Ticks take no memory`() {
            var (core, time) = warmCore()
            _ = core.handle(.sensor(.depth, isConnected: false), at: time)
            time = time + .seconds(20)
            _ = core.advance(to: time)
            let count = AllocationCounter.count {
                for _ in 0..<1_000 {
                    time = time + .milliseconds(10)
                    _ = core.handle(.tick, at: time)
                }
            }
            #expect(count == 0)
        }
    }
#endif
