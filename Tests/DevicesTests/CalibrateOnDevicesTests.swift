import CameraModels
import Evidence
import Foundation
import Testing

extension ProgramOnDevicesTests {
    /// `calibrate` and `setup` as anybody runs them, on a camera and a barometer that are emulated.
    @Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct CalibrateOnDevicesTests {
        /// Waiting for a camera, five seconds of frames, and the time of a slow machine.
        private static let limit = 240.0

        /// A camera 0.6 m high that looks 25 degrees down at a floor, with a wall 3 m ahead.
        private static func floor(walk: String = "[{ at: [0, 0], pause: 600 }]") -> String {
            """
            { floors: [{ height: 0 }], boxes: [{ low: [3, -4, 0], high: [3.2, 4, 3] }], walk: \(walk),
              camera: { width: 256, height: 144, rate: 15, mountHeight: 0.6, pitch: 25, disparityNoise: 0.02,
                confidence: false }, barometer: false }
            """
        }

        private static let wall = """
            { walk: [{ at: [0, 0], pause: 600 }], boxes: [{ low: [1, -9, -9], high: [2, 9, 9] }],
              camera: { width: 256, height: 144, rate: 15, disparityNoise: 0.02, confidence: false }, barometer: false }
            """

        /// The optics of such a scenario as the camera's own answer.
        private static let optics =
            "answer 7E 0 "
            + RealSenseFirmware.item(256, 144, [153.6, 153.6, 127.5, 71.5]).map { String(format: "%02x", $0) }.joined()

        /// Calls the program on a camera that sees a scene, in a folder of its own.
        private func on(
            _ scene: String, _ body: (_ bench: EmulatedBench, _ folder: String) throws -> Void
        ) throws {
            try Files.withTemporaryFolder { folder in
                Files.write(scene, to: folder + "/s.json5")
                let bench = try EmulatedBench(
                    "camera small serial=77", Self.optics, "frames scenario=\(folder)/s.json5", "plug")
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
            let walk = "[{ at: [-40, 0] }, { at: [1, 0], speed: 0.4 }]"
            try on(Self.floor(walk: walk)) { bench, folder in
                let run = try call(["calibrate", "camera", "--out", "m.json5", "--yes"], on: bench, in: folder)
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
                    environment: environment(bench, folder))
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
                #expect(look.lines.first?.contains(#""step":"camera","state":"ok""#) == true, "\(look.output)")
                #expect(look.lines.count == 7)
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
