import Evidence
import Foundation
import Testing

extension DeviceTests {
    /// A camera that does what it should.
    @Suite struct CameraStreamingTests {
        @Test func `a bulk camera is found, asked, agreed with and streamed from`() throws {
            let bench = try EmulatedBench("camera small product=Model serial=12345 port=2-4", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(20), "\(trial.program.errors)")
            let frames = trial.frames
            #expect(frames.allSatisfy { $0.width == 256 && $0.height == 144 })
            for (one, next) in zip(frames, frames.dropFirst()) {
                let step = try #require(next.number) - #require(one.number)
                #expect(step >= 1)
                #expect(
                    try #require(next.frame) - #require(one.frame) == step, "the sequence is the camera's own count")
                #expect(try #require(next.arrival) > #require(one.arrival))
                #expect(try #require(next.camera) > #require(one.camera))
            }
            let status = try trial.status()
            #expect(status.title == "Model (serial 12345, port 2-4)")
            #expect(status.mode == "256×144 at 30 Hz, z16" && status.trust == "derived")
            #expect(status.malformed == 0 && status.restarts == 0 && status.clearings == 0)
            #expect(trial.states == ["streaming"])
            let counts = try bench.counts()
            #expect(counts["claims"] == 2, "control and streaming interface")
            #expect(counts["commits"] == 1 && counts["clearHalts"] == 1 && counts["selections"] == 0)
            #expect(trial.stop().status == 0)
        }

        @Test func `what arrives is what was sent, sample for sample`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            for frame in trial.frames {
                #expect(frame.sum == Self.rampSum(width: 256, height: 144, number: try #require(frame.number)))
            }
        }

        /// FNV-1a over the samples of the emulator's slope.
        private static func rampSum(width: Int, height: Int, number: Int) -> Int {
            var samples = (0..<height).flatMap { y in (0..<width).map { 500 + $0 + y } }
            for index in 0..<width * 4 { samples[index] = 500 + index % width + number % 1000 }
            samples[0] = number & 0xFFFF
            samples[1] = number >> 16
            return Int(samples.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
        }

        @Test func `an isochronous camera streams from the alternate setting that its payloads need`() throws {
            let bench = try EmulatedBench("camera isochronous", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(20), "\(trial.program.errors)")
            #expect(trial.frames.allSatisfy { $0.width == 320 && $0.height == 240 })
            let status = try trial.status()
            #expect(status.malformed == 0)
            #expect(status.notes?.contains { $0.contains("USB 2") && $0.contains("320×240") } ?? false)
            #expect(
                try #require(bench.counts()["selections"]) > status.restarts ?? 0,
                "one for each start, one for each stop")
        }

        @Test func `a camera tells its serial number, firmware, unit and intrinsics`() throws {
            let bench = try EmulatedBench("camera d421 firmware=tells", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(2), "\(trial.program.errors)")
            let status = try trial.status()
            #expect(status.serial == "841212070934" && status.firmware == "5.16.0.1")
            #expect(status.unit == 0.001 && status.trust == "derived")
            #expect(try #require(status.focal) > 300)
        }

        @Test func `a camera that tells nothing is read by its profile, and that is said`() throws {
            let bench = try EmulatedBench("camera small firmware=none", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(2), "\(trial.program.errors)")
            let status = try trial.status()
            #expect(status.serial == nil && status.focal == nil && status.unit == 0.001)
            #expect(status.notes?.contains { $0.contains("ground awareness is off") } ?? false)
        }

        @Test func `a picture of infrared before the depth tells how far that may be trusted`() throws {
            let bench = try EmulatedBench("camera sr300", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(2), "\(trial.program.errors)")
            #expect(trial.frames.allSatisfy { $0.width == 640 && $0.height == 480 })
            let status = try trial.status()
            #expect(status.trust == "infrared" && status.mode == "640×480 at 30 Hz, inzi")
        }

        @Test func `payloads that hold a part of a frame are put together`() throws {
            let bench = try EmulatedBench("camera small payload=16384", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(10), "\(trial.program.errors)")
            let status = try trial.status()
            #expect(status.malformed == 0)
        }

        @Test(arguments: [26, 34]) func `a short answer to the probe is enough`(bytes: Int) throws {
            let bench = try EmulatedBench("camera small", "fault probeBytes=\(bytes)", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            #expect(try trial.status().restarts == 0)
        }

        @Test func `the newest frame wins, and those before it are counted as dropped`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            for _ in 0..<3 {
                trial.program.write("away 150\n")
                #expect(trial.waitForFrames(5))
            }
            let status = try trial.status()
            let lost = try #require(status.lost)
            #expect(try #require(status.dropped) >= 3)
            // On a slow machine the camera finds no transfer for some: they are lost before anybody could drop them.
            let missed = try #require(bench.counts()["missed"])
            let most = try #require(status.dropped) + missed + 6
            #expect(lost < most, "four frames wait in the transfers that are in flight")
            let frames = trial.frames
            for (one, next) in zip(frames, frames.dropFirst()) {
                #expect(try #require(next.number) > #require(one.number), "none comes twice or late")
            }
        }

        @Test func `realsenseai/librealsense#9833: frames that waited while nobody asked are not handed over`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(10))
            let before = try #require(trial.frames.last)
            trial.program.write("away 1500\n")
            #expect(trial.wait { lines in (lines.last { $0.frame != nil }?.t ?? 0) > before.t + 1 })
            let after = try #require(trial.frames.first { $0.t > before.t + 1 })
            // By the camera's own clock the frame is as far from the one before as it is by the host's.
            let byCamera = try #require(after.camera) - #require(before.camera)
            let byHost = try #require(after.arrival) - #require(before.arrival)
            #expect(abs(byCamera - byHost) < 0.25, "camera \(byCamera) s, host \(byHost) s")
            #expect(try #require(try trial.status().dropped) >= 3)
        }

        @Test func `the bus alone is looked at by a scan, and nothing is claimed`() throws {
            let bench = try EmulatedBench(
                "camera d421 port=2-3 serial=777", "camera d421-usb2 port=1-1", "camera recovery port=1-2 product=Boot",
                "camera infrared port=3-1", "plug camera=0", "plug camera=1", "plug camera=2", "plug camera=3")
            let trial = try CameraTrial(on: bench, "serial=none")
            trial.program.write("list\n")
            #expect(trial.wait { $0.contains { $0.cameras != nil } })
            let cameras = try #require(trial.lines.compactMap(\.cameras).first)
            #expect(
                cameras.map(\.title) == [
                    "RealSense D421 (port 1-1)", "Boot (port 1-2)", "RealSense D421 (serial 777, port 2-3)",
                    "RealSense D421 (port 3-1)",
                ])
            #expect(cameras.map(\.speed) == ["high", "superSpeed", "superSpeed", "superSpeed"])
            #expect(cameras[2].mode == "848×480 at 30 Hz, z16" && cameras[2].notes.isEmpty)
            #expect(cameras[0].notes.contains { $0.contains("USB 2") })
            #expect(cameras[1].refusal?.contains("recovery") ?? false)
            #expect(cameras[3].refusal?.contains("no depth") ?? false)
            #expect(try bench.counts(camera: 3)["claims"] == 0)
        }
    }
}
