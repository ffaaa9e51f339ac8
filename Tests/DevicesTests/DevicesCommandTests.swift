import CameraModels
import Evidence
import Foundation
import Testing

/// The cameras of `devices --ask --json`, with what they told.
private struct AskedList: Decodable {
    struct Lens: Decodable {
        var width, height: Int
        var focalX: Double
    }
    struct Camera: Decodable {
        var serial: String?
        var depthUnit: Double
        var intrinsics: Lens?
    }
    var cameras: [Camera]
}

extension ProgramOnDevicesTests {
    /// The commands that look at devices, as anybody runs them, on devices that are emulated.
    @Suite(.serialized, .enabled(if: Companion.isPresent, "\(Companion.absence)")) struct DevicesCommandTests {
        private func run(_ words: [String], on bench: EmulatedBench, limit: Double = 60) throws -> Companion.Outcome {
            try Companion.run(words, environment: Emulation.environment(bench.folder), limit: limit)
        }

        @Test func `devices lists a camera with its modes, and marks that it was not tried`() throws {
            let bench = try EmulatedBench("camera d421 serial=42", "plug")
            let text = try run(["devices"], on: bench)
            #expect(text.status == 0, "\(text.errors)")
            #expect(text.output.contains("serial 42") && text.output.contains("848×480"), "\(text.output)")
            #expect(text.output.contains("not tried on hardware"))
            struct List: Decodable {
                struct Camera: Decodable {
                    struct Mode: Decodable {
                        var width, height: Int
                    }
                    var serial, speed, confidence: String?
                    var mode: Mode?
                    var modes: [Mode]
                    var tried: Bool
                }
                var cameras: [Camera]
            }
            let json = try run(["devices", "--json"], on: bench)
            let list = try JSONDecoder().decode(List.self, from: Data(json.output.utf8))
            let camera = try #require(list.cameras.first)
            #expect(camera.serial == "42" && camera.mode?.width == 848 && camera.mode?.height == 480 && !camera.tried)
            #expect(camera.modes.count > 20 && camera.confidence == "stereo")
        }

        @Test(arguments: [
            ("lidar", "native confidence", "nibbles"), ("lidar-without", "no confidence of its own", "none"),
            ("small", "confidence is derived", "stereo"), ("sr300", "confidence from its infrared picture", "infrared"),
        ])
        func `devices says where the confidence of a camera comes from`(kind: String, words: String, name: String)
            throws
        {
            let bench = try EmulatedBench("camera \(kind)", "plug")
            let text = try run(["devices"], on: bench)
            #expect(text.output.contains(words), "\(text.output)")
            let json = try run(["devices", "--json"], on: bench)
            #expect(json.output.contains("\"confidence\":\"\(name)\""), "\(json.output)")
        }

        @Test func `devices asks an open camera for its firmware`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            let text = try run(["devices", "--ask"], on: bench)
            #expect(text.status == 0 && text.output.contains("it answers: firmware "), "\(text.output) \(text.errors)")
        }

        @Test func `devices finds a barometer only where it may ask, and asks first`() throws {
            let bench = try EmulatedBench("bus 1 bcm2835 (i2c@7e804000)", "chip 1 0x77 bmp390", "pressure 1000")
            let silent = try run(["devices"], on: bench)
            #expect(silent.output.contains("/dev/i2c-1") && !silent.output.contains("BMP390"), "\(silent.output)")
            let refused = try run(["devices", "--scan"], on: bench)
            #expect(refused.status == 2 && refused.errors.contains("--yes"))
            let scanned = try run(["devices", "--scan", "--yes"], on: bench)
            #expect(scanned.status == 0 && scanned.output.contains("BMP390"), "\(scanned.output)")
        }

        @Test func `doctor names a slow bus and a camera in recovery, each with what mends it`() throws {
            let slow = try EmulatedBench("camera d421-usb2", "plug")
            let text = try run(["doctor"], on: slow)
            #expect(text.output.contains("USB 2") && text.output.contains("USB 3 port"), "\(text.output)")
            let bench = try EmulatedBench("camera recovery", "plug")
            let broken = try run(["doctor", "--json"], on: bench)
            #expect(broken.status == 1 && broken.output.contains("cameraRefused"), "\(broken.output)")
        }

