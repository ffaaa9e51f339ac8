import CameraModels
import Evidence
import Foundation
import Testing

extension ProgramOnDevicesTests {
    /// `calibrate` and `setup` as anybody runs them, on a camera and a barometer that are emulated.
    @Suite(.serialized, .enabled(if: Companion.isPresent, "\(Companion.absence)")) struct CalibrateOnDevicesTests {
        /// Waiting for a camera, five seconds of frames, and the time of a slow machine.
        private static let limit = 240.0

        /// A picture of a level floor, as it goes over the wire: from 0.6 m, by a camera that looks down.
        private static func floor(pitch: Double = 25) -> [UInt8] {
            let tilt = pitch * .pi / 180
            return (0..<144).flatMap { row -> [UInt8] in
                let fall = (Double(row) - 71.5) / 153.6 * cos(tilt) + sin(tilt)
                let depth = fall > 0.01 ? 0.6 / fall : .infinity
                return line(depth < 6 ? UInt16((depth * 1000).rounded()) : 0)
            }
        }

        /// A picture of a wall one metre ahead.
        private static let wall = (0..<144).flatMap { _ in line(1000) }

        private static func line(_ sample: UInt16) -> [UInt8] {
            (0..<256).flatMap { _ in [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)] }
        }

        /// The optics of such a scenario as the camera's own answer.
        private static let optics =
            "answer 7E 0 "
            + RealSenseFirmware.item(256, 144, [153.6, 153.6, 127.5, 71.5]).map { String(format: "%02x", $0) }.joined()

        /// Calls the program on a camera that sees a scene, in a folder of its own.
        private func on(
            _ picture: [UInt8], _ body: (_ bench: EmulatedBench, _ folder: String) throws -> Void
        ) throws {
            try Files.withTemporaryFolder { folder in
                Files.write(picture, to: folder + "/picture")
                let bench = try EmulatedBench(
                    "camera small serial=77 period=66", Self.optics, "frames file=\(folder)/picture", "plug")
                try body(bench, folder)
            }
        }

        private func call(
            _ words: [String], input: String = "", on bench: EmulatedBench, in folder: String
        ) throws -> Companion.Outcome {
            try Companion.run(
                words, input: input, in: folder, environment: environment(bench, folder), limit: Self.limit)
        }

        private func environment(_ bench: EmulatedBench, _ folder: String) -> [String: String] {
            Emulation.environment(bench.folder).merging(
                ["XDG_CONFIG_HOME": folder, "RUNTIME_DIRECTORY": folder + "/run"]) { $1 }
        }

        private func object(_ text: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }

        @Test func `the live camera's mounting is measured, and written with its picture only on yes`() throws {
            try on(Self.floor()) { bench, folder in
                let words = ["calibrate", "camera", "--out", "new/m.json5"]
                let no = try call(words, input: "no\n", on: bench, in: folder)
                #expect(no.status == 1 && no.errors.contains("not yes"), "\(no.errors)")
                #expect(no.output.contains("before: as if") && no.output.contains("after: as it is mounted"))
                #expect(no.output.contains(" ± "), "\(no.output)")
                #expect(Files.read(folder + "/new/m.json5") == nil && Files.read(folder + "/new/m.svg") == nil)
                let yes = try call(words + ["--yes", "--json"], on: bench, in: folder)
                #expect(yes.status == 0 && yes.lines.count == 1, "\(yes.errors)")
                let answer = try object(yes.output)
                #expect(abs(try #require(answer["heightMetres"] as? Double) - 0.6) < 0.02)
                #expect(abs(try #require(answer["pitchDegrees"] as? Double) - 25) < 0.5)
                #expect(abs(try #require(answer["rollDegrees"] as? Double)) < 0.5)
                #expect(try #require(answer["pitchUncertaintyDegrees"] as? Double) < 0.5)
                #expect(Files.text(folder + "/new/m.json5")?.contains("focalXPixels: 153.6") == true)
                #expect(Files.text(folder + "/new/m.svg")?.hasPrefix("<svg ") == true)
                let check = try call(["calibrate", "camera", "--check", "--out", "new/m.json5"], on: bench, in: folder)
                #expect(check.status == 0 && check.output.contains("It still fits"), "\(check.output) \(check.errors)")
            }
        }

        @Test func `where there is no floor, nothing is written, and what to do is said`() throws {
            try on(Self.wall) { bench, folder in
                let run = try call(["calibrate", "camera", "--out", "m.json5", "--yes"], on: bench, in: folder)
                #expect(run.status == 1 && run.errors.contains("no floor"), "\(run.errors)")
                #expect(run.errors.contains("2 m free ahead") && Files.read(folder + "/m.json5") == nil)
            }
        }

