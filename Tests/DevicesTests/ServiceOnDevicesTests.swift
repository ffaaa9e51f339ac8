import Evidence
import Foundation
import Testing

/// The built service on emulated devices, with a voice that writes down what it says.
final class ServiceOnDevices {
    /// One effect that it printed.
    struct Effect: Decodable {
        var t: Double
        var type: String
        var kind, text, event, depth, barometer: String?
    }

    let program: RunningProgram
    private let folder: String

    /// Starts it in a folder, with the groups of `groups.json` there if `place` names where it begins.
    init(on bench: EmulatedBench, in folder: String, place: String? = nil) throws {
        self.folder = folder
        Files.write("cat >> '\(folder)/spoken'; echo >> '\(folder)/spoken'\n", to: folder + "/voice")
        Files.write("{ speech: { hooks: [[\"/bin/sh\", \"\(folder)/voice\"]] } }", to: folder + "/companion.json5")
        let words = ["run", "--config", "companion.json5", "--state", "state", "--json"]
        let more = place.map { ["--groups", "groups.json", "--at", $0] } ?? []
        program = try RunningProgram(
            Companion.path, words + more, in: folder, environment: Emulation.environment(bench.folder), needs: bench)
    }

    deinit {
        program.send(SIGTERM)
        Emulation.checkSanitizers(program.end(limit: Patience.wait))
    }

    /// What it has decided so far.
    var effects: [Effect] {
        program.output.split(separator: "\n").compactMap { try? JSONDecoder().decode(Effect.self, from: Data($0.utf8)) }
    }

    /// The sentences that it gave to the voice.
    var said: [String] { effects.filter { $0.type == "say" }.compactMap(\.text) }

    /// The sentences that the voice has been given.
    var spoken: [String] { (Files.text(folder + "/spoken") ?? "").split(separator: "\n").map(String.init) }

    /// Waits until it has said a text once more than now, and gives how long that took in seconds.
    func delay(until text: String, limit: Double, after act: () throws -> Void) throws -> Double {
        let before = said.filter { $0.contains(text) }.count
        let start = Date()
        try act()
        let isSaid = program.wait(limit: limit) { _ in self.said.filter { $0.contains(text) }.count > before }
        try #require(isSaid, "never said: \(text); \(said); \(program.errors)")
        return Date().timeIntervalSince(start)
    }
}

