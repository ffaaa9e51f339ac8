import Evidence
import Foundation
import Testing

/// `calibrate camera` and `calibrate barometer`, and what the mounting changes elsewhere.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct CalibrateTests {
    private static let flat = """
        { floors: [{ height: 0 }], walk: [{ at: [0, 0], pause: 6 }],
          camera: { mountHeight: 0.6, pitch: 22, roll: 2, width: 320, height: 240 } }
        """
    private static let kerb = """
        { floors: [{ height: 0, low: [-9, -9], high: [3, 9] }, { height: -0.15, low: [3, -9], high: [60, 9] }],
          walk: [{ at: [0, 0] }, { at: [2.6, 0] }],
          camera: { mountHeight: 0.6, pitch: 22, roll: 2, width: 320, height: 240 }, barometer: false }
        """

    /// Runs `body` in a folder with both scenarios and, if wanted, a mounting that was measured.
    private func inFolder(calibrated: Bool = false, _ body: (String) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.flat, to: folder + "/flat.json5")
            Files.write(Self.kerb, to: folder + "/kerb.json5")
            if calibrated {
                let words = ["calibrate", "camera", "--simulate", "flat.json5", "--out", "m.json5", "--yes"]
                try #require(try Companion.run(words, in: folder).status == 0)
            }
            try body(folder)
        }
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `The mounting is measured, shown, and written with its picture only on yes`() throws {
        try inFolder { folder in
            let words = ["calibrate", "camera", "--simulate", "flat.json5", "--out", "m.json5"]
            let no = try Companion.run(words, input: "no\n", in: folder)
            #expect(no.status == 1 && no.output.contains("heightMetres: 0."))
            #expect(Files.read(folder + "/m.json5") == nil && Files.read(folder + "/m.svg") == nil)
            let yes = try Companion.run(words, input: "yes\n", in: folder)
            #expect(yes.status == 0)
            #expect(Files.text(folder + "/m.json5")?.contains("schema: \"companion-mounting-1\"") == true)
            #expect(Files.text(folder + "/m.svg")?.hasPrefix("<svg ") == true)
        }
    }

    @Test func `With --json it is one object, right to a centimetre and half a degree`() throws {
        try inFolder { folder in
            let words = ["calibrate", "camera", "--simulate", "flat.json5", "--out", "m.json5", "--yes", "--json"]
            let run = try Companion.run(words, in: folder)
            #expect(run.lines.count == 1)
            let answer = try object(run.output)
            #expect(abs(try #require(answer["heightMetres"] as? Double) - 0.6) < 0.01)
            #expect(abs(try #require(answer["pitchDegrees"] as? Double) - 22) < 0.5)
            #expect(abs(try #require(answer["rollDegrees"] as? Double) - 2) < 0.5)
        }
    }

    @Test func `--check says whether the mounting still fits`() throws {
        try inFolder(calibrated: true) { folder in
            let words = ["calibrate", "camera", "--check", "--out", "m.json5", "--json", "--simulate"]
            let same = try Companion.run(words + ["flat.json5"], in: folder)
            #expect(same.status == 0 && same.output.contains("\"fits\":true"))
            Files.write(Self.flat.replacing("pitch: 22", with: "pitch: 25"), to: folder + "/bent.json5")
            let bent = try Companion.run(words + ["bent.json5"], in: folder)
            #expect(bent.status == 1 && bent.output.contains("\"fits\":false"))
        }
    }

    @Test func `A scene without a floor is refused with what to do, and so is a missing source`() throws {
        try inFolder { folder in
            Files.write(
                "{ duration: 6, walk: [{ at: [0, 0] }], boxes: [{ low: [1, -9, -9], high: [2, 9, 9] }] }",
                to: folder + "/wall.json5")
            let wall = try Companion.run(
                ["calibrate", "camera", "--simulate", "wall.json5", "--yes", "--out", "m.json5"], in: folder)
            #expect(wall.status == 1 && wall.errors.contains("no floor") && wall.errors.contains("2 m free ahead"))
            #expect(Files.read(folder + "/m.json5") == nil)
            let none = try Companion.run(
                ["calibrate", "camera", "--json"], in: folder, environment: ["RUNTIME_DIRECTORY": folder + "/run"])
            #expect(none.status == 1 && none.output.contains("\"code\":\"noCamera\""), "\(none.output)")
        }
    }

    @Test func `With the mounting a kerb is told, without it nothing is`() throws {
        try inFolder(calibrated: true) { folder in
            let plain = try Companion.run(["simulate", "kerb.json5", "--json"], in: folder)
            #expect(plain.status == 0 && !plain.output.contains("drops away"))
            let known = try Companion.run(
                ["simulate", "kerb.json5", "--json", "--calibration", "m.json5"], in: folder)
            #expect(known.output.contains("Stop. The floor drops away ahead."))
        }
    }

    @Test func `A mounting with a mistake is refused by file, line and key; the service says so and runs`() throws {
        try inFolder(calibrated: true) { folder in
            let text = try #require(Files.text(folder + "/m.json5"))
            Files.write(text.replacing("pitchDegrees", with: "pitchDegres"), to: folder + "/m.json5")
            let once = try Companion.run(["simulate", "kerb.json5", "--calibration", "m.json5"], in: folder)
            #expect(once.status == 2 && once.errors.contains("m.json5:9: pitchDegres"))
            Files.write(
                Self.kerb.replacing("{ at: [2.6, 0] }", with: "{ at: [0.3, 0] }"), to: folder + "/short.json5")
            let service = try Companion.run(
                ["run", "--simulate", "short.json5", "--json", "--calibration", "m.json5"], in: folder)
            #expect(service.status == 0)
            #expect(service.errors.contains("m.json5:9: pitchDegres"))
            #expect(service.output.contains("I do not watch for steps down."))
        }
    }

    @Test func `A barometer's rest is judged, and told from a reference`() throws {
        try inFolder { folder in
            let lines = (0...600).map { "\(Double($0) / 10),\(1013.25 + Double($0 * 7919 % 13 - 6) / 2000)" }
            Files.write("t,hPa\n" + lines.joined(separator: "\n") + "\n", to: folder + "/rest.csv")
            let run = try Companion.run(
                ["calibrate", "barometer", "--from", "rest.csv", "--reference", "1014", "--json"], in: folder)
            #expect(run.status == 0)
            let answer = try object(run.output)
            #expect(answer["verdict"] as? String == "good")
            #expect(abs(try #require(answer["offsetHectopascals"] as? Double) - 0.75) < 0.01)
            let simulated = try Companion.run(
                ["calibrate", "barometer", "--simulate", "flat.json5", "--json"], in: folder)
            #expect(simulated.status == 2 && simulated.output.contains("\"code\":\"tooShort\""))
        }
    }
}
