import Devices
import Evidence
import Foundation
import Readings
import Testing

extension DeviceTests {
    /// A camera that sends four bits of confidence beside its depth, on a stream of its own.
    @Suite struct CameraConfidenceTests {
        private static let width = 96
        private static let height = 128

        /// A slope without an edge, but for one wall in the midst; a raw picture, as the camera sends it.
        private static let depth: [UInt8] = (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                let sample = UInt16(4000 + 2 * x + y + (x > 60 ? 3000 : 0))
                return [UInt8(sample & 0xFF), UInt8(sample >> 8)]
            }
        }

        /// Every value of the four bits, different in each half of a byte.
        private static let nibbles: [UInt8] = (0..<width / 2 * height).map { UInt8(($0 * 7 + $0 / 48) & 0xFF) }

        /// The checksum of the levels that the frame must have, with its confidence or without.
        private static func levels(with nibbles: [UInt8]?) throws -> Int {
            let profile = try #require(CalibrationProfiles().camera(vendor: 0x8086, product: 0x0B64))
            let rule = ConfidenceRule(profile, depthUnit: 0.00025, focalPixels: nil, baselineMetres: nil)
            let layout = DepthLayout(
                pixelFormat: .z16, width: width, height: height, isTurned: true, nibbleOrder: profile.nibbleOrder)
            var unpacker = DepthUnpacker(layout, rule: rule, trust: .nibbles)
            var frame = DepthFrame(width: 1, height: 1, samples: [0])
            if let nibbles { #expect(nibbles.withUnsafeBytes { unpacker.takeNibbles($0) }) }
            #expect(depth.withUnsafeBytes { unpacker.unpack($0, into: &frame) })
            let levels = try #require(frame.confidence)
            return Int(levels.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
        }

        /// Runs a trial on a camera that shows the two pictures above.
        private func withCamera(
            _ kind: String = "lidar", _ commands: String..., body: (EmulatedBench, CameraTrial) throws -> Void
        ) throws {
            try Files.withTemporaryFolder { folder in
                Files.write(Self.depth, to: folder + "/depth")
                Files.write(Self.nibbles, to: folder + "/confidence")
                let bench = try EmulatedBench("camera \(kind)", "frames file=\(folder)/depth")
                try bench.tell("confidence file=\(folder)/confidence")
                for command in commands { try bench.tell(command) }
                try bench.tell("plug")
                let trial = try CameraTrial(on: bench)
                try #require(trial.waitForFrames(5), "\(trial.program.errors)")
                try body(bench, trial)
                #expect(trial.stop().status == 0)
            }
        }

        private func waitForLevels(_ levels: Int, _ trial: CameraTrial, count: Int = 3) -> Bool {
            let before = trial.frames.count
            return trial.wait {
                $0.filter { $0.frame != nil }.dropFirst(before).filter { $0.levels == levels }.count >= count
            }
        }

        @Test func `confidence reaches the frame, level for level, and that is told`() throws {
            try withCamera { bench, trial in
                let (with, without) = (try Self.levels(with: Self.nibbles), try Self.levels(with: nil))
                #expect(with != without)
                #expect(waitForLevels(with, trial, count: 10), "\(trial.program.errors)")
                #expect(Set(trial.frames.compactMap(\.levels)).isSubset(of: [with, without]), "nothing in between")
                let status = try trial.status()
                #expect(status.trust == "nibbles" && status.confidenceFault == nil)
                #expect(!(status.notes ?? []).contains { $0.contains("confidence") } && status.unit == 0.00025)
                #expect(try bench.counts()["claims"] == 3, "control, depth and confidence")
            }
        }

        @Test func `a frame without a partner is medium, the next one with its partner is not`() throws {
            try withCamera("lidar", "confidence every=2") { _, trial in
                let (with, without) = (try Self.levels(with: Self.nibbles), try Self.levels(with: nil))
                #expect(waitForLevels(with, trial, count: 5) && waitForLevels(without, trial, count: 5))
                let status = try trial.status()
                #expect(try #require(status.withoutConfidence) >= 5 && status.confidenceRestarts == 0)
                #expect(status.restarts == 0)
            }
        }

        @Test func `confidence of another picture is never taken for that of this one`() throws {
            try withCamera("lidar", "confidence ahead=20") { _, trial in
                let without = try Self.levels(with: nil)
                #expect(trial.waitForFrames(15))
                #expect(Set(trial.frames.compactMap(\.levels)) == [without])
                #expect(try #require(trial.status().withoutConfidence) >= 15)
            }
        }

        @Test func `a stall of the confidence alone is cleared while the depth goes on`() throws {
            try withCamera { bench, trial in
                let with = try Self.levels(with: Self.nibbles)
                try bench.tell("fault confidenceStalls=1")
                #expect(trial.wait { _ in (try? trial.status().confidenceRestarts ?? 0) ?? 0 >= 1 })
                #expect(waitForLevels(with, trial), "\(trial.program.errors)")
                let status = try trial.status()
                #expect(status.restarts == 0 && status.clearings == 0 && trial.states == ["streaming"])
            }
        }

        @Test func `a stall for ever and a silence leave the depth as it is, medium, and are said once`() throws {
            try withCamera { bench, trial in
                let (with, without) = (try Self.levels(with: Self.nibbles), try Self.levels(with: nil))
                for fault in ["confidenceStalls=1000", "confidenceSilent=1"] {
                    #expect(waitForLevels(with, trial), "\(fault): \(trial.program.errors)")
                    try bench.tell("fault \(fault)")
                    #expect(trial.wait { _ in (try? trial.status().confidenceFault) != nil }, "\(fault)")
                    #expect(waitForLevels(without, trial, count: 5))
                    try bench.tell("fault none")
                }
                #expect(waitForLevels(with, trial), "\(trial.program.errors)")
                let status = try trial.status()
                #expect(status.restarts == 0 && status.resets == 0 && trial.states == ["streaming"])
                #expect(status.confidenceFault == nil && status.trust == "nibbles")
                let said = trial.program.errors.split(separator: "\n").filter { $0.contains("sends no confidence") }
                #expect(said.count == 1, "twice within a minute is one line: \(said)")
            }
        }

        @Test func `a stream that cannot be set up is asked for again, and the depth does not wait for it`() throws {
            try withCamera("lidar", "fault confidenceRefusals=2") { bench, trial in
                let with = try Self.levels(with: Self.nibbles)
                #expect(waitForLevels(with, trial), "\(trial.program.errors)")
                #expect(trial.program.errors.contains("sends no confidence"))
                #expect(try trial.status().restarts == 0)
                #expect(try #require(bench.counts()["confidenceCommits"]) >= 1)
            }
        }

        @Test func `broken pictures of confidence cost their frames the confidence and nothing else`() throws {
            try withCamera { bench, trial in
                let with = try Self.levels(with: Self.nibbles)
                let before = try #require(trial.status().withoutConfidence)
                func areMissed() -> Bool { (try? trial.status().withoutConfidence ?? 0) ?? 0 >= before + 3 }
                // On a slow machine a depth frame may not be taken, and nobody misses the picture that belongs to it.
                for _ in 0..<20 where !areMissed() {
                    try bench.tell("fault confidenceShort=3")
                    _ = trial.wait(1) { _ in areMissed() }
                }
                #expect(areMissed(), "\(trial.program.errors)")
                #expect(waitForLevels(with, trial))
                let status = try trial.status()
                #expect(status.malformed == 0 && status.restarts == 0)
            }
        }

        @Test(arguments: [("lidar-other-size", "no confidence of the size"), ("lidar-without", "lists no confidence")])
        func `a camera that lists none that fits has it derived, and that is said`(kind: String, words: String)
            throws
        {
            try withCamera(kind) { _, trial in
                // The picture is always the same, and so is what is derived of its wall: not all of it is medium.
                let levels = Set(trial.frames.compactMap(\.levels))
                #expect(try levels.count == 1 && !levels.contains(Self.levels(with: nil)), "\(levels)")
                let status = try trial.status()
                #expect(status.trust == "derived" && status.withoutConfidence == 0)
                #expect(status.notes?.contains { $0.contains(words) } ?? false, "\(status.notes ?? [])")
            }
        }

        @Test func `after a return and after a restart of the depth the confidence is there again`() throws {
            try withCamera { bench, trial in
                let with = try Self.levels(with: Self.nibbles)
                for cycle in 1...3 {
                    #expect(waitForLevels(with, trial), "\(cycle): \(trial.program.errors)")
                    try bench.tell("unplug")
                    #expect(trial.waitForState("unplugged", times: cycle))
                    try bench.tell("plug")
                }
                #expect(waitForLevels(with, trial), "\(trial.program.errors)")
                try bench.tell("fault silent=1")
                #expect(trial.waitForState("restarting"))
                try bench.tell("fault none")
                #expect(waitForLevels(with, trial), "\(trial.program.errors)")
                let status = try trial.status()
                #expect(status.abandoned == 0 && status.trust == "nibbles")
            }
        }
    }
}