        @Test func `a robot that moves meanwhile is told to stand still`() throws {
            try on(Self.floor()) { bench, folder in
                Files.write(Self.floor(pitch: 29), to: folder + "/later")
                let program = try RunningProgram(
                    Companion.path, ["calibrate", "camera", "--out", "m.json5", "--yes"], in: folder,
                    environment: environment(bench, folder), needs: bench)
                let streams = program.wait(limit: 30) { _ in ((try? bench.counts())?["commits"] ?? 0) > 0 }
                #expect(streams, "\(program.errors)")
                program.rest(seconds: 2)
                try bench.tell("frames file=\(folder)/later")
                let run = program.end(limit: Self.limit)
                #expect(run.status == 1 && Files.read(folder + "/m.json5") == nil, "\(run.output)")
                #expect(run.errors.contains("still"), "\(run.errors)")
            }
        }

        @Test func `without a camera it says so, and which command tells more`() throws {
            let bench = try EmulatedBench("camera small")
            try Files.withTemporaryFolder { folder in
                let run = try call(
                    ["calibrate", "camera", "--out", "m.json5", "--yes", "--json"], on: bench, in: folder)
                #expect(run.status == 1 && run.output.contains(#""code":"noCamera""#), "\(run.output)")
                #expect(run.errors.contains("companion doctor"))
            }
        }

        @Test func `while the service has the camera, it is left alone, and what to do is said`() throws {
            try on(Self.floor()) { bench, folder in
                let service = try RunningProgram(
                    Companion.path, ["run", "--state", "state"], in: folder,
                    environment: environment(bench, folder), needs: bench)
                let runs = service.wait(limit: 30) { _ in
                    (try? call(["status"], on: bench, in: folder))?.output.contains("streaming") == true
                }
                #expect(runs, "\(service.errors)")
                let resets = try #require(try bench.counts()["claims"])
                let run = try call(["calibrate", "camera", "--out", "m.json5", "--yes"], on: bench, in: folder)
                #expect(run.status == 1 && run.errors.contains("the service runs and uses the camera"), "\(run.errors)")
                #expect(run.errors.contains("systemctl stop companion"))
                #expect(try bench.counts()["claims"] == resets, "nobody touched the service's camera")
                service.send(SIGTERM)
                #expect(service.end(limit: 20).status == 0)
            }
        }

        @Test func `a minute of the live barometer is judged against its profile and a reference`() throws {
            try Files.withTemporaryFolder { folder in
                let bench = try EmulatedBench("bus 1", "chip 1 0x77 bmp390", "pressure 1000")
                let run = try Companion.run(
                    ["calibrate", "barometer", "--reference", "1000.5", "--json"], in: folder,
                    environment: environment(bench, folder), limit: 120)
                let answer = try object(run.output)
                #expect(run.status == 0 && answer["verdict"] as? String == "good", "\(run.output) \(run.errors)")
                #expect(answer["profile"] as? String == "bmp390" && answer["profilePascals"] as? Double == 0.9)
                #expect(try #require(answer["seconds"] as? Double) >= 60)
                #expect(abs(try #require(answer["offsetHectopascals"] as? Double) - 0.5) < 0.1)
            }
        }

        @Test func `without a barometer it says what stands in the way`() throws {
            try Files.withTemporaryFolder { folder in
                let bench = try EmulatedBench("bus 1")
                let run = try call(["calibrate", "barometer"], on: bench, in: folder)
                #expect(run.status == 1 && run.errors.contains("barometer"), "\(run.errors)")
            }
        }

        @Test func `the first door goes through everything, and writes what is wanted`() throws {
            try on(Self.floor()) { bench, folder in
                Files.write("cat > '\(folder)/spoken'\n", to: folder + "/voice")
                let words = ["setup", "--door", "1", "--state", "state", "--mounting", "m.json5"]
                let look = try call(words + ["--json"], on: bench, in: folder)
                let camera = try #require(look.lines.first, "\(look.errors)")
                #expect(
                    camera.contains(#""step":"camera""#) && camera.contains(#""found":true,"state":"ok""#), "\(camera)")
                #expect(look.lines.count == 9, "\(look.output)")
                #expect(
                    Files.read(folder + "/companion/companion.json5") == nil && Files.read(folder + "/m.json5") == nil)
                let done = try call(words + ["--yes"], on: bench, in: folder)
                #expect(Files.text(folder + "/companion/companion.json5")?.hasPrefix("// The configuration") == true)
                #expect(Files.text(folder + "/m.json5")?.contains("heightMetres: 0.") == true, "\(done.errors)")
                #expect(done.output.contains("says how the camera is mounted"), "\(done.output)")
                let doors = try call(["setup", "--json"], on: bench, in: folder)
                #expect(doors.output.contains(#""title":"Set up this robot""#), "\(doors.output)")
            }
        }
    }
}
