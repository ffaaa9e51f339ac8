import Evidence
import Foundation
import Testing

extension DeviceTests {
    /// A camera that fails, in each of the ways that cameras have been seen to fail.
    @Suite struct CameraFaultTests {
        /// A camera that streams at once; where the machine was too slow for that and it was started again, another.
        private func streaming(_ kind: String = "small", tries: Int = 5) throws -> (EmulatedBench, CameraTrial) {
            let bench = try EmulatedBench("camera \(kind)", "comes-back 300", "plug")
            let trial = try CameraTrial(on: bench)
            try #require(trial.waitForFrames(8), "\(trial.program.errors)")
            guard !Patience.isPunctual, tries > 1, trial.states != ["streaming"] else { return (bench, trial) }
            return try streaming(kind, tries: tries - 1)
        }

        @Test func `a stall is cleared, and the stream goes on`() throws {
            let (bench, trial) = try streaming()
            try bench.tell("fault stalls=1")
            #expect(trial.waitForFrames(10))
            let status = try trial.status()
            #expect(status.clearings == 1 && status.restarts == 0 && status.resets == 0)
            #expect(trial.program.errors.contains("its endpoint is being freed"), "a step is said once")
            #expect(trial.longestGap < Patience.most(0.4))
            #expect(trial.states == ["streaming", "clearing", "streaming"])
        }

        @Test func `an endpoint that stalls again before a frame came is started again, then reset`() throws {
            let (bench, trial) = try streaming()
            try bench.tell("fault stalls=1000")
            #expect(trial.waitForState("restarting"))
            #expect(trial.waitForState("resetting"))
            try bench.tell("fault none")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            #expect(try bench.counts()["hardwareResets"] == 1)
            #expect(try trial.status().fault?.contains("stalls") ?? false)
        }

        @Test func `a camera that falls silent is started again after half a second`() throws {
            let (bench, trial) = try streaming()
            try bench.tell("fault silent=1")
            let began = try #require(trial.frames.last?.t)
            #expect(trial.waitForState("restarting"))
            try bench.tell("fault silent=0")
            #expect(trial.waitForState("streaming", times: 2))
            let restart = try #require(trial.lines.first { $0.state == "restarting" && $0.t > began }?.t)
            #expect(restart - began > 0.45 && restart - began < Patience.most(0.9), "\(restart - began) s")
            #expect(trial.waitForFrames(5))
            let status = try trial.status()
            #expect(try #require(status.restarts) >= 1 && status.resets == 0)
            #expect(trial.program.errors.contains("no frame came for 500 ms"))
        }

        @Test func `a camera that enumerates and never delivers is reset in the end, and comes back`() throws {
            let bench = try EmulatedBench("camera small", "comes-back 400", "fault silent=1", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("resetting"), "\(trial.program.errors)")
            try bench.tell("fault silent=0")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            let counts = try bench.counts()
            #expect(counts["hardwareResets"] == 1 && counts["resets"] == 0)
            #expect(try #require(counts["commits"]) >= 4, "opened, restarted twice, opened anew")
            #expect(!trial.states.contains("unplugged"), "a reset is no unplugging")
        }

        @Test func `a camera without a reset command has its port reset`() throws {
            let bench = try EmulatedBench("camera unknown", "fault silent=1", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("resetting"), "\(trial.program.errors)")
            try bench.tell("fault silent=0")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            let counts = try bench.counts()
            #expect(counts["resets"] == 1 && counts["hardwareResets"] == 0)
            #expect(try trial.status().trust == "derived")
        }

        @Test(arguments: ["errorFrames", "shortFrames", "overflows", "damages"])
        func `broken frames are dropped and counted, and the stream goes on`(fault: String) throws {
            let (bench, trial) = try streaming()
            try bench.tell("fault \(fault)=3")
            #expect(trial.waitForFrames(8))
            let status = try trial.status()
            #expect((3...4).contains(status.malformed ?? 0), "\(status.malformed ?? -1)")
            #expect(status.restarts == 0 && status.clearings == 0)
            #expect(trial.states == ["streaming"])
        }