        @Test(.enabled(if: geteuid() == 0, "not root: no camera could be made that may not be opened"))
        func `a camera that may not be opened is named with its file by doctor, devices and setup`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            // The testbed itself is open to everybody; the camera's file is still its owner's alone.
            chmod(bench.folder, 0o777)
            for path in try FileManager.default.subpathsOfDirectory(atPath: bench.folder + "/ioctl") {
                chmod(bench.folder + "/ioctl/" + path, 0o777)
            }
            func run(_ words: [String]) throws -> Companion.Outcome {
                let user = ["--reuid=65534", "--regid=65534", "--clear-groups", Companion.path]
                return try Companion.run(
                    program: "/usr/bin/setpriv", user + words, input: nil, in: nil,
                    environment: Emulation.environment(bench.folder), limit: 60)
            }
            let doctor = try run(["doctor"])
            let line = doctor.lines.firstIndex { $0.contains("/dev/bus/usb/002/") }
            let index = try #require(line, "\(doctor.output) \(doctor.errors)")
            #expect(doctor.status == 1 && doctor.lines[index].contains("may not be opened"))
            #expect(doctor.lines[index + 1].contains("udev rule") && doctor.lines[index + 1].contains("group"))
            let devices = try run(["devices"])
            #expect(devices.status == 1 && devices.output.contains("not used: /dev/bus/usb/002/"), "\(devices.output)")
            let setup = try run(["setup", "--door", "1", "--json"])
            #expect(
                setup.output.contains("cameraRefused") || setup.output.contains("may not be opened"), "\(setup.output)")
        }

        @Test func `nearest reads the live camera, as many readings as asked`() throws {
            let bench = try EmulatedBench("camera small", "plug")
            let run = try run(["nearest", "--live", "--count", "3", "--json"], on: bench)
            #expect(run.status == 0 && run.lines.count == 3, "\(run.output) \(run.errors)")
            #expect(run.lines.allSatisfy { $0.contains(#""reading":0."#) }, "\(run.output)")
        }

        @Test func `nearest and watch read live as the service does: by its settings, and with the floor known`()
            throws
        {
            try Files.withTemporaryFolder { folder in
                let bench = try EmulatedBench("camera small", "plug")
                // Everything that this camera sees is nearer.
                Files.write("{ depth: { minimum: 2, threshold: 2.5 } }", to: folder + "/c.json5")
                let strict = try run(
                    ["nearest", "--live", "--count", "2", "--json", "--config", folder + "/c.json5"], on: bench)
                #expect(
                    strict.lines.allSatisfy { $0.contains(#""reading":null"#) }, "\(strict.output) \(strict.errors)")
                Files.write("{ schema: 1 }", to: folder + "/m.json5")
                for command in ["nearest", "watch"] {
                    let words = [command] + (command == "nearest" ? ["--live", "--count", "1"] : [])
                    let absent = try run(words + ["--calibration", folder + "/none.json5"], on: bench)
                    #expect(absent.status == 2 && absent.errors.contains("there is no such file"), "\(absent.errors)")
                    let refused = try run(words + ["--calibration", folder + "/m.json5"], on: bench)
                    #expect(refused.status == 2 && refused.errors.contains("m.json5"), "\(refused.errors)")
                }
                let beside = try run(["watch", "--simulate", "demo", "--calibration", folder + "/m.json5"], on: bench)
                #expect(beside.status == 2 && beside.errors.contains("--calibration"), "\(beside.errors)")
            }
        }

        private func cameras(_ bench: EmulatedBench, _ words: String...) throws -> [AskedList.Camera] {
            let json = try run(["devices", "--json"] + words, on: bench)
            return try JSONDecoder().decode(AskedList.self, from: Data(json.output.utf8)).cameras
        }

        @Test func `devices --ask gives machines what the camera told, and not what its profile says`() throws {
            let bench = try EmulatedBench("camera d421", "plug")
            let silent = try cameras(bench)
            #expect(silent.count == 1 && silent[0].intrinsics == nil && silent[0].serial == nil)
            let told = try #require(cameras(bench, "--ask").first)
            #expect(told.serial == "841212070934" && told.intrinsics?.width == 848 && told.intrinsics?.height == 480)
            #expect(told.intrinsics?.focalX == 424.6)
            // A lidar whose own calibration says 2 units a millimetre, where its profile says 4.
            let table = RealSenseFirmware.lidarTable(scale: 2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            let lidar = try EmulatedBench("camera lidar", "answer 5A 0 \(table.joined())", "plug")
            #expect(try cameras(lidar).map(\.depthUnit) == [0.00025])
            #expect(try cameras(lidar, "--ask").map(\.depthUnit) == [0.0005])
        }

        @Test func `devices names each bus that is left alone with its reason, and a scan no hint at itself`() throws {
            let bench = try EmulatedBench("bus 1 bcm2835 (i2c@7e804000)", "bus 2 i915 gmbus dpb")
            let text = try run(["devices"], on: bench)
            #expect(
                text.output.contains("/dev/i2c-2  i915 gmbus dpb; left alone, because it belongs to a graphics card"))
            #expect(text.output.contains("companion devices --scan asks them"), "\(text.output)")
            let json = try run(["devices", "--json"], on: bench)
            #expect(
                json.output.contains(#""leftAlone":"it belongs to a graphics card or a monitor""#), "\(json.output)")
            let scanned = try run(["devices", "--scan", "--yes"], on: bench)
            #expect(!scanned.output.contains("--scan"), "\(scanned.output)")
        }

        @Test func `floors reads the live barometer`() throws {
            let bench = try EmulatedBench("bus 1", "chip 1 0x76 bmp280", "pressure 1000")
            let run = try run(["floors", "--live", "--count", "60"], on: bench)
            #expect(run.status == 0 && run.output.contains("hPa"), "\(run.output) \(run.errors)")
            let none = try EmulatedBench("bus 1")
            let missing = try Companion.run(
                ["floors", "--live"], environment: Emulation.environment(none.folder), limit: 60)
            #expect(missing.status == 1 && missing.errors.contains("no barometer answers"), "\(missing.errors)")
        }

        @Test func `watch shows camera and barometer, an object a second`() throws {
            try Files.withTemporaryFolder { folder in
                Files.write(
                    "{ walk: [{ at: [0, 0], heading: 0, pause: 600 }], walls: [{ start: [3, -6], end: [3, 6] }],"
                        + " camera: { width: 256, height: 144, rate: 15, disparityNoise: 0.02 }, barometer: false }",
                    to: folder + "/s.json5")
                let bench = try EmulatedBench(
                    "camera small", "frames scenario=\(folder)/s.json5", "plug", "bus 1", "chip 1 0x77 bmp390",
                    "pressure 1000.5")
                let program = try RunningProgram(
                    Companion.path, ["watch", "--json"], environment: Emulation.environment(bench.folder), needs: bench)
                let sees = program.wait(limit: Patience.wait) {
                    $0.output.contains(#""reading":2."#) && $0.output.contains(#""hPa":1000."#)
                }
                #expect(sees, "\(program.output) \(program.errors)")
                program.send(SIGTERM)
                #expect(program.end(limit: Patience.wait).status == 0)
            }
        }
    }
}
