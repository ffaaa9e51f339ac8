import Evidence
import Foundation
import Testing

extension DeviceTests {
    /// A camera that goes, and one that comes back.
    @Suite struct CameraReturnTests {
        @Test func `a camera that is plugged in later is used as soon as it is there`() throws {
            let bench = try EmulatedBench("camera small")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("searching") && trial.waitForDelivery("disconnected"))
            try bench.tell("plug")
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
            #expect(trial.deliveries == ["disconnected", "reading"])
        }

        @Test
        func `realsenseai/librealsense#10543: a camera that is unplugged is said to be gone, and used again at once`()
            throws
        {
            let bench = try EmulatedBench("camera small serial=5", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            let last = try #require(trial.frames.last?.t)
            try bench.tell("unplug")
            #expect(trial.waitForState("unplugged"), "\(trial.program.errors)")
            #expect(trial.waitForDelivery("disconnected"))
            let gone = try #require(trial.lines.last { $0.delivery == "disconnected" }?.t)
            #expect(gone - last < Patience.most(0.5), "\(gone - last) s")
            try bench.tell("plug")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            let status = try trial.status()
            #expect(status.reconnects == 1 && status.abandoned == 0 && status.restarts == 0)
            #expect(trial.states == ["streaming", "unplugged", "streaming"])
            #expect(trial.deliveries == ["reading", "disconnected", "reading"])
        }

        @Test(arguments: ["small", "isochronous"])
        func `a plug that is pulled in the midst of a frame costs that frame and nothing else`(kind: String) throws {
            let bench = try EmulatedBench("camera \(kind) payload=8192", "plug")
            let trial = try CameraTrial(on: bench)
            for _ in 0..<3 {
                #expect(trial.waitForFrames(5), "\(trial.program.errors)")
                let times = trial.states.filter { $0 == "unplugged" }.count + 1
                try bench.tell("unplug-at 20000")
                #expect(trial.waitForState("unplugged", times: times), "\(trial.program.errors)")
                try bench.tell("plug")
            }
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            #expect(try trial.status().abandoned == 0)
        }

        /// A hundred where there is time; each takes a third of a second.
        private static let cycles = ProcessInfo.processInfo.environment["COMPANION_LONG"] == nil ? 20 : 100
        private static let warmCycles = 5

        /// What the program holds for good: the least of what several looks find, since libusb and what looks for cameras
        /// open and close a file now and then, and a look may meet them.
        private static func settled(_ trial: CameraTrial) throws -> CameraTrial.Line {
            var least = try trial.status()
            for _ in 0..<20 {
                usleep(20_000)
                let next = try trial.status()
                least.descriptors = [least.descriptors, next.descriptors].compactMap { $0 }.min()
                least.threads = [least.threads, next.threads].compactMap { $0 }.min()
                (least.reconnects, least.abandoned, least.resident) = (next.reconnects, next.abandoned, next.resident)
            }
            return least
        }

        @Test(arguments: ["small", "lidar"])
        func `realsenseai/librealsense#11881: return after return leaves nothing behind`(kind: String) throws {
            let bench = try EmulatedBench("camera \(kind) period=5", "plug")
            let trial = try CameraTrial(on: bench, "frames=none")
            func waitForReturn(_ count: Int) -> Bool {
                trial.wait { $0.compactMap(\.state).filter { $0 == "streaming" }.count >= count }
            }
            #expect(waitForReturn(1))
            var first: CameraTrial.Line?
            for cycle in 1...Self.cycles {
                if cycle == Self.warmCycles { first = try Self.settled(trial) }
                try bench.tell("unplug")
                try #require(trial.waitForState("unplugged", times: cycle), "\(cycle): \(trial.program.errors)")
                try bench.tell("plug")
                try #require(waitForReturn(cycle + 1), "\(cycle): \(trial.program.errors)")
            }
            let (before, after) = (try #require(first), try Self.settled(trial))
            #expect(try #require(after.reconnects) >= Self.cycles)
            #expect(after.abandoned == 0)
            #expect(after.descriptors == before.descriptors)
            #expect(after.threads == before.threads)
            // A cycle that lost its transfers would lose 300 000 bytes.
            let grown = try #require(after.resident) - #require(before.resident)
            if Self.cycles >= 100 {
                print(
                    "\(Self.cycles) returns of \(kind): descriptors \(before.descriptors ?? 0), then \(after.descriptors ?? 0);",
                    "threads \(before.threads ?? 0), then \(after.threads ?? 0); \(grown) bytes more")
            }
            guard ProcessInfo.processInfo.environment["LSAN_OPTIONS"] == nil else { return }  // it counts better
            #expect(grown < (Self.cycles - Self.warmCycles) * 100_000, "\(grown) bytes")
        }

        @Test
        func
            `realsenseai/librealsense#9184: transfers that never come back are abandoned, and the camera is opened anew`()
            throws
        {
            let bench = try EmulatedBench("camera small period=5", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            try bench.tell("fault keepsCalls=1 silent=1")
            let fault = try #require(trial.frames.last?.t)
            let end = Date().addingTimeInterval(Patience.wait)
            while try trial.status().abandoned == 0, Date() < end { usleep(50_000) }
            try bench.tell("fault none")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            let back = try #require(trial.frames.first { $0.t > fault }?.t)
            #expect(back - fault < Patience.most(5), "\(back - fault) s")
            let status = try trial.status()
            #expect(try #require(status.abandoned) >= 1)
            #expect(trial.stop().status == 0)
        }

        @Test func `frames of a camera that is frozen are handed over as they are, for the rule that finds it`() throws
        {
            let bench = try EmulatedBench("camera small", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            try bench.tell("frames freeze")
            #expect(trial.waitForFrames(10))
            let frozen = trial.frames.suffix(5)
            #expect(Set(frozen.map(\.frame)).count == 1 && Set(frozen.map(\.camera)).count == 1, "spot_ros2#605")
            #expect(Set(frozen.map(\.sum)).count == 1)
            try bench.tell("frames repeat")
            #expect(trial.waitForFrames(10))
            let repeated = trial.frames.suffix(5)
            #expect(Set(repeated.map(\.frame)).count == 5 && Set(repeated.map(\.sum)).count == 1, "librealsense#14932")
            try bench.tell("frames go")
            #expect(trial.waitForFrames(10))
            #expect(Set(trial.frames.suffix(5).map(\.sum)).count == 5)
        }
    }
}