extension ProgramOnDevicesTests {
    /// The whole service with its real libusb and its real I2C, on devices that are emulated.
    @Suite(.serialized, .enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ServiceOnDevicesTests {
        /// A slow machine is given this much more time than a person would be.
        private static let grace = Patience.most(1.5)
        private static let stopped = "Depth readings are unavailable. The camera has stopped."
        private static let back = "Depth readings are back."

        /// Standing `metres` before a wall, for as long as a test may take.
        private static func stand(_ metres: Double, in folder: String, as name: String) {
            Files.write(
                """
                {
                    walk: [{ at: [0, 0], heading: 0, pause: 600 }],
                    walls: [{ start: [\(metres), -6], end: [\(metres), 6] }],
                    camera: { width: 256, height: 144, rate: 15, disparityNoise: 0.02 }, barometer: false,
                }
                """, to: folder + "/\(name).json5")
        }

        /// The camera is unplugged, comes back, freezes, and goes on; each is told in its time.
        private static func loseAndFreeze(
            _ service: ServiceOnDevices, on bench: EmulatedBench, in folder: String
        ) throws {
            // A machine with much else to do may have held the camera up by itself; a loss is only told of what is there.
            let isThere = service.program.wait(limit: Patience.wait) { _ in
                service.said.last { $0 == Self.stopped || $0 == Self.back } != Self.stopped
            }
            #expect(isThere, "\(service.said)")
            let gone = try service.delay(until: Self.stopped, limit: Patience.wait) { try bench.tell("unplug") }
            #expect(gone < 1 + Self.grace, "the loss was said after \(gone) s")
            let returned = try service.delay(until: Self.back, limit: Patience.wait) { try bench.tell("plug") }
            #expect(returned < 4 + Self.grace, "the return was said after \(returned) s")

            let frozen = try service.delay(until: Self.stopped, limit: Patience.wait) {
                try bench.tell("frames freeze")
            }
            #expect(frozen < 2 + Self.grace, "the freeze was said after \(frozen) s")
            _ = try service.delay(until: Self.back, limit: Patience.wait) {
                try bench.tell("frames scenario=\(folder)/far.json5")
            }
        }

        @Test func `a camera comes up, meets a wall, stalls, vanishes, returns and freezes, and is spoken of so`()
            throws
        {
            try Files.withTemporaryFolder { folder in
                Self.stand(3, in: folder, as: "far")
                Self.stand(0.8, in: folder, as: "near")
                let bench = try EmulatedBench("camera small serial=7", "frames scenario=\(folder)/far.json5", "plug")
                let service = try ServiceOnDevices(on: bench, in: folder)
                _ = try service.delay(until: "Ready.", limit: Patience.wait) {}
                // A slow machine may be told first that the camera has not started.
                let said = service.said.filter { Patience.isPunctual || !$0.contains("has not started") }
                #expect(said == ["Ready."], "\(service.said)")

                let wall = try service.delay(until: "Something ahead.", limit: Patience.wait) {
                    try bench.tell("frames scenario=\(folder)/near.json5")
                }
                #expect(wall < 1 + Self.grace, "the wall was said after \(wall) s")

                let halts = try #require(try bench.counts()["clearHalts"])
                try bench.tell("frames scenario=\(folder)/far.json5")
                try bench.tell("fault stalls=1")
                let cleared = service.program.wait(limit: Patience.wait) { _ in
                    ((try? bench.counts())?["clearHalts"] ?? 0) > halts
                }
                #expect(cleared, "\(service.program.errors)")
                // A machine with much else to do may itself hold the camera up for longer than a second.
                if Patience.isPunctual {
                    #expect(!service.said.contains(Self.stopped), "a stall that was cleared at once is no loss")
                }

                try Self.loseAndFreeze(service, on: bench, in: folder)

                service.program.send(SIGTERM)
                let outcome = service.program.end(limit: Patience.wait)
                #expect(outcome.status == 0, "\(outcome.errors)")
                Self.hasSaidItsLosses(service)
            }
        }

        /// Lost and found twice, each in its turn; more often only where the machine itself held the camera up.
        private static func hasSaidItsLosses(_ service: ServiceOnDevices) {
            let words = service.said.filter { !$0.contains("Something ahead") }
            let expected = ["Ready.", stopped, back, stopped, back]
            if Patience.isPunctual { #expect(words == expected) }
            #expect(words.first == "Ready." && words.count >= expected.count && words.last == back, "\(words)")
            #expect(!zip(words, words.dropFirst()).contains { $0 == $1 }, "lost and found in turn: \(words)")
            #expect(service.spoken.contains(back))
        }

        @Test func `without a camera it runs, says what is missing, and takes the camera when it comes`() throws {
            try Files.withTemporaryFolder { folder in
                Self.stand(3, in: folder, as: "far")
                let bench = try EmulatedBench("camera small", "frames scenario=\(folder)/far.json5")
                let service = try ServiceOnDevices(on: bench, in: folder)
                let missing = "Depth readings are unavailable. The camera has not started."
                let told = try service.delay(until: missing, limit: Patience.wait) {}
                #expect(told > 4 && told < 6 + Self.grace, "said after \(told) s")
                _ = try service.delay(until: "Ready.", limit: Patience.wait) { try bench.tell("plug") }
                #expect(service.program.errors.contains("depth camera"), "\(service.program.errors)")
            }
        }

        @Test func `a camera whose transfers never come back leads to a new process, as a hung call does`() throws {
            try Files.withTemporaryFolder { folder in
                let bench = try EmulatedBench("camera small period=5", "fault keepsCalls=1 silent=1", "plug")
                let service = try ServiceOnDevices(on: bench, in: folder)
                #expect(service.program.wait(limit: Patience.wait) { $0.hasEnded }, "\(service.program.errors)")
                let outcome = service.program.end(limit: Patience.wait)
                #expect(outcome.status == 75, "\(outcome.errors)")
                #expect(outcome.errors.contains("only a restart can free it"), "\(outcome.errors)")
            }
        }

        @Test func `a camera whose control pipe is mute holds up neither a sign of life nor the end`() throws {
            try Files.withTemporaryFolder { folder in
                let bench = try EmulatedBench("camera small", "fault mute=1", "plug")
                let service = try ServiceOnDevices(on: bench, in: folder)
                let isMute = "did not answer in time"
                #expect(
                    service.program.wait(limit: Patience.wait) { $0.errors.contains(isMute) },
                    "\(service.program.errors)")
                let began = Date()
                service.program.send(SIGTERM)
                let outcome = service.program.end(limit: Patience.wait)
                let took = Date().timeIntervalSince(began)
                #expect(outcome.status == 0 && took < Patience.most(3), "\(took) s")
                #expect(!outcome.errors.contains("does not return"), "taken for a hang: \(outcome.errors)")
                if Patience.isPunctual { #expect(!outcome.errors.contains("left behind"), "\(outcome.errors)") }
            }
        }
    }
}
