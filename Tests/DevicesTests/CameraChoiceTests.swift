import Evidence
import Foundation
import Testing

extension DeviceTests {
    /// Which camera is used where there are several, and which are not used at all.
    @Suite struct CameraChoiceTests {
        @Test func `of two cameras the one with the lower port is used, and that is said once`() throws {
            let bench = try EmulatedBench(
                "camera small port=2-2 serial=22", "camera small port=2-1 serial=21", "plug camera=0", "plug camera=1")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
            #expect(try trial.status().title == "RealSense D421 (serial 21, port 2-1)")
            try bench.tell("unplug camera=1")
            #expect(trial.waitForState("streaming", times: 2), "\(trial.program.errors)")
            #expect(try trial.status().title == "RealSense D421 (serial 22, port 2-2)")
            let said = trial.program.errors.split(separator: "\n").filter { $0.contains("2 depth cameras are there") }
            #expect(said.count == 1)
            #expect(said.first?.contains("depth.camera") ?? false)
        }

        @Test(arguments: ["unplug camera=0", "fault camera=0 silent=1"])
        func `ArduPilot/ardupilot#25913: of two cameras one dies, the other goes on, the dead one is named once`(
            death: String
        ) throws {
            let bench = try EmulatedBench(
                "camera small port=2-1 serial=21", "camera small port=2-2 serial=22", "plug camera=0", "plug camera=1")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
            try bench.tell(death)
            #expect(trial.waitForState("streaming", times: 2), "\(trial.program.errors)")
            #expect(trial.waitForFrames(10), "\(trial.program.errors)")
            #expect(try trial.status().title == "RealSense D421 (serial 22, port 2-2)")
            let words = death.hasPrefix("unplug") ? "was unplugged" : ": being reset"
            let named = trial.program.errors.split(separator: "\n").filter {
                $0.contains("serial 21") && $0.contains(words)
            }
            #expect(named.count == 1, "\(named)")
        }

        @Test(arguments: ["21", "22"]) func `a camera is chosen by the serial number that it gives on the USB`(
            serial: String
        )
            throws
        {
            let bench = try EmulatedBench(
                "camera small port=2-2 serial=22", "camera small port=2-1 serial=21", "plug camera=0", "plug camera=1")
            let trial = try CameraTrial(on: bench, "serial=\(serial)")
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
            #expect(try trial.status().title?.contains("serial \(serial)") ?? false)
            let other = try bench.counts(camera: serial == "21" ? 0 : 1)
            #expect(other["claims"] == 0)
        }

        @Test func `a camera is chosen by the serial number in its memory, which is the one on its box`() throws {
            let bench = try EmulatedBench(
                "camera small port=2-1 serial=21 firmware=none", "camera small port=2-2 serial=22", "plug camera=0",
                "plug camera=1")
            let trial = try CameraTrial(on: bench, "serial=841212070934")
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
            #expect(try trial.status().title?.contains("port 2-2") ?? false)
        }

        @Test func `where only another camera is there, none is used and its number is named`() throws {
            let bench = try EmulatedBench("camera small serial=21", "plug")
            let trial = try CameraTrial(on: bench, "serial=999")
            #expect(trial.waitForState("refused"), "\(trial.program.errors)")
            #expect(trial.program.wait(limit: Patience.wait) { $0.errors.contains("841212070934") })
            usleep(1_200_000)  // two looks later it is still what it is
            #expect(try trial.status().status == "refused" && trial.states == ["refused"])
            #expect(trial.deliveries == ["disconnected"])
        }

        @Test(arguments: [("recovery", "recovery mode"), ("infrared", "no depth format")])
        func `a camera that cannot be used is a refusal in words, and is asked again`(kind: String, words: String)
            throws
        {
            let bench = try EmulatedBench("camera \(kind) port=2-1", "camera small port=2-2", "plug camera=0")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForState("refused"), "\(trial.program.errors)")
            #expect(trial.lines.contains { $0.words?.contains(words) ?? false })
            try bench.tell("plug camera=1")
            #expect(trial.waitForFrames(3), "\(trial.program.errors)")
        }

        @Test(.enabled(if: geteuid() == 0, "not root: no camera could be made that may not be opened"))
        func `a camera that may not be opened names its file and what to do`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            // The testbed itself is opened to everybody; the camera's file is still its owner's alone.
            chmod(bench.folder, 0o777)
            for path in try FileManager.default.subpathsOfDirectory(atPath: bench.folder + "/ioctl") {
                chmod(bench.folder + "/ioctl/" + path, 0o777)
            }
            let words = ["--reuid=65534", "--regid=65534", "--clear-groups", Emulation.folder + "/DriverTrial"]
            let trial = try RunningProgram(
                "/usr/bin/setpriv", words, environment: Emulation.environment(bench.folder), needs: bench)
            let isNamed = trial.wait(limit: Patience.wait) {
                $0.output.contains("refused") && $0.errors.contains("/dev/bus/usb/002/")
                    && $0.errors.contains("udev rule")
            }
            #expect(isNamed, "\(trial.output) \(trial.errors)")
            trial.closeInput()
            #expect(trial.end(limit: Patience.wait).status == 0)
        }
    }

    /// The clock of a camera, which decides nothing.
    @Suite struct CameraClockTests {
        @Test(arguments: [
            ("realsenseai/librealsense#11320: a second back", -1000),
            ("realsenseai/librealsense#13122: ahead of time", 800),
            ("realsenseai/librealsense#10775: a second on", 1000),
        ])
        func `a camera's clock that steps costs no frame`(thread: String, milliseconds: Int) throws {
            let bench = try EmulatedBench("camera small", "plug")
            let trial = try CameraTrial(on: bench)
            #expect(trial.waitForFrames(8))
            try bench.tell("step \(milliseconds)")
            #expect(trial.waitForFrames(10))
            let frames = trial.frames
            for (one, next) in zip(frames, frames.dropFirst()) {
                #expect(try #require(next.number) > #require(one.number), "\(thread)")
                let byCamera = try #require(next.camera) - #require(one.camera)
                let byHost = try #require(next.arrival) - #require(one.arrival)
                #expect(abs(byCamera - byHost) < 0.15, "\(thread): \(byCamera) s for \(byHost) s")
            }
            let status = try trial.status()
            #expect(status.glitches == 1 && status.malformed == 0 && status.restarts == 0)
        }
    }
}