        @Test func `a packet that is lost makes its frame bad, and no other`() throws {
            let (bench, trial) = try streaming("isochronous")
            try bench.tell("fault overflows=1")
            #expect(trial.waitForFrames(10))
            #expect((1...2).contains(try trial.status().malformed ?? 0))
        }

        @Test(arguments: [1, 2, 3, 5, 8])
        func `an isochronous stream goes on although a part of its transfers finds no memory`(part: Int) throws {
            let bench = try EmulatedBench("camera isochronous", "fault noMemoryAt=\(part)", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            try bench.tell("fault noMemoryAt=\(part)")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            #expect(try trial.status().resets == 0)
        }

        @Test(arguments: [1, 2, 3, 4])
        func `a stream starts although one of its transfers finds no memory`(transfer: Int) throws {
            let bench = try EmulatedBench("camera small", "fault noMemoryAt=\(transfer)", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            let status = try trial.status()
            #expect(status.notes?.contains { $0.contains("usbfs_memory_mb") } ?? false)
            // A transfer may just be on its way, but no third one is ever there.
            let seen = try (0..<20).map { _ in try #require(bench.counts()["pending"]) }
            #expect(seen.allSatisfy { $0 <= 2 } && seen.contains { $0 > 0 }, "\(seen)")
        }

        @Test func `a transfer that finds no memory later is sent out again`() throws {
            let (bench, trial) = try streaming()
            try bench.tell("fault noMemoryAt=1")
            #expect(trial.waitForFrames(10))
            let status = try trial.status()
            #expect(status.restarts == 0)
            let seen = try (0..<20).map { _ in try #require(bench.counts()["pending"]) }
            #expect(seen.contains { $0 >= 3 }, "\(seen)")
        }

        @Test func `a kernel without any memory is named, and tried again`() throws {
            let bench = try EmulatedBench("camera small", "fault noMemoryAfter=1", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("restarting"), "\(trial.program.errors)")
            #expect(try trial.status().fault?.contains("usbfs_memory_mb") ?? false)
            #expect(trial.frames.isEmpty, "a transfer that comes back frees its memory for none that failed before")
            try bench.tell("fault none")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
        }

        @Test func `an interface that is busy for a moment is asked for again`() throws {
            let bench = try EmulatedBench("camera small", "fault busyClaims=2", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5))
            #expect(trial.states == ["streaming"])
        }

        @Test func `a camera that another program has is a refusal in words, and is taken once it is free`() throws {
            let bench = try EmulatedBench("camera small", "fault busyClaims=8", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("refused"))
            #expect(trial.lines.contains { $0.words?.contains("another program has it") ?? false })
            #expect(trial.waitForFrames(5))
        }

        @Test func `a mode that is not granted is a failure with its name, and is asked for again`() throws {
            let bench = try EmulatedBench("camera d421", "fault refusedProbes=1", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(2), "\(trial.program.errors)")
            #expect(trial.program.errors.contains("instead of what it lists"))
        }

        @Test(
            arguments: ["small", "isochronous"], ["probeStalls=1", "commitStalls=1", "probeStalls=3", "commitStalls=2"])
        func `a camera that stalls at its probe or its commit is asked again, until it streams`(
            kind: String, fault: String
        ) throws {
            let bench = try EmulatedBench("camera \(kind)", "comes-back 300", "fault \(fault)", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
            #expect(try bench.counts()["\(fault.prefix { $0 != "=" })"] == 0, "the camera did stall")
        }

        @Test func `a camera that stalls at every commit is reset in the end, with its reason told`() throws {
            let bench = try EmulatedBench("camera small", "comes-back 300", "fault commitStalls=1000", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("resetting"), "\(trial.program.errors)")
            let fault = try #require(trial.status().fault)
            #expect(fault.contains("refused the request"), "\(fault)")
            try bench.tell("fault none")
            #expect(trial.waitForFrames(5), "\(trial.program.errors)")
        }

        @Test func `a camera whose control pipe answers nothing is given up in bounded time`() throws {
            let bench = try EmulatedBench("camera small", "fault mute=1", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("restarting"), "\(trial.program.errors)")
            #expect(try trial.status().fault?.contains("did not answer in time") ?? false)
            let outcome = trial.stop()
            #expect(outcome.status == 0, "it stops although the camera does not answer: \(outcome.errors)")
        }
    }
}
